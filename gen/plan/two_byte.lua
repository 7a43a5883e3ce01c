-- SPDX-License-Identifier: 0BSD
-- two_byte: texts of characters of one byte and two, which a vector can check by two comparisons.
--
-- In:  automaton, analysis, a plan by nibbles, continuation bytes. Out: two_byte = { lead, limit, trail, refused, tests, text } or nil: if
--      all bytes are up to `trail`, except those `refused` below 80, or from `lead` up to `limit`, a check comes down to whether lead bytes
--      are before continuation bytes and before nothing else. UTF-8: trail BF, lead C2, limit E0.
--
-- Lead bytes that not every continuation byte can follow (C0, C1) are not in such texts: the least lead is sought from which on all can.
-- The automaton decides, not the tables: after as many such bytes as a window reaches back, it must agree with that check on each byte.
--
-- Whether a block holds other bytes is asked of its vectors folded into one, by the most or the least of each lane. A test { name, word,
-- xor, bound } says so if that, of bytes xor `xor`, lies beyond `bound`. By xor of 1E one test finds all that are none of UTF-8's:
--
--     00..7F -> 7F and less   80..BF -> BF and less   C2..DF -> DD and less   C0, C1 -> DE, DF   E0..FF -> E0..FF in another order
--
-- The cheapest tests that find all such bytes together are sought, one by a column (passthrough.column) among them.

local automata = require "gen.language.automaton"
local bytes_ = require "gen.common.bytes"
local look_ = require "gen.plan.look"
local passthrough = require "gen.plan.passthrough"

local M = {}

local DEAD <const>, START <const> = automata.DEAD, automata.START
local SIGN_BIT <const> = bytes_.SIGN_BIT

---The last continuation byte; they follow the bytes without the sign bit, without a gap.
---@return integer? trail nil if they do not
local function last_continuation(continuations)
  local trail = SIGN_BIT - 1
  while continuations[trail + 1] do
    trail = trail + 1
  end
  for byte in next, continuations do
    if byte < SIGN_BIT or byte > trail then
      return nil
    end
  end
  return trail
end

---@param two_byte table { lead, limit, trail, refused }
local function is_inside(two_byte, byte)
  return byte <= two_byte.trail and not two_byte.refused[byte] or two_byte.lead <= byte and byte < two_byte.limit
end

