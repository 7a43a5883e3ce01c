-- SPDX-License-Identifier: 0BSD
-- The first two bytes of each half fit the pattern of a form of two bytes, but are not one of its characters. `gen` crashed.
encoding "A half after a shorter form"
source   "a random spec"

form "0xxxxxxx" { "U+0000..U+007F" }
form "11xxxxxx 10xxxxxx" { "U+0080..U+00FF" }
form "11xxxxxx 1010xxxx 10xxxxxx" { "U+1000..U+13FF" }
pair { high = "U+1000..U+11FF", low = "U+1200..U+13FF" }
