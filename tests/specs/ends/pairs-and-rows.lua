-- A pair whose high half has two bytes and whose low half has one, a row without code points, and characters that must not be last.

encoding "Rows, Pairs, Ends"
source   "invented: a double-byte code page with halves"

form "0xxxxxxx"           { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"  { "U+0080..U+07FF" }
bytes "E0..E1 40..7E"
pair  { high = "U+0080..U+00BF", low = "U+003A" }
never { { "U+0020", "U+0100..U+013F" }, "end", name = "last" }

examples [[
    valid    20 C2 80 3A E0 40
    invalid  20              last
    invalid  20 E0           truncated
    invalid  20 C2 80        truncated
    invalid  20 C2 80 20     last
    invalid  C4 80 C2 80 41  last
    invalid  C2 80 41        unpaired
    invalid  3A              unpaired
]]
