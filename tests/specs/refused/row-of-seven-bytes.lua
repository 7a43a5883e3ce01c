-- refused: a row has one to 6 bytes
-- A row that is too long.

encoding "Seven Bytes"
source   "nobody"

form "0xxxxxxx" { "U+0000..U+007F" }
bytes "80 80 80 80 80 80 80"
