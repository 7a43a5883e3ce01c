-- A label of a host name: letters, digits and hyphens of ASCII, and no hyphen at the start or at the end. A label has 1 to 63 characters;
-- the caller must check this.

encoding "LDH Label"
source   "RFC 1123, section 2.1; RFC 5890, section 2.3.1"
users    "resolvers, certificates, HTTP clients, for a name that is split at its dots"

form "0xxxxxxx" { "U+0000..U+007F" }
allow { "U+002D", "U+0030..U+0039", "U+0041..U+005A", "U+0061..U+007A" }
never { "start", "U+002D", name = "hyphen_first" }
never { "U+002D", "end", name = "hyphen_last" }
replacement "U+0078"

examples [[
    valid    78 6E 2D 2D 6E 61 2D 33          xn--na-3, a label of IDNA
    invalid  2D 61               hyphen_first
    invalid  61 2D               hyphen_last
    invalid  61 5F 62            unlisted     the underscore is not in host names
    invalid  C3 A9               not_a_form
]]
