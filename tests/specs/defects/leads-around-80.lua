-- One comparison separates the lead bytes 70..8F from 00..3F, but flipped bits cannot make all lead bytes at least 80.
encoding "Leads Around 80"
source   "tests of u8gen"

form "0111xxxx 00xxxxxx 00xxxxxx" { "U+0000..U+FFFF" }
form "1000xxxx 00xxxxxx 00xxxxxx" { "U+10000..U+1FFFF" }
