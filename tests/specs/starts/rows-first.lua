-- A row of bytes, whose characters have no code points, so that no rule can name them; and characters that must not be first.

encoding "Rows at the Start"
source   "invented: a double-byte code page"

form "0xxxxxxx"           { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"  { "U+0080..U+07FF" }
bytes "E0..E1 40..7E"
never { "start", { "U+0020", "U+0400..U+04FF" }, name = "first" }
never { "U+0020", "U+0020", name = "twice" }

examples [[
    valid    E0 40 20 D0 80
    invalid  20              first
    invalid  20 20           first
    invalid  D0 80           first
    invalid  D0              first
    invalid  41 20 20        twice
    invalid  E0              truncated
]]
