-- SPDX-License-Identifier: 0BSD
-- `verify` reported correct kernels of this spec as wrong: inside a text, it also compared the bits of filters, but only errors matter.
encoding "Forum"
source   "tests of u8gen"

form "0xxxxxxx"                            { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                   { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"          { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }

except {
    bidi = { "U+202A..U+202E", "U+2066..U+2069" }, noncharacter = { "U+FDD0..U+FDEF", "U+FFFE..U+FFFF" },
    control = { "U+0000..U+0008", "U+000B..U+000C", "U+000E..U+001F", "U+007F" },
}
never { "U+0300..U+036F", "U+0300..U+036F", name = "zalgo" }
never { "U+000A", "U+0300..U+036F", name = "mark_alone" }
