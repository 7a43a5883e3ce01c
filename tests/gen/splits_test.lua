-- SPDX-License-Identifier: 0BSD
-- gen/language/splits.lua, which decides by single bytes where a text may be split.
--
-- The test splits texts of up to five bytes at each place, and the automaton reads both parts. One byte represents each byte class. For
-- UTF-8, CESU-8 and EUC-KR, the expected bytes are from the standards.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local pipeline <const> = require "gen.pipeline"
local automata <const> = require "gen.language.automaton"
local files <const> = require "gen.common.files"
local lists <const> = require "gen.common.lists"
local ranges <const> = require "gen.common.ranges"
local splits <const> = require "gen.language.splits"

local START <const>, DEAD <const> = automata.START, automata.DEAD

local function model_of(file)
  return pipeline.understand(assert(files.read(file)), file)
end

---The most prefixes of texts that are visited for a spec.
local MOST <const> = 20000

---Calls `try` with well-formed texts of one to five bytes, the shortest first, until MOST prefixes of texts have been visited.
local function each_text(automaton, try)
  local queue <const>, count = { { bytes = {}, state = START } }, 0
  for _, text in ipairs(queue) do
    for _, class in ipairs(automaton.classes) do
      local byte <const> = class.bytes[1]
      local state <const> = automaton.next[text.state][byte]
      if state ~= DEAD and count < MOST then
        local bytes <const> = table.move(text.bytes, 1, #text.bytes, 1, {})
        bytes[#bytes + 1] = byte
        count = count + 1
        queue[#queue + 1] = #bytes < 5 and { bytes = bytes, state = state } or nil
        if automaton.accepts[state] then
          try(bytes)
        end
      end
    end
  end
  return count
end

local function is_well_formed(automaton, bytes, from, to)
  return automaton.accepts[automata.run(automaton, { table.unpack(bytes, from, to) }, START)]
end

---Splits each text at each place. Compares the answer of `splits` for the byte at the place with the verdicts on both parts. Returns the
---splits of the spec, the number of places that were tried, and whether some split between two characters makes a part ill-formed.
local function try_all(file)
  local model <const> = model_of(file)
  local automaton <const>, found <const> = model.automaton, splits.of(model)
  local places, needed = 0, false
  each_text(automaton, function(bytes)
    for i = 2, #bytes do
      local whole <const> = is_well_formed(automaton, bytes, 1, i - 1) and is_well_formed(automaton, bytes, i, #bytes)
      local before <const> = automata.run(automaton, { table.unpack(bytes, 1, i - 1) }, START)
      needed = needed or automaton.boundary[before] and not whole
      local text <const> = ("%s: %s at %d"):format(file, lists.joined(bytes, " ", function(byte) return ("%02X"):format(byte) end), i)
      if found and ranges.holds(found.inside, bytes[i]) then
        lu.assertFalse(whole, text)
      elseif found and ranges.holds(found.unsure, bytes[i]) then
        -- The split is right if the part before it is well-formed.
        lu.assertEquals(is_well_formed(automaton, bytes, 1, i - 1), whole, text)
      elseif found then
        lu.assertTrue(whole, text)
      end
      places = places + 1
    end
  end)
  return found, places, needed
end

TestSplits = {}

function TestSplits.test_the_bytes_of_utf_8_cesu_8_and_euc_kr_that_decide()
  lu.assertEquals(splits.of(model_of "gen/specs/utf-8.lua"), { inside = { { lo = 0x80, hi = 0xBF } }, unsure = {} })
  lu.assertEquals(splits.of(model_of "gen/specs/cesu-8.lua"),
    { inside = { { lo = 0x80, hi = 0xBF } }, unsure = { { lo = 0xED, hi = 0xED } } })
  lu.assertEquals(splits.of(model_of "docs/examples/specs/euc-kr.lua").unsure, { { lo = 0xA1, hi = 0xFE } })
end

---In WTF-8, a high surrogate restricts the next character. A split only removes this restriction, so it makes no part ill-formed.
function TestSplits.test_splits_of_short_texts_agree_with_the_automaton()
  for _, file in ipairs { "gen/specs/utf-8.lua", "gen/specs/cesu-8.lua", "gen/specs/wtf-8.lua", "docs/examples/specs/shift_jis.lua",
    "tests/specs/never/no-two-blanks.lua", "tests/specs/never/chain.lua", "tests/specs/pairs/cr-lf.lua", "tests/specs/tiny/nul.lua",
    "tests/specs/pairs/and-a-rule.lua", "tests/specs/prefixes/utf-16be.lua" } do
    local found <const>, places <const> = try_all(file)
    lu.assertNotNil(found, file)
    lu.assertTrue(places > 0 or file:find "nul" ~= nil, file)
  end
end

---If a text must not end with some characters, single bytes cannot decide where the text may be split.
function TestSplits.test_splits_are_refused_if_some_characters_may_not_end_a_text()
  for _, file in ipairs { "tests/specs/ends/no-blank-at-the-end.lua", "tests/specs/ends/cr-then-lf.lua" } do
    local found <const>, _, needed <const> = try_all(file)
    lu.assertNil(found, file)
    lu.assertTrue(needed, file)
  end
end

os.exit(lu.LuaUnit.run("-v", table.unpack(arg)))
