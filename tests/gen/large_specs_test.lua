-- SPDX-License-Identifier: 0BSD
-- Random sets and specs: operations on sets, the analysis and the grammars have the same results as plain algorithms.
-- large_automata_test.lua tests the automata of random specs.

package.path = "./?.lua;" .. package.path
local bytes_ <const> = require "gen.common.bytes"
local ranges_ <const> = require "gen.common.ranges"
local lu <const> = require "luaunit"
local analysis <const> = require "gen.language.analysis"
local automata <const> = require "gen.language.automaton"
local faults <const> = require "gen.language.faults"
local grammar <const> = require "gen.emit.grammar"
local pipeline <const> = require "gen.pipeline"
local random_specs <const> = require "tests.lib.random_specs"
local rows <const> = require "gen.language.rows"
local spec <const> = require "gen.spec.spec"

local DRAWN <const> = 100

-- ---- Sets of code points ----

TestLargeSets = {}

-- Compares the results code point by code point.
function TestLargeSets.test_differences_and_intersections_of_random_sets()
  for seed = 1, 2000 do
    local roll <const>, lists, holds = random_specs.dice(seed), {}, {}
    for n = 1, 2 do
      lists[n], holds[n] = {}, {}
      local at = 0
      for i = 1, roll(6) - 1 do
        local lo <const> = at + roll(5)
        lists[n][i] = { lo = lo, hi = lo + roll(6) - 1 }
        at = lists[n][i].hi
        for code_point = lo, at do
          holds[n][code_point] = true
        end
      end
    end
    local less <const>, both <const> = ranges_.subtract(lists[1], lists[2]), ranges_.intersect(lists[1], lists[2])
    for code_point = 0, 80 do
      local in_less, in_both = 0, 0
      for _, range in ipairs(less) do
        in_less = in_less + (range.lo <= code_point and code_point <= range.hi and 1 or 0)
      end
      for _, range in ipairs(both) do
        in_both = in_both + (range.lo <= code_point and code_point <= range.hi and 1 or 0)
      end
      lu.assertEquals(in_less, holds[1][code_point] and not holds[2][code_point] and 1 or 0, "seed " .. seed)
      lu.assertEquals(in_both, holds[1][code_point] and holds[2][code_point] and 1 or 0, "seed " .. seed)
    end
  end
end

-- ---- The analysis ----

TestLargeAnalysis = {}

---The window: n + 2, where n is the largest number of bytes after which two different live states can still be different and live. nil if
---there is no largest number.
local function window_of(automaton)
  local longest, walking, endless = {}, {}, false
  local function walk(a, b)
    local key <const> = a << 16 | b
    endless = endless or walking[key] or false
    if not longest[key] and not walking[key] then
      walking[key] = true
      local most = 0
      for byte = 0, 255 do
        local x <const>, y <const> = automaton.next[a][byte], automaton.next[b][byte]
        if x ~= 2 and y ~= 2 and x ~= y then
          most = math.max(most, 1 + walk(math.min(x, y), math.max(x, y)))
        end
      end
      walking[key], longest[key] = nil, most
    end
    return longest[key] or 0
  end
  local apart = 0
  for a = 1, automaton.count do
    for b = a + 1, automaton.count do
      apart = math.max(apart, a ~= 2 and b ~= 2 and walk(a, b) or 0)
    end
  end
  return not endless and apart + 2 or nil
end

