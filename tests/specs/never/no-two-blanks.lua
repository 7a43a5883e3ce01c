-- A code point that must not follow itself.

encoding "No Two Blanks"
source   "RFC 3629, without two blanks in a row"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
never { "U+0020", "U+0020" }

examples [[
    valid    20 41 20
    invalid  41 20 20  forbidden_pair  the name if none is given
]]
