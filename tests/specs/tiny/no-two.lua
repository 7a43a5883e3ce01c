-- One character that may not follow itself: two texts are well-formed.

encoding "One A"
source   "one letter, once"

form "0xxxxxxx"  { "U+0041" }
never { "U+0041", "U+0041", name = "twice" }

examples [[
    valid    41
    invalid  41 41  twice
]]
