-- SPDX-License-Identifier: 0BSD
-- filters: assigns unused table bits to rare pairs of bytes in deep rules. A kernel then evaluates the rules only where such a bit is set.
--
-- In:  a plan with its deep rules (.deep) and the rule of pairs (.pairing), the frequencies of use_of, and the masks of the unused bits.
-- Out: the bits, and plan.filter, their mask. A list of atoms may get .gates = { { mask, distance } }: it counts only if, for each gate,
--      the pair that ends `distance` bytes before the current byte has the bit. Atoms that the bit decides become "any" or test one bit.
--
-- The idea: most deep rules test two adjacent bytes, a pair that the tables can recognize. A bit is a product of nibble sets,
-- so other pairs have it, too. The bit is useful if few characters in general use contain a pair with the bit.
--
-- A filter is a cheap test before an expensive check. It reports no error by itself. A plan gets gates before watches. A look
-- replaces the deep rules; plan.lua tries it first if a lower bound of their cost is high. The three kinds:
--
--     kind    test                      for which plans
--     gate    a table bit               plans with deep rules or halves, by nibbles (here) or classes (class_filters.lua), if bits are left
--     watch   a comparison (watch.lua)  plans by nibbles: deep rules that have no gate and cost more than a watch, if their bytes allow it
--     look    table bits (look.lua)     plans without halves, if no deep rules are found or they take too many operations
--                                       (plan.lua); the automaton reads the characters that have a bit

local lists = require "gen.common.lists"
local window_check = require "gen.plan.window_check"
local byte_tests = require "gen.plan.byte_tests"
local nibble = require "gen.plan.nibble"
local forms_ = require "gen.spec.forms"
local rows = require "gen.language.rows"

local M = {}

local TABLE_BITS <const> = 8

---The most pairs of well-formed text that may have a rare bit.
local MOST_FILTERED <const> = 64

---Pairs are rare if the sum of their counts (use_of), times this number, is at most the number of characters in general use.
local RARE <const> = 1000

---Characters in general use: the BMP from U+00A0 up to the surrogates, and fullwidth forms.
local GENERAL_USE <const> = { { lo = 0xA0, hi = 0xD7FF }, { lo = 0xFF00, hi = 0xFF60 }, { lo = 0xFFE0, hi = 0xFFE6 } }

-- ---- Pairs of bytes in a rule ----

---For each pair of bytes, the number of characters in general use that contain it. Pairs whose second byte begins a character count as if
---every character had them, so they are never rare.
---@return table use { analysis, all = number of these characters, count = by b1 << 8 | b2 }
function M.use_of(spec, analysis)
  local use <const>, leads <const> = { analysis = analysis, all = 0, count = {} }, forms_.leads(spec, 0)
  for _, row in ipairs(rows.of_characters(spec, GENERAL_USE)) do
    local size = 1
    for _, range in ipairs(row.bytes) do
      size = size * (range.hi - range.lo + 1)
    end
    use.all = use.all + size
    for i = 2, #row.bytes do
      local first <const>, second <const> = row.bytes[i - 1], row.bytes[i]
      local share <const> = size // ((first.hi - first.lo + 1) * (second.hi - second.lo + 1))
      for b1 = first.lo, first.hi do
        for b2 = second.lo, second.hi do
          use.count[b1 << 8 | b2] = (use.count[b1 << 8 | b2] or 0) + share
        end
      end
    end
  end
  for b1 = 0, 255 do
    for b2 in next, leads do
      use.count[b1 << 8 | b2] = use.all
    end
  end
  return use
end

---Whether a bit may be a filter. `live` is the number of its pairs that well-formed text can contain. `used` is the sum of the
---counts of these pairs in characters in general use (use_of).
function M.may_watch(live, used, use)
  return live <= MOST_FILTERED and used * RARE <= use.all
end

