-- UTF-8 with other prefixes: lead bytes begin with 10 and continuation bytes with 11, so lead bytes are the lower ones. Nobody uses
-- this encoding. It shows that the generator takes prefixes from the spec alone.

encoding "Other Prefixes"
source   "UTF-8 with the second bit of all bytes above 7F flipped"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "100xxxxx 11xxxxxx"                    { "U+0080..U+07FF" }
form "1010xxxx 11xxxxxx 11xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "10110xxx 11xxxxxx 11xxxxxx 11xxxxxx"  { "U+10000..U+10FFFF" }

examples [[
    valid    41 A2 C9 E2                        RFC 3629's A and not identical to: E2 89 A2, flipped
    invalid  C0                 too_long        a continuation byte without a lead byte
    invalid  80 C0              overlong        C0 80, flipped
    invalid  AD E0 C0           surrogate       ED A0 80, flipped
    invalid  B4 D0 C0 C0        too_large       F4 90 80 80, flipped
    invalid  B8                 not_a_form      F8, flipped
]]
