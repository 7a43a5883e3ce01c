-- refused: cannot read the range "start"
-- "start" as the second side of a rule.

encoding "Before the Start"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
never { "U+0041", "start" }