---Whether the states after two texts differ, and can remain different and live for more steps than there are pairs of states. Then they can
---remain so for any number of steps.
local function stay_apart(automaton, one, other)
  local a <const>, b <const> = automata.run(automaton, one), automata.run(automaton, other)
  local level, seen = { { a, b } }, {}
  for _ = 0, automaton.count ^ 2 do
    local after = {}
    for _, pair in ipairs(level) do
      for byte = 0, 255 do
        local x <const>, y <const> = automaton.next[pair[1]][byte], automaton.next[pair[2]][byte]
        if x ~= 2 and y ~= 2 and x ~= y and not seen[x << 16 | y] then
          seen[x << 16 | y] = true
          after[#after + 1] = { x, y }
        end
      end
    end
    level, seen = after, {}
  end
  return a ~= b and #level > 0
end

function TestLargeAnalysis.test_the_analysis_agrees_with_a_plain_one_over_all_states_and_bytes()
  local windows <const> = {}
  for seed = 1, DRAWN do
    local one <const> = spec.read(random_specs.draw(seed).text, "drawn.lua")
    local all <const>, contexts <const>, ends <const> = rows.derive(one)
    local automaton <const> = automata.build(all, contexts, faults.continuations(one), ends)
    local facts <const>, name <const> = analysis.study(automaton), "seed " .. seed
    lu.assertEquals(facts.window, window_of(automaton), name)
    lu.assertTrue(facts.window ~= nil or stay_apart(automaton, table.unpack(facts.alike)), name)
    windows[facts.window or 0] = true
    local pad
    for byte = 255, 0, -1 do
      local whole, alone, pads = true, true, true
      for state = 1, automaton.count do
        local target <const> = automaton.next[state][byte]
        whole = whole and (not automaton.boundary[state] or target == 1)
        alone = alone and (state == 2 or target == 2)
        pads = pads and target == (automaton.accepts[state] and 1 or 2)
      end
      lu.assertEquals({ facts.whole[byte], facts.forbidden[byte] }, { whole, alone }, name)
      pad = pads and byte or pad
    end
    lu.assertEquals(facts.pad, facts.window and pad or nil, name)
    for at = 0, 0xFFFF do
      local live = false
      for state = 1, automaton.count do
        live = live or automaton.next[automaton.next[state][at >> 8]][at & 255] ~= 2
      end
      if live ~= (facts.pairs[at] == "live") then
        lu.fail(("%s, bytes %04X"):format(name, at))
      end
    end
  end
  lu.assertTrue(windows[0] and windows[3] and windows[4] and windows[5])
end

function TestLargeAnalysis.test_the_counts_of_factors_equal_the_lengths_of_their_lists()
  local longest = 0
  for seed = 1, DRAWN do
    local one <const> = spec.read(random_specs.draw(seed).text, "drawn.lua")
    local all <const>, contexts <const>, ends <const> = rows.derive(one)
    local automaton <const> = automata.build(all, contexts, {}, ends)
    -- The number of factors, and so the time, grows exponentially with the window. The base is the number of classes.
    local window <const>, counts = math.min(analysis.study(automaton).window or 4, 4), {}
    for length = 1, window do
      counts[length] = 0
    end
    local few <const> = #automaton.classes <= 12
    for _, factor in ipairs(few and analysis.factors(automaton, window) or {}) do
      counts[#factor] = counts[#factor] + 1
    end
    lu.assertEquals(few and analysis.count_factors(automaton, window) or counts, counts, "seed " .. seed)
    longest = math.max(longest, counts[4] and counts[4] > 0 and 4 or 0)
  end
  lu.assertEquals(longest, 4)
end

-- ---- Grammars ----

TestLargeGrammars = {}

---Returns the first pair of rows such that the second is longer and can begin with bytes of the first; nil if there is no such pair.
local function first_alike(parts)
  local all = {}
  for _, part in ipairs(parts) do
    table.move(part.rows, 1, #part.rows, #all + 1, all)
  end
  for _, short in ipairs(all) do
    for _, long in ipairs(all) do
      local alike = #short < #long
      for i = 1, alike and #short or 0 do
        alike = alike and short[i].lo <= long[i].hi and long[i].lo <= short[i].hi
      end
      if alike then
        return short, long
      end
    end
  end
end

local function backwards(bytes)
  local out = {}
  for i, range in ipairs(bytes) do
    out[#bytes + 1 - i] = range
  end
  return bytes_.text(out)
end

function TestLargeGrammars.test_the_reported_ambiguity_is_the_first_of_all_pairs_of_rows()
  local ambiguous, clear = 0, 0
  for seed = 1, DRAWN do
    local model <const> = pipeline.understand(random_specs.draw(seed).text, "drawn.lua")
    for _, direction in ipairs(grammar.directions(model)) do
      local short <const>, long <const> = first_alike(direction.parts)
      if short then
        lu.assertStrContains(direction.ambiguity, ("%s may be a character or the end of %s"):format(backwards(short), backwards(long)))
        ambiguous = ambiguous + 1
      else
        lu.assertNil(direction.ambiguity, "seed " .. seed)
        clear = clear + 1
      end
    end
  end
  lu.assertTrue(ambiguous > 5 and clear > 5)
end

-- The grammars of both directions forbid the same pairs of adjacent parts (sets of rows).
function TestLargeGrammars.test_both_directions_forbid_the_same_pairs_of_parts()
  local forbidden = 0
  for seed = 1, DRAWN do
    local model <const> = pipeline.understand(random_specs.draw(seed).text, "drawn.lua")
    local one <const>, other <const> = table.unpack(grammar.directions(model))
    local seen = {}
    for i, part in ipairs(one.parts) do
      for _, after in ipairs(part.never) do
        seen[i << 16 | after] = true
        forbidden = forbidden + 1
      end
    end
    for i, part in ipairs(other.parts) do
      for _, before in ipairs(part.never) do
        lu.assertTrue(seen[before << 16 | i], "seed " .. seed)
        seen[before << 16 | i] = nil
      end
    end
    lu.assertNil(next(seen), "seed " .. seed)
  end
  lu.assertTrue(forbidden > 5)
end

os.exit(lu.LuaUnit.run())
