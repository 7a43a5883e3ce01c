-- The characters of a URI: reserved, unreserved, and the percent sign. Whether two hexadecimal digits follow each percent sign is not a
-- property of single bytes.

encoding "URI Characters"
source   "RFC 3986, section 2 and appendix A: reserved, unreserved, pct-encoded"

form "0xxxxxxx" {
  "U+0021", "U+0023..U+003B", "U+003D", "U+003F..U+005B",   -- all except blank, ", <, >
  "U+005D", "U+005F", "U+0061..U+007A", "U+007E",           -- all except \, ^, `, {, |, }
}
replacement "U+005F"

examples [[
    valid    68 3A 2F 2F 5B 3A 3A 31 5D 2F 25 34 31 3F 71 23 66     h://[::1]/%41?q#f
    invalid  61 20     unlisted
    invalid  7C        unlisted
]]
