-- Two forms of one byte; the second has a fixed bit that is also the leading bit of its code points.

encoding "Latin One"
source   "ISO/IEC 8859-1"

form "0xxxxxxx"  { "U+0000..U+007F" }
form "1xxxxxxx"  { "U+0080..U+00FF", except = { control = "U+0080..U+009F" } }

examples [[
    valid    41 A0 FF
    invalid  9F        control
]]
