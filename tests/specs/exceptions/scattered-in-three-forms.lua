-- Holes of many sizes, scattered over the forms of two to four bytes, and one in ASCII. Vectors would need many rules; they have a filter.

encoding "Scattered"
source   "RFC 2279, to four bytes, without ranges drawn at random"

form "0xxxxxxx"                             { "U+0000..U+007F", except = { hole = "U+0009..U+0076" } }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF",
    except = { hole = { "U+02D8..U+02DF", "U+0442..U+058C", "U+05C0..U+05DF", "U+0620..U+0738", "U+073C..U+073F" } } }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF",
    except = { hole = { "U+1400..U+17FF", "U+2D85", "U+36CC", "U+496A..U+AE34", "U+BB2E", "U+CA38" } } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+1FFFFF",
    except = { hole = { "U+2B5EB..U+918D0", "U+B8400..U+B84FF", "U+D5800..U+D5FFF", "U+17C1A0..U+17C1BF", "U+1A1530..U+1A153F",
        "U+1A4090" } } }

examples [[
    valid    08 77 C2 80 E1 A0 80
    invalid  E2 B6 85              hole   U+2D85
    invalid  F6 A4 82 90           hole   U+1A4090
    invalid  F8                    not_a_form
]]
