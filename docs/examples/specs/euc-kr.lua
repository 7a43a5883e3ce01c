-- EUC-KR: ASCII, and KS X 1001 in two bytes, each A1..FE.
--
-- The rules describe the structure; they do not check whether a cell of the 94 by 94 table is assigned. Windows-949, which the Encoding
-- Standard also calls EUC-KR, extends this encoding by lead bytes 81..A0, and by ASCII letters and 81..A0 as second bytes.

encoding "EUC-KR"
source   "KS X 2901 (RFC 1557, MIME considerations)"
users    "Unix and web pages in Korean"

form "0xxxxxxx"  { "U+0000..U+007F" }
bytes "A1..FE A1..FE"

examples [[
    valid    B0 A1 41                       ga, A
    invalid  B0             truncated       half a character
    invalid  B0 41          too_short       a character of Windows-949
    invalid  A0             not_a_form      a byte of Windows-949
    invalid  FF             not_a_form      not a byte of EUC-KR
]]
