-- The last byte of a character has a different prefix from the other continuation bytes.

encoding "Two Kinds"
source   "invented"

form "0xxxxxxx"                    { "U+0000..U+007F" }
form "110xxxxx 100xxxxx"           { "U+0080..U+03FF" }
form "1110xxxx 101xxxxx 100xxxxx"  { "U+0400..U+3FFF" }

examples [[
    valid    C4 80 E1 A0 80
    invalid  C4 A0           too_short  no form with this lead byte has it there
    invalid  E1 80           too_short
    invalid  A0              too_long
    invalid  C0 80           overlong
]]
