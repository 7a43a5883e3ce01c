-- refused: 40 is a character of form
-- The bytes 40..5F are characters of two forms.

encoding "Two Spellings"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
form "010xxxxx" { "U+0100..U+011F" }
