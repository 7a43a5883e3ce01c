-- Rules that share a name.

encoding "One Name"
source   "RFC 3629, no control next to a control of another kind"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
never { "U+0000..U+001F", "U+0080..U+009F", name = "mixed_controls" }
never { "U+0080..U+009F", "U+0000..U+001F", name = "mixed_controls" }

examples [[
    valid    00 1F
    valid    C2 80 C2 9F
    invalid  00 C2 80     mixed_controls
    invalid  C2 80 00     mixed_controls
]]
