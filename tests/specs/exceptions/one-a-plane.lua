-- One code point of each of the seventeen planes is left out.

encoding "One a Plane"
source   "RFC 3629, without U+02A3, U+102A3, U+202A3 and so on"

form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF", except = { hole = "U+02A3" } }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF",
    except = { hole = { "U+102A3", "U+202A3", "U+302A3", "U+402A3", "U+502A3", "U+602A3", "U+702A3", "U+802A3", "U+902A3", "U+A02A3",
        "U+B02A3", "U+C02A3", "U+D02A3", "U+E02A3", "U+F02A3", "U+1002A3" } } }

examples [[
    valid    F0 90 8A A2
    invalid  CA A3        hole
    invalid  F0 90 8A A3  hole
    invalid  F4 80 8A A3  hole
]]
