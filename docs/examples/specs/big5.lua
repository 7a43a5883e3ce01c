-- Big5: ASCII, and two-byte characters. The second byte is 40..7E or A1..FE.
--
-- The rules describe the structure; they do not check whether a pair is assigned. Lead bytes are 81..FE, as in the Encoding Standard,
-- since the user-defined areas and Hong Kong's characters have leads below A1 and above F9. ETEN's table has only A1..F9.

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
    invalid  A7 3F          too_short       below 40
    invalid  80             not_a_form      neither a lead byte nor a trail byte
    invalid  FF             not_a_form      not a byte of Big5
]]
