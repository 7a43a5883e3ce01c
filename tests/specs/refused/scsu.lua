-- refused: has modes
-- The first attempt at SCSU: windows that bytes move.

encoding "SCSU"
source   "nobody"

form "0xxxxxxx" { "U+0000..U+007F" }
form "1xxxxxxx" { "U+0080..U+00FF" }
