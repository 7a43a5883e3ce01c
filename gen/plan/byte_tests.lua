-- SPDX-License-Identifier: 0BSD
-- byte_tests: defines the tests of one byte that vector kernels can make (atoms), and finds the best test for a byte in a rule.
--
-- In:  a byte, and the weights of all 256 bytes. Out: atom = { kind, cost = operations, size = number of bytes for which it holds, ... }
--
--        kind    fields        cost   holds for a byte b if
--        any                     0    always
--        equal   value           1    b == value
--        above   value           1    b > value, both as signed bytes: 80 is the least, 7F the greatest
--        range   lo, hi          2    lo <= b and b <= hi
--        masked  mask, value     2    b & mask == value; b + added & mask == value if a table bit does the rest of the test (filters.lua)
--
--      In lists of atoms the newest byte is first: { BE..C1, BF, (b & 0F) == 0F } holds for the ends of EF BF BE and F0 9F BF BF. If a
--      table bit does an atom's test, or a part of it (filters.lua), the field `original` is the atom before this change.
--
-- The idea: each byte has a weight at each place of a rule: LIVE if some well-formed text could have the byte at this place; 1 if the byte
-- completes a minimal ill-formed factor (deep_rules.lua); otherwise 0. A test is allowed if it holds for no live byte. The sum of the
-- weights of its bytes then says how useful the test is. The sum of a range is the difference of two sums from 00 on. For a given
-- byte, eight passes compute the sums for all masks. The sum for a mask is over all bytes that have this byte's bits under the mask.

local bytes_ = require "gen.common.bytes"

local M = {}

local SIGN_BIT <const> = bytes_.SIGN_BIT

---Whether an atom holds for a byte.
---@param atom table { kind = "any" | "equal" | "masked" | "above" | "range", ... }
function M.holds(atom, byte)
  if atom.kind == "any" then
    return true
  elseif atom.kind == "equal" then
    return byte == atom.value
  elseif atom.kind == "masked" then
    return byte + (atom.added or 0) & atom.mask == atom.value
  elseif atom.kind == "above" then
    return byte ~ SIGN_BIT > atom.value ~ SIGN_BIT
  end
  return atom.lo <= byte and byte <= atom.hi
end

