-- refused: 81 40 is a character of form
-- Two rows that share a sequence of bytes.

encoding "Same Row Twice"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
bytes [[
    81..9F 40..7E
    81 30..40
]]
