-- The low halves have lower code points and fewer bytes than the high ones.

encoding "Low First"
source   "invented"

form "0xxxxxxx"           { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"  { "U+0080..U+07FF" }
pair { high = "U+0400..U+041F", low = "U+0030..U+0039" }

examples [[
    valid    D0 80 39 41
    invalid  35           unpaired
    invalid  D0 80 41     unpaired
    invalid  D0 A0 35     unpaired
]]
