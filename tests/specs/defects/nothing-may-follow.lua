-- SPDX-License-Identifier: 0BSD
-- `verify` did not end: it searched for a character that may follow U+0009. No character may, but a text may end after it.
encoding "Nothing May Follow"
source "tests of u8gen"
form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }
except { except_1 = { "U+0001..U+0007", "U+0013", "U+001B", "U+002A", "U+002C", "U+0067" } }
never { { "U+0000", "U+0009", "U+0016", "U+0020", "U+0024", "U+0027", "U+002B", "U+003E..U+003F", "U+006A",
    "U+007C", "U+007E" }, "U+0020..U+03F3", name = "rule_1" }
never { { "U+0009", "U+000E", "U+0010", "U+0015", "U+0026", "U+003A..U+003B", "U+007D" },
    { "U+0000..U+10FFFF", except = "U+003F" }, name = "rule_2" }
