-- SPDX-License-Identifier: 0BSD
-- table_3_7: finds the faults of a text in UTF-8 by table 3-7 of The Unicode Standard, byte by byte.
--
-- In:  a text. Out: { line, column, byte, length } of each ill-formed maximal subpart; lines and columns start at 1, bytes at 0.

local M = {}

-- Returns the number of bytes that follow a first byte, and the range of the second byte; nil if no character begins with this byte.
local function row_of(byte)
  if byte < 0x80 then
    return 0
  elseif byte >= 0xC2 and byte <= 0xDF then
    return 1, 0x80, 0xBF
  elseif byte >= 0xE0 and byte <= 0xEF then
    return 2, byte == 0xE0 and 0xA0 or 0x80, byte == 0xED and 0x9F or 0xBF
  elseif byte >= 0xF0 and byte <= 0xF4 then
    return 3, byte == 0xF0 and 0x90 or 0x80, byte == 0xF4 and 0x8F or 0xBF
  end
end

-- Returns the length of the maximal subpart at a place (The Unicode Standard, D93b), and whether it is a whole character.
local function subpart(text, at)
  local more <const>, low, high = row_of(text:byte(at))
  if not more then
    return 1, false
  end
  for i = 1, more do
    local byte <const> = text:byte(at + i)
    if not byte or byte < low or byte > high then
      return i, false
    end
    low, high = 0x80, 0xBF
  end
  return more + 1, true
end

---@return { line: integer, column: integer, byte: integer, length: integer }[]
function M.faults_of(text)
  local faults <const> = {}
  local at, line, column = 1, 1, 1
  while at <= #text do
    local length <const>, whole <const> = subpart(text, at)
    if not whole then
      faults[#faults + 1] = { line = line, column = column, byte = at - 1, length = length }
    end
    if text:byte(at) == 10 then
      line, column = line + 1, 0
    end
    at, column = at + length, column + 1
  end
  return faults
end

return M
