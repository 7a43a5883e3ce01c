-- refused: no form has these code points
-- One of several ranges of a rule has no code point that a form writes.

encoding "One Range of Nothing"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
never { { "U+0041", "U+0100" }, "U+0042" }
