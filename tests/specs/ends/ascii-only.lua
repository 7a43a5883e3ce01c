-- A rule with "end" in an encoding of one form.

encoding "ASCII Lines"
source   "RFC 20, text that ends in LF"

form "0xxxxxxx"  { "U+0000..U+007F" }
never { { "U+0000..U+007F", except = "U+000A" }, "end", name = "no_final_line_end" }

examples [[
    valid    41 0A
    invalid  41        no_final_line_end
    invalid  41 42     no_final_line_end
    invalid  0A 41 80  no_final_line_end
    invalid  80        not_a_form
]]
