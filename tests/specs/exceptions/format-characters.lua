-- Twenty-six ranges of three forms are left out: the format characters of Unicode 15, and other invisible ones.

encoding "Format Characters"
source   "RFC 3629; UnicodeData.txt 15.0, Cf"

form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF",
    except = { format = { "U+00AD", "U+034F", "U+0600..U+0605", "U+061C", "U+06DD", "U+070F" } } }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF",
    except = { surrogate = "U+D800..U+DFFF",
        format = { "U+0890..U+0891", "U+08E2", "U+115F..U+1160", "U+17B4..U+17B5", "U+180E", "U+200B..U+200F", "U+202A..U+202E",
        "U+2060..U+2064", "U+2066..U+206F", "U+3164", "U+FEFF", "U+FFA0", "U+FFF9..U+FFFB" } } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF",
    except = { format = { "U+110BD", "U+110CD", "U+13430..U+1343F", "U+1BCA0..U+1BCA3", "U+1D173..U+1D17A", "U+E0001",
        "U+E0020..U+E007F" } } }

examples [[
    valid    C2 AC E2 80 90 F3 A0 82 80
    invalid  C2 AD                       format
    invalid  E2 80 8B                    format
    invalid  F3 A0 80 81                 format
    invalid  F0 91 82 BD                 format
]]
