-- No common text has characters of this encoding, so no axis of a look seemed to be needed: the generator stopped with an error of Lua.
encoding "Look without Common Text"
source   "tests of u8gen"

form "11110101 10xxxxxx 10xxxxxx 10xxxxxx" { "U+6A33C..U+6F332", disallow = { one = "U+6BA3C" } }
