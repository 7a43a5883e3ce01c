-- SPDX-License-Identifier: 0BSD
-- conditions: when lines of C are compiled, as far as the preprocessor's macros decide it.
--
-- In:  facts of the macros (`new`). Out: an algebra of conditions. A condition is a list of cases, of which one must hold; a case is a set
--      of atoms, each true or false, that all hold. No case: never. A case without atoms: always.
--
--     #if !defined(A) && (B & 2 || C)     { { A = false, ["B & 2"] = true }, { A = false, C = true } }
--
-- The idea: cases stay few, since each is reduced as soon as it is made: by what other atoms imply, and by cases that say more. Equal cases
-- are one table, and so are equal conditions, so that what was found out of one, or of two, is kept.

local lists = require "gen.common.lists"

local M = {}

---So many cases at most; what has more is one atom of its own.
local MOST_CASES <const> = 64

---A function of one thing, or of two, that keeps its results; none of them is nil.
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

---Whether all atoms of a case, but for one, are among others.
local function within(case, all, but)
  for atom, value in next, case do
    if atom ~= but and all[atom] ~= value then
      return false
    end
  end
  return true
end

---@param implied fun(atom: string, value: boolean): table see `new`
---@return table C functions of cases
local function cases_of(implied)
  local C <const>, known <const> = {}, {}

  ---The atoms of a case in order, as one text.
  C.key = kept(function(case)
    return lists.joined(lists.keys(case), ";", function(atom) return (case[atom] and "+" or "-") .. atom end)
  end)

  ---One case for all that are equal.
  function C.one_of(case)
    local key <const> = C.key(case)
    known[key] = known[key] or case
    return known[key]
  end

  ---All that holds where a case does; false if it never does.
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
    local rest <const> = {}
    for other, value in next, case do
      if other ~= atom then
        rest[other] = value
      end
    end
    return C.one_of(rest)
  end)

  ---A case without the atoms that the others make superfluous, the first of them first.
  ---@param suffices fun(rest: table, atom: string, value: boolean): boolean
  function C.least(case, suffices)
    for _, atom in ipairs(lists.keys(case)) do
      local rest <const> = C.without(case, atom)
      case = suffices(rest, atom, case[atom]) and rest or case
    end
    return case
  end

  ---A case without atoms that its others imply; false if it never holds.
  C.reduced = kept(function(case)
    return C.closure(case) and C.least(case, function(rest, atom, value) return C.closure(rest)[atom] == value end)
  end)

  ---The case in which two hold; false if they contradict each other.
  C.both = kept(function(one, other)
    local case <const> = {}
    for atom, value in next, one do
      case[atom] = value
    end
    for atom, value in next, other do
      if case[atom] == not value then
        return false
      end
      case[atom] = value
    end
    return C.one_of(case)
  end)

  ---Whether a case holds wherever another does.
  C.covers = kept(function(case, other)
    return not C.closure(other) or within(case, C.closure(other))
  end)

  ---Where a case would be covered by another but for one atom in which they contradict each other, it needs that atom no more.
  ---@return table|false case without it
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

---@param C table see cases_of
---@return fun(cases: table[]): table simple  a condition of cases that `one_of` gave
---@return fun(cases: table[]): table absorbed  the same of cases that are as short as they can be, as they are
local function conditions_of(C)
  local known <const> = {}

  ---One condition for all that are equal.
  local function one_of(cases)
    local words <const> = lists.map(cases, C.key)
    table.sort(words)
    local key <const> = #cases == 0 and "never" or table.concat(words, "|")
    known[key] = known[key] or cases
    return known[key]
  end

  ---The cases that no other case covers.
  local function uncovered(cases)
    local left = {}
    for _, case in ipairs(cases) do
      local covered = false
      for _, other in ipairs(left) do
        covered = covered or C.covers(other, case)
      end
      if not covered then
        local rest <const> = { case }
        for _, other in ipairs(left) do
          rest[#rest + 1] = not C.covers(case, other) and other or nil
        end
        left = rest
      end
    end
    return left
  end

  ---The cases with one of them resolved; nil if none can be.
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
    local changed = {}
    for _, case in ipairs(cases) do
      changed[#changed + 1] = C.reduced(case) or nil
    end
    repeat
      cases = uncovered(changed)
      changed = resolved(cases)
    until not changed
    return one_of(cases)
  end
  return simple, function(cases) return one_of(uncovered(cases)) end
end

---@param facts table { implied: (fun(atom: string, value: boolean): table) } what else is so if an atom has a value: atom -> value
---@return table algebra
function M.new(facts)
  local A <const>, C <const> = {}, cases_of(facts.implied)
  local simple <const>, absorbed <const> = conditions_of(C)

  ---@param cases table[] of a condition that is to be
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

  ---What must be asked where another condition holds anyway.
  ---@param condition table
  ---@param there table the condition that holds there
  A.beside = kept(function(condition, there)
    ---Whether wherever these atoms hold with what is known, the condition does.
    local function suffices(rest)
      for _, one in ipairs(there) do
        local joined <const> = C.both(one, rest)
        local covered = not joined
        for _, other in ipairs(condition) do
          covered = covered or C.covers(other, joined)
        end
        if not covered then
          return false
        end
      end
      return true
    end
    return absorbed(lists.map(condition, function(case) return C.least(case, suffices) end))
  end)
  return A
end

return M
