-- ASCII and one block.

encoding "Cyrillic"
source   "RFC 3629, U+0400..U+04FF"

form "0xxxxxxx"           { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"  { "U+0400..U+04FF" }

examples [[
    valid    D0 90 D3 BF
    invalid  CF BF        unlisted
    invalid  D4 80        too_large
    invalid  C1 81        overlong
]]
