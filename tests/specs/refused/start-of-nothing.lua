-- refused: never has no range
-- A rule on the start of a text, with an empty set.

encoding "Start of Nothing"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
never { "start", {} }
