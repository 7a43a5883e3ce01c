-- SPDX-License-Identifier: 0BSD
-- A spec of kind C in SECURITY.md: a text must not end after a small letter, and a run of small letters can be longer than a block.
encoding "No Small Letter at the End"
source   "tests of u8gen"

form "0xxxxxxx"                            { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                   { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"          { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }

never { { "U+0061..U+007A" }, { "U+0041..U+005A", "end" }, name = "small_letter" }
