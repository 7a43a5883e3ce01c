-- SPDX-License-Identifier: 0BSD
-- Each half has two forms, and the bytes of both fit the first form's pattern. `gen` crashed, since it had no test of a pair's code points.
encoding "Pairs that overlap"
source   "tests of u8gen"

form "0xxxxxxx" { "U+0000..U+007F" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+0FFF" }
form "111xxxxx 100xxxxx 10xxxxxx" { also = "U+0800..U+0FFF" }
pair { high = "U+0800..U+08FF", low = "U+0900..U+09FF" }
