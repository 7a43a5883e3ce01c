-- High and low surrogates are left out under different names.

encoding "Halves by Name"
source   "RFC 3629, section 3"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF",
    except = { high_surrogate = "U+D800..U+DBFF", low_surrogate = "U+DC00..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

examples [[
    valid    ED 9F BF EE 80 80
    invalid  ED A0 80           high_surrogate
    invalid  ED B0 80           low_surrogate
]]
