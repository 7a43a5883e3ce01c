-- The bytes of HTML text and of quoted attribute values that need no character reference: all except & < > " '.

encoding "HTML Clean"
source   "WHATWG HTML, Escaping a string, without U+00A0; the apostrophe, which ends some attribute values"
users    "template engines, which copy runs of such bytes"

form "xxxxxxxx" { "U+0000..U+0021", "U+0023..U+0025", "U+0028..U+003B", "U+003D", "U+003F..U+00FF" }
replacement "U+003F"

examples [[
    valid    61 3D 62 20 C3 A9
    invalid  61 26        unlisted
    invalid  3C           unlisted
    invalid  27           unlisted
]]
