-- One comparison separates the lead bytes 70..8F from 00..3F, but flipping the same bits in all bytes cannot make all lead bytes
-- 80 or more.
encoding "Leads Around 80"
source   "tests of u8gen"

form "0111xxxx 00xxxxxx 00xxxxxx" { "U+0000..U+FFFF" }
form "1000xxxx 00xxxxxx 00xxxxxx" { "U+10000..U+1FFFF" }
