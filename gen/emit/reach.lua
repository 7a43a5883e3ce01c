-- SPDX-License-Identifier: 0BSD
-- reach: finds the code of a C file that its public functions reach, and leaves out the rest.
--
-- In:  the text of a C file from the templates, and facts about its macros. Out: the text without functions, tables, types and macros that
--      nothing reaches. Code that is only reached if some macros are not defined is between #if and #endif. If utf8_count and utf8_measure
--      call utf8_walk:
--
--     static size_t utf8_walk(...)   becomes
--
--     #if !(defined(UTF8_NO_COUNT) && defined(UTF8_NO_MEASURE))
--     static size_t utf8_walk(...)
--     ...
--     #endif
--
-- The idea: a file is a list of items (c_file.lua), which define and use names. If a needed item uses a name, the item that defines the
-- name is needed, too, if the conditions of the using item and of that line hold. Functions that are not static are always needed.
-- Conditions are about users' macros, compiled kernels, the target and the compiler (directives.lua). pruned.lua prints the result.

local c_file = require "gen.emit.c_file"
local directives = require "gen.emit.directives"
local lists = require "gen.common.lists"
local pruned = require "gen.emit.pruned"

local M = {}

---Headers that are included for one name.
local HEADERS <const> = { ["<string.h>"] = "memcpy" }

---The facts about a job that `text` needs.
---@param job table see views.job and views.between_job
function M.facts(job)
  local known <const>, parts <const>, kernels <const>, family_of <const> = {}, {}, {}, {}
  local function macro(name)
    return ("%s_NO_%s"):format(job.U, name:upper())
  end
  local chosen <const> = job.parts and job or job.same or { left_out = {}, parts = {}, families = {} }
  for _, name in ipairs(chosen.left_out) do
    known[macro(name)] = true
  end
  for _, part in ipairs(chosen.parts) do
    parts[macro(part.name)] = {}
    for i, name in ipairs(part.needs or {}) do
      parts[macro(part.name)][i] = macro(name)
    end
  end
  for _, family in ipairs(chosen.families) do
    for _, isa in ipairs(family.kernels) do
      family_of[isa.name] = family.name
    end
  end
  for i, kernel in ipairs(chosen.selection and chosen.selection.kernels or {}) do
    kernels[i] = { name = kernel.name, mask = kernel.mask, needed = tonumber(kernel.needed), family = family_of[kernel.name] }
  end
  if chosen == job.same then
    known[macro "prefix"] = false
  end
  return { p = job.p, U = job.U, known = known, parts = parts, kernels = kernels }
end

-- ---- Names ----

---@param p string prefix of the file's functions
---@param U string prefix of its macros
---@return table N { U; patterns of names: own, entry, typedef, called, last; is_own, form_of }
local function names_of(p, U)
  local N <const> = { own = ("%%f[%%w_]%s[%%w_]*"):format(p), entry = ("[{,]%%s*(%s[%%w_]*)"):format(U) }
  N.typedef, N.called = ("}%%s*(%s[%%w_]*)%%s*;$"):format(p), ("^.-(%s)%%s*[%%(%%[]"):format(N.own)
  N.last, N.U = (".*(%s)"):format(N.own), U

  ---Whether a name has one of the file's prefixes.
  function N.is_own(name)
    return name:find(p, 1, true) == 1 or name:find(U, 1, true) == 1
  end

  local forms <const> = { memcpy = "memcpy" }
  ---For a name that the file may define, and for memcpy: the name. For a name that ends in `_`, to which a macro pastes a part: the pattern
  ---of the results. false for other names.
  function N.form_of(word)
    if forms[word] == nil then
      forms[word] = N.is_own(word) and (word:find "_$" and word .. "%w+" or word)
    end
    return forms[word]
  end
  return N
end

