-- Two rules on one character that must not be the last. The rule with "end" names the fault, even if the other rule is earlier.

encoding "Rules of one Character"
source   "invented: halves of two forms"

form "0xxxxxxx"           { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"  { "U+0080..U+07FF" }
pair  { high = "U+0050..U+0051", low = "U+0700..U+073F" }
never { "U+0041", "U+0800..U+087F", name = "no_pair" }
never { "U+0041", { "U+0041", "end" }, name = "a_last" }
never { { "U+0042", "U+0800..U+087F" }, "end", name = "a_last" }

examples [[
    valid    41 43 50 DC 80 43
    invalid  41                a_last
    invalid  41 50 DC 80       a_last
    invalid  42 50             truncated
    invalid  42 50 DC          truncated
    invalid  42 50 DC 41       a_last
    invalid  43 50 DC 80       a_last
    invalid  43 50 41          unpaired
]]
