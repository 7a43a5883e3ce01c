-- SPDX-License-Identifier: 0BSD
-- No well-formed text has the bytes 40..7F. The tables did not reject C0 41. A rule would have done so, but its filter ignored these bytes.
encoding "Unused Byte in a Filter"
source "a random spec, seed 2040"
form "00xxxxxx" { "U+0000..U+003F" }
form "110xxxxx 10xxxxxx 10xxxxxx" {
  "U+0040..U+1FFFF", disallow = { shared_out = { "U+0042", "U+006D" } }, allow = { "U+005A", "U+0071", "U+157D1" },
}
disallow { except_1 = { "U+0059", "U+0070..U+007F" } }
never { "U+003E", "U+0020..U+15BAD", name = "rule_1" }
examples [[
  invalid  C0 41 91  too_short  "the second byte"
]]
