-- refused: is in both the high half and the low half
-- A code point that is both a high half and a low one.

encoding "Both Halves"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
pair { high = "U+0041..U+0042", low = "U+0042..U+0043" }
