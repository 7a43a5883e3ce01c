-- refused: all code points of a form must have the same leading bits
-- A code point under `also` whose leading bits are not those of the form's other code points.

encoding "Also Elsewhere"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0800..U+0FFF", also = "U+0041" }
