-- Exceptions by category for all forms, together with exceptions of single forms.

encoding "Assigned Without Marks"
source   "The Unicode Standard, section 4.5: General Category Cn and M"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF", except = { soft_hyphen = "U+00AD" } }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = unicode "Cs" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

except { unassigned = unicode "Cn", mark = unicode "M" }

examples [[
    valid    41 C3 A9 F0 9F 98 80
    invalid  C2 AD                  soft_hyphen
    invalid  CC 81                  mark         U+0301
    invalid  CD B8                  unassigned   U+0378
    invalid  EF BF BE               unassigned   U+FFFE
    invalid  ED A0 80               surrogate
]]
