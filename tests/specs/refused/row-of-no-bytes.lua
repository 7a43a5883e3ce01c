-- refused: cannot read
-- A row with a word that is not a byte.

encoding "No Bytes"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
bytes "81..9F 4G"
