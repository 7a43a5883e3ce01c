-- SPDX-License-Identifier: 0BSD
-- `verify` reported a correct avx512 kernel as wrong: it knew only one of two rules that flag the same windows.
encoding "Ranges That Overlap"
source "tests of u8gen"
form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF" }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }
pair { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" }
disallow { left_out = { "U+9197..U+B1FC", "U+2073C..U+CE4A2" } }
