-- One name for the exceptions of each form, and for surrogates.

encoding "Same Name"
source   "RFC 3629, without some code points of each form"

form "0xxxxxxx"                             { "U+0000..U+007F", except = { forbidden = "U+007F" } }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF", except = { forbidden = "U+0080..U+009F" } }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { forbidden = { "U+D800..U+DFFF", "U+FFFE..U+FFFF" } } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF", except = { forbidden = "U+F0000..U+10FFFF" } }

examples [[
    valid    7E C2 A0
    invalid  7F           forbidden
    invalid  C2 85        forbidden
    invalid  ED A0 80     forbidden
    invalid  F3 B0 80 80  forbidden
    invalid  F5           too_large
]]
