-- SPDX-License-Identifier: 0BSD
-- watch: a kind of filter (filters.lua): deep rules by nibbles that no table bit is left over for, looked at only where a lead byte and
-- the byte behind it hint at them.
--
-- In:  a plan by nibbles with its deep rules, what use_of (filters.lua) tells of pairs. Out: plan.watched = list of the rules that are
--      watched for; in each of these lists of atoms .watch = { distance, lead } and .gates = {}: it counts only where its watch is set.
--      XML 1.0: EF BF BE..BF; of EF, classify_2 makes 8F, and so does `and` of that and BF.
--
-- What classify_N makes of a lead byte, to see whether it demands a continuation byte, is there already, and tells most leads apart:
-- it has bit 7 for those that demand one, and for no other byte. Where the byte behind the lead has all bits of it, `and` leaves it as it
-- is. So one `and` and one comparison stand for two comparisons of bytes and what joins them, and for those of all other bytes of the
-- rule. They hold for some more pairs, of leads that are alike (vectors differ in that, see nibble_kernel.lua) and of other bytes behind
-- them, and like a filter's bit they are no error: these pairs must be as rare as those that filters watch for.

local bytes_ = require "gen.common.bytes"
local byte_tests = require "gen.plan.byte_tests"
local filters = require "gen.plan.filters"
local proof = require "gen.plan.proof"

local M = {}

local SIGN_BIT <const> = bytes_.SIGN_BIT

---What a watch costs: `and`, the comparison, and what joins it to the errors.
M.COST = 3

---What kernels make of a byte that may demand a continuation byte: the two ways of nibble_kernel.lua.
local WAYS <const> = {
  function(byte, from) return math.max(byte - (from - SIGN_BIT), 0) end,
  function(byte, from) return byte + 2 * SIGN_BIT - from >> 1 end,
}

---Whether what each way makes of a lead byte is left by `and` of that and the byte behind it, of few pairs in use.
local function is_hint(lead, follower, demand, flipped, use)
  for _, way in ipairs(WAYS) do
    local value <const>, pairs_held = way(lead ~ flipped, demand.from), {}
    if value & follower ~= value then
      return false
    end
    for b1 = 0, 255 do
      local made <const> = way(b1 ~ flipped, demand.from)
      for b2 = 0, made & value == value and 255 or -1 do
        local pair <const> = b1 << 8 | b2
        pairs_held[#pairs_held + 1] = made & b2 == value and use.analysis.pairs[pair] and pair or nil
      end
    end
    if not filters.are_rare(pairs_held, use) then
      return false
    end
  end
  return true
end

---Lets a rule hold for no other bytes than those of the factor that it was found by, at the lead byte and behind it, if it is watched for
---there and the proof still passes.
---@return boolean watched
local function watch_at(atoms, demand, plan, search, use)
  local older <const>, newer <const> = demand.distance + 1, demand.distance
  local n <const> = #atoms.factor
  local lead <const>, follower <const> = atoms.factor[n + 1 - older], atoms.factor[n + 1 - newer]
  if not atoms[older] or lead ~ plan.flipped < demand.from or not is_hint(lead, follower, demand, plan.flipped, use) then
    return false
  end
  local before <const> = { atoms[older], atoms[newer] }
  atoms[older] = { kind = "equal", value = lead, cost = 1, size = 1 }
  atoms[newer] = { kind = "equal", value = follower, cost = 1, size = 1 }
  if proof.counterexample(search.automaton, search.analysis, plan) then
    atoms[older], atoms[newer] = before[1], before[2]
    return false
  end
  atoms.watch, atoms.gates = { distance = demand.distance, lead = lead }, {}
  return true
end

---Watches for all rules that always count, where that is cheaper.
function M.add(plan, search, use)
  for _, atoms in ipairs(plan.deep) do
    local dear = not atoms.gates and byte_tests.cost { atoms } > M.COST
    for _, demand in ipairs(dear and plan.demands or {}) do
      if dear and watch_at(atoms, demand, plan, search, use) then
        plan.watched = plan.watched or {}
        table.insert(plan.watched, atoms)
        dear = false
      end
    end
  end
end

return M
