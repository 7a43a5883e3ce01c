-- No character may follow another one, so a text has at most one.

encoding "One at Most"
source   "RFC 3629, one character"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
never { "U+0000..U+10FFFF", "U+0000..U+10FFFF", name = "second" }

examples [[
    valid    F0 9F 98 80
    invalid  41 42        second
    invalid  41 C3 A9     second
    invalid  41 C0        overlong
]]
