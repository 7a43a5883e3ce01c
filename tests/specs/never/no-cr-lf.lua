-- A rule between two single code points.

encoding "No CR LF"
source   "RFC 3629, without CR LF"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
never { "U+000D", "U+000A", name = "cr_lf" }

examples [[
    valid    0D 41 0A 0D
    invalid  0D 0A        cr_lf
    invalid  0D E2 41     too_short
]]
