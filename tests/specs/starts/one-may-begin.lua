-- Only U+003C may begin a text, and only U+003E may end it: two rules on all other characters.

from "utf-8"
encoding "Markup"
source   "invented: a text in angle brackets"

never { "start", { "U+0000..U+10FFFF", except = "U+003C" }, name = "no_bracket" }
never { { "U+0000..U+10FFFF", except = "U+003E" }, "end", name = "open" }

examples [[
    valid    3C 61 3E
    invalid  61 3E        no_bracket
    invalid  C3 A9        no_bracket
    invalid  C3           no_bracket
    invalid  80           too_long
    invalid  3C 61        open
]]
