-- A rule with "end", and pairs: a text that ends inside a pair is truncated, whatever precedes that pair.

encoding "Ends before Pairs"
source   "invented: RFC 3629 with surrogate pairs, and a set that must not be last"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF" }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
pair  { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" }
never { { "U+0001..U+003F", "U+0050..U+0063", "U+0070..U+007D" }, "end", name = "n2" }

examples [[
    valid    D7 8A 60 ED A0 80 ED B0 80
    invalid  D7 8A 60                    n2
    invalid  D7 8A 60 ED                 truncated
    invalid  D7 8A 60 ED A0 80           truncated
    invalid  D7 8A 60 ED A0 80 ED        truncated
    invalid  D7 8A 60 ED A0 80 41        n2
    invalid  D7 8A ED A0 80 41           unpaired
    invalid  D7 8A 60 ED B0 80           n2
]]
