-- Every text is well-formed.

encoding "All Bytes"
source   "ISO/IEC 8859-1 with its C0 and C1 controls"

form "xxxxxxxx"  { "U+0000..U+00FF" }

examples [[
    valid    00 41 80 FF
]]
