-- Two rows that differ only from the third byte on, and one of two bytes.

encoding "Third Byte"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
bytes [[
    80..8F 80..8F 80..BF
    80..8F 80..8F C0..FF 80..8F
    80..8F 90..9F
]]

examples [[
    valid    80 90 80 80 80 80 80 C0 80
    invalid  80 A0                       too_short
    invalid  80 80 41                    too_short
    invalid  80 80 C0 90                 too_short
]]
