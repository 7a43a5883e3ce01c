-- SPDX-License-Identifier: 0BSD
-- The lengths of documents, with a bound for each and for their sum.
--
--     lua5.4 tests/documents/word_counts_test.lua     prints a line for each document: words, lines, its bound
--
-- In:  *.md, docs/*.md and docs/*/*.md, without docs/trust.md, which a command writes. Out: the table, and luaunit's lines.
--
-- Bounds are only lowered. While a document is longer than its aim, its bound is its length, rounded up. If the bound is higher, the test
-- fails, and the bound must be lowered.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local files <const> = require "gen.common.files"

---The bound of a document that is not in BOUNDS, in words.
local DEFAULT <const> = 1500

---The current bounds and aims of documents without the default bound, and of the sum: in words, or in lines if `unit` is "lines".
local BOUNDS <const> = {
  ["README.md"] = { unit = "lines", most = 120, aim = 120 },
  ["CONTRIBUTING.md"] = { most = 2300, aim = 2300 },
  ["docs/faq.md"] = { most = 500, aim = 500 },
  ["docs/specs.md"] = { most = 3500, aim = 3500 },
  ["docs/theory.md"] = { most = 2000, aim = 2000 },
  ["docs/u8check.md"] = { most = 1900, aim = 1900 },
  all = { most = 25000, aim = 25000 },
}

---Bounds are rounded up to a multiple of this.
local STEP <const> = { words = 100, lines = 10 }

---@return table[] documents { name, words, lines }; the last one is the sum of all
local function documents()
  local list <const>, all <const> = {}, { name = "all", words = 0, lines = 0 }
  local pipe <const> = io.popen "LC_ALL=C ls *.md docs/*.md docs/*/*.md"
  for name in pipe:lines() do
    local text <const> = name ~= "docs/trust.md" and files.read(name)
    if text then
      local one <const> = { name = name, words = select(2, text:gsub("%S+", "")), lines = select(2, text:gsub("\n", "")) }
      list[#list + 1] = one
      all.words, all.lines = all.words + one.words, all.lines + one.lines
    end
  end
  pipe:close()
  list[#list + 1] = all
  return list
end

local function bound_of(name)
  return BOUNDS[name] or { most = DEFAULT, aim = DEFAULT }
end

---Returns the message about a document's length, or nil if the length is right.
local function wrong_with(one)
  local bound <const> = bound_of(one.name)
  local unit <const> = bound.unit or "words"
  local lowest <const> = math.max(bound.aim, -(-one[unit] // STEP[unit]) * STEP[unit])
  if one[unit] > bound.most then
    return ("%s: %d %s, at most %d"):format(one.name, one[unit], unit, bound.most)
  elseif bound.most > lowest then
    return ("%s: %d %s: lower its bound from %d to %d"):format(one.name, one[unit], unit, bound.most, lowest)
  end
end

TestWordCounts = {}

function TestWordCounts.test_no_document_is_longer_than_its_bound()
  local wrong <const>, seen <const> = {}, {}
  print(" words  lines   bound")
  for _, one in ipairs(documents()) do
    local bound <const> = bound_of(one.name)
    print(("%6d %6d  %6d %-5s  %s"):format(one.words, one.lines, bound.most, bound.unit or "words", one.name))
    seen[one.name] = true
    wrong[#wrong + 1] = wrong_with(one)
  end
  for name in next, BOUNDS do
    wrong[#wrong + 1] = not seen[name] and name .. " is in BOUNDS and not in the tree" or nil
  end
  table.sort(wrong)
  lu.assertEquals(table.concat(wrong, "\n"), "")
end

function TestWordCounts.test_the_messages_about_wrong_lengths()
  lu.assertEquals(wrong_with { name = "docs/new.md", words = 1501, lines = 1 }, "docs/new.md: 1501 words, at most 1500")
  lu.assertNil(wrong_with { name = "docs/new.md", words = 1, lines = 1 })
  BOUNDS["x.md"] = { unit = "lines", most = 320, aim = 120 }
  lu.assertEquals(wrong_with { name = "x.md", words = 1, lines = 321 }, "x.md: 321 lines, at most 320")
  lu.assertNil(wrong_with { name = "x.md", words = 9999, lines = 311 })
  lu.assertEquals(wrong_with { name = "x.md", words = 1, lines = 310 }, "x.md: 310 lines: lower its bound from 320 to 310")
  lu.assertEquals(wrong_with { name = "x.md", words = 1, lines = 7 }, "x.md: 7 lines: lower its bound from 320 to 120")
  BOUNDS["x.md"] = nil
end

os.exit(lu.LuaUnit.run())
