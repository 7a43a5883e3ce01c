-- The two-byte form is missing, and with it the code points U+0080..U+07FF.

encoding "No Two Byte Form"
source   "RFC 3629, without U+0080..U+07FF"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

examples [[
    valid    41 E0 A0 80              U+0041, U+0800
    invalid  C2 80        not_a_form
    invalid  E0 9F BF     unlisted    U+07FF
    invalid  E0 81 BF     overlong    U+007F
]]
