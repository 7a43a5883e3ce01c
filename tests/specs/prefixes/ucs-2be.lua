-- Two bytes without a fixed bit, surrogates left out.

encoding "Two Bytes BE"
source   "ISO/IEC 10646:2003, UCS-2"

form "xxxxxxxx xxxxxxxx"  { "U+0000..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }

examples [[
    valid    00 41 20 AC
    invalid  D8 00        surrogate
    invalid  41           truncated
]]
