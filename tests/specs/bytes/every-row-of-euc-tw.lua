-- The row of four bytes begins with 8E; its second byte selects a plane of CNS 11643.

encoding "EUC-TW"
source   "CNS 11643 in EUC"

form "0xxxxxxx" { "U+0000..U+007F" }
bytes [[
    A1..FE A1..FE
    8E A1..B0 A1..FE A1..FE
]]

examples [[
    valid    A1 A1 8E A2 A1 A1
    invalid  8E B1              too_short
    invalid  8E A1 A1 41        too_short
    invalid  8F                 not_a_form
]]
