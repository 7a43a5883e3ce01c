-- SPDX-License-Identifier: 0BSD
-- Kind C of SECURITY.md: a text must not end after some characters, and a run of these can be longer than a block. This spec has one form.
encoding "End After One Byte"
source   "tests of u8gen"

form "0xxxxxxx" { "U+0000..U+007F" }
never { "U+0000", { "U+0053", "end" }, name = "nul_at_the_end" }
