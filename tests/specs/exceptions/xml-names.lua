-- The sixteen ranges that XML lists for the first characters of names, and U+0020, in four forms.

encoding "XML Names"
source   "XML 1.0, fifth edition, production 4, and blanks"

form "0xxxxxxx" { "U+0020", "U+003A", "U+0041..U+005A", "U+005F", "U+0061..U+007A" }
form "110xxxxx 10xxxxxx" { "U+00C0..U+00D6", "U+00D8..U+00F6", "U+00F8..U+02FF", "U+0370..U+037D", "U+037F..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx" {
    "U+0800..U+1FFF", "U+200C..U+200D", "U+2070..U+218F", "U+2C00..U+2FEF", "U+3001..U+D7FF", "U+F900..U+FDCF", "U+FDF0..U+FFFD" }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+EFFFF" }

examples [[
    valid    41 C3 80 E2 81 B0
    invalid  2D                 unlisted
    invalid  C3 97              unlisted
    invalid  E2 80 8B           unlisted
    invalid  F3 B0 80 80        too_large
]]
