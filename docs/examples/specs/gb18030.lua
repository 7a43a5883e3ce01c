-- GB 18030: ASCII; two bytes as in GBK; four bytes if the second byte is a digit.
--
-- The rules describe the structure. They accept the whole four-byte space, including sequences beyond U+10FFFF (from E3 32 9A 36 up) and
-- those between U+FFFF and U+10000. All rows have the same lead bytes; the second byte determines the length.

encoding "GB18030"
source   "GB 18030-2005, table 1; WHATWG Encoding, section 10.2"
users    "all software sold in China"

form "0xxxxxxx"  { "U+0000..U+007F" }
bytes [[
    81..FE 40..7E
    81..FE 80..FE
    81..FE 30..39 81..FE 30..39
]]

examples [[
    valid    C4 E3 81 30 81 30 41           ni, U+0080, A
    valid    90 30 81 30                    U+10000
    invalid  81 30 81       truncated       three of four bytes
    invalid  81 30 41       too_short       the third byte is not a lead byte
    invalid  81 30 81 41    too_short       the fourth is not a digit
    invalid  81 2F          too_short       neither a digit nor a trail byte
    invalid  80             too_long        a trail byte where a character begins
    invalid  FF             not_a_form      not a byte of GB 18030
]]
