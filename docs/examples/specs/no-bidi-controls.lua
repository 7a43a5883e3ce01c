-- UTF-8 without the controls of the bidirectional algorithm. These can make source code appear in another order than that of its bytes.
--
-- Counted with Unicode 17.0.0: 1112052 characters.
--     one byte 128, two bytes 1919, three bytes 61429, four bytes 1048576

encoding "UTF-8-No-Bidi-Controls"
source   "Unicode Standard Annex #9, section 2 (Directional Formatting Characters); CVE-2021-42574 (Trojan Source)"
users    "compilers and reviews of source code"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF" }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

except   { surrogate = unicode "Cs" }
disallow { bidi_control = unicode "Bidi_Control" }

examples [[
    valid    D7 A9 D7 9C D7 95 D7 9D 20 41        Hebrew, then Latin: right to left without controls
    valid    D8 9B D8 9D E2 80 8D E2 80 90        next to U+061C and U+200E..U+200F
    invalid  D8 9C                      bidi_control  U+061C, Arabic letter mark
    invalid  E2 80 AE                   bidi_control  U+202E, right-to-left override
    invalid  E2 81 A6                   bidi_control  U+2066, left-to-right isolate
    invalid  ED A0 80                   surrogate     U+D800
]]
