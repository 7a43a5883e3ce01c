-- The bytes of a field of CSV that needs no quotation marks: all except line breaks, quotation marks and commas.

encoding "CSV Clean"
source   "RFC 4180, section 2, rule 6"
users    "writers of CSV"

form "xxxxxxxx" { "U+0000..U+0009", "U+000B..U+000C", "U+000E..U+0021", "U+0023..U+002B", "U+002D..U+00FF" }
replacement "U+003F"

examples [[
    valid    61 20 62 3B C3 A9
    invalid  61 2C 62     unlisted
    invalid  22           unlisted
    invalid  0D           unlisted
]]
