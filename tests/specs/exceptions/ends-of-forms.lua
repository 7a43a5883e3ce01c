-- The first and the last code point of each form are left out.

encoding "Ends of Forms"
source   "RFC 3629, without the ends of its forms"

form "0xxxxxxx"                             { "U+0000..U+007F", except = { first = "U+0000", last = "U+007F" } }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF", except = { first = "U+0080", last = "U+07FF" } }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF",
    except = { first = "U+0800", surrogate = "U+D800..U+DFFF", last = "U+FFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF", except = { first = "U+10000", last = "U+10FFFF" } }

examples [[
    valid    01 7E C2 81 DF BE E0 A0 81 EF BF BE F0 90 80 81 F4 8F BF BE
    invalid  00                                                           first
    invalid  DF BF                                                        last
    invalid  F4 8F BF BF                                                  last
    invalid  F4 90                                                        too_large
]]
