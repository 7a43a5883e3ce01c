-- refused: computes bytes by division
-- A first attempt at UTF-1, whose bytes are digits to the base 190.

encoding "UTF-1"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
form "10100000 10xxxxxx" { "U+0080..U+00BF" }
