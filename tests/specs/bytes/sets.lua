-- The characters of a JSON string, with each escape as one character. A line with sets of bytes is one row for each choice of ranges.

encoding "JSON String"
source   "RFC 8259, section 7"

form "0xxxxxxx"                             { "U+0020..U+007F", except = { bare = { "U+0022", "U+005C" } } }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

bytes [[
    5C {22 2F 5C 62 66 6E 72 74}
    5C 75 {30..39 41..46 61..66} {30..39 41..46 61..66} {30..39 41..46 61..66} {30..39 41..46 61..66}
]]

examples [[
    valid    41 5C 6E 5C 75 32 30 41 63
    invalid  5C 75 32 30 67              too_short
    invalid  5C 30                       too_short
    invalid  41 5C                       truncated
    invalid  22                          bare
]]
