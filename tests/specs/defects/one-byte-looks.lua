-- SPDX-License-Identifier: 0BSD
-- A filter had a bit for the run 2F 2F 2F of one-byte characters, but blocks of ASCII skip the filter.
encoding "One Byte Looks"
source   "tests of u8gen"

form "0xxxxxxx" { "U+0001..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF" }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }
allow { "U+002F", "U+0D86..U+0D87", "U+E0076..U+F5B7B" }
