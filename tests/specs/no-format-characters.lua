-- UTF-8 without Unicode's format characters (general category Cf, Unicode 15.0: 21 ranges). With rules on several bytes, vector kernels
-- would be slower than a scalar kernel. Instead, a filter selects the blocks that the automaton checks.

encoding "No format characters"
source   "UnicodeData.txt, general category Cf"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF",
    except = { format = { "U+00AD", "U+0600..U+0605", "U+061C", "U+06DD", "U+070F" } } }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF",
    except = { surrogate = "U+D800..U+DFFF", format = { "U+0890..U+0891", "U+08E2", "U+180E", "U+200B..U+200F", "U+202A..U+202E",
        "U+2060..U+2064", "U+2066..U+206F", "U+FEFF", "U+FFF9..U+FFFB" } } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF",
    except = { format = { "U+110BD", "U+110CD", "U+13430..U+1343F", "U+1BCA0..U+1BCA3", "U+1D173..U+1D17A", "U+E0001",
        "U+E0020..U+E007F" } } }
