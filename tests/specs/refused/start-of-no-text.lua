-- refused: no text may begin
-- A rule at the start of a text that forbids every character.

encoding "No Text"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
never { "start", "U+0000..U+007F" }
