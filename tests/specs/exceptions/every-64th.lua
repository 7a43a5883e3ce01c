-- For each lead byte of two-byte characters, one continuation byte is left out.

encoding "Every 64th"
source   "RFC 3629, to U+07FF, without one code point for each lead byte"

form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF",
    except = { hole = { "U+00AA", "U+00EA", "U+012A", "U+016A", "U+01AA", "U+01EA", "U+022A", "U+026A", "U+02AA", "U+02EA", "U+032A",
        "U+036A", "U+03AA", "U+03EA", "U+042A", "U+046A", "U+04AA", "U+04EA", "U+052A", "U+056A", "U+05AA", "U+05EA",
        "U+062A", "U+066A", "U+06AA", "U+06EA", "U+072A", "U+076A", "U+07AA", "U+07EA" } } }

examples [[
    valid    C2 A9
    invalid  C2 AA  hole
    invalid  DF AA  hole
]]
