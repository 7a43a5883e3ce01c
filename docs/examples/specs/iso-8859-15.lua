-- ISO/IEC 8859-15, Latin-1 with eight other characters. A form without x has one code point.

encoding "ISO 8859-15"
source   "ISO/IEC 8859-15; the C0 and C1 control characters of ISO/IEC 6429"

form "xxxxxxxx" {
  "U+0000..U+00A3", "U+00A5", "U+00A7", "U+00A9..U+00B3", "U+00B5..U+00B7", "U+00B9..U+00BB", "U+00BF..U+00FF",
}
form "10100100" { "U+20AC" }  -- the euro sign
form "10100110" { "U+0160" }
form "10101000" { "U+0161" }
form "10110100" { "U+017D" }
form "10111000" { "U+017E" }
form "10111100" { "U+0152" }
form "10111101" { "U+0153" }
form "10111110" { "U+0178" }

replacement "U+003F"

examples [[
    valid    31 20 A4           U+0031 U+0020 U+20AC
    valid    A9 E9 FF           U+00A9 U+00E9 U+00FF, as in Latin-1
]]
