-- Each longer form may also write the code points of the shorter ones.

encoding "Any Length"
source   "RFC 3629, overlong forms too"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF", also = "U+0000..U+007F" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", also = "U+0000..U+07FF",
    except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF", also = { "U+0000..U+D7FF", "U+E000..U+FFFF" } }

examples [[
    valid    41 C1 81 E0 81 81 F0 80 81 81             U+0041 four times
    invalid  F0 8D A0 80                    overlong   U+D800, a code point of the form of three bytes
    invalid  ED A0 80                       surrogate
    invalid  F4 90 80 80                    too_large
]]
