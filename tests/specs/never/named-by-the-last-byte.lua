-- Two rules forbid characters of three bytes after U+0041. The last byte of the character decides which rule names the fault.

encoding "Which"
source   "RFC 3629, two rules on characters of three bytes"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
never { "U+0041", "U+2000..U+200F", name = "spaces" }
never { "U+0041", "U+2010..U+201F", name = "dashes" }

examples [[
    valid    41 E2 80 A0
    invalid  41 E2 80 80  spaces
    invalid  41 E2 80 90  dashes
]]
