-- refused: after 41 no text can be completed
-- No character may follow U+0041, and the text must not end after it. So no text can contain it.

encoding "Dead End"
source   "RFC 20, with a rule that forbids everything after U+0041"

form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }

never { "U+0041", { "U+0000..U+07FF", "end" }, name = "after_a" }
