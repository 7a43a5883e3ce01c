-- refused: all code points of a form must have the same leading bits
-- A range that extends past the bits of the form.

encoding "Over the Edge"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
form "100xxxxx" { "U+0090..U+00AF" }
