-- refused: ends before it begins
-- A range of bytes that ends before it begins.

encoding "Backwards"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
bytes "FE..81 40"
