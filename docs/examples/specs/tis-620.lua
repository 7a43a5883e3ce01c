-- TIS-620, a Thai encoding: ASCII, and the Thai block of Unicode from A0 on. A0 itself, DB to DE and FC to FF are not assigned.

encoding "TIS-620"
source   "TIS 620-2533; the IANA character set TIS-620"

form "0xxxxxxx" { "U+0000..U+007F" }
form "101xxxxx" { "U+0E01..U+0E1F" }
form "110xxxxx" { "U+0E20..U+0E3A", "U+0E3F" }
form "111xxxxx" { "U+0E40..U+0E5B" }
replacement "U+003F"

examples [[
    valid    A1 D2 C3 FB     U+0E01 U+0E32 U+0E23 U+0E5B
    invalid  A0              unlisted
    invalid  DB              unlisted
    invalid  80              not_a_form
]]
