-- A lead byte without free bits, like an escape: any second byte below 80 may follow it.

encoding "Escape"
source   "ISO/IEC 2022, its single shift 19"

form "0xxxxxxx"           { "U+0000..U+007F", except = { escape = "U+0019" } }
form "00011001 0xxxxxxx"  { "U+0080..U+00FF" }

examples [[
    valid    41 19 41
    invalid  19 80     too_short
    invalid  19        truncated
    invalid  80        not_a_form
]]
