-- SPDX-License-Identifier: 0BSD
-- In a spec with a pair, trim kept a high surrogate at the end, and a low one after it became a separate code point.
encoding "Surrogates and a Pair"
source   "tests of u8gen"

form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF" }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }
pair { high = "U+000D", low = "U+000A" }
