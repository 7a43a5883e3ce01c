-- SPDX-License-Identifier: 0BSD
-- conditions: when lines of C are compiled, as far as the preprocessor's macros decide it.
--
-- In:  facts of the macros (`new`). Out: an algebra of conditions. A condition is a list of cases, of which one must hold; a case is a set
--      of atoms, each true or false, that all hold. No case: never. A case without atoms: always.
--
--     #if !defined(A) && (B & 2 || C)     { { A = false, ["B & 2"] = true }, { A = false, C = true } }
--
-- The idea: cases stay few, since each is reduced as soon as it is made: by what other atoms imply, and by cases that say more.

local M = {}

---So many cases at most; what has more is one atom of its own.
local MOST_CASES <const> = 64

---@param facts table { implied: (fun(atom: string, value: boolean): table?) } what else is so if an atom has a value: atom -> value
---@return table algebra
function M.new(facts)
  local A <const>, closures <const>, known <const> = {}, {}, {}
  local by_case <const> = setmetatable({}, { __mode = "k" })

  ---The atoms of a case in order, as one text.
  local function key_of_case(case)
    local words <const> = {}
    for atom, value in next, case do
      words[#words + 1] = (value and "+" or "-") .. atom
    end
    table.sort(words)
    return table.concat(words, ";")
  end

  ---One condition for all that are equal.
  local function one_of(cases)
    local words <const> = {}
    for i, case in ipairs(cases) do
      words[i] = key_of_case(case)
    end
    table.sort(words)
    local key <const> = #cases == 0 and "never" or table.concat(words, "|")
    known[key] = known[key] or cases
    return known[key]
  end
  A.ALWAYS, A.NEVER = one_of { {} }, one_of {}

  ---All that holds where a case does; nil if it never does.
  local function closure(case)
    local seen <const> = by_case[case]
    if seen ~= nil then
      return seen or nil
    end
    local key <const> = key_of_case(case)
    if closures[key] == nil then
      local all, queue, possible = {}, {}, true
      for atom, value in next, case do
        all[atom], queue[#queue + 1] = value, atom
      end
      for _, atom in ipairs(queue) do
        for other, value in next, facts.implied(atom, all[atom]) or {} do
          if all[other] == nil then
            all[other], queue[#queue + 1] = value, other
          end
          possible = possible and all[other] == value
        end
      end
      closures[key] = possible and all
    end
    by_case[case] = closures[key]
    return closures[key] or nil
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

  local function without(case, atom)
    local rest <const> = {}
    for other, value in next, case do
      if other ~= atom then
        rest[other] = value
      end
    end
    return rest
  end

  ---A case without atoms that its others imply.
  local function reduced(case)
    local atoms <const> = {}
    for atom in next, case do
      atoms[#atoms + 1] = atom
    end
    table.sort(atoms)
    for _, atom in ipairs(atoms) do
      local rest <const> = without(case, atom)
      local all <const> = closure(rest)
      case = all and all[atom] == case[atom] and rest or case
    end
    return case
  end

  ---The cases that no other case covers.
  local function absorbed(cases)
    local kept = {}
    for _, case in ipairs(cases) do
      local all <const> = closure(case)
      local covered = all == nil
      for _, other in ipairs(kept) do
        covered = covered or within(other, all)
      end
      if not covered then
        local rest <const> = { case }
        for _, other in ipairs(kept) do
          rest[#rest + 1] = not within(case, closure(other)) and other or nil
        end
        kept = rest
      end
    end
    return kept
  end

  ---Where a case would be covered by another but for one atom in which they contradict each other, it needs that atom no more.
  local function resolved(cases)
    for i, case in ipairs(cases) do
      for j, other in ipairs(cases) do
        for atom, value in next, case do
          local rest <const> = i ~= j and other[atom] == not value and without(case, atom)
          if rest and within(other, closure(rest) or {}, atom) then
            local changed <const> = { table.unpack(cases) }
            changed[i] = rest
            return changed
          end
        end
      end
    end
  end

  local function simple(cases)
    for i, case in ipairs(cases) do
      cases[i] = closure(case) and reduced(case) or case
    end
    cases = absorbed(cases)
    local changed = resolved(cases)
    while changed do
      cases = absorbed(changed)
      changed = resolved(cases)
    end
    return one_of(cases)
  end

  ---What a function of two conditions gave is kept.
  local function kept(make)
    local results <const> = {}
    return function(a, b)
      results[a] = results[a] or {}
      results[a][b] = results[a][b] or make(a, b)
      return results[a][b]
    end
  end

  A.both = kept(function(a, b)
    if a == A.ALWAYS or b == A.ALWAYS then
      return a == A.ALWAYS and b or a
    end
    local cases <const> = {}
    for _, one in ipairs(a) do
      for _, other in ipairs(b) do
        local case, possible = {}, true
        for atom, value in next, one do
          case[atom] = value
        end
        for atom, value in next, other do
          possible = possible and (case[atom] == nil or case[atom] == value)
          case[atom] = value
        end
        cases[#cases + 1] = possible and case or nil
      end
    end
    return simple(cases)
  end)

  A.either = kept(function(a, b)
    return simple(table.move(b, 1, #b, #a + 1, { table.unpack(a) }))
  end)

  ---@param cases table[] of a condition that is to be
  function A.of(cases)
    return simple(cases)
  end

  function A.atom(atom, value)
    return one_of { { [atom] = value } }
  end

  ---@return table? condition nil if it would take too many cases
  function A.negated(condition)
    local result = A.ALWAYS
    for _, case in ipairs(condition) do
      local one = A.NEVER
      for atom, value in next, case do
        one = A.either(one, A.atom(atom, not value))
      end
      result = A.both(result, one)
      if #result > MOST_CASES then
        return nil
      end
    end
    return result
  end

  ---What must be asked where another condition holds anyway.
  ---@param condition table
  ---@param there table the condition that holds there
  A.beside = kept(function(condition, there)
    local cases <const> = {}
    ---Whether wherever these atoms hold with what is known, the condition does.
    local function suffices(case)
      for _, one in ipairs(there) do
        local joined = {}
        for atom, value in next, one do
          joined[atom] = value
        end
        for atom, value in next, case do
          if joined[atom] ~= nil and joined[atom] ~= value then
            joined = nil
            break
          end
          joined[atom] = value
        end
        local all <const>, covered = joined and closure(joined), joined == nil
        covered = covered or all == nil
        for _, other in ipairs(condition) do
          covered = covered or within(other, all)
        end
        if not covered then
          return false
        end
      end
      return true
    end
    for i, case in ipairs(condition) do
      local atoms <const> = {}
      for atom in next, case do
        atoms[#atoms + 1] = atom
      end
      table.sort(atoms)
      for _, atom in ipairs(atoms) do
        local rest <const> = without(case, atom)
        case = suffices(rest) and rest or case
      end
      cases[i] = case
    end
    return one_of(absorbed(cases))
  end)

  return A
end

return M
