-- SPDX-License-Identifier: 0BSD
-- utf16: the constants of UTF-16 (The Unicode Standard, table 3-5), which no spec changes.
--
-- In:  nothing. Out: ranges of code points. A code point up to U+FFFF is one unit, such as D7FF. One of SUPPLEMENTARY is a HIGH unit and a
--      LOW one: U+10000 is D800 DC00.

local M = {}

M.HIGH = { lo = 0xD800, hi = 0xDBFF }
M.LOW = { lo = 0xDC00, hi = 0xDFFF }
M.SUPPLEMENTARY = { lo = 0x10000, hi = 0x10FFFF }

return M
