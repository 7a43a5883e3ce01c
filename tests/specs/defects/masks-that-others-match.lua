-- SPDX-License-Identifier: 0BSD
-- `verify` reported correct kernels as wrong: it treated A9 like 0A, although a rule tests (b & 7F) == 29, which holds for A9, not for 0A.
encoding "Masks That Others Match"
source "tests of u8gen"
form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF" }
except { left_out = { "U+000D", "U+0025", "U+002C", "U+0041..U+0060" } }
never { { "U+0020", "U+0022" }, { "U+0022", "U+0031", "U+0076" } }
never { { "U+0022", "U+0031", "U+0076" }, { "U+000A", "U+0029", "U+0032", "U+0068" } }
