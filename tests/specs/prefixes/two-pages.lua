-- Forms of one byte for a block that is far from ASCII.

encoding "Two Pages"
source   "a code page with U+0400..U+045F above ASCII"

form "0xxxxxxx"           { "U+0000..U+007F" }
form "10xxxxxx"           { "U+0410..U+043F" }
form "110xxxxx"           { "U+0440..U+045F" }
form "111xxxxx 1xxxxxxx"  { "U+2000..U+2FFF" }

examples [[
    valid    41 90 C0 E0 80
    invalid  80              unlisted   U+0400
    invalid  E0 41           too_short
]]
