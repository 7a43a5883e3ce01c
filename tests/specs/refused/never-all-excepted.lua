-- refused: its `except` leaves out all of them
-- A side of a rule that is empty because of its exception.

encoding "All Excepted"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
never { { "U+0041..U+005A", except = "U+0000..U+007F" }, "U+0042" }
