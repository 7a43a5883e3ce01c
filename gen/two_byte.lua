-- SPDX-License-Identifier: 0BSD
-- two_byte: texts of characters of one byte and two, which a vector can check by two comparisons.
--
-- In:  a plan by nibbles, continuation bytes. Out: two_byte = { lead, limit, trail, refused, tests, text } or nil: where there
--      are no bytes but those up to `trail` and from `lead` up to `limit`, without those `refused` below 80, a check comes down to whether
--      lead bytes stand before continuation bytes and before nothing else. UTF-8: trail BF, lead C2, limit E0.
--
-- Bytes in between are no part of such texts, nor are lead bytes that not every continuation byte can follow: the least lead is sought
-- from which on that is so. That the tables say the same is tried for all pairs of such bytes, and the deep rules must not apply.
--
-- Whether a block holds other bytes is asked of its vectors folded into one, by the most or the least of each lane. A test { name, word,
-- xor, bound } says so if that, of bytes xor `xor`, lies beyond `bound`. By xor of 1E one test finds all that are none of UTF-8's:
--
--     00..7F -> 7F and less   80..BF -> BF and less   C2..DF -> DD and less   C0, C1 -> DE, DF   E0..FF -> E0..FF in another order
--
-- The cheapest tests that find all such bytes together are sought, one by a column (passthrough.column) among them.

local automata = require "gen.automaton"
local byte_tests = require "gen.byte_tests"
local passthrough = require "gen.passthrough"
local rows = require "gen.rows"
local window_check = require "gen.window_check"

local M = {}

local SIGN_BIT <const> = byte_tests.SIGN_BIT

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

---Whether atoms hold for some such bytes in a row of which each lead byte, and nothing else, stands before a continuation byte.
---@param atoms table the newest byte's first
local function can_hold(atoms, two_byte, continuations)
  local after_lead, after_other = true, true
  for i = #atoms, 1, -1 do
    local leads, others = false, false
    for byte = 0, 255 do
      local follows <const> = continuations[byte] and after_lead or not continuations[byte] and after_other
      if follows and is_inside(two_byte, byte) and byte_tests.holds(atoms[i], byte) then
        leads, others = leads or byte >= two_byte.lead, others or byte < two_byte.lead
      end
    end
    after_lead, after_other = leads, others
  end
  return after_lead or after_other
end

---Whether tables refuse just those pairs of such bytes in which not a lead byte stands before a continuation byte, and nothing else.
local function tables_agree(plan, two_byte, continuations)
  -- By entry and by what the byte is: bytes that are alike in both are one.
  local before <const>, behind <const> = {}, {}
  for byte = 0, 255 do
    if is_inside(two_byte, byte) then
      local prev <const>, this <const> = window_check.entries(plan, byte)
      before[prev << 1 | (byte >= two_byte.lead and 1 or 0)], behind[this << 1 | (continuations[byte] and 1 or 0)] = true, true
    end
  end
  for b1 in next, before do
    for b2 in next, behind do
      if (b1 >> 1 & b2 >> 1 ~= 0) ~= (b1 & 1 ~= b2 & 1) then
        return false
      end
    end
  end
  return true
end

---Whether some deep rule may apply that no bit of the tables watches for.
local function rules_apply(plan, two_byte, continuations)
  local lists <const> = plan.pairing and { plan.pairing.high, plan.pairing.low } or {}
  table.move(plan.deep, 1, #plan.deep, #lists + 1, lists)
  for _, atoms in ipairs(lists) do
    if not atoms.gates and can_hold(atoms, two_byte, continuations) then
      return true
    end
  end
  return false
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
    local as_found <const> = next(found) ~= nil and rows.ranges_text(automata.ranges(function(byte) return found[byte] end))
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

---@param plan table
---@param continuations table set of bytes
---@return table? two_byte, nil if there are no such texts, or if deep rules apply to them
function M.find(plan, continuations)
  local trail <const> = last_continuation(continuations)
  local limit <const> = plan.flipped == 0 and plan.demands[1] and plan.demands[1].from or 0
  local refused <const> = plan.passthrough.refused
  for lead = trail and trail + 1 or limit, limit - 1 do
    local two_byte <const> = { lead = lead, limit = limit, trail = trail, refused = refused }
    if tables_agree(plan, two_byte, continuations) and not rules_apply(plan, two_byte, continuations) then
      two_byte.text = rows.ranges_text(automata.ranges(function(byte) return is_inside(two_byte, byte) end))
      two_byte.tests = cheapest(tests_of(two_byte, next(refused) and passthrough.column(refused, limit)), two_byte)
      return two_byte.tests and two_byte
    end
  end
end

return M
