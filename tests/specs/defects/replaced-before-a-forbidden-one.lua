-- UTF-16 cannot encode the characters that forbid the next one. If the next replacement did not fit, a lossy
-- conversion removed the replacement of such a character from its output, but counted it, and counted it again in the next call.
encoding "Replaced before a Forbidden One"
source   "tests of u8gen"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+1FFFFF" }
never { "U+110000..U+1FFFFF", "U+0041..U+005A", name = "after_large" }
