-- Texts of A and B that do not end in A.

encoding "Ends in B"
source   "two letters"

form "0xxxxxxx"  { "U+0041..U+0042" }
never { "U+0041", "end", name = "ends_in_a" }

examples [[
    valid    41 41 42
    invalid  41        ends_in_a
    invalid  42 41 41  ends_in_a
    invalid  41 43     ends_in_a
    invalid  43        too_large
]]
