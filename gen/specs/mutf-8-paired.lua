-- Modified UTF-8 of well-formed UTF-16: MUTF-8 in which a surrogate occurs only in a pair.

encoding "MUTF-8-Paired"
source   "The Java Virtual Machine Specification, section 4.4.7, of well-formed UTF-16"
users    "converters from UTF-8 to JNI strings"

form "0xxxxxxx"                             { "U+0001..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0000", "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
pair { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" }

examples [[
    valid    C0 80                                    U+0000
    valid    ED A0 BD ED B8 80                        U+1F600
    invalid  ED A0 BD                   truncated     a high half at the end
    invalid  ED A0 BD 41                unpaired      a high half without its low one
    invalid  ED B8 80                   surrogate     a low half without its high one
    invalid  00                         unlisted      no byte may be zero
]]
