-- Two or three ranges in each form, with gaps of code points that no form writes.

encoding "Gaps"
source   "RFC 3629, with a gap in each form"

form "0xxxxxxx"                             { "U+0000..U+003F", "U+0041..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+00FF", "U+0101..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+0FFE", "U+1000..U+D7FF", "U+E000..U+FFFF" }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+1FFFF", "U+30000..U+10FFFF" }

examples [[
    valid    3F 41 C4 81 E1 80 80
    invalid  40                    unlisted
    invalid  C4 80                 unlisted
    invalid  E0 BF BF              unlisted
    invalid  ED A0 80              unlisted
    invalid  F0 A0 80 80           unlisted
]]
