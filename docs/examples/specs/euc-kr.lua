-- EUC-KR: ASCII, and KS X 1001 in two bytes from A1 on.
--
-- Structure, not assignment: every row and column of the 94 by 94 table counts, whether a character stands there or not. The extension
-- with leads from 81 on and letters as second bytes is Windows-949, which the Encoding Standard calls EUC-KR too.

encoding "EUC-KR"
source   "KS X 2901 (RFC 1557, section 3)"
users    "Unix and web pages in Korean"

form "0xxxxxxx"  { "U+0000..U+007F" }
bytes "A1..FE A1..FE"

examples [[
    valid    B0 A1 41                       ga, A
    invalid  B0             truncated       half a character
    invalid  B0 41          too_short       Windows-949 would go on so
    invalid  A0             not_a_form      a byte of Windows-949
    invalid  FF             not_a_form      no byte of EUC-KR
]]
