-- No high surrogate next to a low one, in either order.

encoding "No Pairs"
source   "WTF-8, and no low half before a high one"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF" }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
never { "U+D800..U+DBFF", "U+DC00..U+DFFF", name = "pair" }
never { "U+DC00..U+DFFF", "U+D800..U+DBFF", name = "reversed_pair" }

examples [[
    valid    ED A0 80 ED A0 80 41 ED B0 80
    invalid  ED A0 80 ED B0 80              pair
    invalid  ED B0 80 ED A0 80              reversed_pair
    invalid  ED B0 80 ED A0                 reversed_pair  the bytes of the character so far decide
]]
