-- The alphabet of base64 for URLs and file names, without the pad.

encoding "Base64url Alphabet"
source   "RFC 4648, section 5, table 2"
users    "JSON Web Tokens"

form "0xxxxxxx" { "U+0041..U+005A", "U+0061..U+007A", "U+0030..U+0039", "U+002D", "U+005F" }
replacement "U+0041"

examples [[
    valid    5A 6D 39 76 2D 5F     Zm9v-_
    invalid  2B                    unlisted     the plus sign is in base64
]]
