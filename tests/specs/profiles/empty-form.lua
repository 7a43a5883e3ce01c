-- A profile that allows no character of the longest form. Each character of that form is still one fault.

encoding "Profile Empty Form"
source   "a test: all characters of the longest form are left out"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

allow { "U+0020..U+007E", "U+00C0..U+00FF", "U+2000..U+206F", "U+FFFD" }

examples [[
    valid    41 C3 80
    invalid  C3 F0 90            too_short
    invalid  F0 90 80 80         unlisted
    invalid  F0 90               unlisted
    invalid  F0 90 41            too_short
]]
