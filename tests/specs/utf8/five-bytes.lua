-- The forms up to five bytes, with surrogates.

encoding "Five Bytes"
source   "RFC 2279, to five bytes"

form "0xxxxxxx"                                      { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                             { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"                    { "U+0800..U+FFFF" }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"           { "U+10000..U+1FFFFF" }
form "111110xx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+200000..U+3FFFFFF" }

examples [[
    valid    FB BF BF BF BF              U+3FFFFFF
    valid    ED A0 80                    U+D800
    invalid  F8 87 BF BF BF  overlong
    invalid  FC              not_a_form
]]