---Whether live pairs are rare: they are few, and few characters in general use contain one of them.
---@param pairs_held integer[] live pairs, b1 << 8 | b2
function M.are_rare(pairs_held, use)
  local used <const> = lists.sum(pairs_held, function(pair) return use.count[pair] or 0 end)
  return M.may_watch(#pairs_held, used, use)
end

---The number of live pairs in a product, and the sum of their counts (use_of).
---@param kind table nibble or classes: the kind of the product
---@return integer live, integer used
local function live_pairs(product, kind, use)
  local prevs <const>, thises <const> = kind.held(product)
  local live, used = 0, 0
  for _, b1 in ipairs(prevs) do
    for _, b2 in ipairs(thises) do
      local pair <const> = b1 << 8 | b2
      if use.analysis.pairs[pair] then
        live, used = live + 1, used + (use.count[pair] or 0)
      end
    end
  end
  return live, used
end

---The bytes for which an atom holds.
local function bytes_held(atom)
  local bytes = {}
  for byte = 0, 255 do
    bytes[#bytes + 1] = byte_tests.holds(atom, byte) and byte or nil
  end
  return bytes
end

---The pairs of adjacent bytes that a list of atoms tests, rarest first. Pairs that the tables refuse anyway are left out.
---@param kind table nibble or classes: the kind of the tables
---@param use table see use_for
---@return table gates list of { prevs, thises, product, live, used, distance }: a pair ends `distance` bytes before the list's newest
---  byte, its first byte is in the set `prevs`, its second in `thises`. `live` is the number of live pairs in the product, `used` the
---  sum of their counts (use_of)
function M.gates_of(atoms, use, check, kind)
  local gates = {}
  for distance = 0, #atoms - 2 do
    local newer <const>, older <const> = atoms[distance + 1], atoms[distance + 2]
    local both_tested <const> = newer.kind ~= "any" and older.kind ~= "any"
    local current <const>, prevs, thises = both_tested and bytes_held(newer), {}, {}
    for _, b1 in ipairs(both_tested and bytes_held(older) or {}) do
      for _, b2 in ipairs(current) do
        if not use.refused[b2] and not (prevs[b1] and thises[b2]) and not window_check.refuses(check, b1, b2) then
          prevs[b1], thises[b2] = true, true
        end
      end
    end
    if next(prevs) then
      local product <const> = kind.span(prevs, thises, check.refused_nul or check.tables.this_low ~= nil)
      local live <const>, used <const> = live_pairs(product, kind, use)
      gates[#gates + 1] = { prevs = prevs, thises = thises, product = product, live = live, used = used, distance = distance }
    end
  end
  table.sort(gates, function(a, b)
    if a.used ~= b.used then
      return a.used < b.used
    end
    return a.live < b.live or a.live == b.live and a.distance < b.distance
  end)
  return gates
end

---A copy of `use` for one plan, with the bytes that the plan's check refuses in every text.
---@return table use of use_of, with `refused`
function M.use_for(plan, use)
  return lists.update({ refused = window_check.refused_bytes(plan, use.analysis.forbidden) }, use)
end

-- ---- By nibbles: a bit for each rule ----

---The lists of atoms that share a bit: each deep rule alone, and both halves of a pair.
---@return table groups list of { lists, name, cost }, the most expensive first
local function groups_of(plan)
  local groups <const> = lists.picked(plan.deep, function(atoms) return { lists = { atoms }, name = atoms.fault } end)
  if plan.pairing then
    groups[#groups + 1] = { lists = { plan.pairing.high, plan.pairing.low }, name = "half of a pair" }
  end
  for _, group in ipairs(groups) do
    group.cost = byte_tests.cost(group.lists)
  end
  table.sort(groups, function(a, b)
    return a.cost > b.cost or a.cost == b.cost and a.name < b.name
  end)
  return groups
end

---Whether the pairs of a bit are rare.
local function is_rare(product, use)
  local live <const>, used <const> = live_pairs(product, nibble, use)
  return M.may_watch(live, used, use)
end

---The rarest pair of each list of a group, and the smallest product that contains these pairs and the product `shared`.
---@param shared table? product of the other groups that have the bit
---@return table? gates a list for each list of atoms, table? product  nil if gates_of finds no pair for a list, or the product is not rare
local function rare_pairs(group, plan, use, shared)
  local gates, product = {}, shared
  for i, atoms in ipairs(group.lists) do
    gates[i] = { M.gates_of(atoms, use, plan, nibble)[1] }
    if not gates[i][1] then
      return nil
    end
    product = product and nibble.joined(product, gates[i][1].product) or gates[i][1].product
  end
  if is_rare(product, use) then
    return gates, product
  end
end

---The pairs of a bit that the tables do not refuse anyway: the first and the second byte of each pair.
local function pairs_left(product, plan, use)
  local prevs <const>, thises <const> = nibble.held(product)
  local firsts, seconds = {}, {}
  for _, b1 in ipairs(prevs) do
    for _, b2 in ipairs(thises) do
      if not use.refused[b2] and not window_check.refuses(plan, b1, b2) then
        firsts[#firsts + 1], seconds[#seconds + 1] = b1, b2
      end
    end
  end
  return firsts, seconds
end

---Whether a bit decides an atom: for each of these bytes, the atom holds exactly if byte + added has the bit (or, if `set` is false, lacks
---it). Without `mask`: whether the atom holds for all these bytes.
local function is_decided(atom, bytes, mask, set, added)
  for _, byte in ipairs(bytes) do
    if byte_tests.holds(atom, byte) ~= (not mask or (byte + added & mask ~= 0) == set) then
      return false
    end
  end
  return true
end

---A bit of a pair's second byte that alone decides each of these atoms, possibly after a number up to `most_added` is added to the byte.
---@param taken integer mask of the bits that are not available
---@return integer? mask nil if no bit decides the atoms, or if none has to
---@return integer? added
local function deciding_bit(newer, seconds, most_added, taken)
  local needed <const> = lists.any(newer, function(atom) return not is_decided(atom, seconds) end)
  for added = 0, needed and most_added or -1 do
    for b = 0, TABLE_BITS - 2 do
      local all = taken >> b & 1 == 0
      for _, atom in ipairs(newer) do
        all = all and (is_decided(atom, seconds, 1 << b, true, added) or is_decided(atom, seconds, 1 << b, false, added))
      end
      if all then
        return 1 << b, added
      end
    end
  end
end

---The gates for several pairs of a rule, or nil: the pairs must share one table bit, and one bit of the second bytes must decide the rule.
---WTF-8: all pairs ED A0..BF have the table bit. Bit 10 of the second byte is 0 in a high surrogate and 1 in the low one three bytes later.
---@return table? gates, table? product  as rare_pairs
local function pairs_that_decide(atoms, plan, use)
  local gates, product, newer, older, covered = {}, nil, {}, {}, {}
  local all <const> = M.gates_of(atoms, use, plan, nibble)
  table.sort(all, function(a, b) return a.distance < b.distance end)
  for _, gate in ipairs(all) do
    local n <const> = gate.distance + 1
    if not covered[n] then
      gates[#gates + 1], newer[#newer + 1], older[#older + 1] = gate, atoms[n], atoms[n + 1]
      product = product and nibble.joined(product, gate.product) or gate.product
      covered[n], covered[n + 1] = true, true
    end
  end
  for n, atom in ipairs(atoms) do
    if atom.kind ~= "any" and not covered[n] then
      return nil
    end
  end
  local firsts <const>, seconds <const> = pairs_left(product, plan, use)
  for _, atom in ipairs(older) do
    if not is_decided(atom, firsts) then
      return nil
    end
  end
  if #gates > 1 and deciding_bit(newer, seconds, 0, 0) and is_rare(product, use) then
    return { gates }, product
  end
end

---Exchanges two bits of the tables.
local function exchange(plan, bits, one, other)
  local function moved(mask)
    return mask == one and other or mask == other and one or mask
  end
  for _, list in ipairs { plan.bits, bits } do
    for _, bit in ipairs(list) do
      bit.mask = moved(bit.mask)
    end
  end
  for _, group in ipairs(groups_of(plan)) do
    for _, atoms in ipairs(group.lists) do
      for _, gate in ipairs(atoms.gates or {}) do
        gate.mask = moved(gate.mask)
      end
    end
  end
  plan.filter = 0
  for _, bit in ipairs(bits) do
    plan.filter = plan.filter | bit.mask
  end
end

---The lists of atoms with a gate of this bit; `at` is the index of the atom for the second byte of the gate's pair.
local function watched_for(plan, mask)
  local watched = {}
  for _, group in ipairs(groups_of(plan)) do
    for _, atoms in ipairs(group.lists) do
      for _, gate in ipairs(atoms.gates or {}) do
        watched[#watched + 1] = gate.mask == mask and { atoms = atoms, at = gate.distance + 1 } or nil
      end
    end
  end
  return watched
end

---Removes comparisons of a gate's two atoms if the gate's bit makes them unnecessary. If a bit of the pair's second byte decides the newer
---atom, the gate moves to the table bit of the same value. So one `and` tests both bits. CESU-8: halves of pairs begin with ED A0..BF, and
---the second byte of a low half has bit 10. MUTF-8: of C0 80..8F only C0 80 is allowed; + 0F sets bit 10 of all second bytes except 80.
local function simplify_atoms(plan, use, bits)
  local placed = 0
  for _, bit in ipairs(bits) do
    local firsts <const>, seconds <const> = pairs_left(bit.product, plan, use)
    local watched <const>, newer_atoms <const>, most_added = watched_for(plan, bit.mask), {}, 255
    for i, one in ipairs(watched) do
      newer_atoms[i] = one.atoms[one.at]
      -- If the pair ends before the current byte, the bit of its second byte is tested without an addition.
      most_added = one.at == 1 and most_added or 0
    end
    local deciding <const>, added <const> = deciding_bit(newer_atoms, seconds, most_added, placed)
    if deciding then
      exchange(plan, bits, bit.mask, deciding)
      placed = placed | deciding
    end
    for _, one in ipairs(watched) do
      local atoms <const>, n <const> = one.atoms, one.at
      local newer <const>, older <const> = atoms[n], atoms[n + 1]
      if is_decided(newer, seconds) then
        atoms[n] = { kind = "any", cost = 0, original = newer }
      elseif deciding then
        local set <const> = is_decided(newer, seconds, deciding, true, added)
        atoms[n] = { kind = "masked", mask = deciding, value = set and deciding or 0, added = added, cost = 2, original = newer }
      end
      if is_decided(older, firsts) then
        atoms[n + 1] = { kind = "any", cost = 0, original = older }
      end
    end
  end
end

---Assigns the unused bits: each one to the pairs of one group of lists, the most expensive group first. The last bit also gets the pairs of
---each further group with which it stays rare.
---@param spare integer[] masks of the bits
---@return table bits list of { name, mask, product }
function M.by_nibbles(plan, use, spare)
  use = M.use_for(plan, use)
  local bits <const>, groups <const> = {}, groups_of(plan)
  for i, group in ipairs(groups) do
    local shared <const> = #bits == #spare and bits[#bits] or nil
    local alone <const> = #group.lists == 1 and (#bits + 1 < #spare or i == #groups) and not shared
    local gates, product
    if alone then
      gates, product = pairs_that_decide(group.lists[1], plan, use)
    end
    if not gates then
      gates, product = rare_pairs(group, plan, use, shared and shared.product)
    end
    if gates and #spare > 0 then
      local bit <const> = shared or { name = "filter: " .. group.name, mask = spare[#bits + 1] }
      bit.product = product
      bits[#bits + (shared and 0 or 1)] = bit
      plan.filter = plan.filter | bit.mask
      for n, atoms in ipairs(group.lists) do
        atoms.gates = {}
        for at, gate in ipairs(gates[n]) do
          atoms.gates[at] = { mask = bit.mask, distance = gate.distance }
        end
      end
    end
  end
  simplify_atoms(plan, use, bits)
  return bits
end

return M
