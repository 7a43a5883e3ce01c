-- A label of letters, digits and hyphens: a hyphen is neither the first character nor the last.

encoding "LDH Label"
source   "RFC 5890, section 2.3.1; RFC 1123, section 2.1"

form "0xxxxxxx" { "U+0000..U+007F" }
allow { "U+002D", "U+0030..U+0039", "U+0041..U+005A", "U+0061..U+007A" }
never { "start", "U+002D", name = "hyphen_first" }
never { "U+002D", "end", name = "hyphen_last" }
replacement "U+0078"

examples [[
    valid    61 2D 2D 62
    invalid  2D           hyphen_first
    invalid  2D 61        hyphen_first
    invalid  61 2D        hyphen_last
    invalid  61 2D 2E     hyphen_last
    invalid  2E           unlisted
]]
