-- SPDX-License-Identifier: 0BSD
-- class_filters: assigns gates (table bits for pairs of bytes in deep rules) in plans by classes, as filters.lua does in plans by nibbles.
--
-- In:  a plan by classes with its deep rules, and the frequencies from filters.use_of. Out: the bits. The plan gets `filter`, `trigger` and
--      `shifts`. Its lists of atoms may get `gates`, see filters.lua.
--      UTF-8 without noncharacters: the pair EF B7 has bit 10, so for the rule EF, B7, 90..AF only the third byte is compared.
--
-- The idea: products of classes are small, so the two atoms of a gate often hold for all live pairs with its bit. Such atoms need no test.

local byte_tests = require "gen.plan.byte_tests"
local classes = require "gen.plan.classes"
local filters = require "gen.plan.filters"

local M = {}

local TABLE_BITS <const> = 8

---Whether two adjacent atoms hold for each pair of well-formed text that is in the product of a gate.
local function is_exact(gate, atoms, use)
  local newer <const>, older <const> = atoms[gate.distance + 1], atoms[gate.distance + 2]
  local prevs <const>, thises <const> = classes.held(gate.product)
  for _, b1 in ipairs(prevs) do
    for _, b2 in ipairs(thises) do
      if use.analysis.pairs[b1 << 8 | b2] and not (byte_tests.holds(newer, b2) and byte_tests.holds(older, b1)) then
        return false
      end
    end
  end
  return true
end

---The lists of atoms of a plan with their possible gates: the halves of a pair, then the others, the most expensive first.
---@return table all { {atoms, name, half, gates} }, integer wanted the number of possible gates
local function lists_of(plan, use)
  local all, wanted = {}, 0
  for _, atoms in ipairs(plan.deep) do
    all[#all + 1] = { atoms = atoms, name = atoms.fault, half = false }
  end
  for _, half in ipairs(plan.pairing and { "low", "high" } or {}) do
    all[#all + 1] = { atoms = plan.pairing[half], name = half .. " half", half = true }
  end
  for i, list in ipairs(all) do
    list.at, list.cost, list.gates = i, byte_tests.cost { list.atoms }, filters.gates_of(list.atoms, use, plan, classes)
    wanted = wanted + #list.gates
  end
  table.sort(all, function(a, b)
    if a.half ~= b.half then
      return a.half
    end
    return a.cost > b.cost or a.cost == b.cost and a.at < b.at
  end)
  return all, wanted
end

---The lists in groups: both halves of a pair, and each other list alone. All lists of a group get a gate, or none does.
local function together(all)
  local halves = {}
  local groups = { halves }
  for _, list in ipairs(all) do
    if list.half then
      table.insert(halves, list)
    else
      groups[#groups + 1] = { list }
    end
  end
  return groups
end

---If `chain` is 1 and bit 0 can stay unused, moves the bits of a plan up by one, except the compared ones. The word twice_prev2 is then one
---shift by two bytes and one bit, in which only bit 0 gets a bit of another byte.
---@param wanted integer the number of possible gates
---@return integer lowest, integer highest the numbers of the unused bits
local function make_room(plan, wanted)
  plan.shifts = plan.chain == 1 and #plan.bits + wanted < TABLE_BITS
  for _, bit in ipairs(plan.bits) do
    bit.mask = plan.shifts and bit.mask << plan.chain + 1 < 1 << TABLE_BITS and bit.mask << 1 or bit.mask
  end
  return #plan.bits - 1 - plan.chain + (plan.shifts and 1 or 0), TABLE_BITS - 2 - plan.chain
end

---Assigns a bit to the pairs of a gate. If the two atoms hold for all live pairs with the bit, they need no comparison.
---@return table bit { name, mask, prev, this }
local function filter(list, gate, mask, name, use)
  local atoms <const> = list.atoms
  local exact <const> = is_exact(gate, atoms, use)
  atoms.gates = atoms.gates or {}
  table.insert(atoms.gates, { mask = mask, distance = gate.distance })
  for n = gate.distance + 1, exact and gate.distance + 2 or 0 do
    atoms[n] = { kind = "any", cost = 0, original = atoms[n].original or atoms[n] }
  end
  return { name = name, mask = mask, prev = gate.product.prev, this = gate.product.this }
end

---Assigns the unused bits. While there are bits, each group whose lists all have rare pairs gets a filter bit for the rarest pair of each
---list; plan.trigger has these bits. A remaining bit is assigned to another pair of these lists if the pair's atoms then need no test.
---@return table bits list of { name, mask, prev, this }
function M.of(plan, use)
  use = filters.use_for(plan, use)
  local all <const>, wanted <const> = lists_of(plan, use)
  local lowest, highest = make_room(plan, wanted)
  -- The unassigned bits are not errors either: kernels xor the bits of a pair, shifted up by one, into the pair two bytes later.
  local left_over <const>, bits = (1 << highest + 1) - (1 << lowest), {}
  for _, group in ipairs(together(all)) do
    local rare = lowest + #group - 1 <= highest
    for _, list in ipairs(group) do
      rare = rare and list.gates[1] ~= nil and filters.may_watch(list.gates[1].live, list.gates[1].used, use)
    end
    for _, list in ipairs(group) do
      if rare then
        bits[#bits + 1] = filter(list, table.remove(list.gates, 1), 1 << lowest, "filter: " .. list.name, use)
        plan.trigger = plan.trigger | 1 << lowest
        lowest = lowest + 1
      else
        list.gates = {}
      end
    end
  end
  -- By this xor, a bit can hide the next higher bit two bytes later. So the bit just below a bit of `trigger` must be in `trigger` or be an
  -- error: then an earlier byte of the text is already flagged, and the rules are evaluated from there on.
  for _, list in ipairs(all) do
    for _, gate in ipairs(list.gates) do
      local newer <const>, older <const> = list.atoms[gate.distance + 1], list.atoms[gate.distance + 2]
      local useful <const> = (newer.kind ~= "any" or older.kind ~= "any") and is_exact(gate, list.atoms, use)
      if useful and lowest <= highest then
        bits[#bits + 1] = filter(list, gate, 1 << highest, "pair: " .. list.name, use)
        highest = highest - 1
      end
    end
  end
  plan.filter = plan.filter | (#bits > 0 and left_over or 0)
  return bits
end

return M
