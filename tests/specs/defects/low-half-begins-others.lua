-- SPDX-License-Identifier: 0BSD
-- The low half of the pair, E8 BF 99, begins with the same bytes as the characters U+8FC0..U+8FFF: `measure` and `count` counted all
-- of these as low halves.
encoding "A low half that begins as others do"
source "a random spec (seed 112712)"
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF" }
pair { high = "U+015D", low = "U+8FD9" }
