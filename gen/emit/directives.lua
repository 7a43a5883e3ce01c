-- SPDX-License-Identifier: 0BSD
-- directives: converts the preprocessor's directives to conditions (gen/common/conditions.lua), and conditions to directives.
--
-- In:  facts about a file's macros (see reach.text). Out: the condition of `#if defined(A) && UTF8_COMPILED & 0x3`, and back.
--
-- The idea: each bit of UTF8_COMPILED is an atom, since some code is needed by one kernel only. Macros with known values are replaced by
-- their values, as the tool unifdef does.

local c_file = require "gen.emit.c_file"
local conditions = require "gen.common.conditions"
local layout = require "gen.common.layout"
local lists = require "gen.common.lists"

local M = {}

-- ---- Reading ----

---The condition of a directive, by recursive descent; nil if it cannot be parsed, or has too many cases.
---@param A table algebra
---@param atom fun(words: string): table condition of `defined(X)` or `MACRO & 0x3`
local function condition_of(text, A, atom)
  local at = 1
  local function take(pattern)
    local found <const>, after <const> = text:match("^%s*(" .. pattern .. ")()", at)
    at = after or at
    return found
  end
  local any
  local function one()
    if take "!" then
      local inner <const> = one()
      return inner and A.negated(inner)
    elseif take "%(" then
      local inner <const> = any()
      return take "%)" and inner
    end
    local word <const> = take "defined%s*%(%s*[%w_]+%s*%)" or take "[%a_][%w_]* & 0x%x+" or take "defined%s+[%a_][%w_]*"
    return word and atom(word)
  end
  local function several(operand, operator, join)
    local result = operand()
    while result and take(operator) do
      local other <const> = operand()
      result = other and join(result, other)
    end
    return result
  end
  local function all()
    return several(one, "&&", A.both)
  end
  function any()
    return several(all, "||", A.either)
  end
  local result <const> = any()
  return result and not text:find("%S", at) and result or nil
end

---The atoms that an atom implies. If a part is present, the parts that it needs are present. If a part is absent, the parts that need it
---are absent. If a kernel is compiled, the macro of its family (x86, arm, ...) is defined, and the kernels that it needs are compiled.
---@return table implied value -> atom -> other -> value
local function implications(facts, bits)
  local implied <const> = { [true] = {}, [false] = {} }
  local function add(atom, value, other)
    implied[value][atom] = implied[value][atom] or {}
    implied[value][atom][other] = value
  end
  for name, others in next, facts.parts do
    for _, other in ipairs(others) do
      add(other, true, name)
      add(name, false, other)
    end
  end
  for _, bit in ipairs(bits) do
    if bit.family then
      add(bit.atom, true, bit.family)
    end
    for _, one in ipairs(bits) do
      if one ~= bit and bit.needed & one.mask ~= 0 then
        add(bit.atom, true, one.atom)
      end
    end
  end
  return implied
end

local NOTHING <const> = {}

