-- refused: no text may begin
-- A rule forbids every character at the start of a text.

encoding "No Text"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
never { "start", "U+0000..U+007F" }
