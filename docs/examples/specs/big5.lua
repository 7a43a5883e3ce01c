-- Big5: ASCII, and two bytes whose second one has a gap between 7E and A1.
--
-- Structure, not assignment: leads from 81 on, as the Encoding Standard reads them, for the user-defined areas and Hong Kong's characters
-- lie before A1 and behind F9. ETEN's table alone has A1..F9.

encoding "Big5"
source   "Big5-2003 (CMEX); WHATWG Encoding, section 11.1"
users    "Windows and web pages in traditional Chinese"

form "0xxxxxxx"  { "U+0000..U+007F" }
bytes [[
    81..FE 40..7E
    81..FE A1..FE
]]

examples [[
    valid    A7 41 A6 6E 41                 ni hao A: 41 is a second byte and a letter
    invalid  A7             truncated       half a character
    invalid  A7 80          too_short       in the gap
    invalid  A7 3F          too_short       before 40
    invalid  80             not_a_form      neither a lead byte nor a second one
    invalid  FF             not_a_form      no byte of Big5
]]
