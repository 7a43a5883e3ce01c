-- Continuation bytes with two free bits.

encoding "Two Bits"
source   "invented: bytes as in a numeral system with four digits"

form "0xxxxxxx"                    { "U+0000..U+007F" }
form "10xxxxxx 110000xx"  { "U+0080..U+00FF" }

examples [[
    valid    41 A0 C0 BF C3
    invalid  80 C0           overlong
    invalid  A0 C4           too_short
    invalid  C0              too_long
    invalid  FF              not_a_form
]]
