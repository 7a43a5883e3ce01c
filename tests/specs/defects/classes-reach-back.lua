-- SPDX-License-Identifier: 0BSD
-- Tables of classes read bytes before the window, so the generator's own check rejected a correct kernel.
encoding "Classes Reach Back"
source   "tests of u8gen"

form "0xxxxxxx"                   { "U+0000..U+007F" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+033B..U+FFFF" }
except { shared = { unicode "Noncharacter_Code_Point", unicode "White_Space" } }
never { { "U+0001", "U+0070" }, "U+0014", name = "rule_1" }
