-- Pairs, and a rule on other characters.

encoding "Pairs and a Rule"
source   "UTR #26, and no two blanks in a row"

form "0xxxxxxx"                    { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"           { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"  { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
pair  { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" }
never { "U+0020", "U+0020", name = "two_blanks" }

examples [[
    valid    20 ED A0 80 ED B0 80 20
    invalid  20 20                    two_blanks
    invalid  20 ED A0 80 20           unpaired
]]
