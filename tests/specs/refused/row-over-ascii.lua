-- refused: 41 is a character of form
-- A row whose lead byte is a character of a form.

encoding "Row over ASCII"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
bytes "41 80..FF"
