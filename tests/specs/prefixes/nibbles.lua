-- Lead bytes and continuation bytes with four free bits each.

encoding "Nibbles"
source   "invented"

form "0xxxxxxx"                    { "U+0000..U+007F" }
form "1000xxxx 1001xxxx"           { "U+0080..U+00FF" }
form "1010xxxx 1001xxxx 1001xxxx"  { "U+0100..U+0FFF" }

examples [[
    valid    88 90 A1 90 90
    invalid  87 9F           overlong
    invalid  A0 9F 9F        overlong
    invalid  90              too_long
    invalid  B0              not_a_form
]]
