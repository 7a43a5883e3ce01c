-- One row of two places. No byte is allowed at both.

encoding "Two Halves"
source   "Johab, simplified"

form "0xxxxxxx" { "U+0000..U+007F" }
bytes "80..FF 00..7F"

examples [[
    valid    41 80 41
    invalid  80 80     too_short
    invalid  80        truncated
]]
