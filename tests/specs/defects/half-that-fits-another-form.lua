-- SPDX-License-Identifier: 0BSD
-- The bytes of each half, which an exception excludes, also fit the pattern of the previous form. `explain` and `diff` decoded them by that
-- form: E2 80 80 as U+2000. Windows had four bytes, since no other character begins with E2, but the comparison of the halves needed five
-- bytes. So the generator refused its own vector kernels as defective.
encoding "A half that fits another form"
source   "pairs-that-overlap.lua, changed"

form "0xxxxxxx" { "U+0000..U+007F" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+0FFF" }
form "111xxxxx 100xxxxx 10xxxxxx" { "U+1000..U+17FF", except = { half = "U+1000..U+17FF" } }
pair { high = "U+1000..U+13FF", low = "U+1400..U+17FF" }
