-- refused: already has the name
-- A rule and an exception with the same name.

encoding "One Name"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F", except = { bad = "U+0001" } }
never { "U+0041", "U+0042", name = "bad" }
