-- SPDX-License-Identifier: 0BSD
-- Only 90..9F are pads, since 00..7F may follow 80..8F. The generator refused its own, correct avx512 kernel: it required that skipped
-- bytes and pads have the same table entries. They need to have only the same effect on the next byte.
encoding "Pad Above ASCII"
source   "tests of u8gen"

form "0xxxxxxx" { "U+0000..U+007F" }
form "100xxxxx" { "U+0080..U+009F" }
form "110xxxxx 101xxxxx" { "U+00A0..U+03FF" }
never { "U+0080..U+008F", { "U+0090..U+009F", "end" }, name = "half" }
