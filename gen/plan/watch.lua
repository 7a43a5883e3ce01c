-- SPDX-License-Identifier: 0BSD
-- watch: adds watches to a plan. A watch is a filter (filters.lua) for a deep rule that has no table bit: a comparison of a lead byte and
-- the byte after it decides whether the kernel evaluates the rule.
--
-- In:  a plan by nibbles with its deep rules, the frequencies from filters.use_of. Out: plan.watched = the rules with a watch, or nil.
--      Each of these lists of atoms gets .watch = { distance, lead } and .gates = {}: kernels evaluate the rule only where the watch holds.
--      XML 1.0 forbids EF BF BE..BF: classify_2 of EF is 8F (or 87, see nibble_kernel.lua), and 8F & BF is 8F again.
--
-- The idea: the kernel already has classify_N of each byte. The sign bit of this value is set exactly if the byte demands a continuation
-- byte N bytes later. The values of these lead bytes differ, or two neighbors share each value. If the byte after the lead byte has all
-- bits of the value, `and` of both is the value itself. So one `and` and one comparison show where the rule must be evaluated. The test
-- also holds for other pairs with the same result of `and`; instruction sets differ in these pairs (see nibble_kernel.lua). Like a gate,
-- a watch reports no error, so well-formed text may contain these pairs if they are as rare as the pairs of a gate.

local bytes_ = require "gen.common.bytes"
local byte_tests = require "gen.plan.byte_tests"
local filters = require "gen.plan.filters"
local proof = require "gen.plan.proof"

local M = {}

local SIGN_BIT <const> = bytes_.SIGN_BIT

---The operations of a watch: `and`, the comparison, and joining its result to the errors.
M.COST = 3

---classify_N of a byte that may demand a continuation byte, in the two ways of nibble_kernel.lua.
local WAYS <const> = {
  function(byte, from) return math.max(byte - (from - SIGN_BIT), 0) end,
  function(byte, from) return byte + 2 * SIGN_BIT - from >> 1 end,
}

---Whether, in each of WAYS, the byte after the lead byte has all bits of the lead byte's value, and live pairs that pass the test are rare.
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

---Gives a rule a watch, if possible: its atoms for the lead byte and the next byte then hold only for these two bytes of its factor. The
---proof must still succeed.
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

---Gives a watch to all rules that have no gate and cost more than a watch, if possible.
function M.add(plan, search, use)
  for _, atoms in ipairs(plan.deep) do
    local costs_more = not atoms.gates and byte_tests.cost { atoms } > M.COST
    for _, demand in ipairs(costs_more and plan.demands or {}) do
      if costs_more and watch_at(atoms, demand, plan, search, use) then
        plan.watched = plan.watched or {}
        table.insert(plan.watched, atoms)
        costs_more = false
      end
    end
  end
end

return M
