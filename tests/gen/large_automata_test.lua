-- SPDX-License-Identifier: 0BSD
-- The automata of random specs and rows, and of specs with many states: the fast constructions have the same results as plain ones, and the
-- messages about bounds are right.
--
-- The plain constructions are in this file: a subset construction over places in rows, and Moore's refinement. Both try all 256 bytes.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local automata <const> = require "gen.language.automaton"
local dfa <const> = require "gen.plan.dfa"
local faults <const> = require "gen.language.faults"
local scalar_proof <const> = require "gen.kernel.scalar_proof"
local scanner <const> = require "gen.plan.scanner"
local random_specs <const> = require "tests.lib.random_specs"
local rows <const> = require "gen.language.rows"
local spec <const> = require "gen.spec.spec"

local DRAWN <const> = 100

TestLargeAutomata = {}

---The subset construction. A state is a set of places (row << 8 | bytes read), or a context's start. State 1 is the start, state 2 is dead.
---@return table next, table kinds
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

---Merges states that no text distinguishes. @return table block of each state
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

---The first difference between an automaton and the one of the plain construction; nil if there is none.
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

---Whether the edges of each state are the shortest list that agrees with `next`.
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

---Whether classes are the sets of bytes that every state treats alike, in the order of their first bytes.
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

function TestLargeAutomata.test_the_automaton_equals_that_of_the_plain_construction()
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

-- Random rows that overlap, share lead bytes, and lead to several contexts. Some contexts forbid a row (`barred`).
function TestLargeAutomata.test_rows_that_share_lead_bytes_have_the_automaton_of_the_plain_construction()
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

---A spec of three-byte characters with holes. The function `holes` returns the holes of a block of 64 code points.
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

-- No two blocks have the same two holes, so each pair of lead byte and second byte leads to a separate state. These are 1,024 states;
-- the start, the dead state and the 16 states after lead bytes are added.
function TestLargeAutomata.test_the_number_of_states_decides_whether_entries_have_16_or_32_bits()
  local one <const> = with_holes(1024, function(block) return { block & 31, 32 + (block >> 5) } end)
  local automaton <const> = automata.build(rows.derive(one))
  lu.assertEquals(automaton.count, 2 + 16 + 1024)
  for code_point = 0, 0xFFFF, 7 do
    local bytes <const> = { 0xE0 | code_point >> 12, 0x80 | code_point >> 6 & 63, 0x80 | code_point & 63 }
    local block <const>, last <const> = code_point >> 6, code_point & 63
    lu.assertEquals(automata.run(automaton, bytes), (last == block & 31 or last == 32 + (block >> 5)) and 2 or 1)
  end
  local large <const> = { whole = automaton, dfa = dfa.table_layout(automaton, one) }
  lu.assertEquals(dfa.entry_type(large.dfa), "uint32_t")
  -- The table with large entries is proved, and a wrong large entry is refused.
  lu.assertNil(scalar_proof.wrong(large, "dfa"))
  local wrong <const> = { whole = automaton, dfa = dfa.table_layout(automaton, one) }
  wrong.dfa.next[#wrong.dfa.next] = wrong.dfa.next[#wrong.dfa.next] + wrong.dfa.classes
  lu.assertStrContains(scalar_proof.wrong(wrong, "dfa"), "lead from")
  local few <const> = automata.build(rows.derive(with_holes(512, function(block) return { block & 31, 32 + (block >> 5) } end)))
  lu.assertEquals(dfa.entry_type(dfa.table_layout(few, one)), "uint16_t")
end

-- The third byte repeats the first, and the fourth repeats the second, so each pair of first two bytes leads to a separate state.
function TestLargeAutomata.test_too_many_states_are_refused_with_their_number()
  local all = {}
  for lead = 0, 127 do
    for second = 128, 255 do
      local one <const>, other <const> = { lo = lead, hi = lead }, { lo = second, hi = second }
      all[#all + 1] = { to = 1, barred = {}, bytes = { one, other, one, other } }
    end
  end
  local automaton <const>, reason <const> = automata.build(all)
  lu.assertNil(automaton)
  lu.assertEquals(reason, ("its automaton has %d states; at most 16384 are allowed"):format(2 + 128 + 128 * 128 + 128))
end

-- re2c is not run on a grammar with too many alternatives.
function TestLargeAutomata.test_re2c_is_omitted_for_grammars_of_many_contexts()
  local row <const> = { to = 1, barred = { [3] = true, [7] = true }, bytes = {} }
  lu.assertNil(scanner.refused { end_byte = 0xFF, contexts = 20002, rows = { row } })
  lu.assertStrContains(scanner.refused { end_byte = 0xFF, contexts = 20003, rows = { row } }, "20001 alternatives, more than the 20000")
end

os.exit(lu.LuaUnit.run())
