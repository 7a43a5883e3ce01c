-- SPDX-License-Identifier: 0BSD
-- `verify` reported the check of two-byte text as wrong: it compared a window whose beginning both checks had already flagged.
encoding "Rules on Four Bytes"
source "tests of u8gen"
form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF",
    except = { surrogate = "U+D800..U+DFFF", except_1 = { "U+24A5", "U+E000..U+EFFF", "U+F323..U+FCD9" }, except_2 = "U+1000..U+1FFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }
never { "U+367C0..U+367DF", { "U+0027", "U+007C" }, name = "rule_1" }
never { { "U+3340..U+337F", "U+F140..U+F17F" }, { "U+0001..U+0021", "U+003F" }, name = "rule_1" }
