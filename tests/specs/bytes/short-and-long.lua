-- Three rows share their lead bytes: the second byte decides whether two more bytes follow.

encoding "Short and Long"
source   "GB 18030, simplified"

form "0xxxxxxx" { "U+0000..U+007F" }
bytes [[
    81..FE 40..7E
    81..FE 80..FE
    81..FE 30..39 81..FE 30..39
]]

examples [[
    valid    81 40 81 30 81 30
    invalid  81 7F              too_short
    invalid  81 30 40           too_short
    invalid  81 30 81           truncated
    invalid  80                 too_long
    invalid  FF                 not_a_form
]]
