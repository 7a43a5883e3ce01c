-- FSS-UTF, the first version of UTF-8: six forms for 31 bits. Every code point has the shortest form. Surrogates are allowed.

encoding "FSS-UTF"
source   "RFC 2279, section 2; Thompson and Pike's table of 1992"
users    "Lua's utf8 library (lax); Plan 9"

form "0xxxxxxx"                                               { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                                      { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"                             { "U+0800..U+FFFF" }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"                    { "U+10000..U+1FFFFF" }
form "111110xx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx"           { "U+200000..U+3FFFFFF" }
form "1111110x 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+4000000..U+7FFFFFFF" }

examples [[
    valid    F4 90 80 80                              U+110000, above Unicode's last code point
    valid    FD BF BF BF BF BF                        U+7FFFFFFF
    valid    ED A0 80                                 a surrogate
    invalid  F8 87 BF BF BF             overlong      U+1FFFFF has four bytes
    invalid  FC 83 BF BF BF BF          overlong      U+3FFFFFF has five bytes
    invalid  FE                         not_a_form    RFC 2279, section 1: FE and FF never appear
]]
