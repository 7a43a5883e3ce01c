-- Letters of all scripts, and U+0020: several hundred ranges under one name.

encoding "Letters Only"
source   "The Unicode Standard, section 4.5: General Category L"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

allow { unicode "L", "U+0020" }

examples [[
    valid    41 20 C3 A9 D0 96 E4 B8 AD F0 90 90 80
    invalid  31                                      unlisted   a digit
    invalid  C3 97                                   unlisted   U+00D7
    invalid  F0 9F 98 80                             unlisted   U+1F600
    invalid  ED A0 80                                surrogate
]]
