-- refused: a row has one to 16 bytes
-- A row that is too long.

encoding "Seventeen Bytes"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
bytes "80 81 82 83 84 85 86 87 88 89 8A 8B 8C 8D 8E 8F 90"
