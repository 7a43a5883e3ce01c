-- Two forms share lead bytes. Their characters have code points, unlike those of rows.

encoding "Shared Leads"
source   "invented"

form "0xxxxxxx"                    { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"           { "U+0080..U+07FF" }
form "110xxxxx 0xxxxxxx 11xxxxxx"  { "U+0800..U+3FFFF" }

examples [[
    valid    C2 80 C0 20 C0
    invalid  C0 80           overlong
    invalid  C0 1F C0        overlong   U+07C0
    invalid  C2 C0           too_short
    invalid  C2 20 41        too_short
]]
