-- No character has one byte, so no block can be skipped as ASCII.

encoding "No ASCII"
source   "RFC 3629, from U+0080 on"

form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

examples [[
    valid    C2 80 E2 82 AC
    invalid  41              not_a_form
    invalid  C1 BF           unlisted    no shorter form writes U+007F
    invalid  C2              truncated
]]
