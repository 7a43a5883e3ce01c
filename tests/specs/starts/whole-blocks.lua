-- All characters with some first bytes are forbidden at the start: the text is ill-formed before the character ends. A text that ends in
-- such a character has the fault of the rule.

from "utf-8"
encoding "Whole Blocks"
source   "invented: RFC 3629 with a start in some blocks only"

never { "start", { "U+0080..U+00BF", "U+FEC0..U+FEFF", "U+40000..U+7FFFF" }, name = "block" }
never { "start", "U+FDD0..U+FDEF", name = "other" }

examples [[
    valid    41 C2 80
    invalid  C2           block
    invalid  C2 80        block
    invalid  C2 41        block
    invalid  EF BB        block
    invalid  EF BB 41     block
    invalid  EF BB 80     block
    invalid  EF           truncated
    invalid  EF B7 90     other
    invalid  EF B7        truncated
    invalid  F1 80 80     block
    invalid  F1 80 80 80  block
]]
