-- SPDX-License-Identifier: 0BSD
-- `verify` took several rules that differ in one byte for a single rule. So it did not notice some planted mistakes, and failed although
-- the C was right.
encoding "Alike Except One Byte"
source   "tests of u8gen"

form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF",
    except = { surrogate = "U+D800..U+DFFF" },
    disallow = { gone = { "U+2198..U+2199", "U+2C00..U+2FFF", "U+750E", "U+F000..U+F3FF", "U+F800..U+FFFF" } } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }
never { { "U+0025", "U+0029", "U+0031", "U+0052", "U+0054", "U+0058", "U+007D" }, "U+28800..U+289FF", name = "rule_1" }
