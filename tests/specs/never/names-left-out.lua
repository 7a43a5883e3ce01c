-- Several rules without a name: they share the default name.

encoding "Nameless"
source   "RFC 3629, three rules under the default name"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
never { "U+0009", "U+000A" }
never { "U+0020", "U+000A" }
never { "U+00A0", "U+000A" }

examples [[
    valid    0A 09
    invalid  09 0A     forbidden_pair
    invalid  20 0A     forbidden_pair
    invalid  C2 A0 0A  forbidden_pair
]]
