-- UTF-8 without control characters: C0, DEL and C1.

encoding "Printable"
source   "RFC 3629, without Cc"

form "0xxxxxxx"                             { "U+0020..U+007E" }
form "110xxxxx 10xxxxxx"                    { "U+00A0..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

examples [[
    valid    20 7E C2 A0
    invalid  0A           unlisted
    invalid  7F           unlisted
    invalid  C2 85        unlisted
    invalid  C1 81        overlong
]]
