-- UTF-8 restricted to the code points of identifiers, XID_Continue. The first code point of an identifier must be in XID_Start, a smaller
-- set; the caller must check this. The underscore is not in XID_Start; languages that allow it there add it.
--
-- Counted with Unicode 17.0.0: 149221 characters.
--     one byte 63, two bytes 1680, three bytes 49036, four bytes 98442

encoding "UTF-8-Identifiers"
source   "Unicode Standard Annex #31, section 2 (Default Identifiers, UAX31-D1) and section 5.1 (XID_Continue)"
users    "scanners of programming languages, for a word whose end is known"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = unicode "Cs" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

allow { unicode "XID_Continue" }

examples [[
    valid    6E 61 C3 AF 76 65 5F 31              naive with diaeresis, underscore, 1
    valid    E5 90 8D E5 89 8D F0 A0 AE B7        Han characters, one above U+FFFF
    valid    61 C2 B7 E3 82 A1                    U+00B7, the middle dot, and a letter of Katakana
    invalid  61 2D 62                   unlisted  the hyphen
    invalid  E2 80 8B                   unlisted  U+200B, the zero width space
    invalid  F0 9F 98 80                unlisted  U+1F600, an emoji
    invalid  ED A0 80                   surrogate U+D800
]]
