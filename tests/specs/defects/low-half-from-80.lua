-- SPDX-License-Identifier: 0BSD
-- The second byte of low halves begins at 80, and no byte is above 7F as a signed number: there were no vector kernels. Then
-- program_proof.lua refused avx512: in its list of windows, a filter bit of one window hid a bit of the next window.
encoding "A low half from 80"
source   "reading gen/plan/base.lua"

form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF" }
pair { high = "U+D800..U+DBFF", low = "U+E000..U+E3FF" }
