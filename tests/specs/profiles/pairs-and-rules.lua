-- A profile with pairs, with a rule on two characters, and with characters that must not be the last.

encoding "Profile Pairs and Rules"
source   "a test: a profile together with pairs, rules and ends"

form "0xxxxxxx"                    { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"           { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"  { "U+0800..U+FFFF" }

pair { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" }
disallow { greek = "U+0370..U+03FF", before = "U+D7C0..U+D7FF", most_of_cjk = "U+4000..U+9FFE", end_of_all = "U+FFFE..U+FFFF" }
never { "U+0041", { "U+0100..U+05FF", "U+4000..U+BFFF" }, name = "after_a" }
never { "U+0060", "end", name = "last" }

examples [[
    invalid  60 ED 9F 80         last
    invalid  ED 9F 80            before
    invalid  ED 9F               before
    invalid  ED A0 80 80         unpaired
    invalid  60 ED A0 80         truncated
]]
