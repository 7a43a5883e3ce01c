-- ASCII and one range of the form of three bytes.

encoding "Private Use"
source   "RFC 3629, U+E000..U+F8FF"

form "0xxxxxxx"                    { "U+0000..U+007F" }
form "1110xxxx 10xxxxxx 10xxxxxx"  { "U+E000..U+F8FF" }

examples [[
    valid    EE 80 80 EF A3 BF
    invalid  EF A4 80           too_large
    invalid  ED 9F BF           unlisted
    invalid  E0 81 81           overlong
]]
