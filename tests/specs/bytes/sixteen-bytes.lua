-- Rows of 7 to 16 bytes. Two differ in their last byte only. The first has sets of bytes at its eighth and ninth place.
encoding "Sixteen Bytes"
source "tests of u8gen"

form "0xxxxxxx" { "U+0000..U+007F" }
bytes [[
  80 81 82 83 84 85 86 {87 89} {C0..CF E0..EF} 90..9F A0..AF B0..BF 80..8F 91 92 93
  C0 80..BF 80..BF 80..BF 80..BF 80..BF 80..BF
  C1 80..BF 80..BF 80..BF 80..BF 80..BF 80..BF 80..BF
  C2 80..87 80..8F 80..9F 80..87 80..83 80..83 80..8F 80..8F 80..83 80..83 80..8F 80..83 80..87 80..83 80..8F
  C2 80..87 80..8F 80..9F 80..87 80..83 80..83 80..8F 80..8F 80..83 80..83 80..8F 80..83 80..87 80..83 98
]]

examples [[
  valid   80 81 82 83 84 85 86 89 EF 90 A0 B0 80 91 92 93  "the first row"
  valid   C2 80 80 80 80 80 80 80 80 80 80 80 80 80 80 98  "the last row"
  invalid 80 81 82 83 84 85 86 88              too_short  "the eighth byte"
  invalid 80 81 82 83 84 85 86 89 EF 90 A0 B0 80 91 92     truncated  "fifteen bytes"
  invalid C2 80 80 80 80 80 80 80 80 80 80 80 80 80 80 97  too_short  "the sixteenth byte"
]]
