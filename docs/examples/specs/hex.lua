-- Hexadecimal digits in both cases.

encoding "Hex"
source   "RFC 5234, section 2.3 and appendix B.1: HEXDIG"

form "0xxxxxxx" { "U+0030..U+0039", "U+0041..U+0046", "U+0061..U+0066" }
replacement "U+0030"

examples [[
    valid    30 39 41 46 61 66     09AFaf
    invalid  67                    too_large
    invalid  30 78                 too_large    0x
]]
