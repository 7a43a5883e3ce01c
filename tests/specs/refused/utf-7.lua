-- refused: has modes
-- A first attempt at UTF-7, which has base 64 between + and -.

encoding "UTF-7"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F", except = { shift = "U+002B" } }
