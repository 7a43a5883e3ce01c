-- File names: each forbidden character has its own fault.

encoding "File Name"
source   "POSIX.1-2017, 3.170 Filename, in UTF-8"

form "0xxxxxxx"                             { "U+0000..U+007F", except = { nul = "U+0000", slash = "U+002F" } }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

examples [[
    valid    2E 2E
    invalid  61 00  nul
    invalid  2F     slash
    invalid  C0 AF  overlong
]]
