-- A chain of rules: no letter from A to J may be followed by the next one of the alphabet.

encoding "Chain"
source   "RFC 3629, no letter before the next one of the alphabet"

form "0xxxxxxx"  { "U+0000..U+007F" }
never { "U+0041", "U+0042", name = "row" }
never { "U+0042", "U+0043", name = "row" }
never { "U+0043", "U+0044", name = "row" }
never { "U+0044", "U+0045", name = "row" }
never { "U+0045", "U+0046", name = "row" }
never { "U+0046", "U+0047", name = "row" }
never { "U+0047", "U+0048", name = "row" }
never { "U+0048", "U+0049", name = "row" }
never { "U+0049", "U+004A", name = "row" }
never { "U+004A", "U+004B", name = "row" }

examples [[
    valid    41 43 45 42 41
    invalid  41 42           row
    invalid  43 4A 4B        row
]]
