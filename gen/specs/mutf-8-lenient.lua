-- Modified UTF-8 as java.io.DataInput.readUTF reads it: any sequence of one, two or three bytes with the right leading bits. Overlong
-- forms and the byte 00 are allowed, too.

encoding "MUTF-8-Lenient"
source   "java.io.DataInput.readUTF, Java SE API Specification"
users    "java.io.DataInput.readUTF"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF", also = "U+0000..U+007F" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", also = "U+0000..U+07FF" }

examples [[
    valid    00 C0 80 C1 BF E0 80 80                  U+0000, U+0000, U+007F, U+0000
    valid    ED A0 80                                 a lone surrogate
    invalid  80                         too_long      DataInput.readUTF: 10xxxxxx begins no group
    invalid  F0 9F 98 80                not_a_form    DataInput.readUTF: 1111xxxx begins no group
    invalid  C0                         truncated     DataInput.readUTF: the group is cut off
]]
