-- Each code point of 32 bits, in four bytes. A comparison with 2^32 would always be true, and compilers would warn.

encoding "All of 32 bits"
source   "tests of u8gen"

form "xxxxxxxx xxxxxxxx xxxxxxxx xxxxxxxx"  { "U+0000..U+FFFFFFFF" }

examples [[
    valid    00 00 00 00 FF FF FF FF
    invalid  00 41                    truncated
]]
