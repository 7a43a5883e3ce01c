-- A continuation byte is also a character of one byte. The previous byte decides which of the two it is.

encoding "Sevens"
source   "the variable-length quantity of MIDI, two bytes at most"

form "0xxxxxxx"           { "U+0000..U+007F" }
form "1xxxxxxx 0xxxxxxx"  { "U+0080..U+3FFF" }

examples [[
    valid    7F 81 00
    invalid  80 7F     overlong
    invalid  81 81     too_short
    invalid  81        truncated
]]
