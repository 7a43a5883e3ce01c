-- UTF-8 without its longest form.

encoding "BMP only"
source   "RFC 3629, to U+FFFF"

form "0xxxxxxx"                    { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"           { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"  { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }

examples [[
    valid    EF BF BF                 U+FFFF
    invalid  F0 90 80 80  not_a_form
    invalid  ED A0 80     surrogate
    invalid  BF           too_long
]]
