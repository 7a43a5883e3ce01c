-- SPDX-License-Identifier: 0BSD
-- UTF-8's automaton is minimal and isomorphic to two published ones. In the other automata of this test, a text may not end after the
-- character CR: the state after CR is between characters, but not final.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local pipeline <const> = require "gen.pipeline"
local analysis <const> = require "gen.language.analysis"
local dot <const> = require "gen.emit.dot"
local automata <const> = require "gen.language.automaton"
local files_ <const> = require "gen.common.files"

local function read(name)
  return assert(files_.read(name))
end

local UTF8 <const> = pipeline.compile(read "gen/specs/utf-8.lua", "gen/specs/utf-8.lua")

TestAutomaton = {}

---Visits the states of two automata in parallel, from their start states.
---@return table? map each state of the first automaton -> the state of the second; or nil and the byte at which they differ
local function isomorphism(next_a, next_b, start_a, start_b)
  local map, back, queue = { [start_a] = start_b }, { [start_b] = start_a }, { start_a }
  for _, a in ipairs(queue) do
    for byte = 0, 255 do
      local x, y = next_a(a, byte), next_b(map[a], byte)
      if map[x] == nil and back[y] == nil then
        map[x], back[y] = y, x
        queue[#queue + 1] = x
      elseif map[x] ~= y or back[y] ~= x then
        return nil, byte
      end
    end
  end
  return map
end

local function derived(state, byte)
  return UTF8.automaton.next[state][byte]
end

function TestAutomaton.test_utf8_has_nine_states_and_twelve_classes()
  lu.assertEquals(UTF8.automaton.count, 9)
  lu.assertEquals(#UTF8.automaton.classes, 12)
  lu.assertEquals(UTF8.automaton.names,
    { "start", "dead", "tail_1", "after_E0", "tail_2", "after_ED", "after_F0", "tail_3", "after_F4" })
end

function TestAutomaton.test_the_automaton_of_utf8_is_minimal()
  -- Two states differ if some byte string leads exactly one of them to acceptance.
  local count <const> = UTF8.automaton.count
  local distinguished, changed = {}, true
  for a = 1, count do
    distinguished[a] = {}
    for b = 1, count do
      distinguished[a][b] = (UTF8.automaton.accepts[a] or false) ~= (UTF8.automaton.accepts[b] or false)
    end
  end
  while changed do
    changed = false
    for a = 1, count do
      for b = 1, count do
        for byte = 0, distinguished[a][b] and -1 or 255 do
          if distinguished[derived(a, byte)][derived(b, byte)] then
            distinguished[a][b], changed = true, true
          end
        end
      end
    end
  end
  for a = 1, count do
    for b = a + 1, count do
      lu.assertTrue(distinguished[a][b], UTF8.automaton.names[a] .. " and " .. UTF8.automaton.names[b])
    end
  end
end

-- After CR (0D), only LF (0A) or CR may follow, and a text may not end. Any character may follow 41.
function TestAutomaton.test_boundary_states_differ_from_final_states()
  local function row(barred, to, ...)
    local bytes = {}
    for i, byte in ipairs { ... } do
      bytes[i] = { lo = byte, hi = byte }
    end
    return { to = to, form = 1, bytes = bytes, barred = barred }
  end
  local automaton <const> = automata.build({
    row({}, 1, 0x0A), row({}, 2, 0x0D), row({ [2] = true }, 1, 0x41), row({ [2] = true }, 1, 0xC3, 0x80),
    row({ [2] = true }, 1, 0xC4, 0x0A), row({ [2] = true }, 1, 0xC4, 0x0D),
  }, 2, {}, { [2] = true })
  lu.assertEquals(automaton.names, { "start", "dead", "start_after_0D", "after_C3", "after_C4" })
  lu.assertEquals(automaton.accepts, { true, false, false, false, false })
  lu.assertEquals(automaton.boundary, { true, false, true, false, false })
  lu.assertEquals(automata.run(automaton, { 0x0D, 0x0D }), 3)
  lu.assertEquals(automata.run(automaton, { 0x0D, 0x41 }), 2)
  local facts <const> = analysis.study(automaton)
  lu.assertEquals(facts.counts, { 3, 3 })
  for byte = 0, 255 do
    lu.assertEquals(facts.whole[byte], byte == 0x0A, ("byte %02X"):format(byte))
  end
  -- Pads stand for the end of a text. After CR a text may not end, so a pad leads from that boundary to the dead state.
  lu.assertEquals(facts.pad, 0x41)
  lu.assertEquals(dot.columns(automaton), {
    { "start", "start_after_0D" }, { "after_C3", "after_C4" }, { "to_start", "to_start_after_0D" },
  })
  lu.assertEquals(dot.states(automaton)[2],
    { name = "start_after_0D", label = "start after 0D", goal = "to_start_after_0D", final = false })
end

-- CR is a character, and C3 is the first byte of one. After both, only LF may follow. But the states after CR and after C3 are not merged,
-- since a text that ends after C3 is truncated, and a text that ends after CR is not.
function TestAutomaton.test_a_boundary_that_is_not_final_is_not_inside_a_character()
  local LF <const>, CR <const>, C3 <const> = { lo = 0x0A, hi = 0x0A }, { lo = 0x0D, hi = 0x0D }, { lo = 0xC3, hi = 0xC3 }
  local automaton <const> = automata.build({
    { to = 2, bytes = { CR }, barred = { [2] = true } }, { to = 1, bytes = { C3, LF }, barred = { [2] = true } },
    { to = 1, bytes = { LF }, barred = { true } },
  }, 2, {}, { [2] = true })
  lu.assertEquals(automaton.boundary, { true, false, true, false })
end

function TestAutomaton.test_the_published_eight_states_equal_the_derived_ones()
  local edges = { DEAD = {} }
  for line in read("tests/published/eight-states.txt"):gmatch "[^\n]+" do
    local from, lo, hi, to = line:match "^(%w+) (%x%x)%-(%x%x) (%w+)$"
    if from then
      edges[from] = edges[from] or {}
      for byte = tonumber(lo, 16), tonumber(hi, 16) do
        edges[from][byte] = to
      end
    end
  end
  local map = isomorphism(derived, function(state, byte) return edges[state][byte] or "DEAD" end, 1, "START")
  local named = {}
  for state, name in pairs(map or {}) do
    named[UTF8.automaton.names[state]] = name
  end
  lu.assertEquals(named, {
    start = "START", dead = "DEAD", tail_1 = "TAIL1", tail_2 = "TAIL2", tail_3 = "TAIL3",
    after_E0 = "A", after_ED = "B", after_F0 = "C", after_F4 = "D",
  })
end

function TestAutomaton.test_hoehrmanns_364_bytes_are_isomorphic_to_the_derived_tables()
  local head, body = read("tests/published/utf8d.txt"):gsub("#[^\n]*", ""):match "^(.-)next(.*)$"
  local class, next, n, size = {}, {}, 0, 0
  for lo, hi, number in head:gmatch "(%x%x)%-(%x%x) +(%d+)" do
    for byte = tonumber(lo, 16), tonumber(hi, 16) do
      class[byte] = tonumber(number)
      size = size + 1
    end
  end
  for number in body:gmatch "%d+" do
    next[n] = tonumber(number)
    n = n + 1
  end
  lu.assertEquals(size + n, 364)
  lu.assertEquals(256 + #UTF8.dfa.next + 1, 364)
  local states = isomorphism(
    function(state, byte) return UTF8.dfa.next[state + UTF8.dfa.class[byte]] end,
    function(state, byte) return next[state + class[byte]] end, 0, 0)
  lu.assertEquals(states, { [0] = 0, [12] = 12, [24] = 24, [36] = 48, [48] = 36, [60] = 60, [72] = 72, [84] = 84, [96] = 96 })
  local classes, inverse = {}, {}
  for byte = 0, 255 do
    local ours, theirs = UTF8.dfa.class[byte], class[byte]
    lu.assertTrue((classes[ours] or theirs) == theirs and (inverse[theirs] or ours) == ours, ("byte %02X"):format(byte))
    classes[ours], inverse[theirs] = theirs, ours
  end
  lu.assertEquals(classes, { [0] = 0, 1, 2, 3, 4, 5, 6, 9, 7, 8, 10, 11 })
end

os.exit(lu.LuaUnit.run())
