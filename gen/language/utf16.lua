-- SPDX-License-Identifier: 0BSD
-- utf16: the numbers that UTF-16 is made of (The Unicode Standard, table 3-5), which no spec tells.
--
-- In:  nothing. Out: ranges of code points. One up to U+FFFF is a unit, D7FF; one of SUPPLEMENTARY is a HIGH unit and a LOW one, U+10000 is
--      D800 DC00. No other file of gen/ holds these numbers, nor any of UTF-8's (tests/gen/other_specs_test.lua).

local M = {}

M.HIGH = { lo = 0xD800, hi = 0xDBFF }
M.LOW = { lo = 0xDC00, hi = 0xDFFF }
M.SUPPLEMENTARY = { lo = 0x10000, hi = 0x10FFFF }

return M
