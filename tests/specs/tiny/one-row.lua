-- One row of one byte.

encoding "Only FF"
source   "invented"

bytes "FF"

examples [[
    valid    FF FF
    invalid  FE     not_a_form
]]
