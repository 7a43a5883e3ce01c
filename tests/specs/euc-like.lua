-- The structure of EUC-KR and similar encodings, without the gaps of their tables: a character has one byte below 80, or two bytes from
-- 80 on. The start of a run of such bytes decides how it splits into characters, so no window can decide: the language is not strictly
-- local.

encoding "EUC-like"
source   "RFC 1557, MIME considerations: KS C 5601 in EUC-KR, its rows and columns filled up to 128 each"

form "0xxxxxxx"           { "U+0000..U+007F" }
form "1xxxxxxx 1xxxxxxx"  { "U+0080..U+3FFF", also = "U+0000..U+007F" }

examples [[
    valid    41 B0 A1 B0 A2                     a, ga, gag
    invalid  B0 A1 B0           truncated       half a character
    invalid  B0 41              too_short       half a character
]]
