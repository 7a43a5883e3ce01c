-- The bytes of a field value of HTTP: tab, blank, visible characters of ASCII, and bytes from 80 on. RFC 9110 also forbids blanks and tabs
-- at both ends; parsers remove them first.

encoding "HTTP Field Value"
source   "RFC 9110, section 5.5: field-content, field-vchar, obs-text"
users    "HTTP servers and clients"

form "xxxxxxxx" { "U+0009", "U+0020..U+007E", "U+0080..U+00FF" }
replacement "U+0020"

examples [[
    valid    74 65 78 74 2F 68 74 6D 6C 3B 09 71 3D 31   text/html, a tab, q=1
    valid    80 C3 A9 FF
    invalid  61 0D 0A     unlisted     a line break would begin another field
    invalid  00           unlisted
    invalid  7F           unlisted
]]
