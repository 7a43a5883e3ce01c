-- SPDX-License-Identifier: 0BSD
-- two_byte: finds a check of two-byte text: text of characters of one or two bytes. It takes a few operations for each vector, and `tests`.
--
-- In:  automaton, analysis, a plan by nibbles, continuation bytes. Out: two_byte = { lead, limit, trail, refused, tests, text } or nil.
--      Such texts have the bytes up to `trail`, except those below 80 in `refused`, and the lead bytes from `lead` to `limit` - 1.
--      They are well-formed if a continuation byte follows each lead byte and no other byte. UTF-8: trail BF, lead C2, limit E0.
--
-- Every continuation byte can follow each lead byte from `lead` on. Bytes between `trail` and `lead`, such as C0 and C1, are not in such
-- texts. `lead` is derived from the automaton, which must agree with the check on each byte after window - 1 bytes of such a text.
--
-- To find the other bytes, which such texts do not contain, the vectors of a block are folded into one: the maximum or the minimum of
-- each lane. A test { name, word, xor, bound } folds the bytes, after xor with `xor` if it is given. If a result is beyond `bound`, the
-- block has one of the other bytes. For UTF-8, one test with xor of 1E finds all of them:
--
--     00..7F -> 7F and less   80..BF -> BF and less   C2..DF -> DD and less   C0, C1 -> DE, DF   E0..FF -> E0..FF in another order
--
-- The cheapest tests that together find all other bytes are chosen; one by a column (passthrough.column) may be among them.

local lists = require "gen.common.lists"
local automata = require "gen.language.automaton"
local bytes_ = require "gen.common.bytes"
local look_ = require "gen.plan.look"
local passthrough = require "gen.plan.passthrough"
local window_check = require "gen.plan.window_check"

local M = {}

local DEAD <const>, START <const> = automata.DEAD, automata.START
local SIGN_BIT <const> = bytes_.SIGN_BIT

---The last continuation byte, if the continuation bytes begin at 80 and have no gaps; 7F if there are none.
---@return integer? trail otherwise nil
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

---The first one-byte character that two-byte text may contain; 00 if there is none.
function M.other(two_byte)
  local byte = 0
  while two_byte.refused[byte] do
    byte = byte + 1
  end
  return byte < SIGN_BIT and byte or 0
end

---The first pair of two-byte text that has a filter bit. A kernel must not skip such a pair: its bit demands that deep rules be evaluated,
---and bytes after the two-byte text may break these rules.
---@param check table a plan
---@param inside fun(byte: integer): boolean see M.kinds; likewise leads, continues
---@return integer? before, integer? byte
function M.filtered(check, inside, leads, continues)
  for before = 0, not check.look and check.filter > 0 and 255 or -1 do
    for byte = 0, inside(before) and 255 or -1 do
      if inside(byte) and leads(before) == continues(byte) and window_check.filters(check, before, byte) then
        return before, byte
      end
    end
  end
end

---Predicates of a byte: whether two-byte text may contain it, whether it leads, and whether it continues; see M.kinds.
---@param two_byte table { lead, limit, trail, refused }
---@param continuations table set of bytes
---@return function inside, function leads, function continues
local function predicates(two_byte, continuations)
  return function(byte) return is_inside(two_byte, byte) end,
    function(byte) return two_byte.lead <= byte and byte < two_byte.limit end,
    function(byte) return continuations[byte] or false end
end

---The check for the plan by classes. There is none in three cases: one of the plans has a look; the check looks up a column, for which
---these kernels lack a word; or the check would skip a pair with a filter bit.
---@param plan table by nibbles, with two_byte and classes
---@param continuations table set of bytes
---@return table? two_byte otherwise nil
function M.for_classes(plan, continuations)
  local two_byte <const>, classes <const> = plan.two_byte, plan.classes
  return two_byte and not (plan.look or classes.look or lists.any(two_byte.tests, function(test) return test.column ~= nil end)
    or M.filtered(classes, predicates(two_byte, continuations))) and two_byte or nil
end

---One byte of each kind. Bytes of a kind are equivalent for the automaton, for a filter, and for two-byte text.
---@param automaton table
---@param look table? the filter, see look.lua
---@param inside fun(byte: integer): boolean whether two-byte text may contain the byte
---@param leads fun(byte: integer): boolean
---@param continues fun(byte: integer): boolean
---@return table kinds list of { byte, inside, leads, continues, current, before = its filter bits at these places of a pair }
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

---Whether the check of two-byte text errs on a pair. If the pair has a filter bit, it does not, since the automaton then checks the pair.
local function errs(kind, next_kind, lives)
  return (kind.leads == next_kind.continues) ~= lives and kind.before & next_kind.current == 0
end

---The first bytes on which the check of two-byte text and the automaton disagree, after window - 1 bytes of such a text.
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

---Whether every continuation byte, and nothing else, can follow each lead byte among these kinds.
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

---The words that fold vectors. Each keeps the byte that is the greatest unsigned number after xor with `mask`.
local EXTREMES <const> = {
  { name = "most", word = "max_unsigned", mask = 0 },
  { name = "greatest", word = "max_signed", mask = SIGN_BIT },
  { name = "least", word = "min_unsigned", mask = 255 },
}
---Operations for each vector, and the most operations that still save time.
local FOLD <const>, XOR <const>, LOOKUP <const>, MOST <const> = 1, 1, 1, 8

---@return table tests the cheapest first, each with `cost` and `found`, the bytes that it finds; tests by xor have different `found`
local function tests_of(two_byte, column)
  local tests <const>, known <const> = {}, {}
  ---A test xors bytes with a mask and finds those that become greater than all bytes of two-byte text. The bound must be at least 7F: a
  ---subtraction then shows greater bytes by the sign bit.
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

---The tests that together find all other bytes, at the least cost.
---@return table? tests nil if no such tests cost at most MOST
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
---@param plan table by nibbles; there is no two_byte if it lacks `demands` or flips bits
---@param continuations table set of bytes
---@return table? two_byte nil if there is no lead byte, if earlier bytes or filter bits of the plan matter, or if the tests cost too much
function M.find(automaton, analysis, plan, continuations)
  local trail <const> = last_continuation(continuations)
  local limit = plan.flipped == 0 and plan.demands[1] and plan.demands[1].from or 0
  while analysis.forbidden[limit - 1] do
    limit = limit - 1
  end
  local refused <const> = plan.passthrough.refused
  local function kinds_from(lead)
    local one <const> = { lead = lead, limit = limit, trail = trail, refused = refused }
    return M.kinds(automaton, plan.look, predicates(one, continuations))
  end
  local lead = limit
  while trail and lead - 1 > trail and all_take_all(automaton, kinds_from(lead - 1)) do
    lead = lead - 1
  end
  local two_byte <const> = { lead = lead, limit = limit, trail = trail, refused = refused }
  if lead == limit or M.disagreement(automaton, analysis.window, kinds_from(lead))
    or M.filtered(plan, predicates(two_byte, continuations)) then
    return nil
  end
  two_byte.text = bytes_.ranges_text(automata.ranges(function(byte) return is_inside(two_byte, byte) end))
  two_byte.tests = cheapest(tests_of(two_byte, next(refused) and passthrough.column(refused, limit)), two_byte)
  return two_byte.tests and two_byte
end

return M
