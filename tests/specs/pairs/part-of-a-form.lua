-- Halves from the middle of a form with other characters on both sides.

encoding "Middle"
source   "invented"

form "0xxxxxxx"  { "U+0000..U+007F" }
pair { high = "U+0030..U+0033", low = "U+0038..U+003B" }

examples [[
    valid    2F 30 38 34 33 3B 3C
    invalid  38                    unpaired
    invalid  30 34                 unpaired
    invalid  30                    truncated
    invalid  80                    not_a_form
]]
