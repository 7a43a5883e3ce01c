-- SPDX-License-Identifier: 0BSD
-- grammar: rows become alternatives of byte ranges, as grammars write them.
--
-- In:  rows, automaton. Out: alternatives in re2c's notation, [\xE0] [\xA0-\xBF] [\x80-\xBF], and the byte that stands for the end of the
--      text in the scanner: one that no state accepts. UTF-8: C0.

local M = {}

---@param range table {lo, hi}
---@return string re2c's character class
local function byte_class(range)
  if range.lo == range.hi then
    return ("[\\x%02X]"):format(range.lo)
  end
  return ("[\\x%02X-\\x%02X]"):format(range.lo, range.hi)
end

---@param rows table
---@param contexts integer
---@return table alternatives[from][to], a list of strings, one a row
function M.re2c(rows, contexts)
  local out = {}
  for from = 1, contexts do
    out[from] = {}
    for to = 1, contexts do
      out[from][to] = {}
    end
  end
  for _, row in ipairs(rows) do
    local words = {}
    for j, range in ipairs(row.bytes) do
      words[j] = byte_class(range)
    end
    table.insert(out[row.from][row.to], table.concat(words, " "))
  end
  return out
end

---re2c's notation -> rows' byte ranges, the inverse of re2c.
---@param alternatives string[]
function M.read_re2c(alternatives)
  local rows = {}
  for i, text in ipairs(alternatives) do
    rows[i] = {}
    for lo, hi in text:gmatch("%[\\x(%x%x)%-?\\?x?(%x*)%]") do
      table.insert(rows[i], { lo = tonumber(lo, 16), hi = tonumber(hi ~= "" and hi or lo, 16) })
    end
  end
  return rows
end

---@return integer? byte that leads every state to the dead one
function M.end_byte(automaton)
  for byte = 0, 255 do
    local dead = true
    for state = 1, automaton.count do
      dead = dead and automaton.next[state][byte] == 2
    end
    if dead then
      return byte
    end
  end
end

return M
