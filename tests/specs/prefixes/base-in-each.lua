-- Each form has a different base, and none begins at U+0000.

encoding "Bases"
source   "invented"

form "0xxxxxxx"           { "U+0100..U+017F", except = { hole = "U+0141" } }
form "100xxxxx 11xxxxxx"  { "U+0800..U+0FFF" }
form "101xxxxx 11xxxxxx"  { "U+2000..U+27FF" }

examples [[
    valid    40 80 C0 A0 C0
    invalid  41              hole
    invalid  80 41           too_short
]]
