-- SPDX-License-Identifier: 0BSD
-- Kind A of SECURITY.md: the forbidden bytes need more products of nibble sets than an entry of a table has bits.
encoding "Ninth Bit"
source   "tests of u8gen"

form "0xxxxxxx"                            { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                   { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"          { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }

except { x = { "U+0000", "U+0011", "U+0022", "U+0033", "U+0044", "U+0055", "U+0066", "U+0077" } }
