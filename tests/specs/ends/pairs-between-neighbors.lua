-- Rules on the characters before a pair and after it, each with "end".

encoding "Neighbors of Pairs"
source   "invented: pairs of ASCII, with neighbors that are forbidden"

form "0xxxxxxx"           { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"  { "U+0080..U+07FF" }
pair  { high = "U+0030..U+0033", low = "U+0038..U+0039" }
never { "U+0041", { "U+0800..U+0807", "end" }, name = "before" }
never { "U+0800..U+0807", { "U+0042", "end" }, name = "after" }

examples [[
    valid    41 42 30 38 41 43
    invalid  41            before
    invalid  41 30 38      before
    invalid  43 41 43 30   truncated
    invalid  30 38         after
    invalid  30 38 42      after
    invalid  30 38 30      truncated
    invalid  30 38 30 42   after
    invalid  30 38 41      after  the first character that must not be last is the fault
    invalid  30 38 41 C3   truncated
]]
