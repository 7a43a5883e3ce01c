-- SPDX-License-Identifier: 0BSD
-- utf8: the forms of UTF-8 (RFC 3629, section 3), for conversions.
--
-- In:  nothing. Out: the patterns of the forms and the least first bytes, by the length of a character; the least continuation byte and the
--      mask of its payload bits; ranges of code points. U+00E9 has two bytes: LEADS[2] | 0xE9 >> 6 is C3, TRAIL with E9's payload is A9.

local M = {}

M.FORMS = { "0xxxxxxx", "110xxxxx 10xxxxxx", "1110xxxx 10xxxxxx 10xxxxxx", "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" }
M.LEADS = { 0, 0xC0, 0xE0, 0xF0 }
M.TRAIL, M.PAYLOAD = 0x80, 0x3F

---The code points that UTF-8's form of three bytes encodes, surrogates included.
M.THREE = { lo = 0x800, hi = 0xFFFF }

---The bytes above ASCII; also the code points that have these bytes in Latin-1.
M.HIGH_HALF = { lo = 0x80, hi = 0xFF }

return M
