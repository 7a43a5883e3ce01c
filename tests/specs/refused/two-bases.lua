-- refused: all code points of a form must have the same leading bits
-- A form whose code points differ in their leading bits.

encoding "Two Bases"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
form "100xxxxx" { "U+0080..U+009F", "U+00C0..U+00DF" }
