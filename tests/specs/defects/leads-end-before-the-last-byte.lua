-- SPDX-License-Identifier: 0BSD
-- Well-formed text lacks E0 to FF. Vectors and the loop over single bytes counted these differently, so `measure` gave wrong UTF-16 units.
encoding "Leads End Before The Last Byte"
source   "tests of u8gen"

form "00xxxxxx" { "U+0000..U+0001", disallow = { controls = "U+0000..U+0001" } }
form "110xxxxx 10xxxxxx 10xxxxxx" { "U+0002..U+198B9", "U+198BB..U+1FFFF" }
except { shared = { "U+0010", "U+0070..U+007A" } }
