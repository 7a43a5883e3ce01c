-- ASCII, and four-byte characters of two planes.

encoding "Planes One and Two"
source   "RFC 3629, U+10000..U+2FFFF"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+2FFFF" }

examples [[
    valid    41 F0 90 80 80 F0 AF BF BF
    invalid  F0 B0 80 80                 too_large
    invalid  F1                          too_large
    invalid  F0 8F BF BF                 unlisted
]]
