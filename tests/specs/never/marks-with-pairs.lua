-- No combining mark after a blank, in CESU-8. A spec with pairs gets no look, so vectors need costly deep rules: the kernel `avx512` would
-- cost more than a scalar kernel.

encoding "Marks with Pairs"
source   "UTR #26, without marks of five blocks directly after blanks"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
pair { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" }
never { { "U+0009..U+000D", "U+0020", "U+2000..U+200A" },
    { "U+0300..U+036F", "U+1AB0..U+1AFF", "U+1DC0..U+1DFF", "U+20D0..U+20FF", "U+FE20..U+FE2F" }, name = "lone_mark" }

examples [[
    valid    61 CC 81
    valid    ED A0 80 ED BC 82 CC 81
    invalid  20 CC 81           lone_mark
    invalid  E2 80 80 EF B8 A0  lone_mark
    invalid  ED A0 80 CC 81     unpaired
]]
