-- Four bytes; the first one is always 00.

encoding "Four Bytes BE"
source   "Unicode Standard, D99"

form "00000000 000xxxxx xxxxxxxx xxxxxxxx"  { "U+0000..U+10FFFF", except = { surrogate = "U+D800..U+DFFF" } }

examples [[
    valid    00 00 00 41 00 10 FF FF
    invalid  00 11 00 00              too_large
    invalid  00 00 D8 00              surrogate
    invalid  00 41                    too_short
    invalid  00 00                    truncated
    invalid  FF                       too_long
]]
