-- A form of three bytes whose code points all have the leading bit of plane one.

encoding "Plane One"
source   "RFC 3629 with plane one in place of the BMP"

form "0xxxxxxx"                    { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"           { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+1FFFF" }

examples [[
    valid    E0 80 80 EF BF BF             U+10000 and U+1FFFF
    invalid  C1 BF              overlong
    invalid  E0 41              too_short
]]
