-- ESC and a byte from 40 to 5F are one character. ISO 6429 writes C1 controls in this way where bytes have seven bits.

encoding "Escapes"
source   "ISO/IEC 6429, section 5.3"

form "0xxxxxxx"  { "U+0000..U+007F", except = { reserved = "U+0060..U+007E" } }
pair { high = "U+001B", low = "U+0040..U+005F" }

examples [[
    valid    20 1B 41
    invalid  41        unpaired
    invalid  1B 20     unpaired
    invalid  1B 60     unpaired
    invalid  60        reserved
]]
