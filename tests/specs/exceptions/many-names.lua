-- A name for each of twelve holes.

encoding "Many Names"
source   "RFC 3629, without twelve code points"

form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF",
    except = { hole_1 = "U+0125", hole_2 = "U+014A", hole_3 = "U+016F", hole_4 = "U+0194", hole_5 = "U+01B9",
        hole_6 = "U+01DE", hole_7 = "U+0203", hole_8 = "U+0228", hole_9 = "U+024D", hole_10 = "U+0272",
        hole_11 = "U+0297", hole_12 = "U+02BC" } }

examples [[
    invalid  C4 A5  hole_1
    invalid  CA BC  hole_12
]]
