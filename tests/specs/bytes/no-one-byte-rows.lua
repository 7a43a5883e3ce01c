-- Only one row, of two bytes, and no forms: no character has one byte.

encoding "Rows Alone"
source   "GB 2312 without ASCII"

bytes "A1..F7 A1..FE"

examples [[
    valid    A1 A1
    invalid  41     not_a_form
    invalid  F8     too_long
    invalid  A1 41  too_short
]]
