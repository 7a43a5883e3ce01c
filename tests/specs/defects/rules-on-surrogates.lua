-- SPDX-License-Identifier: 0BSD
-- Surrogates are characters, no form has four bytes, and a rule applies after a surrogate: from_utf16 by vectors wrote the pair.
encoding "Rules on surrogates"
source   "a reader's random conversions"

form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF" }
never { "U+D800..U+DBFF", "U+DC00..U+DFFF" }