---The names that an item defines.
---@return string[] names
---@return boolean root whether the item is always needed: a public function, a char[1] type that asserts a condition, or a nameless item
local function defined_by(N, item)
  local first <const> = item.lines[1]
  if first:find "^#" then
    return { HEADERS[first:match "^#include (.*)$"] or first:match "^#define ([%w_]+)" }, false
  end
  local whole <const> = table.concat(item.code, "\n")
  if whole:find "^enum" then
    local found <const> = {}
    for name in whole:gmatch(N.entry) do
      found[#found + 1] = name
    end
    return found, false
  end
  local head <const> = whole:match "^(.-)[={;]"
  local name <const> = whole:find "^typedef" and whole:match(N.typedef) or head:match(N.called) or head:match(N.last)
  return { name }, not name or first:find "^typedef char" ~= nil
    or not (first:find "^static" or first:find "^typedef" or first:find(N.U, 1, true) == 1)
end

---Adds the names in a line to `uses`. If the line pastes a name from parts (##), a pattern is added.
---@param uses table form -> condition
---@param where table the condition of the line
local function use(N, A, uses, line, where)
  local function add(form)
    local before <const> = uses[form]
    uses[form] = before and before ~= where and A.either(before, where) or where
  end
  if line:find("##", 1, true) then
    for pasted in line:gmatch "[%w_]+%s*##[%w_#%s]+" do
      local form = ""
      for part in pasted:gmatch "[%w_]+" do
        form = form .. ((N.is_own(part) or part:find "^_") and part or "%w+")
      end
      if form:find "_" then
        add(form)
      end
    end
    line = line:gsub("[%w_]+%s*##[%w_#%s]+", " ")
  end
  for word in line:gmatch "[%w_]+" do
    local form <const> = N.form_of(word)
    if form then
      add(form)
    end
  end
end

---The names that an item uses, each with its condition.
local function uses_of(N, D, item)
  local uses, stack, here = {}, {}, D.A.ALWAYS
  for _, code in ipairs(item.code) do
    local directive <const> = code:match "^#(%l%l)"
    if directive == "if" then
      stack[#stack + 1] = { outer = here, directives = { code } }
      use(N, D.A, uses, code, here)
      here = D.A.both(here, directives.of_branches(D, stack[#stack].directives)[1])
    elseif directive == "el" then
      local top <const> = stack[#stack]
      top.directives[#top.directives + 1] = code
      use(N, D.A, uses, code, top.outer)
      here = D.A.both(top.outer, directives.of_branches(D, top.directives)[#top.directives])
    elseif directive == "en" then
      here = table.remove(stack).outer
    elseif directive ~= "un" then
      use(N, D.A, uses, directive == "de" and code:gsub("^#define ([%w_]+)", "") or code, here)
    end
  end
  return uses
end

---All items of a file, and the directives that are always kept. Each has the condition of its place, and the names that the directives
---around it use.
---@return table[] items
---@return table defined name -> items
local function items_of(N, D, nodes)
  local items <const>, defined <const>, A <const> = {}, {}, D.A
  local function visit(list, path, around)
    for _, node in ipairs(list) do
      node.path, node.around = path, around
      if node.kind == "choice" then
        local asked <const> = lists.map(node.branches, function(branch) return branch.directive end)
        local named <const> = lists.concat(around, lists.map(asked, function(directive)
          local uses <const> = {}
          use(N, A, uses, c_file.without_comment(directive), path)
          return uses
        end))
        for i, one in ipairs(directives.of_branches(D, asked)) do
          visit(node.branches[i].nodes, A.both(path, one), named)
        end
      elseif node.kind == "fixed" then
        items[#items + 1] = node
        node.uses, node.root = {}, true
        use(N, A, node.uses, node.lines[1], A.ALWAYS)
      elseif node.kind == "item" then
        items[#items + 1] = node
        node.code = lists.map(node.lines, c_file.without_comment)
        local names <const>, root <const> = defined_by(N, node)
        node.uses, node.root = uses_of(N, D, node), root
        for _, name in ipairs(names) do
          defined[name] = defined[name] or {}
          table.insert(defined[name], node)
        end
      end
    end
  end
  visit(nodes, A.ALWAYS, {})
  return items, defined
end

-- ---- Conditions of use ----

---A function that removes atoms about compilers from a condition: in cases that test a vector kernel or a family, only atoms about parts,
---kernels and families remain.
local function without_compilers(D)
  local plains <const> = {}
  return function(condition)
    plains[condition] = plains[condition] or D.A.of(lists.map(condition, function(case)
      local has_vectors, left <const> = false, {}
      for atom in next, case do
        has_vectors = has_vectors or D.family_of[atom] ~= nil or D.families[atom] ~= nil
      end
      for atom, value in next, case do
        if not has_vectors or D.parts[atom] or atom:find "^bit " or D.families[atom] then
          left[atom] = value
        end
      end
      return left
    end))
    return plains[condition]
  end
end

---A function that returns the items that define a name, or any name that matches a pattern (see form_of).
local function finder(defined)
  local found <const> = {}
  return function(form)
    if not form:find("%", 1, true) then
      return defined[form] or {}
    elseif not found[form] then
      found[form] = {}
      for name, list in next, defined do
        if name:find("^" .. form .. "$") then
          found[form] = lists.concat(found[form], list)
        end
      end
    end
    return found[form]
  end
end

---Gives each needed item the condition under which it is needed. C usually defines names before their use, so most users of an item are
---known when the walk from the last item to the first reaches it. The walk is repeated until no condition changes.
---@param R table see pruned.text
local function find_needed(R, items)
  local of_form <const>, A <const>, kernel <const> = finder(R.defined), R.D.A, R.D.U .. "KERNEL_"
  local function need(item, where)
    item.needed = A.either(item.needed or A.NEVER, R.plain(where))
  end
  local function follow(item)
    local here <const> = A.both(item.needed, item.path)
    for form, where in next, item.uses do
      local all <const> = A.both(here, where)
      for _, other in ipairs(#all > 0 and of_form(form) or {}) do
        if other ~= item then
          need(other, all)
        end
      end
    end
    for _, uses in ipairs(item.around) do
      for form, where in next, uses do
        -- U_KERNEL_NAME is defined if the target, the compiler and the user's macros allow a kernel. If a directive tests this macro, the
        -- macro is always needed: by default, all allowed vector kernels are compiled.
        for _, other in ipairs(of_form(form)) do
          need(other, form:find(kernel, 1, true) == 1 and A.ALWAYS or A.both(item.needed, where))
        end
      end
    end
  end
  for _, item in ipairs(items) do
    if item.root and #item.path > 0 then
      need(item, A.ALWAYS)
    end
  end
  local followed, changed = {}, true
  while changed do
    changed = false
    for i = #items, 1, -1 do
      local needed <const> = items[i].needed
      if needed ~= followed[i] then
        followed[i], changed = needed, true
        follow(items[i])
      end
    end
  end
end

---@param text string of a C file
---@param facts table { p, U (prefixes of its names and of its macros), known (macros: name -> whether defined), parts (the macro of each
---  part -> the macros of the parts that this part needs; a macro leaves out its part),
---  kernels { {name, mask, family?, needed} } the bits of U_COMPILED }
---@return string text
function M.text(text, facts)
  local D <const> = directives.new(facts)
  local N <const>, nodes <const> = names_of(facts.p, D.U), c_file.read(text)
  local items <const>, defined <const> = items_of(N, D, nodes)
  local R <const> = { D = D, defined = defined, is_own = N.is_own, plain = without_compilers(D) }
  find_needed(R, items)
  local printed, again = pruned.text(R, nodes), nil
  -- A directive of the printed text may test U_VECTORS, even where no item does.
  for _, item in ipairs(printed:find(D.U .. "VECTORS", 1, true) and defined[D.U .. "VECTORS"] or {}) do
    item.root, again = true, again or pruned.guard(R, item)
  end
  if again then
    find_needed(R, items)
    printed = pruned.text(R, nodes)
  end
  return printed
end

return M
