-- SPDX-License-Identifier: 0BSD
-- figures: compares numbers in documents with their current values.
--
-- In:  a document, a pattern around one number in it, the current value. Out: nothing, or a failure that names the document,
--      its number and the right one. Documents have rounded numbers. So this module rounds the value to the precision of the document's
--      number: to tenths for 22.0 KB, to tens for 110 KB. KB is 1,000 bytes.
--
--     figures.check("docs/performance.md", "([%d.]+) KB without unwind tables", 95118, 1000)

local lu <const> = require "luaunit"
local files <const> = require "gen.common.files"

local M = {}

---Rounds a number to the precision of another one: to the same number of decimals, or of zeros at the end.
---@param value number
---@param written string "22.0", "110"
---@return string
function M.rounded(value, written)
  local decimals <const>, zeros <const> = #(written:match "%.(%d+)$" or ""), #written:match "0*$"
  if decimals > 0 or zeros == 0 then
    return ("%%.%df"):format(decimals):format(value)
  end
  local unit <const> = 10 ^ zeros
  return ("%.0f"):format((value / unit + 0.5) // 1 * unit)
end

---@param name string of a document
---@param pattern string with one capture; the document has it exactly once
---@param value number the current value
---@param unit integer? the unit of the document's number: 1000 for KB
function M.check(name, pattern, value, unit)
  local text <const> = assert(files.read(name)):gsub("%s+", " ")
  local written <const>, count <const> = text:match(pattern), select(2, text:gsub(pattern, ""))
  lu.assertEquals(count, 1, name .. " must have this number exactly once: " .. pattern)
  lu.assertEquals(written, M.rounded(value / (unit or 1), written), name .. ": " .. pattern)
end

return M
