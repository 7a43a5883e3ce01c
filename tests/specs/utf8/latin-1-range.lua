-- UTF-8 for the code points of Latin-1: two lead bytes.

encoding "Latin One in UTF-8"
source   "RFC 3629, to U+00FF"

form "0xxxxxxx"           { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"  { "U+0080..U+00FF" }

examples [[
    valid    C2 80 C3 BF
    invalid  C4 80        too_large  U+0100
    invalid  C1 BF        overlong
    invalid  C3 C3        too_short
]]
