-- SPDX-License-Identifier: 0BSD
-- Kind B of SECURITY.md: the check of two-byte text accepted forbidden bytes.
encoding "Without Separators"
source   "tests of u8gen"

form "0xxxxxxx"                            { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                   { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"          { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }

except { sep = { "U+0009", "U+0020", "U+002C", "U+003B", "U+003D" }, delete = "U+007F" }
