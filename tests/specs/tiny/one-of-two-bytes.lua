-- One character of two bytes.

encoding "Only E Acute"
source   "one letter"

form "110xxxxx 10xxxxxx"  { "U+00E9" }

examples [[
    valid    C3 A9
    invalid  C3 A8  unlisted
    invalid  A9     too_long
    invalid  C3     truncated
]]
