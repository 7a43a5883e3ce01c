-- Two forms without free bits.

encoding "No Free Bits"
source   "invented"

form "01000001"           { "U+0000" }
form "01000010 01000011"  { "U+0001" }

examples [[
    valid    41 42 43
    invalid  43        too_long
    invalid  42 42     too_short
]]
