-- UTF-8 restricted to code points that Unicode assigns: to characters, format characters, controls and private use.
--
-- Counted with Unicode 17.0.0: 297334 characters.
--     one byte 128, two bytes 1863, three bytes 60127, four bytes 235216

encoding "UTF-8-Assigned"
source   "The Unicode Standard, section 2.4 (types of code points) and Table 3-7"
users    "software that must not store characters that are unassigned in its version of Unicode"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF" }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

except   { surrogate = unicode "Cs" }
disallow { noncharacter = unicode "Noncharacter_Code_Point", unassigned = unicode "Cn" }

examples [[
    valid    41 CD B7 CD BA EF BF BD F0 90 80 80      U+0377 and U+037A, next to the unassigned U+0378 and U+0379
    valid    EE 80 80 F4 8F BF BD                     U+E000, U+10FFFD: private use
    invalid  CD B8                      unassigned    U+0378
    invalid  F0 90 80 8C                unassigned    U+1000C
    invalid  F3 A0 87 B0                unassigned    U+E01F0, after the last variation selector
    invalid  EF BF BE                   noncharacter  U+FFFE, which is never assigned
    invalid  ED A0 80                   surrogate     U+D800
]]