---@param facts table see reach.text
---@return table D { U, A (the algebra of conditions), family_of (atom of a kernel -> its family's macro), families (these macros), parts,
---  any_of, anything (some kernel is compiled), any_vectors (some vector kernel is compiled), condition, is_decided }
function M.new(facts)
  local bits <const>, family_of <const>, families <const> = {}, {}, {}
  local U <const>, vectors = facts.U .. "_", 0
  for i, kernel in ipairs(facts.kernels) do
    local family <const> = kernel.family and U .. kernel.family
    bits[i] = { atom = ("bit %d"):format(kernel.mask), mask = kernel.mask, needed = kernel.needed, family = family }
    family_of[bits[i].atom], families[family or ""] = family, true
    vectors = family and vectors | kernel.mask or vectors
  end
  families[""] = nil
  local implied <const> = implications(facts, bits)
  local A <const> = conditions.new { implied = function(atom, value) return implied[value][atom] or NOTHING end }
  local D <const> = { U = U, A = A, family_of = family_of, families = families, parts = facts.parts }

  ---The condition that at least one of these kernels is compiled.
  function D.any_of(mask)
    local condition = A.NEVER
    for _, bit in ipairs(bits) do
      condition = bit.mask & mask ~= 0 and A.either(condition, A.atom(bit.atom, true)) or condition
    end
    return condition
  end
  -- `anything` always holds, since some kernel is always compiled; other conditions are simplified with it.
  D.anything, D.any_vectors = #bits > 0 and D.any_of(-1) or A.ALWAYS, D.any_of(vectors)

  local function atom_of(words)
    local name <const> = words:match "^defined%s*%(?%s*([%w_]+)"
    if name and facts.known[name] ~= nil then
      return facts.known[name] and A.ALWAYS or A.NEVER
    elseif name == U .. "VECTORS" then
      return D.any_vectors
    elseif name then
      return A.atom(name, true)
    end
    local macro <const>, number <const> = words:match "^([%w_]+) & (0x%x+)$"
    return macro == U .. "COMPILED" and D.any_of(math.tointeger(tonumber(number))) or A.atom(words, true)
  end

  ---Whether a directive tests a macro with a known value.
  function D.is_decided(directive)
    for name in directive:gmatch "[%w_]+" do
      if facts.known[name] ~= nil then
        return true
      end
    end
    return false
  end

  local read <const> = {}
  ---The condition of #if, #ifdef, #ifndef or #elif; text that cannot be parsed is one atom.
  function D.condition(directive)
    if not read[directive] then
      local flat <const> = c_file.without_comment(directive):gsub("\\\n", " "):gsub("%s+", " ")
      local asked <const> = flat:gsub("^#ifdef (.*)$", "#if defined(%1)"):gsub("^#ifndef (.*)$", "#if !defined(%1)"):match "^#e?l?if (.*)$"
      read[directive] = condition_of(asked, A, atom_of) or A.atom(asked, true)
    end
    return read[directive]
  end
  return D
end

---The conditions of the branches of an #if, in order.
---@param D table see `new`
---@param directives string[] the lines of the #if, the #elif and the #else
function M.of_branches(D, directives)
  local list, left = {}, D.A.ALWAYS
  for i, directive in ipairs(directives) do
    local asked <const> = directive:find "^#else" and D.A.ALWAYS or D.condition(directive)
    list[i] = D.A.both(left, asked)
    local other <const> = D.A.negated(asked)
    left = other and D.A.both(left, other) or left
  end
  return list
end

-- ---- Writing ----

---The tests of a case in order, except that of a compiled kernel; and the atom of this kernel, or nil.
local function words_of(D, case)
  local words, bit = {}, nil
  for atom, value in next, case do
    local mask <const> = atom:match "^bit (%d+)"
    if mask and value then
      bit = atom
    else
      local word <const> = mask and ("(%sCOMPILED & 0x%02X)"):format(D.U, mask) or atom:find "^[%w_]+$" and ("defined(%s)"):format(atom)
        or atom:find "^[%w_]+ & 0x%x+$" and atom or ("(%s)"):format(atom)
      words[#words + 1] = (value and "" or "!") .. word
    end
  end
  table.sort(words)
  return words, bit
end

---Groups cases that differ only in their kernels: { rest = words, mask, families, plain (whether one case needs no kernel) }.
local function groups_of(D, condition)
  local groups <const> = {}
  for _, case in ipairs(condition) do
    local words <const>, bit <const> = words_of(D, case)
    local family <const> = D.family_of[bit or ""]
    -- Kernels without a family have groups of their own.
    local rest <const> = table.concat(words, " && ") .. (bit and not family and "&" or "")
    local group <const> = groups[rest] or { rest = words, mask = 0, families = {}, plain = false }
    groups[rest] = group
    group.plain = group.plain or not bit
    group.mask = group.mask | (bit and math.tointeger(bit:match "%d+") or 0)
    group.families[family or ""] = family and true or nil
  end
  return lists.map(lists.keys(groups), function(rest) return groups[rest] end)
end

---The families that a condition's cases require, directly or by a kernel of the family.
local function families_in(D, path)
  local here <const> = {}
  for _, case in ipairs(path) do
    for atom, value in next, case do
      here[D.family_of[atom] or D.families[atom] and atom or ""] = value or nil
    end
  end
  here[""] = nil
  return here
end

---A condition of the preprocessor: is some kernel of a group compiled?
---@param here table the families that the directives around the test require
local function kernels_text(D, group, here)
  if D.any_of(group.mask) == D.any_vectors then
    return ("defined(%sVECTORS)"):format(D.U)
  end
  local others = false
  for family in next, here do
    others = others or not group.families[family]
  end
  for family in next, group.families do
    others = others or not here[family]
  end
  local names <const> = lists.keys(group.families)
  local bits <const> = ("%sCOMPILED & 0x%02X"):format(D.U, group.mask)
  if not others or #names == 0 then
    return bits
  end
  return (#names > 1 and "(%s) && %s" or "%s && %s"):format(lists.joined(names, " || ", function(name)
    return ("defined(%s)"):format(name)
  end), bits)
end

---The test of several cases, apart from their kernels. `!(defined(A) && defined(B))` is shorter than `!defined(A) || !defined(B)`.
---@return string text
---@return boolean several whether `||` joins its operands
local function any_case(cases, is_alone)
  local negated, others = {}, {}
  for _, case in ipairs(cases) do
    local macro <const> = #case == 1 and case[1]:match "^!(defined%([%w_]+%))$"
    if macro then
      negated[#negated + 1] = macro
    else
      others[#others + 1] = (#case > 1 and not (is_alone and #cases == 1) and "(%s)" or "%s"):format(table.concat(case, " && "))
    end
  end
  if #negated > 0 then
    table.insert(others, 1, (#negated > 1 and "!(%s)" or "!%s"):format(table.concat(negated, " && ")))
  end
  return table.concat(others, " || "), #others > 1
end

---The C text of a condition, for #if.
---@param D table see `new`
---@param condition table
---@param path table the condition of the directives around the test
function M.asked(D, condition, path)
  local here <const> = families_in(D, path)
  -- Tests of the same kernels are combined.
  local by_kernels <const>, heads <const> = {}, {}
  for _, group in ipairs(groups_of(D, condition)) do
    local head <const> = group.plain and "" or kernels_text(D, group, here)
    if not by_kernels[head] then
      by_kernels[head], heads[#heads + 1] = {}, head
    end
    table.insert(by_kernels[head], group.rest)
  end
  return lists.joined(heads, " || ", function(head)
    local rest, several = any_case(by_kernels[head], #heads == 1)
    if head == "" then
      return rest
    end
    rest = several and ("(%s)"):format(rest) or rest
    local words <const> = rest == "" and head or ("%s && %s"):format(head, rest)
    return #heads > 1 and words:find "&&" and ("(%s)"):format(words) or words
  end)
end

---The line of an #if, #ifdef or #ifndef; if it is too long, several lines that backslashes join.
---@param test string see `asked`
function M.line(test)
  local negated <const>, macro <const> = test:match "^(!?)defined%(([%w_]+)%)$"
  if macro then
    return (negated == "" and "#ifdef " or "#ifndef ") .. macro
  end
  local lines, line = {}, "#if "
  for word in (test:gsub(" (&&) ", " %1\1"):gsub(" (||) ", " %1\1") .. "\1"):gmatch "(.-)\1" do
    if #line + #word > layout.WIDTH - 2 and #line > 4 then
      lines[#lines + 1] = line .. "\\"
      line = "    "
    end
    line = line .. word .. " "
  end
  lines[#lines + 1] = line:gsub(" $", "")
  return table.concat(lines, "\n")
end

return M
