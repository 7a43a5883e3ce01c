-- The two-byte form may also write some code points of the one-byte form.

encoding "Also Some"
source   "RFC 3629, and overlong U+0000 and U+002F"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF", also = { "U+0000", "U+002F" } }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

examples [[
    valid    C0 80 C0 AF
    invalid  C0 AE        overlong
    invalid  C1 80        overlong
    invalid  E0 80 AF     overlong
]]
