-- SPDX-License-Identifier: 0BSD
-- comparisons: writes tests of bytes, and of words of several bytes, as C.
--
-- In:  ranges of bytes, and the C of the operand. Out: C, such as "byte >= 0x80 && byte <= 0xBF" for UTF-8's continuation bytes.

local bytes_ = require "gen.common.bytes"
local layout = require "gen.common.layout"

local M = {}

local SIGN_BIT <const> = bytes_.SIGN_BIT
local hex <const> = layout.hex

---The C that tests whether a byte, or another number, is in a set.
---@param ranges table list of {lo, hi}
---@param byte string
---@param write (fun(number: integer): string)? formats a number as C; by default as hex of a byte
---@param most integer? the largest possible value; by default 255
function M.set(ranges, byte, write, most)
  write, most = write or hex, most or 255
  local tests = {}
  for _, range in ipairs(ranges) do
    -- Compilers warn about comparisons that are always true, so these are left out.
    local from, to = ("%s >= %s"):format(byte, write(range.lo)), ("%s <= %s"):format(byte, write(range.hi))
    tests[#tests + 1] = range.lo == 0 and range.hi == most and ("(void)%s, true"):format(byte)
      or range.lo == range.hi and ("%s == %s"):format(byte, write(range.lo))
      or range.lo == 0 and to or range.hi == most and from or from .. " && " .. to
  end
  return #tests == 0 and ("(void)%s, false"):format(byte) or #tests == 1 and tests[1] or "(" .. table.concat(tests, ") || (") .. ")"
end

---A word of eight bytes with the same value in each lane.
---@param bits integer width of a lane
function M.in_lanes(bits, value)
  local word = 0
  for _ = 1, 64 // bits do
    word = word << bits | value
  end
  return word
end

---A C expression of the variable `word`. It has a lane of 80 or more exactly if `word` has a lane outside `range`, which is below 80.
---@param bits integer width of a lane
---@param range table {lo, hi}
---@param bar string the or operator and the white space around it
function M.outside(bits, range, bar)
  local terms = { "word" }
  if range.lo > 0 then
    terms[#terms + 1] = ("(word - %s)"):format(layout.hex64(M.in_lanes(bits, range.lo)))
  end
  if range.hi < SIGN_BIT - 1 then
    terms[#terms + 1] = ("(word + %s)"):format(layout.hex64(M.in_lanes(bits, SIGN_BIT - 1 - range.hi)))
  end
  return #terms == 1 and terms[1] or "(" .. table.concat(terms, bar) .. ")"
end

return M
