-- refused: cannot read the range "end"
-- "end" as the first side of a rule.

encoding "After the End"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
never { "end", "U+0041" }
