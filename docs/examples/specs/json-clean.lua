-- The bytes of a string of JSON that need no escape. Bytes from 80 on belong to characters of UTF-8, which another validator checks.

encoding "JSON Clean"
source   "RFC 8259, section 7: unescaped"
users    "writers of JSON, which copy runs of such bytes"

form "xxxxxxxx" { "U+0020..U+0021", "U+0023..U+005B", "U+005D..U+00FF" }
replacement "U+003F"

examples [[
    valid    20 61 2F 7F C3 A9
    invalid  61 22     unlisted     a quotation mark
    invalid  5C        unlisted     a backslash
    invalid  0A        unlisted
]]
