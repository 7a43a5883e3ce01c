-- SPDX-License-Identifier: 0BSD
-- conditions: the conditions under which the preprocessor keeps lines of C.
--
-- In:  facts about macros (`new`). Out: an algebra of conditions. A condition is a list of cases, at least one of which must hold. A case
--      is a set of atoms, each true or false, all of which must hold. An empty list means never, a case without atoms means always.
--
--     #if !defined(A) && (B & 0x2 || defined(C))     { { A = false, ["B & 0x2"] = true }, { A = false, C = true } }
--
-- The idea: each condition is simplified when it is made. Atoms that other atoms imply, and cases that another case covers, are dropped.
-- Equal cases share one table, and so do equal conditions. So the results of functions of one or two conditions can be cached.

local lists = require "gen.common.lists"

local M = {}

---The most cases of a negated condition.
local MOST_CASES <const> = 64

---A function of one or two arguments that caches the results of `make`, which must not be nil.
local function kept(make)
  local results <const> = {}
  return function(a, b)
    local of_a = results[a]
    if not of_a then
      of_a = {}
      results[a] = of_a
    end
    local key <const> = b == nil and a or b
    local result = of_a[key]
    if result == nil then
      result = make(a, b)
      of_a[key] = result
    end
    return result
  end
end

---Whether all atoms of a case, except the atom `but`, have the same values in the table `all`.
local function within(case, all, but)
  for atom, value in next, case do
    if atom ~= but and all[atom] ~= value then
      return false
    end
  end
  return true
end

