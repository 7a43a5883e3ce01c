-- Rows of up to six bytes.

encoding "Six Byte Rows"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
bytes [[
    FF FF 80..8F
    FF FE 80..8F 80..8F 80..8F 80..8F
    C0..DF 80..BF
]]

examples [[
    valid    FF FF 80 FF FE 80 80 80 80 C0 80
    invalid  FF 80                             too_short
    invalid  FE                                too_long
    invalid  C0 C0                             too_short
    invalid  90                                too_long
]]
