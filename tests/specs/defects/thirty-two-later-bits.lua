-- SPDX-License-Identifier: 0BSD
-- The lead byte has no bit of the code point, and the later bytes have 32: the header shifted the lead byte by 32 bits.
encoding "Thirty-two later bits"
source   "reading gen/emit/code_points.lua"

form "0xxxxxxx" { "U+0000..U+007F" }
form "11111110 xxxxxxxx xxxxxxxx xxxxxxxx xxxxxxxx" { "U+0080..U+FFFFFFFF" }
replacement "U+003F"
