-- SPDX-License-Identifier: 0BSD
-- figures: numbers of documents, compared with what they are now.
--
-- In:  a document, a pattern around one number in it, and what a command says. Out: nothing, or a failure that names the document,
--      its number and the right one. The idea: a document rounds, so the number is rounded as it is written there: 22.0 KB to
--      tenths, 110 KB to tens. KB is 1,000 bytes.
--
--     figures.check("docs/faq.md", "alone, .- is ([%d.]+) KB", 21994, 1000)

local lu <const> = require "luaunit"
local files <const> = require "gen.common.files"

local M = {}

---A number, written as another one is: with as many decimals, or as many zeros at its end.
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
---@param pattern string with one capture, which the document has once
---@param value number what it is now
---@param unit integer? how many of it the document's number counts: 1000 for KB
function M.check(name, pattern, value, unit)
  local text <const> = assert(files.read(name)):gsub("%s+", " ")
  local written <const>, count <const> = text:match(pattern), select(2, text:gsub(pattern, ""))
  lu.assertEquals(count, 1, name .. " has no such figure, or several: " .. pattern)
  lu.assertEquals(written, M.rounded(value / (unit or 1), written), name .. ": " .. pattern)
end

return M
