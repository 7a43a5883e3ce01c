-- SPDX-License-Identifier: 0BSD
-- guards: decides which units of the vector kernels are between #if and #endif.
--
-- In:  the units of fold.lua: { text, guards: the lines of #if and #ifndef around it }. Out: some units get other guards or more kernels.
--
-- The idea: compilers do not report unused inline functions of an included file, so these need no test (`unguard`), and kernels that share
-- a file of words can have all its words (`complete`). Next to code with a test, the same test costs no line (`adopt`).

local lists_ = require "gen.common.lists"

local M = {}

---The names that a unit defines.
---@param text string
---@param upper string prefix of the kernel's macros
local function defined_in(text, upper)
  local names <const> = {}
  for name in text:gmatch("#define " .. upper .. "_([%w_]+)") do
    names[("(%s)"):format(name)] = true
  end
  for line in ("\n" .. text):gmatch "\n([^\n]*)" do
    local name <const> = line:match "^[%u%l].- %*?V(%b())%(" or line:match "^typedef .*[ ]V(%b());" or line:match "^} V(%b());"
    names[name or ""] = true
  end
  for entry in (text:match "^[^\n]*enum {(.*)}" or text:match "\nenum {(.*)}" or ""):gmatch "W(%b()) =" do
    names[entry] = true
  end
  return names
end

---Removes the tests around units that may stay unused: compilers do not report unused inline functions and constants of an included file.
---In each kernel that has such a unit, all names that the unit uses must always be defined.
---@param kernels table[] see `shared` in fold.lua
---@param lists table[][] all units of each
---@param p string prefix of the file's functions
function M.unguard(kernels, lists, p)
  local there <const>, alike <const>, again = {}, {}, true
  for i, units in ipairs(lists) do
    there[i] = {}
    for _, unit in ipairs(units) do
      local key <const> = unit.guards .. "\n" .. unit.text
      alike[key] = alike[key] or {}
      table.insert(alike[key], { unit = unit, there = there[i], own = defined_in(unit.text, kernels[i].upper) })
    end
  end
  ---Whether a unit is an inline function or constants, and uses only names of its kernel that are defined without a test.
  local function is_free(one)
    local text <const> = one.unit.text
    local free = (text:find "INLINE " or text:find "enum {") and not text:find "FUNCTION " and not text:find("%f[%w_]" .. p)
    for name in text:gmatch "%f[%w][VW](%b())" do
      free = free and (one.own[name] or one.there[name])
    end
    return free
  end
  while again do
    again = false
    for _, list in next, alike do
      local free = list[1].unit.guards ~= ""
      for _, one in ipairs(list) do
        free = free and is_free(one)
      end
      for _, one in ipairs(list) do
        one.unit.guarded = one.unit.guarded or free and one.unit.guards
        again, one.unit.guards = again or free, free and "" or one.unit.guards
        for name in next, one.unit.guards == "" and one.own or {} do
          again, one.there[name] = again or not one.there[name], true
        end
      end
    end
  end
end

---The macros of each test in some guards. A test is true unless all of its macros are defined. A test of another form counts as one macro.
local function tests_of(guards)
  local tests <const> = {}
  for line in guards:gmatch "[^\n]+" do
    local test <const>, macros <const> = {}, line:match "^#ifndef (.*)$" or line:match "^#if !%((.*)%)$" or line
    for macro in macros:gsub("defined(%b())", function(name) return name:sub(2, -2) end):gmatch "[^&]+" do
      test[macro:match "^%s*(.-)%s*$"] = true
    end
    tests[#tests + 1] = test
  end
  return tests
end

---Whether all tests of `others` are true if all tests of `guards` are.
local function imply(guards, others)
  local tests <const> = tests_of(guards)
  return not lists_.any(tests_of(others), function(other)
    return not lists_.any(tests, function(test)
      return not lists_.any(lists_.keys(test), function(macro) return not other[macro] end)
    end)
  end)
end

---The units that use each unit's names.
---@param kernels table[] see `shared` in fold.lua
---@param lists table[][] all units of each
---@return table users unit -> set of units
function M.users_of(kernels, lists)
  local users <const> = {}
  for i, units in ipairs(lists) do
    local definer <const> = {}
    for _, unit in ipairs(units) do
      users[unit] = {}
      for name in unit.text:gmatch "%f[%w][VW](%b())" do
        users[definer[name] or unit][unit] = true
      end
      for name in next, defined_in(unit.text, kernels[i].upper) do
        definer[name] = definer[name] or unit
      end
      users[unit][unit] = nil
    end
  end
  return users
end

---Gives all kernels of a group the words of a file that they share (words.lua), even if only some use them: fewer tests are printed, and an
---inline function may stay unused. All names that such a word uses must be defined in each of these kernels. No other unit
---of the group may define the word.
---@param units table[] see `joined` in fold.lua
---@param kernels table[] the group
function M.complete(units, kernels)
  local everywhere <const>, all <const>, again = {}, (1 << #kernels) - 1, true
  local definers <const>, owns <const> = {}, {}
  for _, unit in ipairs(units) do
    owns[unit] = defined_in(unit.text, kernels[1].upper)
    owns[unit][""] = nil
    for name in next, owns[unit] do
      definers[name] = (definers[name] or 0) + 1
    end
  end
  local function is_shared(name)
    local file <const> = kernels[1].files[name:match "^%((.-)%d*%)$"]
    return file and not lists_.any(kernels, function(one) return one.files[name:match "^%((.-)%d*%)$"] ~= file end)
  end
  local function is_everywhere(unit, own)
    for name in unit.text:gmatch "%f[%w][VW](%b())" do
      if not (everywhere[name] or own[name] and definers[name] == 1 and is_shared(name)) then
        return false
      end
    end
    return next(own) ~= nil
  end
  while again do
    again = false
    for _, unit in ipairs(units) do
      local own <const> = owns[unit]
      unit.mask = is_everywhere(unit, own) and all or unit.mask
      for name in next, unit.mask == all and own or {} do
        again, everywhere[name] = again or not everywhere[name], true
      end
    end
  end
end

---Whether a unit whose test was removed has a neighbor of the same kernels with this test. Units that also adopt tests are skipped.
local function is_next_to(ordered, at, step)
  local unit <const> = ordered[at]
  local other
  repeat
    at = at + step
    other = ordered[at]
    if not other or other.mask ~= unit.mask then
      return false
    end
  until other.guards == unit.guarded or not other.adopts
  return other.guards == unit.guarded
end

---Restores the tests that `unguard` removed, if a unit is next to code with the same tests: such a unit needs no #if of its own. All code
---that uses the unit must have these tests, too.
---@param orders table[][] all units, as they will be printed
---@param users table see `users_of`
function M.adopt(orders, users)
  for _, ordered in ipairs(orders) do
    for _, unit in ipairs(ordered) do
      unit.guarded = unit.members[1].guarded or false
      for _, one in ipairs(unit.members) do
        unit.guarded = unit.guarded == one.guarded and unit.guarded
        one.known = unit
      end
      unit.adopts = unit.guarded and true
    end
  end
  local function can_adopt(unit)
    for _, one in ipairs(unit.members) do
      for user in next, users[one] do
        if not imply(user.known.adopts and user.known.guarded or user.guards, unit.guarded) then
          return false
        end
      end
    end
    return true
  end
  local again = true
  while again do
    again = false
    for _, ordered in ipairs(orders) do
      for at, unit in ipairs(ordered) do
        if unit.adopts and not (can_adopt(unit) and (is_next_to(ordered, at, -1) or is_next_to(ordered, at, 1))) then
          unit.adopts, again = false, true
        end
      end
    end
  end
  for _, ordered in ipairs(orders) do
    for _, unit in ipairs(ordered) do
      unit.guards = unit.adopts and unit.guarded or unit.guards
    end
  end
end

return M
