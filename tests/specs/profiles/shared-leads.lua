-- A profile of forms that share lead bytes. Characters that one form leaves out begin like characters of the other form.

encoding "Profile Shared Leads"
source   "a test: a profile of two forms with the same lead bytes"

form "0xxxxxxx"                    { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"           { "U+0080..U+07FF", except = { gap = "U+0100" }, disallow = { some = "U+0101..U+01FF" } }
form "110xxxxx 0xxxxxxx 11xxxxxx"  { "U+0800..U+3FFFF", disallow = { others = { "U+0900..U+4FFF", "U+8000..U+BFFF" } } }

examples [[
    valid    24 24
    invalid  C4 80               gap
    invalid  C4 81               some
    invalid  C4 24 C0            others
    invalid  C4 24               others
    invalid  C4 24 24            too_short
]]
