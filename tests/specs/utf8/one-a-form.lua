-- Each form writes one code point.

encoding "One a Form"
source   "RFC 3629, four code points of it"

form "0xxxxxxx"                             { "U+0041" }
form "110xxxxx 10xxxxxx"                    { "U+00E9" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+20AC" }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+1F600" }

examples [[
    valid    41 C3 A9 E2 82 AC F0 9F 98 80
    invalid  42                             unlisted
    invalid  C1 81                          overlong   U+0041
    invalid  F0 9F 98 81                    too_large
]]
