-- SPDX-License-Identifier: 0BSD
-- Kind A of SECURITY.md: the forbidden bytes need more products of nibble sets than an entry of a table has bits.
encoding "Ninth Bit of Three Bytes"
source   "tests of u8gen"

form "0xxxxxxx"                            { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                   { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"          { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }

except { x = { "U+000E", "U+001D", "U+002C", "U+003B", "U+004A", "U+0059", "U+0068", "U+0076..U+0077" } }
