-- UTF-EBCDIC's intermediate form I8, before the permutation of bytes that puts letters and controls where EBCDIC has them. Continuation
-- bytes have five payload bits, and the C1 controls are single bytes of the form 100xxxxx.
--
-- Counts, from the table of UTR #16, cut at U+10FFFF, without surrogates: 128 + 32 of one byte, 864 of two, 15,360 of three,
-- 245,760 - 2,048 of four, 851,968 of five.

encoding "UTF-EBCDIC I8"
source   "Unicode Technical Report #16: UTF-EBCDIC"
users    "IBM's mainframes; Perl on them"

form "0xxxxxxx"                                      { "U+0000..U+007F" }
form "100xxxxx"                                      { "U+0080..U+009F" }
form "110xxxxx 101xxxxx"                             { "U+00A0..U+03FF" }
form "1110xxxx 101xxxxx 101xxxxx"                    { "U+0400..U+3FFF" }
form "11110xxx 101xxxxx 101xxxxx 101xxxxx"           { "U+4000..U+3FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "111110xx 101xxxxx 101xxxxx 101xxxxx 101xxxxx"  { "U+40000..U+10FFFF" }

examples [[
    valid    41 85 C5 A0 E1 A0 A0                U+0041, U+0085, U+00A0, U+0400
    valid    F0 B0 A0 A0 F8 A8 A0 A0 A0          U+4000, U+40000
    valid    F9 A1 BF BF BF                      U+10FFFF
    invalid  C0 A0              overlong         U+0000
    invalid  C4 BF              overlong         U+009F, which has one byte
    invalid  E0 BF BF           overlong         U+03FF
    invalid  F1 B6 A0 A0        surrogate        U+D800
    invalid  F9 A2 A0 A0 A0     too_large        U+110000
    invalid  A0                 too_long         a continuation byte where a character begins
    invalid  C5 85              too_short        a C1 control is not a continuation byte
    invalid  FC                 not_a_form       six bytes are for code points beyond Unicode
]]
