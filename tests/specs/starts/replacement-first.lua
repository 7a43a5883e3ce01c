-- The replacement itself must not be first, so there is no repair.

from "utf-8"
encoding "Replacement not First"
source   "invented: RFC 3629 without U+FFFD at the start"

never { "start", { "U+FEFF", "U+FFFD" }, name = "special" }

examples [[
    valid    41 EF BF BD
    invalid  EF BF BD     special
]]
