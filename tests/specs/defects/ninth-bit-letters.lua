-- SPDX-License-Identifier: 0BSD
-- Kind A of SECURITY.md: the forbidden bytes need more products of nibble sets than an entry of a table has bits.
encoding "A Letter of Each Row"
source   "tests of u8gen"

form "0xxxxxxx"                            { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                   { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"          { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }

except { digit = { "U+0032", "U+0039" }, capital = { "U+0043", "U+004A", "U+0051" }, small = { "U+0064", "U+0069", "U+0078" },
    control = { "U+0005", "U+0016" }, sign = { "U+0027", "U+003A" } }
