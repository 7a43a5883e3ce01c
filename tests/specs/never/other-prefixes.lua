-- A rule in an encoding with continuation bytes above the lead bytes.

encoding "Rule Above"
source   "UTF-8 with the second bit of all bytes above 7F flipped"

form "0xxxxxxx"                    { "U+0000..U+007F" }
form "100xxxxx 11xxxxxx"           { "U+0080..U+07FF" }
form "1010xxxx 11xxxxxx 11xxxxxx"  { "U+0800..U+FFFF" }
never { "U+0080..U+07FF", "U+0080..U+07FF" }

examples [[
    valid    82 C0 41 82 C0
    invalid  82 C0 82 C0     forbidden_pair
]]
