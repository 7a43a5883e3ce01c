-- SPDX-License-Identifier: 0BSD
-- Kind B of SECURITY.md: the check of two-byte text accepted forbidden bytes.
encoding "Two-byte Text of Few Leads"
source   "tests of u8gen"

form "0xxxxxxx"                            { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                   { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"          { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }

except { x = { "U+0000", "U+002F", "U+003A", "U+0400..U+04FF" } }
