-- refused: 81 40 is a character of form
-- A row of two bytes begins one of three.

encoding "Rows that Begin Rows"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
bytes [[
    81..FE 40..7E
    81..FE 40..7E 40..7E
]]
