-- UTF-8 without fourteen scattered code points: the automaton has too many states for the shift kernel. Vectors have a filter in place of
-- rules on three and four bytes.

encoding "Fourteen Holes"
source   "RFC 3629, without fourteen code points"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF", except = { hole = { "U+00AD", "U+034F", "U+061C", "U+070F" } } }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF",
    except = { surrogate = "U+D800..U+DFFF", hole = { "U+0A51", "U+180E", "U+200B", "U+3164", "U+A92F", "U+FEFF" } } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF",
    except = { hole = { "U+1BCA0", "U+1D173", "U+4A3F1", "U+E0001" } } }

examples [[
    invalid  C2 AD              hole            U+00AD
    invalid  E2 80 8B           hole            U+200B
    invalid  F3 A0 80 81        hole            U+E0001
    valid    C2 AE E2 80 8C F3 A0 80 82         the code points after them
]]
