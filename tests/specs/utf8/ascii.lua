-- One form of one byte: no byte from 80 on may stand anywhere.

encoding "ASCII 7"
source   "RFC 20"

form "0xxxxxxx"  { "U+0000..U+007F" }

examples [[
    valid    00 7F
    invalid  41 80  not_a_form  no form has it at any place
]]
