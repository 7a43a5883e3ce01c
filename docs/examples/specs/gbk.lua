-- GBK: ASCII, and two bytes with a lead 81..FE.
--
-- The rules describe the structure: they accept all trail bytes of the standard's areas, without checking whether a pair is assigned.

encoding "GBK"
source   "GBK 1.0 (1995), its areas GBK/1 to GBK/5 and the user-defined ones; WHATWG Encoding, section 10.1"
users    "Windows and web pages in simplified Chinese"

form "0xxxxxxx"  { "U+0000..U+007F" }
bytes [[
    81..FE 40..7E
    81..FE 80..FE
]]

examples [[
    valid    C4 E3 BA C3 41                 ni hao A
    valid    81 40                          the first of GBK/3
    invalid  C4             truncated       half a character
    invalid  C4 7F          too_short       not a trail byte
    invalid  C4 30          too_short       four-byte characters are GB 18030
    invalid  80             too_long        a trail byte where a character begins
    invalid  FF             not_a_form      not a byte of GBK
]]
