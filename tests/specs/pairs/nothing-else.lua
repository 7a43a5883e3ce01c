-- A form of halves only: every character is a pair.

encoding "Nothing Else"
source   "invented"

form "110xxxxx 10xxxxxx"  { "U+0080..U+00FF" }
pair { high = "U+0080..U+00BF", low = "U+00C0..U+00FF" }

examples [[
    valid    C2 80 C3 80
    invalid  C3 80        unpaired
    invalid  C2 80 C2 80  unpaired
    invalid  41           not_a_form
]]
