-- Rules that forbid some of the same neighbors: the first rule in the spec names the fault.

encoding "First Names"
source   "RFC 3629, with three rules that overlap"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
never { "U+0041..U+005A", "U+0061", name = "before_a" }
never { "U+0041", "U+0061..U+007A", name = "after_capital_a" }
never { "U+0000..U+007F", "U+007A", name = "before_z" }

examples [[
    valid    42 62
    invalid  41 61  before_a
    invalid  41 62  after_capital_a
    invalid  41 7A  after_capital_a
    invalid  42 7A  before_z
]]
