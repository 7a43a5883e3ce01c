-- One character of one byte.

encoding "Only A"
source   "one letter"

form "0xxxxxxx"  { "U+0041" }

examples [[
    valid    41 41
    invalid  42     too_large
    invalid  40     unlisted
]]
