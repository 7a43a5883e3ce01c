-- Pairs, and a rule with "end".

encoding "Ends and Pairs"
source   "UTR #26, and CR then LF"

form "0xxxxxxx"                    { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"           { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"  { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
pair  { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" }
never { "U+000D", { "U+0000..U+10FFFF", "end", except = "U+000A" }, name = "lone_cr" }

examples [[
    valid    0D 0A ED A0 80 ED B0 80
    invalid  0D ED A0 80 ED B0 80     lone_cr
    invalid  ED A0 80 0D              unpaired
    invalid  ED A0 80 ED B0 80 0D     lone_cr
]]
