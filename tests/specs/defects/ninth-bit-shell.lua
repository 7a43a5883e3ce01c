-- SPDX-License-Identifier: 0BSD
-- Kind A of SECURITY.md: the forbidden bytes need more products of nibble sets than an entry of a table has bits.
encoding "Not Read by a Shell"
source   "tests of u8gen"

form "0xxxxxxx"                            { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                   { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"          { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }

except {
    control = { "U+0000..U+001F", "U+007F" },
    shell = { "U+0021..U+0024", "U+0026..U+002A", "U+003B..U+003C", "U+003E..U+003F", "U+005B..U+005C", "U+0060", "U+007B..U+007E" },
    vowel = { "U+0041", "U+0045", "U+0055", "U+0061", "U+006F" },
}
