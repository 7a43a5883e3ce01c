-- SPDX-License-Identifier: 0BSD
-- fold_units: the units of a vector kernel's text, for fold.lua: their names, the tests around them, and which units use which.
--
-- In:  the lines of a kernel, and the kernel (`shared` in fold.lua). Out: a list of units { text, guards }. Blank lines outside of braces
--      separate them; guards are the lines of #if and #ifndef around a unit.

local layout = require "gen.common.layout"
local lists_ = require "gen.common.lists"

local M = {}

---A line of one kernel, with the kernel's names replaced by the shared ones. In directives, only INLINE, FUNCTION, ALIGNED are replaced.
---@param line string
---@param one table a kernel, see `shared`
local function shared_line(line, one)
  local upper <const> = one.upper .. "_"
  for _, macro in ipairs { "INLINE", "FUNCTION", "ALIGNED" } do
    line = line:gsub(upper .. macro .. "%f[^%w_]", macro)
  end
  if line:find "^%s*#" then
    return line
  end
  local code <const>, comment <const> = line:match "^(.-)(//.*)$"
  local function renamed(text, function_form, macro_form)
    return (text:gsub("%f[%w_]" .. one.lower .. "_([%w_]+)", function_form):gsub("%f[%w_]" .. upper .. "([%w_]+)", macro_form))
  end
  return renamed(code or line, "V(%1)", "W(%1)") .. renamed(comment or "", "%1", "%1")
end

---The number of the line of an #if's #endif; nil if there is an #else or #elif.
local function end_of_choice(lines, from)
  local depth = 0
  for at = from, #lines do
    local line <const> = lines[at]
    depth = depth + (line:find "^#if" and 1 or line:find "^#endif" and -1 or 0)
    if depth == 0 then
      return at
    elseif depth == 1 and line:find "^#el" then
      return nil
    end
  end
end

---@param lines string[] a part of a kernel
---@param one table that kernel, see `shared`
---@return table[] units { text, guards: the lines of #if and #ifndef around it, in order }, in their order
function M.units_of(lines, one)
  local units, unit, guards, ends, depth = {}, {}, {}, {}, 0
  local function flush()
    units[#units + 1] = #unit > 0 and { text = layout.short(table.concat(unit, "\n")), guards = table.concat(guards, "\n") } or nil
    unit = {}
  end
  for at, line in ipairs(lines) do
    local outside <const> = depth == 0
    local choice <const> = outside and line:find "^#if" and end_of_choice(lines, at)
    local closed <const> = ends[#ends] == at
    if choice and not line:find "^#ifdef" then
      flush()
      guards[#guards + 1], ends[#ends + 1] = line, choice
    elseif closed then
      flush()
      guards[#guards], ends[#ends] = nil, nil
    elseif outside and line == "" then
      flush()
    else
      unit[#unit + 1] = shared_line(line, one)
      depth = depth + select(2, line:gsub("{", "")) - select(2, line:gsub("}", ""))
    end
  end
  flush()
  return units
end

---The names that a unit defines.
---@param text string
---@param upper string prefix of the kernel's macros
function M.defined_in(text, upper)
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

---Removes the tests around units that may stay unused: compilers do not warn of unused inline functions and constants of an included file.
---All names that such a unit uses must always be defined, in each kernel that has it.
---@param kernels table[] see `shared`
---@param lists table[][] all units of each
---@param p string prefix of the file's functions
function M.unguard(kernels, lists, p)
  local there <const>, alike <const>, again = {}, {}, true
  for i, units in ipairs(lists) do
    there[i] = {}
    for _, unit in ipairs(units) do
      local key <const> = unit.guards .. "\n" .. unit.text
      alike[key] = alike[key] or {}
      table.insert(alike[key], { unit = unit, there = there[i], own = M.defined_in(unit.text, kernels[i].upper) })
    end
  end
  ---Whether all names that a unit uses are defined without a test.
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

---The macros of each test of some guards: a test holds unless all of its macros are defined. Other tests are their own macro.
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

---Whether some guards imply others.
function M.imply(guards, others)
  local tests <const> = tests_of(guards)
  return not lists_.any(tests_of(others), function(other)
    return not lists_.any(tests, function(test)
      return not lists_.any(lists_.keys(test), function(macro) return not other[macro] end)
    end)
  end)
end

---The units that use each unit's names.
---@param kernels table[] see `shared`
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
      for name in next, M.defined_in(unit.text, kernels[i].upper) do
        definer[name] = definer[name] or unit
      end
      users[unit][unit] = nil
    end
  end
  return users
end

return M
