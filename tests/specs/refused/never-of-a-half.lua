-- refused: which are not characters
-- A rule on the high half of a pair.

encoding "Never of a Half"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
pair  { high = "U+0041", low = "U+0042" }
never { "U+0041", "U+0043" }
