-- UTF-8 with all code points of up to 21 bits except surrogates.

encoding "Twenty One Bits"
source   "RFC 2044, to four bytes"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+1FFFFF" }

examples [[
    valid    F7 BF BF BF                 U+1FFFFF
    invalid  F0 8F BF BF     overlong
    invalid  F8 88 80 80 80  not_a_form
]]
