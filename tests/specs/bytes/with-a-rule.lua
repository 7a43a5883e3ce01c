-- A row without code points, and a rule on characters that have code points.

encoding "Rows and a Rule"
source   "EUC-KR, simplified; CR only before LF"

form "0xxxxxxx" { "U+0000..U+007F" }
bytes "A1..FE A1..FE"
never { "U+000D", { "U+0000..U+007F", "end", except = "U+000A" }, name = "lone_cr" }

examples [[
    valid    0D 0A A1 A1
    valid    0D A1 A1
    invalid  0D 41        lone_cr
    invalid  0D           lone_cr
    invalid  0D 80        lone_cr
    invalid  A1 41        too_short
]]
