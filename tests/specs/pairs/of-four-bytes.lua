-- Halves of four bytes, so pairs have eight.

encoding "Eight Bytes"
source   "invented: planes 15 and 16 as halves"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
pair { high = "U+100000..U+10FFFF", low = "U+F0000..U+FFFFF" }

examples [[
    valid    F4 80 80 80 F3 B0 80 80
    invalid  F3 B0 80 80              unpaired
    invalid  F4 80 80 80 F4 80 80 80  unpaired
    invalid  F4 80 80 80 F3 B0 80     truncated
]]
