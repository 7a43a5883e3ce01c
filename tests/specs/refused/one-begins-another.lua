-- refused: A1 is a character of form
-- A character of one byte begins characters of two.

encoding "One Begins Another"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
form "101xxxxx" { "U+0080..U+009F" }
bytes "A1..FE A1..FE"
