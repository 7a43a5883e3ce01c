-- WTF-8: UTF-16 that may be ill-formed, in bytes. Surrogates are allowed, except a high one directly before a low one: such a pair must be
-- one character of four bytes. Two well-formed strings, concatenated, need not be well-formed.

encoding "WTF-8"
source   "The WTF-8 encoding, definition of WTF-8"
users    "Rust's OsStr on Windows; Node.js; Zig"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF" }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

never { "U+D800..U+DBFF", "U+DC00..U+DFFF", name = "surrogate_pair" }

examples [[
    valid    ED A0 80                                 a lone high surrogate
    valid    ED B0 80 ED A0 80                        a low surrogate before a high one is not a pair
    valid    ED A0 80 41 ED B0 80                     another character between the two
    valid    F0 90 80 80                              U+10000, the code point of the pair below
    invalid  ED A0 80 ED B0 80      surrogate_pair    The WTF-8 encoding: a surrogate pair byte sequence
    invalid  C0 80                  overlong          the shortest form only
]]
