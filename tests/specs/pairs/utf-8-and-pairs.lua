-- Characters of four bytes, and pairs of surrogates. The code points of pairs begin after U+10FFFF.

encoding "UTF-8 and Pairs"
source   "RFC 3629 and UTR #26"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF" }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
pair { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" }

examples [[
    valid    F0 9F 98 80 ED A0 BD ED B8 80
    invalid  F0 9F 98 41                    too_short
    invalid  ED B0 80                       unpaired
    invalid  ED A0 80 41                    unpaired
    invalid  ED A0 80                       truncated
    invalid  ED A0 80 ED A0 80              unpaired
]]
