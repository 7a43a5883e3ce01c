-- SPDX-License-Identifier: 0BSD
-- Specs with many ranges, rules and states: what makes them quick gives what the plain constructions give, and bounds are told.
--
-- In: gen/, specs drawn from seeds. Out: luaunit's lines. The plain constructions stand here: subsets of places in rows byte by byte, and
-- Moore's refinement of their states by all 256 bytes.

package.path = "./?.lua;" .. package.path
local bytes_ <const> = require "gen.common.bytes"
local ranges_ <const> = require "gen.common.ranges"
local lu <const> = require "luaunit"
local analysis <const> = require "gen.language.analysis"
local automata <const> = require "gen.language.automaton"
local dfa <const> = require "gen.plan.dfa"
local faults <const> = require "gen.language.faults"
local grammar <const> = require "gen.emit.grammar"
local scanner <const> = require "gen.plan.scanner"
local pipeline <const> = require "gen.pipeline"
local progress <const> = require "gen.common.progress"
local random_specs <const> = require "tests.lib.random_specs"
local rows <const> = require "gen.language.rows"
local spec <const> = require "gen.spec.spec"

local DRAWN <const> = 100

-- ---- The automaton ----

TestLargeAutomata = {}

---A state is a set of places in rows, or where the rows of a context begin. @return table next, table kinds; state 1 the start, 2 dead
local function subsets(all, contexts, ends)
  local sets, seen, next_, kinds = {}, {}, {}, {}
  local function state_of(set)
    table.sort(set)
    local key <const> = (set.kind or "inside") .. " " .. table.concat(set, " ")
    if not seen[key] then
      sets[#sets + 1] = set
      seen[key] = #sets
    end
    return seen[key]
  end
  local starts = {}
  for context = 1, contexts do
    starts[context] = { kind = ends[context] and "boundary" or "final" }
    for r, row in ipairs(all) do
      starts[context][#starts[context] + 1] = not row.barred[context] and r << 8 or nil
    end
  end
  state_of(starts[1])
  state_of { kind = "dead" }
  for state, set in ipairs(sets) do
    next_[state], kinds[state] = {}, set.kind or "inside"
    for byte = 0, 255 do
      local after, whole = {}, nil
      for _, place in ipairs(set) do
        local row <const>, read <const> = all[place >> 8], (place & 255) + 1
        if row.bytes[read].lo <= byte and byte <= row.bytes[read].hi then
          whole = read == #row.bytes and starts[row.to] or whole
          after[#after + 1] = place + 1
        end
      end
      next_[state][byte] = #after == 0 and 2 or state_of(whole or after)
    end
  end
  return next_, kinds
end

---States that no text tells apart are one. @return table block of each state
local function moore(next_, kinds)
  local block, count = kinds, 0
  while true do
    local seen, new, blocks = {}, {}, 0
    for state in ipairs(kinds) do
      local words = { block[state] }
      for byte = 0, 255 do
        words[byte + 2] = block[next_[state][byte]]
      end
      local key <const> = table.concat(words, " ")
      if not seen[key] then
        blocks = blocks + 1
        seen[key] = blocks
      end
      new[state] = seen[key]
    end
    if blocks == count then
      return block
    end
    block, count = new, blocks
  end
end

---Where an automaton differs from the plain construction's, or nil.
local function difference(automaton, all, contexts, ends)
  local next_ <const>, kinds <const> = subsets(all, contexts, ends)
  local block <const> = moore(next_, kinds)
  local number, states, taken = { [1] = 1, [2] = 2 }, { 1, 2 }, { [block[1]] = 1, [block[2]] = 2 }
  for state, old in ipairs(states) do
    if automaton.accepts[state] ~= (kinds[old] == "final")
      or automaton.boundary[state] ~= (kinds[old] == "final" or kinds[old] == "boundary") then
      return "the kind of state " .. state
    end
    for byte = 0, 255 do
      local target <const> = next_[old][byte]
      number[target] = taken[block[target]]
      if not number[target] then
        states[#states + 1] = target
        number[target], taken[block[target]] = #states, #states
      end
      if automaton.next[state][byte] ~= number[target] then
        return ("state %d, byte %02X"):format(state, byte)
      end
    end
  end
  return automaton.count ~= #states and "the number of states" or nil
end

---Whether edges say what `next` does, in as few as can be.
local function edges_agree(automaton)
  for state, edges in ipairs(automaton.edges) do
    local byte, last = 0, nil
    for _, edge in ipairs(edges) do
      for dead = byte, edge.lo - 1 do
        if automaton.next[state][dead] ~= 2 then
          return false
        end
      end
      if edge.to == 2 or last and last.to == edge.to and last.hi + 1 == edge.lo then
        return false
      end
      for held = edge.lo, edge.hi do
        if automaton.next[state][held] ~= edge.to then
          return false
        end
      end
      byte, last = edge.hi + 1, edge
    end
    for dead = byte, 255 do
      if automaton.next[state][dead] ~= 2 then
        return false
      end
    end
  end
  return true
end

---Whether classes are the bytes that no state tells apart, in the order of their first bytes.
local function classes_agree(automaton)
  local seen, count, members = {}, 0, {}
  for byte = 0, 255 do
    local words = {}
    for state = 1, automaton.count do
      words[state] = automaton.next[state][byte]
    end
    local key <const> = table.concat(words, " ")
    if not seen[key] then
      count = count + 1
      seen[key], members[count] = count, {}
    end
    table.insert(members[seen[key]], byte)
    if automaton.class_of[byte] ~= seen[key] then
      return false
    end
  end
  for c, class in ipairs(automaton.classes) do
    local bytes = {}
    for _, range in ipairs(class.ranges) do
      for byte = range.lo, range.hi do
        bytes[#bytes + 1] = byte
      end
    end
    if table.concat(bytes, " ") ~= table.concat(members[c], " ")
      or table.concat(class.bytes, " ") ~= table.concat(members[c], " ") then
      return false
    end
  end
  return #automaton.classes == count
end

function TestLargeAutomata.test_the_automaton_is_that_of_the_plain_construction()
  local several = 0
  for seed = 1, DRAWN do
    local one <const> = spec.read(random_specs.draw(seed).text, "drawn.lua")
    local all <const>, contexts <const>, ends <const> = rows.derive(one)
    local automaton <const> = automata.build(all, contexts, faults.continuations(one), ends)
    several = several + (contexts > 1 and 1 or 0)
    lu.assertNil(difference(automaton, all, contexts, ends), "seed " .. seed)
    lu.assertTrue(edges_agree(automaton), "seed " .. seed)
    lu.assertTrue(classes_agree(automaton), "seed " .. seed)
  end
  lu.assertTrue(several > DRAWN // 10)
end

-- Rows that overlap, share lead bytes, lead to several contexts and are barred from some, as no single spec above has them all.
function TestLargeAutomata.test_rows_that_share_lead_bytes_are_read_together()
  for seed = 1, DRAWN do
    local roll <const> = random_specs.dice(seed)
    local contexts <const> = roll(4)
    local all, ends = {}, {}
    for _ = 1, roll(12) do
      local lead <const>, bar = 0x80 + roll(16), {}
      for context = 1, contexts do
        bar[context] = roll(3) == 1 or nil
      end
      local last <const> = #all + 1
      all[last] = { to = roll(contexts), barred = bar, bytes = {
        { lo = lead, hi = math.min(lead + roll(6), 0xFF) }, { lo = roll(8), hi = 8 + roll(8) },
        { lo = 4 * last, hi = 4 * last + roll(4) - 1 },
      } }
    end
    all[#all + 1] = { to = roll(contexts), barred = {}, bytes = { { lo = 0, hi = 0x7F } } }
    for context = 2, contexts do
      ends[context] = roll(3) == 1 or nil
    end
    local automaton <const> = automata.build(all, contexts, {}, ends)
    lu.assertNil(difference(automaton, all, contexts, ends), "seed " .. seed)
    lu.assertTrue(edges_agree(automaton), "seed " .. seed)
    lu.assertTrue(classes_agree(automaton), "seed " .. seed)
  end
end

---A spec of three-byte characters with holes: by block of 64 code points those that `holes` gives.
local function with_holes(blocks, holes)
  local ranges = {}
  for block = 0, blocks - 1 do
    for _, hole in ipairs(holes(block)) do
      ranges[#ranges + 1] = { lo = block << 6 | hole, hi = block << 6 | hole }
    end
  end
  return {
    nevers = {},
    forms = { {
      bytes = { { lo = 0xE0, hi = 0xEF, bits = 4 }, { lo = 0x80, hi = 0xBF, bits = 6 }, { lo = 0x80, hi = 0xBF, bits = 6 } },
      bits = 16, base = 0, ranges = { { lo = 0, hi = 0xFFFF } }, also = {}, except = { { name = "hole", ranges = ranges } },
    } },
  }
end

-- Each block has two holes of its own, so each second byte leads to a state of its own: 1,024 and, behind the lead bytes, 16.
function TestLargeAutomata.test_a_thousand_states_need_entries_of_16_and_more_bits()
  local one <const> = with_holes(1024, function(block) return { block & 31, 32 + (block >> 5) } end)
  local automaton <const> = automata.build(rows.derive(one))
  lu.assertEquals(automaton.count, 2 + 16 + 1024)
  for code_point = 0, 0xFFFF, 7 do
    local bytes <const> = { 0xE0 | code_point >> 12, 0x80 | code_point >> 6 & 63, 0x80 | code_point & 63 }
    local block <const>, last <const> = code_point >> 6, code_point & 63
    lu.assertEquals(automata.run(automaton, bytes), (last == block & 31 or last == 32 + (block >> 5)) and 2 or 1)
  end
  lu.assertEquals(dfa.entry_type(dfa.table_layout(automaton, one)), "uint32_t")
  local few <const> = automata.build(rows.derive(with_holes(512, function(block) return { block & 31, 32 + (block >> 5) } end)))
  lu.assertEquals(dfa.entry_type(dfa.table_layout(few, one)), "uint16_t")
end

-- The third byte repeats the first, and the fourth the second: each pair of the first two leads to a state of its own.
function TestLargeAutomata.test_too_many_states_are_refused_by_number()
  local all = {}
  for lead = 0, 127 do
    for second = 128, 255 do
      local one <const>, other <const> = { lo = lead, hi = lead }, { lo = second, hi = second }
      all[#all + 1] = { to = 1, barred = {}, bytes = { one, other, one, other } }
    end
  end
  local automaton <const>, reason <const> = automata.build(all)
  lu.assertNil(automaton)
  lu.assertEquals(reason, ("its automaton has %d states; allowed are 16384"):format(2 + 128 + 128 * 128 + 128))
end

-- Too many alternatives are given to no re2c.
function TestLargeAutomata.test_re2c_is_spared_grammars_of_many_contexts()
  local row <const> = { to = 1, barred = { [3] = true, [7] = true }, bytes = {} }
  lu.assertNil(scanner.refused { end_byte = 0xFF, contexts = 20002, rows = { row } })
  lu.assertStrContains(scanner.refused { end_byte = 0xFF, contexts = 20003, rows = { row } }, "20001 alternatives, and at most 20000")
end

-- ---- Sets of code points ----

TestLargeSets = {}

-- Code point by code point.
function TestLargeSets.test_differences_and_intersections_are_right()
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

---The window by pairs of live states that stay apart along the same bytes; nil where some pair does so for ever.
local function window_of(automaton)
  local longest, walking, forever = {}, {}, false
  local function walk(a, b)
    local key <const> = a << 16 | b
    forever = forever or walking[key] or false
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
  return not forever and apart + 2 or nil
end

---Whether two contexts lead to different states, and some bytes keep them, or those they lead to, apart for longer than there are pairs.
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

function TestLargeAnalysis.test_the_facts_are_those_of_all_states_and_bytes()
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
    lu.assertEquals(facts.pad, pad, name)
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

function TestLargeAnalysis.test_factors_are_counted_as_they_are_listed()
  local longest = 0
  for seed = 1, DRAWN do
    local one <const> = spec.read(random_specs.draw(seed).text, "drawn.lua")
    local all <const>, contexts <const>, ends <const> = rows.derive(one)
    local automaton <const> = automata.build(all, contexts, {}, ends)
    -- Listing them takes the number of classes to the power of the window.
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

---Of all pairs of rows, in the order of parts, the first of which the shorter one begins like the other.
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

function TestLargeGrammars.test_ambiguities_are_those_of_all_pairs_of_rows()
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

-- What bars what is the same from both ends, and the same as between the rows.
function TestLargeGrammars.test_parts_bar_each_other_alike_in_both_directions()
  local barred = 0
  for seed = 1, DRAWN do
    local model <const> = pipeline.understand(random_specs.draw(seed).text, "drawn.lua")
    local one <const>, other <const> = table.unpack(grammar.directions(model))
    local seen = {}
    for i, part in ipairs(one.parts) do
      for _, after in ipairs(part.never) do
        seen[i << 16 | after] = true
        barred = barred + 1
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
  lu.assertTrue(barred > 5)
end

-- ---- Progress ----

TestProgress = {}

function TestProgress.tearDown()
  progress.finish()
  progress.world = TestProgress.world
end

---A world whose clock a test sets, and what was written to it.
local function world(is_terminal)
  local one = { now = 0, written = {}, asked = 0 }
  TestProgress.world = TestProgress.world or progress.world
  progress.world = {
    clock = function() return one.now end,
    write = function(text) one.written[#one.written + 1] = text end,
    is_terminal = function()
      one.asked = one.asked + 1
      return is_terminal
    end,
  }
  return one
end

function TestProgress.test_a_terminal_is_told_from_two_seconds_on_and_wiped()
  local one <const> = world(true)
  progress.start "UTF-8"
  progress.stage("automaton, states", 7)
  one.now = 1.9
  progress.stage "rows"
  lu.assertEquals(one, { now = 1.9, written = {}, asked = 0 })
  one.now = 2
  progress.stage("automaton, states", 1200)
  one.now = 2.1
  progress.stage "window"
  one.now = 2.3
  progress.stage("tries", 3, 40)
  progress.finish()
  progress.stage "after the end"
  lu.assertEquals(one.written, {
    "\ru8gen: UTF-8: automaton, states: 1200", "\ru8gen: UTF-8: tries: 3 of 40" .. (" "):rep(9), "\r" .. (" "):rep(28) .. "\r",
  })
  lu.assertEquals(one.asked, 1)
end

-- In a loop the line follows, though most calls ask no clock.
function TestProgress.test_a_loop_is_followed_without_asking_the_clock_each_time()
  local one <const>, asked = world(true), 0
  progress.start "UTF-8"
  progress.world.clock = function()
    asked = asked + 1
    return 10 + asked
  end
  for i = 1, 1000 do
    progress.stage("loop", i)
  end
  lu.assertTrue(asked < 50 and #one.written == asked)
end

function TestProgress.test_nothing_is_written_where_standard_error_is_no_terminal()
  local one <const> = world(false)
  progress.start "UTF-8"
  one.now = 3
  progress.stage "rows"
  one.now = 4
  progress.stage "automaton"
  progress.finish()
  lu.assertEquals(one, { now = 4, written = {}, asked = 1 })
end

os.exit(lu.LuaUnit.run())
