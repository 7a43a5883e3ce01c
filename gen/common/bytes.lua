-- SPDX-License-Identifier: 0BSD
-- bytes: formats bytes and ranges of bytes for readers, and defines the bit that distinguishes ASCII from other bytes.
--
-- In:  lists of bytes, or of {lo, hi}. Out: strings: `text` of { {lo = 0xE0, hi = 0xE0}, {lo = 0xA0, hi = 0xBF} } is "E0 A0..BF".

local lists = require "gen.common.lists"

local M = {}

---The sign bit of a byte. Vector instructions can collect the sign bits of all lanes, and some compare lanes as signed numbers.
M.SIGN_BIT = 1 << 7

---"E0 A0..BF 80..BF" for a list of three ranges {lo, hi}.
function M.text(bytes)
  return lists.joined(bytes, " ", function(byte)
    return byte.lo == byte.hi and ("%02X"):format(byte.lo) or ("%02X..%02X"):format(byte.lo, byte.hi)
  end)
end

---"80..B6, B8..BE"
---@param ranges table list of {lo, hi}
function M.ranges_text(ranges)
  return lists.joined(ranges, ", ", function(range) return M.text { range } end)
end

---"E0 A0 80"
---@param bytes integer[]
function M.hex(bytes)
  return lists.joined(bytes, " ", function(byte) return ("%02X"):format(byte) end)
end

return M
