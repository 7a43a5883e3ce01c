-- Only U+0000.

encoding "Only Nul"
source   "zeros"

form "0xxxxxxx"  { "U+0000" }

examples [[
    valid    00 00
    invalid  01     too_large
]]
