-- UTF-8 without the first plane of its last form.

encoding "No Plane One"
source   "RFC 3629, without U+10000..U+1FFFF"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+20000..U+10FFFF" }

examples [[
    valid    F0 A0 80 80            U+20000
    invalid  F0 9F 98 80  unlisted  U+1F600
    invalid  F0 8F BF BF  overlong  U+FFFF
]]
