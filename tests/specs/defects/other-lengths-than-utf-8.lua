-- SPDX-License-Identifier: 0BSD
-- U+0040 to U+007F have two bytes here, but fit UTF-8's form of one byte. Vectors that converted UTF-16 and UTF-32 wrote one byte.
encoding "Other Lengths than UTF-8"
source "invented"

form "0xxxxxxx" { "U+0000..U+003F" }
form "110xxxxx 10xxxxxx" { "U+0040..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF" }
