-- Letters and digits alternate.

encoding "Turns"
source   "RFC 20, letters and digits alternating"

form "0xxxxxxx"  { "U+0030..U+0039", "U+0041..U+005A" }
never { "U+0030..U+0039", "U+0030..U+0039", name = "two_digits" }
never { "U+0041..U+005A", "U+0041..U+005A", name = "two_letters" }

examples [[
    valid    41 30 42 31
    invalid  30 30        two_digits
    invalid  41 41        two_letters
    invalid  20           unlisted
]]
