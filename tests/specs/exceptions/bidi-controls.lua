-- Twelve code points that change the direction of text are left out.

encoding "Bidi Controls"
source   "Unicode Standard Annex #9, section 2"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF", except = { bidi_control = "U+061C" } }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF",
    except = { surrogate = "U+D800..U+DFFF", bidi_control = { "U+200E..U+200F", "U+202A..U+202E", "U+2066..U+2069" } } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

examples [[
    valid    E2 80 8D
    invalid  D8 9C     bidi_control
    invalid  E2 80 AE  bidi_control
    invalid  E2 81 A9  bidi_control
]]
