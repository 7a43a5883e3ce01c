-- A mark needs a character before it, other than U+000A and U+0020. So the context at the start of a text is also the context after these
-- two characters.

from "utf-8"
encoding "No Mark Alone"
source   "The Unicode Standard, section 3.6, defective combining character sequences"

never { { "start", "U+000A", "U+0020" }, { "U+0300..U+036F", "U+1AB0..U+1AFF", "U+E0100..U+E01EF" }, name = "mark_alone" }

examples [[
    valid    61 CC 80 CC 81
    invalid  CC 80           mark_alone
    invalid  CC 80 CC 81     mark_alone
    invalid  61 0A CC 80     mark_alone
    invalid  F3 A0 84 80     mark_alone
    invalid  CC              mark_alone
]]
