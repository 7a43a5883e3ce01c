-- A high half of two bytes and a low half of three.

encoding "Two and Three"
source   "invented"

form "0xxxxxxx"                    { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"           { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"  { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
pair { high = "U+0700..U+070F", low = "U+E000..U+E0FF" }

examples [[
    valid    DC 80 EE 80 80
    invalid  DC 80 41        unpaired
    invalid  DC 80 EE 84 80  unpaired
    invalid  EE 80 80        unpaired
    invalid  DC 80 EE        truncated
    invalid  EE 41           too_short
]]
