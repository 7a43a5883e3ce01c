-- Characters of one byte are the bytes from 80 on. The bytes of longer characters are below 80.

encoding "ASCII Above"
source   "invented: leading bits of UTF-8 flipped"

form "1xxxxxxx"                    { "U+0000..U+007F" }
form "000xxxxx 01xxxxxx"           { "U+0080..U+07FF" }
form "0010xxxx 01xxxxxx 01xxxxxx"  { "U+0800..U+FFFF" }

examples [[
    valid    C1 02 40 20 60 40
    invalid  00 40              overlong
    invalid  20 40 40           overlong
    invalid  40                 too_long
    invalid  02 C1              too_short
    invalid  30                 not_a_form
]]
