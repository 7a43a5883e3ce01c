-- One row of one byte.

encoding "Only FF"
source   "nobody"

bytes "FF"

examples [[
    valid    FF FF
    invalid  FE     not_a_form
]]
