-- Twenty-six characters.

encoding "Capital Letters"
source   "RFC 20, its capital letters"

form "0xxxxxxx"  { "U+0041..U+005A" }

examples [[
    valid    41 5A
    invalid  40     unlisted
    invalid  5B     too_large
]]
