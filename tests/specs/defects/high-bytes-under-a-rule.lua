-- SPDX-License-Identifier: 0BSD
-- `measure` reported ASCII for a text with a byte above 7F: a one-byte character that a rule forbids after U+0054.
encoding "High Bytes Under a Rule"
source   "tests of u8gen"

form "0xxxxxxx" { "U+0000..U+003B", "U+003D..U+005D" }
form "100xxxxx" { "U+0060..U+007F" }
never { "U+0054", { "U+0000..U+3FFFF", except = "U+0040..U+0042" }, name = "rule_1" }
