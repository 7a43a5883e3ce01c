-- The ranges of a rule include surrogates, which no form writes.

encoding "Over Gaps"
source   "RFC 3629, with a rule on all planes"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
never { "U+0800..U+FFFF", { "U+0000..U+10FFFF", except = { "U+0000..U+007F", "U+0800..U+10FFFF" } }, name = "short_after_long" }

examples [[
    valid    E2 82 AC 41 C3 A9
    invalid  E2 82 AC C3 A9     short_after_long
    invalid  ED A0 80           surrogate
]]
