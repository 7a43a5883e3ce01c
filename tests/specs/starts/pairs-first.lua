-- No text begins with a pair or with a digit.

encoding "No Pair First"
source   "invented: UTR #26, pairs not at the start"

form "0xxxxxxx"                    { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"           { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"  { "U+0800..U+FFFF" }
pair  { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" }
never { "start", { "U+0030..U+0039", "U+10000..U+10FFFF" }, name = "digit_or_pair" }

examples [[
    valid    41 ED A0 80 ED B0 80
    invalid  ED A0 80 ED B0 80     digit_or_pair
    invalid  30                    digit_or_pair
    invalid  ED A0                 digit_or_pair
    invalid  ED A0 80              digit_or_pair
    invalid  ED A0 80 41           digit_or_pair
    invalid  ED B0 80              unpaired
    invalid  41 ED A0 80 41        unpaired
]]
