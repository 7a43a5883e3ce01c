-- refused: has modes
-- A first attempt at SCSU, in which some bytes change the meaning of later bytes.

encoding "SCSU"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
form "1xxxxxxx" { "U+0080..U+00FF" }
