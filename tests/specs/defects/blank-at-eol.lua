-- SPDX-License-Identifier: 0BSD
-- Kind C of SECURITY.md: a text must not end after some characters, and a run of these can be longer than a block.
encoding "Blank at the End of a Line"
source   "tests of u8gen"

form "0xxxxxxx"                            { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                   { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"          { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }

except { nul = "U+0000", carriage_return = "U+000D" }
never  { "U+0020", "U+0009", name = "space_before_tab" }
never  { { "U+0009", "U+0020" }, { "U+000A", "end" }, name = "blank_at_eol" }