---Bytes by what they are to the automaton, to a filter and to such texts, one of each kind.
---@param automaton table
---@param look table? the filter, see look.lua
---@param inside fun(byte: integer): boolean whether such texts may hold the byte
---@param leads fun(byte: integer): boolean
---@param continues fun(byte: integer): boolean
---@return table kinds list of { byte, inside, leads, continues, current, before = the filter's bits of the byte and of the one before }
function M.kinds(automaton, look, inside, leads, continues)
  local kinds, seen <const> = {}, {}
  for byte = 0, 255 do
    local entries <const> = look and look_.entries(look, byte) or { [0] = 0, 0 }
    local kind <const> = {
      byte = byte, inside = inside(byte), leads = leads(byte), continues = continues(byte), current = entries[0], before = entries[1],
    }
    local key <const> = ("%d %s %s %s %d %d"):format(
      automaton.class_of[byte], kind.inside, kind.leads, kind.continues, kind.current, kind.before)
    kinds[#kinds + 1] = not seen[key] and kind or nil
    seen[key] = true
  end
  return kinds
end

---Whether a pair is right by the check of such texts though it is not in the language, or the other way round; where the filter has a bit,
---the automaton has the last word.
local function errs(kind, next_kind, lives)
  return (kind.leads == next_kind.continues) ~= lives and kind.before & next_kind.current == 0
end

---Where that check and the automaton disagree, after as many such bytes as a window reaches back.
---@param automaton table
---@param window integer
---@param kinds table see M.kinds
---@return integer? before, integer? byte the last two bytes of such a text
function M.disagreement(automaton, window, kinds)
  local nodes, seen <const> = { { state = START, run = 0 } }, {}
  for _, node in ipairs(nodes) do
    for _, kind in ipairs(kinds) do
      local state <const> = automaton.next[node.state][kind.byte]
      if kind.inside and node.run == window - 1 and errs(node.last, kind, state ~= DEAD) then
        return node.last.byte, kind.byte
      end
      local run <const> = kind.inside and math.min(node.run + 1, window - 1) or 0
      local key <const> = (state << 8 | run) << 8 | kind.byte
      if state ~= DEAD and not seen[key] then
        seen[key], nodes[#nodes + 1] = true, { state = state, run = run, last = kind }
      end
    end
  end
end

---Whether each of these kinds of bytes, as a lead, is followed by every continuation byte and by nothing else.
local function all_take_all(automaton, kinds)
  for _, kind in ipairs(kinds) do
    local begins = not kind.leads
    for state = 1, kind.leads and automaton.count or 0 do
      local after <const> = state ~= DEAD and automaton.boundary[state] and automaton.next[state][kind.byte] or DEAD
      begins = begins or after ~= DEAD
      for _, second in ipairs(after ~= DEAD and kinds or {}) do
        if errs(kind, second, automaton.next[after][second.byte] ~= DEAD) then
          return false
        end
      end
    end
    if not begins then
      return false
    end
  end
  return true
end

---What vectors are folded by as they are, and the xor by which the byte that is kept becomes the greatest one.
local EXTREMES <const> = {
  { name = "most", word = "max_unsigned", mask = 0 },
  { name = "greatest", word = "max_signed", mask = SIGN_BIT },
  { name = "least", word = "min_unsigned", mask = 255 },
}
---Operations a vector, and of how many at most there is a gain.
local FOLD <const>, XOR <const>, LOOKUP <const>, MOST <const> = 1, 1, 1, 8

---@param key fun(byte: integer): integer  what the greatest is sought of
---@return table tests the cheapest first, each with its `cost` and the bytes that it has `found`; of those that find the same, one
local function tests_of(two_byte, column)
  local tests <const>, known <const> = {}, {}
  ---A test of bytes xor a mask finds those that become greater than all bytes of such texts, if the sign bit can show that.
  local function by_xor(cost, name, word, mask, xor)
    local bound, found <const> = 255, {}
    while not is_inside(two_byte, bound ~ mask) do
      found[bound ~ mask] = true
      bound = bound - 1
    end
    local as_found <const> = next(found) ~= nil and bytes_.ranges_text(automata.ranges(function(byte) return found[byte] end))
    if as_found and bound >= SIGN_BIT - 1 and not known[as_found] then
      known[as_found] = true
      tests[#tests + 1] = { cost = cost, name = name, word = word, xor = xor, bound = xor and bound or bound ~ mask, found = found }
    end
  end
  for _, extreme in ipairs(EXTREMES) do
    by_xor(FOLD, extreme.name, extreme.word, extreme.mask)
  end
  for xor = 0, 255 do
    by_xor(FOLD + XOR, ("ranked_%02x"):format(xor), "max_unsigned", xor, xor)
  end
  if column then
    local function becomes(byte) return byte < SIGN_BIT and byte ~ column.entries[byte & 15] or byte end
    local bound, found <const> = 0, {}
    for byte = 0, 255 do
      bound = is_inside(two_byte, byte) and math.max(bound, becomes(byte)) or bound
    end
    for byte = 0, 255 do
      found[byte] = becomes(byte) > bound or nil
    end
    tests[#tests + 1] = {
      cost = FOLD + XOR + LOOKUP, name = "columns", word = "max_unsigned", column = column, bound = bound, found = found,
    }
  end
  return tests
end

---Of tests, those that find all other bytes for the least cost.
---@return table? tests nil if that is more than MOST
local function cheapest(tests, two_byte)
  -- Bytes that few tests find come first.
  local others <const>, by <const> = {}, {}
  for byte = 0, 255 do
    by[byte] = {}
    for _, test in ipairs(tests) do
      table.insert(by[byte], test.found[byte] and test or nil)
    end
    others[#others + 1] = not is_inside(two_byte, byte) and byte or nil
  end
  table.sort(others, function(a, b) return #by[a] < #by[b] or #by[a] == #by[b] and a < b end)
  local best, least, chosen <const> = nil, MOST + 1, {}
  local function is_found(byte)
    for _, test in ipairs(chosen) do
      if test.found[byte] then
        return true
      end
    end
    return false
  end
  local function search(i, cost)
    while others[i] and is_found(others[i]) do
      i = i + 1
    end
    if not others[i] then
      best, least = table.move(chosen, 1, #chosen, 1, {}), cost
      return
    end
    for _, test in ipairs(by[others[i]]) do
      if cost + test.cost < least then
        table.insert(chosen, test)
        search(i + 1, cost + test.cost)
        table.remove(chosen)
      end
    end
  end
  search(1, 0)
  return best
end

---@param automaton table
---@param analysis table
---@param plan table
---@param continuations table set of bytes
---@return table? two_byte, nil if there are no such texts, or if more than the last two bytes decide
function M.find(automaton, analysis, plan, continuations)
  local trail <const> = last_continuation(continuations)
  local limit = plan.flipped == 0 and plan.demands[1] and plan.demands[1].from or 0
  while analysis.forbidden[limit - 1] do
    limit = limit - 1
  end
  local refused <const> = plan.passthrough.refused
  local function kinds_from(lead)
    local one <const> = { lead = lead, limit = limit, trail = trail, refused = refused }
    return M.kinds(automaton, plan.look, function(byte) return is_inside(one, byte) end,
      function(byte) return lead <= byte and byte < limit end, function(byte) return continuations[byte] or false end)
  end
  local lead = limit
  while trail and lead - 1 > trail and all_take_all(automaton, kinds_from(lead - 1)) do
    lead = lead - 1
  end
  local two_byte <const> = { lead = lead, limit = limit, trail = trail, refused = refused }
  if lead == limit or M.disagreement(automaton, analysis.window, kinds_from(lead)) then
    return nil
  end
  two_byte.text = bytes_.ranges_text(automata.ranges(function(byte) return is_inside(two_byte, byte) end))
  two_byte.tests = cheapest(tests_of(two_byte, next(refused) and passthrough.column(refused, limit)), two_byte)
  return two_byte.tests and two_byte
end

return M
