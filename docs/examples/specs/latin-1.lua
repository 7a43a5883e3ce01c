-- Latin-1, with all control characters: each byte is the code point of the same number. Other one-byte encodings name their code points in
-- the same way, such as iso-8859-15.lua.

encoding "Latin-1"
source   "ISO/IEC 8859-1; the C0 and C1 control characters of ISO/IEC 6429"

form "xxxxxxxx"  { "U+0000..U+00FF" }

replacement "U+003F"

examples [[
    valid    63 61 66 E9        U+00E9 as its own number
    valid    00 7F 80 9F FF     control characters, too
]]
