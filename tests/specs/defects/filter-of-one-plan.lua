-- SPDX-License-Identifier: 0BSD
-- Only the plan by classes has a filter. `copy_prefix` then did not check the first 64 bytes, and repaired text was ill-formed.
encoding "A filter of one plan"
source   "reading templates/shared/copy.c"

form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF" }
pair { high = "U+D800..U+DBFF", low = "U+3C00..U+3FFF" }
