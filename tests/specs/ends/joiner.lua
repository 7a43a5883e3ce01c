-- A joiner is only allowed between two emoji.

encoding "Joiner"
source   "RFC 3629, U+200D after and before U+1F300..U+1FAFF only"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
never { "U+200D", { "U+0000..U+10FFFF", "end", except = "U+1F300..U+1FAFF" }, name = "joiner_before_other" }
never { { "U+0000..U+10FFFF", except = "U+1F300..U+1FAFF" }, "U+200D", name = "joiner_after_other" }

examples [[
    valid    F0 9F 91 A8 E2 80 8D F0 9F 91 A9
    invalid  F0 9F 91 A8 E2 80 8D              joiner_before_other
    invalid  F0 9F 91 A8 E2 80 8D 41           joiner_before_other
    invalid  41 E2 80 8D F0 9F 91 A9           joiner_after_other
]]
