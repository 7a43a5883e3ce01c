-- Rows of single bytes.

encoding "Single Bytes"
source   "ISO/IEC 8859-7, without its unassigned bytes"

bytes [[
    00..AD
    AF..D1
    D3..FE
]]

examples [[
    valid    41 AF FE
    invalid  AE        not_a_form
    invalid  D2        not_a_form
    invalid  FF        not_a_form
]]
