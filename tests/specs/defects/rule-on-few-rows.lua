-- SPDX-License-Identifier: 0BSD
-- `verify` did not notice planted defects that only this rule shows: only one of some 90 rows has the characters that the rule forbids.
encoding "Rule on Few Rows"
source "tests of u8gen"
form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" }, allow = { "U+1E94..U+6734", unicode "P" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }
never { { "U+0016", "U+005A" }, "U+28800..U+28FFF" }
