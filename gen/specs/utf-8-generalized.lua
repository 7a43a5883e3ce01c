-- Generalized UTF-8, as the WTF-8 document defines it: UTF-8 that writes every code point, surrogates too, paired or not.

encoding "UTF-8-Generalized"
source   "The WTF-8 encoding, definition of generalized UTF-8"
users    "V8; MariaDB utf8mb4"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF" }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

examples [[
    valid    ED A0 80                                 a lone surrogate
    valid    ED A0 80 ED B0 80                        a pair, each half by itself
    invalid  C0 80                       overlong     the shortest form only
    invalid  F4 90 80 80                 too_large    U+110000
]]
