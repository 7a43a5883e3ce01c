-- CESU-8 as widely used decoders read it: each surrogate has three bytes of its own, and need not be part of a pair.

encoding "CESU-8-Lax"
source   "Unicode Technical Report #26, without its pairing; Java's charset \"CESU-8\""
users    "Java's and ICU's CESU-8; MariaDB utf8mb3"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF" }

examples [[
    valid    ED A0 80 ED B0 80                        a pair
    valid    ED B0 80                                 a low surrogate alone
    invalid  F0 90 80 80                not_a_form    no four-byte form
    invalid  E0 80 80                   overlong      U+0000 in three bytes
]]
