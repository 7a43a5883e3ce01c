-- No text may end after a whole pair. So a high half without a low half has the fault `unpaired`, or pair_at_end directly after a pair.

encoding "No Pair at the End"
source   "invented: UTR #26, pairs not at the end"

form "0xxxxxxx"                    { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"           { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"  { "U+0800..U+FFFF" }
pair  { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" }
never { "U+10000..U+10FFFF", "end", name = "pair_at_end" }

examples [[
    valid    ED A0 80 ED B0 80 41
    invalid  ED A0 80 ED B0 80               pair_at_end
    invalid  ED A0 80 ED B0 80 C3            truncated
    invalid  ED A0 80 ED B0 80 ED A0 80      truncated
    invalid  ED A0 80 ED B0 80 ED A0 80 41   pair_at_end
    invalid  ED A0 80 41                     unpaired
    invalid  ED A0 80                        truncated
]]
