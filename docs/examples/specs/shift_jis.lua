-- Shift_JIS: ASCII, half-width katakana in one byte, and two bytes for the 94 rows of 94 characters of JIS X 0208.
--
-- Structure, not assignment: every row and column of the 94 by 94 table counts, whether a character stands there or not. Leads beyond
-- EF, where vendors put characters of their own, are left out; with them (FC in Windows-31J) the two-byte rows would say E0..FC. The byte
-- 5C is read as U+005C and 7E as U+007E, as the Encoding Standard reads them.

encoding "Shift_JIS"
source   "JIS X 0208:1997, appendix 1; WHATWG Encoding, section 12.3.1"
users    "Windows and web pages in Japanese"

form "0xxxxxxx"  { "U+0000..U+007F" }
form "101xxxxx"  { "U+FF61..U+FF7F" }
form "110xxxxx"  { "U+FF80..U+FF9F" }
bytes [[
    81..9F 40..7E
    81..9F 80..FC
    E0..EF 40..7E
    E0..EF 80..FC
]]

examples [[
    valid    82 A0 41 B1 83 5C              a, A, half-width a, so: its second byte is that of a reverse solidus
    invalid  82             truncated       half a character
    invalid  82 3F          too_short       no second byte
    invalid  82 7F          too_short       nor is DEL
    invalid  80             too_long        a second byte where a character begins
    invalid  F0 40          too_long        a lead byte of vendors, not of JIS X 0208
    invalid  FD             not_a_form      no byte of Shift_JIS
]]
