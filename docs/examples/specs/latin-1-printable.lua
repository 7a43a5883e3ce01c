-- Latin-1 without control characters.

encoding "Latin-1 Printable"
source   "ISO/IEC 8859-1"
users    "terminals and logs that show text of old programs"

form "xxxxxxxx" { "U+0020..U+007E", "U+00A0..U+00FF" }
replacement "U+003F"

examples [[
    valid    63 61 66 E9 A0
    invalid  1B        unlisted     ESC
    invalid  7F        unlisted
    invalid  9B        unlisted     CSI
]]
