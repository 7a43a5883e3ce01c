-- UTF-EBCDIC's intermediate form I8, whose continuation bytes have five free bits; the C1 controls are left out.

encoding "I8 without C1"
source   "Unicode Technical Report #16, section 3"

form "0xxxxxxx"                                      { "U+0000..U+007F" }
form "110xxxxx 101xxxxx"                             { "U+00A0..U+03FF" }
form "1110xxxx 101xxxxx 101xxxxx"                    { "U+0400..U+3FFF" }
form "11110xxx 101xxxxx 101xxxxx 101xxxxx"           { "U+4000..U+3FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "111110xx 101xxxxx 101xxxxx 101xxxxx 101xxxxx"  { "U+40000..U+10FFFF" }

examples [[
    valid    C5 A0 E1 A0 A0 F9 A1 BF BF BF
    invalid  C3 BF                          overlong    U+007F
    invalid  C4 A0                          unlisted    U+0080
    invalid  F1 B6 A0 A0                    surrogate   U+D800
    invalid  F9 A2 A0 A0 A0                 too_large   U+110000
    invalid  85                             not_a_form
    invalid  A0                             too_long
]]
