-- UTF-8 without two planes at the end of the last form.

encoding "No Private Planes"
source   "RFC 3629, to U+EFFFF"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+EFFFF" }

examples [[
    valid    F3 AF BF BF             U+EFFFF
    invalid  F3 B0 80 80  too_large  U+F0000
    invalid  F4 8F BF BF  too_large  U+10FFFF
]]
