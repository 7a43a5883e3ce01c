-- Only a pair may follow an escape, and the text must not end after the escape.

encoding "Escape before a Pair"
source   "invented: letters, digits in pairs, and an escape before these"

form "0xxxxxxx"  { "U+0000..U+007F" }
pair  { high = "U+0030..U+0033", low = "U+0038..U+0039" }
never { "U+001B", { "U+0000..U+007F", "end" }, name = "escape_alone" }

examples [[
    valid    41 1B 30 38
    invalid  41 1B        escape_alone
    invalid  41 1B 30     truncated
    invalid  41 1B 30 41  escape_alone
    invalid  41 1B 41     escape_alone
    invalid  41 30 41     unpaired
    invalid  41 1B 1B     escape_alone
]]
