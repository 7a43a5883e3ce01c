-- One character, which is a pair.

encoding "Only a Pair"
source   "invented"

form "0xxxxxxx"  { "U+0041..U+0042" }
pair { high = "U+0041", low = "U+0042" }

examples [[
    valid    41 42
    invalid  42     unpaired
    invalid  41 41  unpaired
    invalid  43     too_large
]]
