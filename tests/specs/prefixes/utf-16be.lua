-- UTF-16 with the high byte first: two bytes without a fixed bit, and surrogates as pairs.

encoding "Units BE"
source   "RFC 2781, section 3"

form "xxxxxxxx xxxxxxxx"  { "U+0000..U+FFFF" }
pair { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" }

examples [[
    valid    00 41 D8 3D DE 00
    invalid  D8 3D 00 41        unpaired
    invalid  DE 00              unpaired
    invalid  00                 truncated
    invalid  D8 3D DE           truncated
]]
