-- CR must be followed by LF, so no text ends after CR.

encoding "CR then LF"
source   "RFC 5322, section 2.3"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
never { "U+000D", { "U+0000..U+10FFFF", "end", except = "U+000A" }, name = "lone_cr" }

examples [[
    valid    0D 0A 41 0A
    invalid  0D           lone_cr
    invalid  0D 0D        lone_cr
    invalid  0D 41        lone_cr
    invalid  0D C3 A9     lone_cr
    invalid  0D 80        lone_cr   the next byte does not matter
    invalid  41 80        too_long
]]
