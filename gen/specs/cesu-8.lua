-- CESU-8: UTF-8 up to U+FFFF; a supplementary code point is written as its two surrogates, three bytes each. This is the strict reading of
-- UTR #26: a surrogate occurs only in a pair.

encoding "CESU-8"
source   "Unicode Technical Report #26"
users    "Oracle (its \"UTF8\"); SAP HANA"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
pair { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" }

examples [[
    valid    4D D0 B0 E4 BA 8C ED A0 80 ED BC 82      UTR #26, section 3: 004D 0430 4E8C 10302
    valid    ED AF BF ED BF BF                        U+10FFFF
    invalid  F0 90 8C 82                not_a_form    UTR #26: no four-byte form
    invalid  ED A0 80                   truncated     a high half at the end
    invalid  ED A0 80 41                unpaired      a high half without its low one
    invalid  ED B0 80                   surrogate     a low half without its high one
    invalid  ED A0 80 ED A0 80          unpaired      two high halves
]]
