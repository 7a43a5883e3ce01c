-- A form that writes only code points of another form.

encoding "Only Also"
source   "RFC 3629, and C0 80"

form "0xxxxxxx"                    { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"           { also = "U+0000" }
form "1110xxxx 10xxxxxx 10xxxxxx"  { "U+0080..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }

examples [[
    valid    00 C0 80            U+0000 twice
    invalid  C0 81     overlong
    invalid  C2 80     unlisted
    valid    E0 82 80            U+0080
]]
