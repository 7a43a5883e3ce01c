-- SPDX-License-Identifier: 0BSD
-- An ASCII character forbids some characters of three bytes. Vectors converted ASCII to UTF-16 up to it, and then checked the rest as if it
-- began the text, so to_utf16 accepted a forbidden pair at the end of a block.
encoding "Vectors after a Restricting Character"
source "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF" }

except { surrogate = "U+D800..U+DFFF" }
never { "U+0040..U+007F", "U+C000..U+C7FF", name = "after_letter" }
