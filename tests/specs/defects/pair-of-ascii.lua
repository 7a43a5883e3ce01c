-- SPDX-License-Identifier: 0BSD
-- Kind D of SECURITY.md: a pair of ASCII characters; some other bytes are forbidden.
encoding "Pair of ASCII"
source   "tests of u8gen"

form "0xxxxxxx"                            { "U+0000..U+007F", except = { a = { "U+0029", "U+0075" } } }
form "110xxxxx 10xxxxxx"                   { "U+0080..U+07FF", except = { b = { "U+0080..U+00BF", "U+0480..U+07FF" } } }
form "1110xxxx 10xxxxxx 10xxxxxx"          { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }

pair { high = "U+000D", low = "U+000A" }
