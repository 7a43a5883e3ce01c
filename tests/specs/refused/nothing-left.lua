-- refused: is empty: its exceptions leave out all that it names
-- A form of which nothing is left.

encoding "Nothing Left"
source   "nobody"

form "0xxxxxxx" { "U+0041", except = { a = "U+0041" } }
