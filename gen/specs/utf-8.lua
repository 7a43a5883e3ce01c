-- UTF-8, the Unicode scalar values in one to four bytes: RFC 3629 (STD 63), the same language as Unicode's Table 3-7, RFC 6455 and
-- RFC 9839's Unicode Scalars. Noncharacters (U+FFFE, say) are scalar values and well-formed.

encoding "UTF-8"
source   "RFC 3629, section 3; The Unicode Standard, Table 3-7"
users    "everything that says UTF-8 and means it"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

-- The Unicode Standard, Table 3-7, Well-Formed UTF-8 Byte Sequences.
well_formed [[
    00..7F
    C2..DF  80..BF
    E0      A0..BF  80..BF
    E1..EC  80..BF  80..BF
    ED      80..9F  80..BF
    EE..EF  80..BF  80..BF
    F0      90..BF  80..BF  80..BF
    F1..F3  80..BF  80..BF  80..BF
    F4      80..8F  80..BF  80..BF
]]

examples [[
    valid    41 E2 89 A2 CE 91 2E                            RFC 3629, section 7: A, not identical to, Alpha, full stop
    valid    ED 95 9C EA B5 AD EC 96 B4                      RFC 3629, section 7: hangugeo
    valid    E6 97 A5 E6 9C AC E8 AA 9E                      RFC 3629, section 7: nihongo
    valid    EF BB BF F0 A3 8E B4                            RFC 3629, section 7: U+FEFF, U+233B4
    valid    4D D0 B0 E4 BA 8C F0 90 8C 82                   The Unicode Standard, Table 3-4
    valid    F4 8F BF BF                                     the last code point, U+10FFFF
    invalid  C0 80                            overlong       RFC 3629, section 10: U+0000 in two bytes
    invalid  2F C0 AE 2E 2F                   overlong       RFC 3629, section 10: /../ disguised
    invalid  ED A1 8C ED BE B4                surrogate      RFC 3629, section 3: U+233B4 as UTF-16's pair
    invalid  C1 BF                            overlong       The Unicode Standard, Table 3-7: no row begins with C1
    invalid  F4 91 92 93                      too_large      The Unicode Standard, Table 3-10
    invalid  F5 80 80 80                      too_large      RFC 3629, section 1: F5..FF never appear
    invalid  FF                               not_a_form     RFC 3629, section 4
    invalid  80                               too_long       a continuation byte without a lead byte
    invalid  E1 80 E2                         too_short      The Unicode Standard, Table 3-11
    invalid  F0 91 92                         truncated      The Unicode Standard, Table 3-11
]]
