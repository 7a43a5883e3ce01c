-- UTF-8 without U+FEFF, U+FFFD and U+FFFE at any place.

encoding "No BOM"
source   "RFC 3629, section 6"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF",
    except = { surrogate = "U+D800..U+DFFF", byte_order_mark = "U+FEFF", replacement = "U+FFFD..U+FFFE" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

examples [[
    valid    EF BF BC EF BF BF
    invalid  EF BB BF           byte_order_mark
    invalid  EF BF BD           replacement
]]
