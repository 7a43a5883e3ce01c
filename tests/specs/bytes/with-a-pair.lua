-- A row of bytes, and a pair of code points.

encoding "Rows and a Pair"
source   "EUC-KR, simplified; CR LF as one character"

form "0xxxxxxx" { "U+0000..U+007F" }
bytes "A1..FE A1..FE"
pair { high = "U+000D", low = "U+000A" }

examples [[
    valid    0D 0A A1 A1
    invalid  0D A1 A1     unpaired
    invalid  0A           unpaired
]]
