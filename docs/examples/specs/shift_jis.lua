-- Shift_JIS: ASCII, half-width katakana in one byte, and two bytes for the 94 by 94 table of JIS X 0208.
--
-- The rules describe the structure; they do not check whether a cell of the table is assigned. Leads above EF, which vendors use for their
-- own characters, are excluded; to include them (up to FC in Windows-31J), use E0..FC in the two-byte rows. The bytes 5C and 7E are U+005C
-- and U+007E, as in the Encoding Standard.

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
    valid    82 A0 41 B1 83 5C              a, A, half-width a, so: its second byte is 5C, the reverse solidus
    invalid  82             truncated       half a character
    invalid  82 3F          too_short       not a trail byte
    invalid  82 7F          too_short       not a trail byte
    invalid  80             too_long        a trail byte where a character begins
    invalid  F0 40          too_long        a lead byte of vendor extensions, not of JIS X 0208
    invalid  FD             not_a_form      not a byte of Shift_JIS
]]
