-- At the start, all characters that begin with certain bytes, such as C2, are forbidden. So the text is ill-formed before such a character
-- ends. A text that ends after those bytes has the fault of the rule, not `truncated`.

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
