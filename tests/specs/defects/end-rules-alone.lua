-- SPDX-License-Identifier: 0BSD
-- The C had an empty table. The table has the names of rules that forbid characters, but these two rules forbid only the end.
encoding "End Rules Alone"
source   "tests of u8gen"

form "0xxxxxxx"                   { "U+0000..U+007F" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF" }
never { "U+D430", "end", name = "rule_1" }
never { "U+0025", "end" }
