-- EUC-JP: ASCII; JIS X 0208 in two bytes; half-width katakana as 8E and a byte; JIS X 0212 as 8F and two bytes.
--
-- The rules describe the structure; they do not check whether a cell of the 94 by 94 tables is assigned.

encoding "EUC-JP"
source   "Definition and Notes of Japanese EUC (OSF Japanese Applications Council); WHATWG Encoding, section 12.1"
users    "Unix in Japanese"

form "0xxxxxxx"  { "U+0000..U+007F" }
bytes [[
    8E A1..DF
    8F A1..FE A1..FE
    A1..FE A1..FE
]]

examples [[
    valid    A4 A2 8E B1 8F B0 A1 41        a, half-width a, one of JIS X 0212, A
    invalid  8F B0          truncated       two of three bytes
    invalid  8F B0 41       too_short       41 cannot be the third byte
    invalid  8E E0          too_short       half-width katakana end at DF
    invalid  A4 41          too_short       half a character
    invalid  80             not_a_form      not a byte of EUC-JP
    invalid  FF             not_a_form      not a byte of EUC-JP
]]