---The classes of the automaton that contain a byte for which an atom holds.
function M.classes_held(atom, automaton)
  local held = {}
  for c, class in ipairs(automaton.classes) do
    for _, byte in ipairs(class.bytes) do
      if M.holds(atom, byte) then
        held[#held + 1] = c
        break
      end
    end
  end
  return held
end

---The number of vector operations of some lists of atoms: those of each comparison, and one to join it to the others.
function M.cost(lists)
  local cost = 0
  for _, atoms in ipairs(lists) do
    for _, atom in ipairs(atoms) do
      cost = cost + (atom.cost > 0 and atom.cost + 1 or 0)
    end
  end
  return cost
end

---An atom as text: "B7", "90..AF", "(b & 4D) == 4D", "B0..FF or 00..7F" (above AF), "any".
function M.text(atom)
  if atom.kind == "equal" then
    return ("%02X"):format(atom.value)
  elseif atom.kind == "range" then
    return ("%02X..%02X"):format(atom.lo, atom.hi)
  elseif atom.kind == "masked" then
    return ("(b & %02X) == %02X"):format(atom.mask, atom.value)
  elseif atom.kind == "above" then
    local first <const> = atom.value + 1 & 255
    return (first < SIGN_BIT and "%02X..%02X" or "%02X..FF or 00..%02X"):format(first, SIGN_BIT - 1)
  end
  return "any"
end

---A list of atoms as text, the oldest byte first.
function M.list_text(atoms)
  local words = {}
  for i = #atoms, 1, -1 do
    words[#words + 1] = M.text(atoms[i].original or atoms[i])
  end
  return table.concat(words, ", ")
end

---The number of set bits of a mask: a "masked" atom holds for 2^(8 - bits) bytes.
local BITS_OF <const> = {}
for mask = 0, 255 do
  BITS_OF[mask] = mask == 0 and 0 or BITS_OF[mask >> 1] + (mask & 1)
end

---The values v of all tests "above v, as signed bytes" that distinguish classes of the automaton, in the order of the classes.
function M.thresholds(automaton)
  local values = {}
  for _, class in ipairs(automaton.classes) do
    for _, range in ipairs(class.ranges) do
      local value <const> = range.lo - 1 & 255
      values[#values + 1] = value ~ SIGN_BIT ~= 255 and value or nil
    end
  end
  return values
end

---The possible first bytes, and last bytes, of the ranges that contain a byte and whose ends are class boundaries.
local function edges_around(byte, automaton)
  local lows, highs = {}, {}
  for edge = 0, 255 do
    if edge == 0 or automaton.class_of[edge] ~= automaton.class_of[edge - 1] then
      lows[#lows + 1] = edge <= byte and edge or nil
    end
    if edge == 255 or automaton.class_of[edge] ~= automaton.class_of[edge + 1] then
      highs[#highs + 1] = edge >= byte and edge or nil
    end
  end
  return lows, highs
end

---The tests that hold for a byte and take at most one operation.
function M.cheap(byte, search)
  local atoms = { { kind = "any", cost = 0, size = 256 }, { kind = "equal", value = byte, cost = 1, size = 1 } }
  for _, value in ipairs(search.thresholds) do
    local atom <const> = { kind = "above", value = value, cost = 1, size = 255 - (value ~ SIGN_BIT) }
    atoms[#atoms + 1] = M.holds(atom, byte) and atom or nil
  end
  return atoms
end

---The weight of a byte that a well-formed text could have at an atom's place; a byte that completes a minimal ill-formed factor weighs 1.
local LIVE <const> = 1 << 16
M.LIVE = LIVE

---Visits tests that hold for a byte and for no live byte, cheapest kinds first. Ranges and thresholds are at class boundaries.
---@param weight integer[] weight[0..255] of each byte: LIVE, 1 or 0
---@param visit fun(size: integer, worth: integer, kind: string, a: integer?, b: integer?)
local function each_atom(byte, weight, search, visit)
  local below = { [0] = 0 }
  for b = 0, 255 do
    below[b + 1] = below[b] + weight[b]
  end
  local function offer(size, worth, kind, a, b)
    if worth < LIVE then
      visit(size, worth, kind, a, b)
    end
  end
  offer(256, below[256], "any")
  offer(1, weight[byte], "equal", byte)
  for _, value in ipairs(search.thresholds) do
    local signed <const> = value ~ SIGN_BIT
    if byte ~ SIGN_BIT > signed then
      local worth <const> = value < SIGN_BIT and below[SIGN_BIT] - below[value + 1] or below[256] - below[value + 1] + below[SIGN_BIT]
      offer(255 - signed, worth, "above", value)
    end
  end
  local lows <const>, highs <const> = edges_around(byte, search.automaton)
  for _, lo in ipairs(lows) do
    if below[byte] - below[lo] < LIVE then
      for _, hi in ipairs(highs) do
        local worth <const> = below[hi + 1] - below[lo]
        if worth >= LIVE then
          break
        end
        visit(hi - lo + 1, worth, "range", lo, hi)
      end
    end
  end
  -- sums[s]: the sum over all bytes that differ from this one only in bits of s.
  local sums = {}
  for s = 0, 255 do
    sums[s] = weight[byte ~ s]
  end
  for b = 0, 7 do
    local bit <const> = 1 << b
    for high = bit, 255, 2 * bit do
      for s = high, high + bit - 1 do
        sums[s] = sums[s] + sums[s - bit]
      end
    end
  end
  for mask = 1, 254 do
    offer(1 << (8 - BITS_OF[mask]), sums[~mask & 255], "masked", mask, byte & mask)
  end
end

---The operations of each kind of atom.
local COSTS <const> = { any = 0, equal = 1, above = 1, range = 2, masked = 2 }

---An atom from the arguments of each_atom's visitor.
local function atom_of(size, kind, a, b)
  local atom <const> = { kind = kind, cost = COSTS[kind], size = size }
  if kind == "range" then
    atom.lo, atom.hi = a, b
  elseif kind == "masked" then
    atom.mask, atom.value = a, b
  else
    atom.value = a
  end
  return atom
end

---The best atom for a byte, by these criteria in order: least cost (only with `prefer_cheap`), most useful bytes, least cost, most bytes.
---@param default table the current atom, which is returned if no atom is better
function M.best(byte, weight, search, prefer_cheap, default)
  local best, best_cost, best_size, best_worth = nil, default.cost, default.size, 1
  each_atom(byte, weight, search, function(size, worth, kind, a, b)
    local cost <const> = COSTS[kind]
    local better
    if prefer_cheap and cost ~= best_cost then
      better = cost < best_cost
    elseif worth ~= best_worth then
      better = worth > best_worth
    else
      better = cost < best_cost or cost == best_cost and size > best_size
    end
    if better then
      best, best_cost, best_size, best_worth = { kind, a, b }, cost, size, worth
    end
  end)
  return best and atom_of(best_size, table.unpack(best)) or default
end

return M
