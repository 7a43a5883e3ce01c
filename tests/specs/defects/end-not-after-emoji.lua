-- SPDX-License-Identifier: 0BSD
-- Like kind C of SECURITY.md, but not on ASCII: a text must not end after some characters, and a run of these can be longer than a block.
encoding "No Joiner at the End"
source   "tests of u8gen"

form "0xxxxxxx"                            { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                   { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"          { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }

never { { "U+200D", "U+1F300..U+1F5FF" }, { "U+0020..U+002F", "end" }, name = "joiner" }
