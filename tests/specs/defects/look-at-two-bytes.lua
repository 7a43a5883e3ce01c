-- SPDX-License-Identifier: 0BSD
-- The look of the vector kernels reads only two bytes of each window. Its function had an unused parameter, so compilers warned.
encoding "Look at Two Bytes"
source "invented"

form "0xxxxxxx" { "U+0000..U+0004" }
form "110xxxxx 10xxxxxx" { "U+0005..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }

never { { "U+5600..U+56FF", "U+11000..U+117FF", "U+161E0..U+161FF", "U+101E5C" }, "U+006C", name = "rule" }
never { "start", { "U+0000..U+10FFFF", except = "U+0018" }, name = "first" }
