-- No text ends in a blank; blanks are in several forms.

encoding "No Trailing Blank"
source   "RFC 3629, without blanks at the end"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
never { { "U+0009", "U+0020", "U+00A0", "U+2000..U+200A", "U+3000" }, "end", name = "trailing_blank" }

examples [[
    valid    20 41 C2 A0 42
    invalid  41 20           trailing_blank
    invalid  41 C2 A0        trailing_blank
    invalid  E3 80 80        trailing_blank
    invalid  20 20 20        trailing_blank
]]
