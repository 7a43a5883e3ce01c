-- Windows-1252: Latin-1 with 27 characters in place of control characters. Five bytes are not assigned.

encoding "Windows-1252"
source   "Unicode's mapping table, MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT"

form "xxxxxxxx" { "U+0000..U+007F", "U+00A0..U+00FF" }
form "10000000" { "U+20AC" }
form "10000010" { "U+201A" }
form "10000011" { "U+0192" }
form "10000100" { "U+201E" }
form "10000101" { "U+2026" }
form "10000110" { "U+2020" }
form "10000111" { "U+2021" }
form "10001000" { "U+02C6" }
form "10001001" { "U+2030" }
form "10001010" { "U+0160" }
form "10001011" { "U+2039" }
form "10001100" { "U+0152" }
form "10001110" { "U+017D" }
form "10010001" { "U+2018" }
form "10010010" { "U+2019" }
form "10010011" { "U+201C" }
form "10010100" { "U+201D" }
form "10010101" { "U+2022" }
form "10010110" { "U+2013" }
form "10010111" { "U+2014" }
form "10011000" { "U+02DC" }
form "10011001" { "U+2122" }
form "10011010" { "U+0161" }
form "10011011" { "U+203A" }
form "10011100" { "U+0153" }
form "10011110" { "U+017E" }
form "10011111" { "U+0178" }

replacement "U+003F"

examples [[
    valid    93 61 94 80     U+201C U+0061 U+201D U+20AC
    invalid  81              unlisted
    invalid  9D              unlisted
]]
