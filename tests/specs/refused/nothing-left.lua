-- refused: has no characters: its exceptions leave out all its code points
-- A form without code points, because of its exceptions.

encoding "Nothing Left"
source   "invented"

form "0xxxxxxx" { "U+0041", except = { a = "U+0041" } }
