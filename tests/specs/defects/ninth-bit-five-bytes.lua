-- SPDX-License-Identifier: 0BSD
-- Kind A of SECURITY.md: the forbidden bytes need more products of nibble sets than an entry of a table has bits.
encoding "Ninth Bit of Five Bytes"
source   "tests of u8gen"

form "0xxxxxxx"                            { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                   { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"          { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+1FFFFF" }
form "111110xx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+200000..U+2FFFFFF" }

except { x = { "U+0001", "U+0012", "U+0023", "U+0034", "U+0045", "U+0056", "U+0067", "U+0078" } }
