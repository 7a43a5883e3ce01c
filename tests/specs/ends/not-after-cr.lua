-- No text ends after CR; any character may follow CR.

encoding "Not after CR"
source   "RFC 3629, for texts that are cut into pieces"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
never { "U+000D", "end", name = "cr_at_end" }

examples [[
    valid    0D 41 0D 0A
    invalid  41 0D        cr_at_end
    invalid  0D 0D        cr_at_end
    invalid  0D E2 82     truncated
]]
