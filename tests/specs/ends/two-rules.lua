-- Two rules with "end", and one without.

encoding "Two Ends"
source   "RFC 3629, no CR and no ESC at the end"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
never { "U+000D", { "U+000D", "end" }, name = "cr" }
never { "U+001B", { "U+0030..U+0039", "end" }, name = "esc" }
never { "U+001B", "U+0041", name = "esc_a" }

examples [[
    valid    1B 42 0D 42
    invalid  0D           cr
    invalid  1B           esc
    invalid  1B 35        esc
    invalid  1B 41        esc  1B must not be last, so its rule with "end" decides before esc_a
    invalid  0D 1B        cr
]]
