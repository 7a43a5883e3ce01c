-- refused: after 41 no text can be completed
-- Characters that may only be followed by each other: no text with one of them can be completed.

encoding "Dead Ends"
source   "RFC 20, with rules that lead from U+0041 to U+0042 and back"

form "0xxxxxxx" { "U+0000..U+007F" }

never { "U+0041", { "U+0000..U+007F", "end", except = "U+0042" }, name = "after_a" }
never { "U+0042", { "U+0000..U+007F", "end", except = "U+0041" }, name = "after_b" }
