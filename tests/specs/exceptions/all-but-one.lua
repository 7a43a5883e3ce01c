-- Exceptions that leave only one code point of a form.

encoding "All but One"
source   "RFC 3629, with U+00E9 as the only character of two bytes"

form "0xxxxxxx"           { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"  { "U+0080..U+07FF", except = { before = "U+0080..U+00E8", after = "U+00EA..U+07FF" } }

examples [[
    valid    C3 A9
    invalid  C3 A8  before
    invalid  C3 AA  after
    invalid  C4     after
    invalid  C2     before
]]
