-- Both sides of the rule extend over two forms.

encoding "Letters Apart"
source   "RFC 3629, no two letters of two blocks next to each other"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
never { { "U+0041..U+005A", "U+0410..U+042F" }, { "U+0041..U+005A", "U+0410..U+042F" }, name = "two_capitals" }

examples [[
    valid    41 20 D0 90 61 42
    invalid  41 42              two_capitals
    invalid  41 D0 90           two_capitals
    invalid  D0 90 D0 AF        two_capitals
    invalid  D0 90 5A           two_capitals
    invalid  41 D0 41           too_short
]]
