-- refused: it must leave out all or nothing
-- An exception leaves out some of the halves, but not all.

encoding "Half Left Out"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F", except = { a = "U+0041" } }
pair { high = "U+0041..U+0042", low = "U+0043" }
