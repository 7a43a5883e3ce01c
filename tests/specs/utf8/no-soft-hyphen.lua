-- UTF-8 without one code point.

encoding "No Soft Hyphen"
source   "RFC 3629, without U+00AD"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF", except = { soft_hyphen = "U+00AD" } }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

examples [[
    valid    C2 AC C2 AE               its neighbors
    invalid  C2 AD        soft_hyphen
    invalid  C2 41        too_short
]]
