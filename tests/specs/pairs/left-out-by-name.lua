-- An exception names the halves: a lone low half has that fault, and a lone high half is unpaired.

encoding "By Name"
source   "UTR #26, the name surrogate for lone halves"

form "0xxxxxxx"                    { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"           { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"  { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
pair { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" }

examples [[
    valid    ED A0 80 ED B0 80
    invalid  ED B0 80           surrogate
    invalid  ED A0 80 ED A0 80  unpaired
    invalid  ED A0 80 EE 80 80  unpaired
]]
