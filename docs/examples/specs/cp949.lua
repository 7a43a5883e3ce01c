-- Windows-949: EUC-KR, and the other Hangul syllables in two bytes that EUC-KR does not use. The Encoding Standard calls it EUC-KR.
--
-- The rules describe the structure; they do not check whether a pair is assigned. Up to C6, the second byte may also be an ASCII letter, or
-- 81..A0. Rows C9 and FE are for the user's own characters.

encoding "CP949"
source   "Microsoft code page 949 (Unified Hangul Code); WHATWG Encoding, section 13.1"
users    "Windows and web pages in Korean"

form "0xxxxxxx"  { "U+0000..U+007F" }
bytes [[
    81..C6 41..5A
    81..C6 61..7A
    81..C6 81..FE
    C7..FE A1..FE
]]

examples [[
    valid    B0 A1 8C 63 41                 ga, ttom, A: the second byte of ttom is a letter
    invalid  B0             truncated       half a character
    invalid  B0 5B          too_short       not a trail byte
    invalid  C7 41          too_short       rows from C7 on are those of EUC-KR
    invalid  80             not_a_form      neither a lead byte nor a trail byte
    invalid  FF             not_a_form      not a byte of Windows-949
]]
