-- One character of six bytes, the last one that this form can write.

encoding "Last of All"
source   "RFC 2279, its last code point"

form "1111110x 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+7FFFFFFF" }

examples [[
    valid    FD BF BF BF BF BF
    invalid  FD BF BF BF BF BE  unlisted
    invalid  FC                 unlisted
]]
