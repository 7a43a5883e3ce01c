-- SPDX-License-Identifier: 0BSD
-- A rule forbids some characters of three bytes after some ASCII characters. Vectors converted ASCII to UTF-16, then checked the rest as if
-- a text began there. So to_utf16 accepted such a sequence of two characters at the end of a block.
encoding "Vectors after a Restricting Character"
source "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF" }

except { surrogate = "U+D800..U+DFFF" }
never { "U+0040..U+007F", "U+C000..U+C7FF", name = "after_letter" }
