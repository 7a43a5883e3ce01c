-- One form of one byte: all bytes from 80 on are forbidden.

encoding "ASCII 7"
source   "RFC 20"

form "0xxxxxxx"  { "U+0000..U+007F" }

examples [[
    valid    00 7F
    invalid  41 80  not_a_form  no form has it at any place
]]
