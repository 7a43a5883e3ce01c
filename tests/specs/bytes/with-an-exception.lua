-- A row, and a form that has a hole. The lead byte of the row is this hole.

encoding "Rows in a Hole"
source   "a code page with a shift byte"

form "0xxxxxxx" { "U+0000..U+007F", except = { shift = "U+000E" } }
bytes "0E 20..7F 20..7F"

examples [[
    valid    41 0E 20 20
    invalid  0E 0E        too_short
    invalid  0E           truncated
    invalid  80           not_a_form
]]
