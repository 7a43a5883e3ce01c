-- Consecutive characters that must not end a text. The fault is at the first of them, unless the text ends inside a character.

encoding "Chain of Ends"
source   "invented: A before B, B before C or a pair"

form "0xxxxxxx"           { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"  { "U+0080..U+07FF" }
pair  { high = "U+0400..U+041F", low = "U+0030..U+0037" }
never { "U+0041", { "U+0000..U+07FF", "end", except = "U+0042" }, name = "after_a" }
never { "U+0042", { "U+0000..U+07FF", "end", except = "U+0043" }, name = "after_b" }

examples [[
    valid    44 42 43
    invalid  44 41           after_a
    invalid  44 41 42        after_a
    invalid  44 41 42 D0     truncated
    invalid  44 41 42 D0 80  truncated
    invalid  44 41 42 D0 41  after_a
    invalid  44 42 D0 80 41  after_b
    invalid  44 41 44        after_a
    invalid  44 D0 80 41     unpaired
]]
