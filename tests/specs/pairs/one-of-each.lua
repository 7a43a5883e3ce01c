-- One high half and one low half. The pair is the code point after the last one of the forms.

encoding "One Pair"
source   "invented"

form "0xxxxxxx"           { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"  { "U+0080..U+07FF" }
pair { high = "U+00FE", low = "U+00FF" }

examples [[
    valid    C3 BE C3 BF
    invalid  C3 BF        unpaired
    invalid  C3 BE C3 BE  unpaired
]]
