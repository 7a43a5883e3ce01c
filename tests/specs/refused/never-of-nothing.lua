-- refused: no form has these code points
-- A rule about code points that no form writes.

encoding "Never of Nothing"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
never { "U+0041", "U+0080..U+00FF" }
