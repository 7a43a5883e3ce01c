-- A character that the profile forbids has the fault of the profile, also at the start. Two rules at the start, and one on neighbors.

from "utf-8"
encoding "Starts of a Profile"
source   "invented: RFC 3629 with rules of each kind"

disallow { noncharacter = unicode "Noncharacter_Code_Point", control = { unicode "Cc", except = "U+000A" } }
never { "start", { "U+FDC0..U+FDCF", "U+0030..U+0039" }, name = "not_first" }
never { "start", "U+000A", name = "empty_line" }
never { "U+000A", { "U+000A", "U+FFF0..U+FFFD" }, name = "empty_line" }
replacement "U+0023"

examples [[
    valid    41 0A 39
    invalid  39           not_first
    invalid  0A           empty_line
    invalid  41 0A 0A     empty_line
    invalid  EF B7 8F     not_first
    invalid  EF B7 90     noncharacter
    invalid  01           control
    invalid  EF BF BE     noncharacter
]]
