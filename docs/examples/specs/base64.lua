-- The alphabet of base64, without the pad, '='. The caller removes pads, and checks the size.

encoding "Base64 Alphabet"
source   "RFC 4648, section 4, table 1"

form "0xxxxxxx" { "U+0041..U+005A", "U+0061..U+007A", "U+0030..U+0039", "U+002B", "U+002F" }
replacement "U+0041"

examples [[
    valid    5A 6D 39 76 2B 2F     Zm9v+/
    invalid  5A 67 3D 3D           unlisted     pads
    invalid  2D                    unlisted     the hyphen is in base64url
]]
