-- CR and LF occur only together, as one character.

encoding "CR LF"
source   "RFC 5322, section 2.3: CR and LF MUST only occur together"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
pair { high = "U+000D", low = "U+000A" }

examples [[
    valid    41 0D 0A 42
    invalid  0A           unpaired
    invalid  0D 41        unpaired
    invalid  0D           truncated
    invalid  C3 C3        too_short
]]
