-- No blank at the start or at the end; blanks of one, two and three bytes, and rules that share a name.

from "utf-8"
encoding "Trimmed"
source   "invented: RFC 3629 without blanks at the ends"

local blank = { "U+0009..U+000D", "U+0020", "U+0085", "U+00A0", "U+2000..U+200A", "U+3000" }
never { "start", blank, name = "blank_at_an_end" }
never { blank, "end", name = "blank_at_an_end" }

examples [[
    valid    41 20 E3 80 80 42
    invalid  20               blank_at_an_end
    invalid  C2 A0 41         blank_at_an_end
    invalid  E3 80 80 41      blank_at_an_end
    invalid  41 20            blank_at_an_end
    invalid  41 E3 80 80      blank_at_an_end
    invalid  41 20 E3         truncated
]]
