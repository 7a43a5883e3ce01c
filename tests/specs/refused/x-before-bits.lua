-- refused: with x only at its end
-- A byte whose free bits come before its fixed bits, as in a little-endian form.

encoding "Bits Last"
source   "invented"

form "xxxx0000" { "U+0000..U+000F" }
