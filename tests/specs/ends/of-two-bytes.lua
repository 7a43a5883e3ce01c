-- No text ends after a character of the two-byte form.

encoding "Not after Two"
source   "RFC 3629, without two-byte characters at the end"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
never { "U+0080..U+07FF", "end", name = "two_at_end" }

examples [[
    valid    C3 A9 41
    invalid  C3 A9        two_at_end
    invalid  C3 A9 C3 A9  two_at_end
    invalid  C3 A9 C3     truncated
    invalid  C3           truncated
]]