---@param implied fun(atom: string, value: boolean): table see `new`
---@return table C functions on cases
local function cases_of(implied)
  local C <const>, known <const> = {}, {}

  ---The atoms of a case in order, as text.
  C.key = kept(function(case)
    return lists.joined(lists.keys(case), ";", function(atom) return (case[atom] and "+" or "-") .. atom end)
  end)

  ---The table that all cases equal to this one share.
  function C.one_of(case)
    local key <const> = C.key(case)
    known[key] = known[key] or case
    return known[key]
  end

  ---The values of all atoms that a case has or implies; false if the case can never hold.
  C.closure = kept(function(case)
    local all <const>, queue <const> = {}, {}
    for atom, value in next, case do
      all[atom], queue[#queue + 1] = value, atom
    end
    for _, atom in ipairs(queue) do
      for other, value in next, implied(atom, all[atom]) do
        if all[other] == nil then
          all[other], queue[#queue + 1] = value, other
        elseif all[other] ~= value then
          return false
        end
      end
    end
    return all
  end)

  ---A case without one of its atoms.
  C.without = kept(function(case, atom)
    local rest <const> = lists.update({}, case)
    rest[atom] = nil
    return C.one_of(rest)
  end)

  ---The conjunction of two cases; false if they have an atom with opposite values.
  C.both = kept(function(one, other)
    local case <const> = lists.update({}, one)
    for atom, value in next, other do
      if case[atom] == not value then
        return false
      end
      case[atom] = value
    end
    return C.one_of(case)
  end)
  return C
end

---@param C table see cases_of
---@return table C the same table, with more functions on cases
local function compared(C)
  ---Tries to drop each atom of a case, in order. An atom is dropped if `suffices` is true for the rest.
  ---@param suffices fun(rest: table, atom: string, value: boolean): boolean
  function C.least(case, suffices)
    for _, atom in ipairs(lists.keys(case)) do
      local rest <const> = C.without(case, atom)
      case = suffices(rest, atom, case[atom]) and rest or case
    end
    return case
  end

  ---A case without the atoms that its other atoms imply; false if the case can never hold.
  C.reduced = kept(function(case)
    return C.closure(case) and C.least(case, function(rest, atom, value) return C.closure(rest)[atom] == value end)
  end)

  ---Whether a case holds whenever another case holds.
  C.covers = kept(function(case, other)
    return not C.closure(other) or within(case, C.closure(other))
  end)

  ---Drops an atom of a case if the other case has the opposite atom, and the rest of the case implies all other atoms of the other case.
  ---@return table|false rest  the case without the atom; false if there is no such atom
  C.resolved = kept(function(case, other)
    for atom, value in next, case do
      local rest <const> = other[atom] == not value and C.without(case, atom)
      if rest and within(other, C.closure(rest) or {}, atom) then
        return rest
      end
    end
    return false
  end)
  return C
end

---@param C table see compared
---@return fun(cases: table[]): table simple  makes a condition of cases from C.one_of, and simplifies it
---@return fun(cases: table[]): table absorbed  makes a condition of cases that cannot be shortened: only drops cases that others cover
local function conditions_of(C)
  local known <const> = {}

  ---The table that all conditions equal to this one share.
  local function one_of(cases)
    local words <const> = lists.map(cases, function(case) return C.key(case) end)
    table.sort(words)
    local key <const> = #cases == 0 and "never" or table.concat(words, "|")
    known[key] = known[key] or cases
    return known[key]
  end

  ---Drops each case that a kept one covers.
  local function uncovered(cases)
    local left = {}
    for _, case in ipairs(cases) do
      if not lists.any(left, function(other) return C.covers(other, case) end) then
        left = lists.concat({ case }, lists.picked(left, function(other) return not C.covers(case, other) and other end))
      end
    end
    return left
  end

  ---The cases after one of them was resolved with another; nil if no two can be resolved.
  local function resolved(cases)
    for i, case in ipairs(cases) do
      for _, other in ipairs(cases) do
        local rest <const> = C.resolved(case, other)
        if rest then
          local changed <const> = { table.unpack(cases) }
          changed[i] = rest
          return changed
        end
      end
    end
  end

  local function simple(cases)
    local changed = lists.picked(cases, function(case) return C.reduced(case) end)
    repeat
      cases = uncovered(changed)
      changed = resolved(cases)
    until not changed
    return one_of(cases)
  end
  return simple, function(cases) return one_of(uncovered(cases)) end
end

---Whether a case implies a condition wherever `there` holds. Wrongly false if only several cases of the condition together cover the case.
local function suffices(C, case, condition, there)
  return not lists.any(there, function(one)
    local joined <const> = C.both(one, case)
    return joined and not lists.any(condition, function(other) return C.covers(other, joined) end)
  end)
end

---@param facts table { implied: (fun(atom: string, value: boolean): table) } the atoms that an atom with a value implies: atom -> value
---@return table algebra
function M.new(facts)
  local A <const>, C <const> = {}, compared(cases_of(facts.implied))
  local simple <const>, absorbed <const> = conditions_of(C)

  ---@param cases table[] of the new condition
  function A.of(cases)
    return simple(lists.map(cases, C.one_of))
  end
  A.ALWAYS, A.NEVER = A.of { {} }, A.of {}

  A.both = kept(function(a, b)
    if a == A.ALWAYS or b == A.ALWAYS then
      return a == A.ALWAYS and b or a
    end
    local cases <const> = {}
    for _, one in ipairs(a) do
      for _, other in ipairs(b) do
        cases[#cases + 1] = C.both(one, other) or nil
      end
    end
    return simple(cases)
  end)

  A.either = kept(function(a, b)
    return simple(lists.concat(a, b))
  end)

  A.atom = kept(function(atom, value)
    return absorbed { C.one_of { [atom] = value } }
  end)

  ---@return table|false condition  false if it would take too many cases
  A.negated = kept(function(condition)
    local result = A.ALWAYS
    for _, case in ipairs(condition) do
      local one = A.NEVER
      for atom, value in next, case do
        one = A.either(one, A.atom(atom, not value))
      end
      result = A.both(result, one)
      if #result > MOST_CASES then
        return false
      end
    end
    return result
  end)

  ---The part of a condition that must still be tested where another condition holds.
  ---@param condition table
  ---@param there table the condition that holds there
  A.under = kept(function(condition, there)
    return absorbed(lists.map(condition, function(case)
      return C.least(case, function(rest) return suffices(C, rest, condition, there) end)
    end))
  end)
  return A
end

return M
