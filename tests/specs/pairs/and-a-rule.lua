-- Pairs, and a rule that forbids a pair directly after another one.

encoding "Pairs Apart"
source   "UTR #26, and no two supplementary characters in a row"

form "0xxxxxxx"                    { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"           { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"  { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
pair  { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" }
never { "U+10000..U+10FFFF", "U+10000..U+10FFFF", name = "two_in_a_row" }

examples [[
    valid    ED A0 80 ED B0 80 41 ED A0 80 ED B0 80
    invalid  ED A0 80 ED B0 80 ED A0 80 ED B0 80     two_in_a_row
    invalid  ED A0 80 41                             unpaired
]]
