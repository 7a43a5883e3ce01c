-- Lead bytes with one free bit, continuation bytes with seven.

encoding "One Bit"
source   "invented"

form "0xxxxxxx"           { "U+0000..U+007F" }
form "1000000x 1xxxxxxx"  { "U+0080..U+00FF" }

examples [[
    valid    7F 81 80
    invalid  80 80     overlong
    invalid  81 7F     too_short
    invalid  FF        too_long
]]
