-- A rule in an encoding in which every byte is a character.

encoding "Bytes Apart"
source   "ISO/IEC 8859-1, without letters after digits"

form "xxxxxxxx"  { "U+0000..U+00FF" }
never { "U+0030..U+0039", { "U+0041..U+005A", "U+0061..U+007A", "U+00C0..U+00FF" }, name = "letter_after_digit" }

examples [[
    valid    41 30 20 FF
    invalid  30 41        letter_after_digit
    invalid  39 FF        letter_after_digit
]]
