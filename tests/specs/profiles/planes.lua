-- A profile that leaves out all characters with some lead bytes, and with some first two bytes. After these bytes, the encoding has rows
-- only without the profile.

encoding "Profile Planes"
source   "a test: a character is read to its end even if the profile forbids all of its continuations"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

disallow {
    latin    = "U+00A1..U+00FF",
    plane_2  = "U+20000..U+2FFFF",
    plane_3  = "U+30000..U+3FFFF",
    upper    = "U+80000..U+BFFFF",
    last_two = "U+10FFFE..U+10FFFF",
}

examples [[
    valid    41 F0 90 80 80
    invalid  41 F0 A0 80 80      plane_2
    invalid  41 F0 A0 80         plane_2
    invalid  41 F0               truncated
    invalid  F0 A0 41            too_short
    invalid  F0 90 41            too_short
]]
