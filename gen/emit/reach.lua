-- SPDX-License-Identifier: 0BSD
-- reach: what of a C file its public functions reach.
--
-- In:  the text of a C file as the templates give it, and what is known of its macros. Out: the text without functions, tables, types and
--      macros that nothing reaches. What is reached only where some macros are not defined stands between #if and #endif.
--
--     static size_t utf8_walk(...)       utf8_count calls it, and utf8_measure:
--
--     #if !(defined(UTF8_NO_COUNT) && defined(UTF8_NO_MEASURE))
--     static size_t utf8_walk(...)
--     ...
--     #endif
--
-- The idea: a file is a list of items, each of which defines names and uses others. An item is needed where one that uses it is: under the
-- condition of that one, and of the lines in it that do. What is needed always are the functions that are not static. Conditions are in
-- the macros that users may define; those that are known are decided here (as the tool unifdef does).
--
-- The text keeps to some forms: what is neither a comment nor for the preprocessor begins in the first column, and ends with a line that
-- ends in `;`, or begins with `}` if it has braces. A comment belongs to what follows it without a blank line.

local conditions = require "gen.common.conditions"
local layout = require "gen.common.layout"

local M = {}

---Headers that are included for a name.
local HEADERS <const> = { ["<string.h>"] = "memcpy" }

-- ---- Reading: lines to nodes ----

---A line without a comment at its end.
local function without_comment(line)
  return line:find('"[^"]*//') and line or (line:gsub("%s*//.*$", ""))
end

---Lines one by one; a directive with the lines that continue it.
local function lines_of(text)
  local lines, joined = {}, nil
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    joined = joined and joined .. "\n" .. line or line
    if not (joined:find "^#" and line:find "\\$") then
      lines[#lines + 1], joined = joined, nil
    end
  end
  lines[#lines + 1] = joined
  return lines
end

---Where what begins with a line ends.
local function end_of(lines, from)
  local braces, at = false, from
  while at < #lines do
    local line <const> = without_comment(lines[at])
    braces = braces or line:find "^{" ~= nil or line:find "{$" ~= nil
    if braces and line:find "^}" or not braces and line:find "[;}]$" and not line:find "^#" then
      return at
    end
    at = at + 1
  end
  return at
end

---@return table[] nodes
---  blank        a blank line
---  remark       comments that a blank line follows: { lines }
---  fixed        a directive that stays: { lines }
---  undef        { lines, name }
---  item         { lines }
---  choice       { branches = { { directive, nodes } } } of #if, #elif, #else
---Each may have `lead`, the comments before it.
local function read(lines)
  local at = 1
  local function nodes_until_end()
    local nodes, lead = {}, nil
    local function add(node)
      node.lead, lead = lead, nil
      nodes[#nodes + 1] = node
    end
    while at <= #lines do
      local line <const> = lines[at]
      if line:find "^#e[ln]" then
        break
      elseif line:find "^//" then
        lead = lead or {}
        lead[#lead + 1] = line
        at = at + 1
      elseif line == "" then
        if lead then
          nodes[#nodes + 1], lead = { kind = "remark", lines = lead }, nil
        end
        add { kind = "blank" }
        at = at + 1
      elseif line:find "^#if" then
        local node <const> = { kind = "choice", branches = {} }
        add(node)
        repeat
          local directive <const> = lines[at]
          at = at + 1
          node.branches[#node.branches + 1] = { directive = directive, nodes = nodes_until_end() }
        until lines[at]:find "^#endif"
        node.ending = lines[at]
        at = at + 1
      elseif line:find "^#define" or line:find "^#include <string" then
        add { kind = "item", lines = { line } }
        at = at + 1
      elseif line:find "^#undef" then
        add { kind = "undef", lines = { line }, name = line:match "^#undef ([%w_]+)" }
        at = at + 1
      elseif line:find "^#" then
        add { kind = "fixed", lines = { line } }
        at = at + 1
      else
        local last <const> = end_of(lines, at)
        add { kind = "item", lines = table.move(lines, at, last, 1, {}) }
        at = last + 1
      end
    end
    if lead then
      nodes[#nodes + 1] = { kind = "remark", lines = lead }
    end
    return nodes
  end
  return nodes_until_end()
end

-- ---- What the preprocessor asks ----

---The condition of a directive's text, by recursive descent; what it can't read is one atom.
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
  local function all()
    local result = one()
    while result and take "&&" do
      local other <const> = one()
      result = other and A.both(result, other)
    end
    return result
  end
  function any()
    local result = all()
    while result and take "||" do
      local other <const> = all()
      result = other and A.either(result, other)
    end
    return result
  end
  local result <const> = any()
  return result and not text:find("%S", at) and result or nil
end

-- ---- The file ----

---What `text` wants to know of a job.
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

---@param text string of a C file
---@param facts table { p, U (what its names and its macros begin with), known (macros: name -> whether defined), parts (macros that
---  leave out parts: name -> names of those that leave out what the part needs),
---  kernels { {name, mask, family?, needed} } the bits of U_COMPILED }
---@return string text
function M.text(text, facts)
  local p <const>, U <const> = facts.p, facts.U .. "_"
  local bits <const>, family_of <const>, families <const> = {}, {}, {}
  for _, kernel in ipairs(facts.kernels) do
    bits[#bits + 1] = { atom = ("bit %d"):format(kernel.mask), kernel = kernel }
    local family <const> = kernel.family and U .. kernel.family
    family_of[bits[#bits].atom], families[family or ""] = family, true
  end
  local dependents <const> = {}
  for name, others in next, facts.parts do
    for _, other in ipairs(others) do
      dependents[other] = dependents[other] or {}
      table.insert(dependents[other], name)
    end
  end

  ---What else is so where an atom has a value: a part that is there has those that it needs; a kernel is for one family, and has those
  ---that it hands texts to.
  local function implied(atom, value)
    local other = {}
    for _, name in ipairs((value and dependents[atom] or not value and facts.parts[atom]) or {}) do
      other[name] = value
    end
    if value and families[atom] then
      for family in next, families do
        other[family] = family == atom or family ~= "" and false or nil
      end
      other[""] = nil
    end
    for _, bit in ipairs(value and bits or {}) do
      if bit.atom == atom then
        other[family_of[atom] or ""] = true
        other[""] = nil
        for _, one in ipairs(bits) do
          if one ~= bit and bit.kernel.needed & one.kernel.mask ~= 0 then
            other[one.atom] = true
          end
        end
      end
    end
    return other
  end
  local A <const> = conditions.new { implied = implied }

  ---Any of these kernels; any at all, which there always is; any vector kernel.
  local function any_of(mask)
    local condition = A.NEVER
    for _, bit in ipairs(bits) do
      condition = bit.kernel.mask & mask ~= 0 and A.either(condition, A.atom(bit.atom, true)) or condition
    end
    return condition
  end
  local vectors = 0
  for _, bit in ipairs(bits) do
    vectors = bit.kernel.family and vectors | bit.kernel.mask or vectors
  end
  local anything <const>, any_vectors <const> = #bits > 0 and any_of(-1) or A.ALWAYS, any_of(vectors)

  local function atom_of(words)
    local name <const> = words:match "^defined%s*%(?%s*([%w_]+)"
    if name and facts.known[name] ~= nil then
      return facts.known[name] and A.ALWAYS or A.NEVER
    elseif name == U .. "VECTORS" then
      return any_vectors
    elseif name then
      return A.atom(name, true)
    end
    local macro <const>, number <const> = words:match "^([%w_]+) & (0x%x+)$"
    if macro ~= U .. "COMPILED" then
      return A.atom(words, true)
    end
    return any_of(math.tointeger(tonumber(number)))
  end

  ---Whether a directive asks for what is known.
  local function is_decided(directive)
    for name in directive:gmatch "[%w_]+" do
      if facts.known[name] ~= nil then
        return true
      end
    end
    return false
  end

  local read_conditions <const> = {}
  local function condition(directive)
    if not read_conditions[directive] then
      local flat <const> = without_comment(directive):gsub("\\\n", " "):gsub("%s+", " ")
      local macro <const> = flat:match "^#ifdef (.*)$"
      local no_macro <const> = flat:match "^#ifndef (.*)$"
      local asked <const> = macro and ("defined(%s)"):format(macro) or no_macro and ("!defined(%s)"):format(no_macro)
        or flat:match "^#e?l?if (.*)$"
      read_conditions[directive] = condition_of(asked, A, atom_of) or A.atom(asked, true)
    end
    return read_conditions[directive]
  end

  ---The conditions of the branches of a choice, one after the other.
  local function conditions_of(directives)
    local list, left = {}, A.ALWAYS
    for i, directive in ipairs(directives) do
      local asked <const> = directive:find "^#else" and A.ALWAYS or condition(directive)
      list[i] = A.both(left, asked)
      local other <const> = A.negated(asked)
      left = other and A.both(left, other) or left
    end
    return list
  end

  -- ---- Names ----

  local defined <const>, items <const> = {}, {}
  local function define(name, item)
    defined[name] = defined[name] or {}
    table.insert(defined[name], item)
    item.names[name] = true
  end

  local own <const> = ("%%f[%%w_]%s[%%w_]*"):format(p)
  local function names_of(item)
    item.names = {}
    local first <const> = item.lines[1]
    if first:find "^#" then
      local header <const> = HEADERS[first:match "^#include (.*)$"]
      return define(header or first:match "^#define ([%w_]+)", item)
    end
    local code <const> = {}
    for i, line in ipairs(item.lines) do
      code[i] = without_comment(line)
    end
    local whole <const> = table.concat(code, "\n")
    if whole:find "^enum" then
      for name in whole:gmatch(("[{,]%%s*(%s[%%w_]*)"):format(U)) do
        define(name, item)
      end
      return
    end
    local head <const> = whole:match "^(.-)[={;]"
    local last <const> = whole:find "^typedef" and whole:match(("}%%s*(%s[%%w_]*)%%s*;$"):format(p))
    local called <const> = head:match(("^.-(%s)%%s*[%%(%%[]"):format(own))
    local name = last or called
    for one in head:gmatch(own) do
      name = (last or called) and name or one
    end
    if name then
      define(name, item)
    end
    -- A public function, or a claim that the compiler checks.
    item.root = not name or first:find "^typedef char" ~= nil
      or not (first:find "^static" or first:find "^typedef" or first:find("^" .. U))
  end

  ---Adds to uses what a line names: names, and forms of names where parts are pasted.
  local function use(uses, line, where)
    local function add(form)
      uses[form] = uses[form] and A.either(uses[form], where) or where
    end
    for pasted in line:gmatch "[%w_]+%s*##[%w_#%s]+" do
      local form = {}
      for part in pasted:gmatch "[%w_]+" do
        form[#form + 1] = (part:find("^" .. p) or part:find("^" .. U) or part:find "^_") and part or "%w+"
      end
      if table.concat(form):find "_" then
        add(table.concat(form))
      end
    end
    line = line:gsub("[%w_]+%s*##[%w_#%s]+", " ")
    for _, prefix in ipairs { p, U } do
      for name in line:gmatch(("%%f[%%w_]%s[%%w_]*"):format(prefix)) do
        add(name:find "_$" and name .. "%w+" or name)
      end
    end
    if line:find "%f[%w_]memcpy%f[^%w_]" then
      add "memcpy"
    end
  end

  local function uses_of(item)
    local uses, stack, here = {}, {}, A.ALWAYS
    for _, line in ipairs(item.lines) do
      local code <const> = without_comment(line)
      if code:find "^#if" then
        stack[#stack + 1] = { outer = here, directives = { code } }
        use(uses, code, here)
        here = A.both(here, conditions_of(stack[#stack].directives)[1])
      elseif code:find "^#el" then
        local top <const> = stack[#stack]
        top.directives[#top.directives + 1] = code
        use(uses, code, top.outer)
        local list <const> = conditions_of(top.directives)
        here = A.both(top.outer, list[#list])
      elseif code:find "^#endif" then
        here = table.remove(stack).outer
      elseif not code:find "^#undef" then
        use(uses, code:gsub("^#define ([%w_]+)", ""), here)
      end
    end
    return uses
  end

  ---Each item with where it stands: its path's condition, and the names that directives around it use.
  local function visit(nodes, path, around)
    for _, node in ipairs(nodes) do
      node.path = path
      if node.kind == "choice" then
        local directives <const>, named = {}, { table.unpack(around) }
        for i, branch in ipairs(node.branches) do
          directives[i] = branch.directive
          local uses <const> = {}
          use(uses, without_comment(branch.directive), path)
          named[#named + 1] = uses
        end
        for i, one in ipairs(conditions_of(directives)) do
          node.branches[i].condition = one
          visit(node.branches[i].nodes, A.both(path, one), named)
        end
      elseif node.kind == "item" then
        items[#items + 1] = node
        names_of(node)
        node.uses, node.around = uses_of(node), around
      elseif node.kind == "fixed" then
        items[#items + 1] = node
        node.names, node.uses, node.around, node.root = {}, {}, around, true
        use(node.uses, node.lines[1], A.ALWAYS)
      end
    end
  end

  local nodes <const> = read(lines_of(text))
  visit(nodes, A.ALWAYS, {})

  -- ---- What is needed where ----

  ---A condition without what is known of a compiler where vector kernels are compiled.
  local plains <const> = {}
  local function plain(one)
    if plains[one] then
      return plains[one]
    end
    local cases <const> = {}
    for i, case in ipairs(one) do
      local has_vectors = false
      for atom in next, case do
        has_vectors = has_vectors or family_of[atom] ~= nil or families[atom] ~= nil
      end
      cases[i] = {}
      for atom, value in next, case do
        local known <const> = facts.parts[atom] or atom:find "^bit " or families[atom]
        if known or not has_vectors then
          cases[i][atom] = value
        end
      end
    end
    plains[one] = A.of(cases)
    return plains[one]
  end

  local queue <const> = {}
  local function need(item, where)
    local now <const> = A.either(item.needed or A.NEVER, plain(where))
    if now ~= item.needed then
      item.needed = now
      queue[#queue + 1] = item
    end
  end
  local forms <const> = {}
  ---The items that define a name, or what has a form.
  local function of_form(form)
    if not form:find "%%" then
      return defined[form] or {}
    elseif not forms[form] then
      local found <const> = {}
      for name, list in next, defined do
        if name:find("^" .. form .. "$") then
          table.move(list, 1, #list, #found + 1, found)
        end
      end
      forms[form] = found
    end
    return forms[form]
  end
  for _, item in ipairs(items) do
    if item.root and #item.path > 0 then
      need(item, A.ALWAYS)
    end
  end
  local next_one = 1
  while queue[next_one] do
    local item <const> = queue[next_one]
    next_one = next_one + 1
    for form, where in next, item.uses do
      local all <const> = A.both(A.both(item.needed, item.path), where)
      for _, other in ipairs(#all > 0 and of_form(form) or {}) do
        if other ~= item then
          need(other, all)
        end
      end
    end
    for _, uses in ipairs(item.around) do
      for form, where in next, uses do
        -- Which kernels the target has is asked wherever kernels are chosen: where no macro says which, all of them are.
        local is_kernel <const> = form:find("^" .. U .. "KERNEL_") ~= nil
        for _, other in ipairs(of_form(form)) do
          need(other, is_kernel and A.ALWAYS or A.both(item.needed, where))
        end
      end
    end
  end

  -- ---- Writing ----

  ---A condition to the preprocessor.
  local function asked(one, path)
    ---What a case asks besides the kernels that are compiled, and these.
    local groups <const>, order <const> = {}, {}
    for _, case in ipairs(one) do
      local words, bit = {}, nil
      for atom, value in next, case do
        if atom:find "^bit " and value then
          bit = atom
        elseif atom:find "^bit " then
          words[#words + 1] = ("!(%sCOMPILED & 0x%02X)"):format(U, tonumber(atom:match "%d+"))
        else
          local word <const> = atom:find "^[%w_]+$" and ("defined(%s)"):format(atom) or atom:find "^[%w_]+ & 0x%x+$" and atom
            or ("(%s)"):format(atom)
          words[#words + 1] = (value and "" or "!") .. word
        end
      end
      table.sort(words)
      -- Kernels of no family are asked for apart.
      local rest <const> = table.concat(words, " && ") .. (bit and not family_of[bit] and "&" or "")
      local group = groups[rest]
      if not group then
        group = { rest = words, mask = 0, families = {}, plain = false }
        groups[rest], order[#order + 1] = group, rest
      end
      group.plain = group.plain or not bit
      group.mask = group.mask | (bit and math.tointeger(bit:match "%d+") or 0)
      group.families[family_of[bit or ""] or ""] = bit and family_of[bit] and true or nil
    end
    table.sort(order)
    ---The families of kernels that may be compiled where this stands.
    local here <const> = {}
    for _, case in ipairs(path) do
      for atom, value in next, case do
        here[family_of[atom] or families[atom] and atom or ""] = value or nil
      end
    end
    here[""] = nil
    ---The kernels of a group, to the preprocessor.
    local function kernels_of(group)
      if any_of(group.mask) == any_vectors then
        return ("defined(%sVECTORS)"):format(U)
      end
      local names, others = {}, false
      for family in next, here do
        others = others or not group.families[family]
      end
      for family in next, group.families do
        names[#names + 1] = ("defined(%s)"):format(family)
        others = others or not here[family]
      end
      table.sort(names)
      local alone <const> = table.concat(names, " || ")
      local bits_ <const> = ("%sCOMPILED & 0x%02X"):format(U, group.mask)
      return others and #names > 0 and ("%s && %s"):format(#names > 1 and "(" .. alone .. ")" or alone, bits_) or bits_
    end
    -- What asks for the same kernels is asked together.
    local by_kernels <const>, heads <const> = {}, {}
    for _, rest in ipairs(order) do
      local group <const> = groups[rest]
      local head <const> = group.plain and "" or kernels_of(group)
      if not by_kernels[head] then
        by_kernels[head], heads[#heads + 1] = {}, head
      end
      table.insert(by_kernels[head], group.rest)
    end
    ---Several cases without kernels: `!(defined(A) && defined(B))` is shorter than `!defined(A) || !defined(B)`.
    ---@return string text
    ---@return boolean several whether `||` joins it
    local function any_case(cases, is_alone)
      local negated, others = {}, {}
      for _, case in ipairs(cases) do
        local macro <const> = #case == 1 and case[1]:match "^!(defined%([%w_]+%))$"
        if macro then
          negated[#negated + 1] = macro
        else
          others[#others + 1] = #case > 1 and not (is_alone and #cases == 1) and ("(%s)"):format(table.concat(case, " && "))
            or table.concat(case, " && ")
        end
      end
      if #negated > 0 then
        table.insert(others, 1, (#negated > 1 and "!(%s)" or "!%s"):format(table.concat(negated, " && ")))
      end
      return table.concat(others, " || "), #others > 1
    end
    local words <const> = {}
    for i, head in ipairs(heads) do
      local rest, several = any_case(by_kernels[head], #heads == 1)
      if head == "" then
        words[i] = rest
      else
        rest = several and ("(%s)"):format(rest) or rest
        words[i] = rest == "" and head or ("%s && %s"):format(head, rest)
        words[i] = #heads > 1 and words[i]:find "&&" and ("(%s)"):format(words[i]) or words[i]
      end
    end
    return table.concat(words, " || ")
  end

  ---The line, or lines, of #if.
  local function directive_of(test)
    local macro <const> = test:match "^defined%(([%w_]+)%)$"
    local no_macro <const> = test:match "^!defined%(([%w_]+)%)$"
    if macro or no_macro then
      return (macro and "#ifdef " or "#ifndef ") .. (macro or no_macro)
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

  ---The lines of an item, or of what is known of the macros in it.
  local function decided(lines)
    local out, stack = {}, {}
    local kept = true
    for _, line in ipairs(lines) do
      local code <const> = without_comment(line)
      if code:find "^#if" then
        local here <const> = condition(code)
        local value = nil
        if here == A.NEVER or here == A.ALWAYS then
          value = here == A.ALWAYS
        end
        stack[#stack + 1] = { outer = kept, known = value, taken = value == true }
        kept = kept and value ~= false
        if stack[#stack].outer and value == nil then
          out[#out + 1] = is_decided(code) and directive_of(asked(here, anything)) or line
        end
      elseif code:find "^#el" and stack[#stack].known ~= nil then
        local top <const> = stack[#stack]
        assert(code:find "^#else", "an #elif behind what is known")
        kept = top.outer and not top.taken
      elseif code:find "^#endif" then
        local top <const> = table.remove(stack)
        kept = top.outer
        out[#out + 1] = kept and top.known == nil and line or nil
      else
        out[#out + 1] = kept and line or nil
      end
    end
    return out
  end

  local write

  ---What is left of a choice: nodes that take its place, or itself with fewer branches.
  local function write_choice(node)
    local branches, otherwise = {}, false
    for _, branch in ipairs(node.branches) do
      local is_else <const> = branch.directive:find "^#else" ~= nil
      local here <const> = is_else and A.ALWAYS or condition(branch.directive)
      if not otherwise and #here > 0 then
        otherwise = here == A.ALWAYS
        branches[#branches + 1] = { directive = branch.directive, always = otherwise, asked = here, chunks = write(branch.nodes, branch) }
      end
    end
    return branches
  end

  ---@return table[] chunks { lines, guard?, blank?, remark?, kind }
  function write(list)
    local chunks <const> = {}
    local function add(chunk, node)
      if node.lead or node.carried then
        local lead <const> = node.lead or node.carried
        chunk.lines = table.move(chunk.lines, 1, #chunk.lines, #lead + 1, { table.unpack(lead) })
      end
      chunks[#chunks + 1] = chunk
    end
    for i, node in ipairs(list) do
      local before <const> = #chunks
      if node.kind == "blank" then
        chunks[#chunks + 1] = { blank = true, lines = { "" } }
      elseif node.kind == "remark" then
        chunks[#chunks + 1] = { remark = true, lines = node.lines }
      elseif node.kind == "fixed" then
        add({ lines = node.lines }, node)
      elseif node.kind == "undef" then
        -- What nothing here defines, and only sometimes loses its meaning, is a user's.
        local is_theirs <const> = not defined[node.name] and node.path ~= A.ALWAYS
        local any = is_theirs or not (node.name:find("^" .. p) or node.name:find("^" .. U))
        for _, item in ipairs(defined[node.name] or {}) do
          any = any or item.needed ~= nil and #item.needed > 0
        end
        if any then
          add({ lines = node.lines, undef = true }, node)
        end
      elseif node.kind == "item" then
        if node.needed and #A.both(node.needed, node.path) > 0 then
          local guard <const> = A.beside(node.needed, A.both(anything, plain(node.path)))
          local test <const> = guard ~= A.ALWAYS and asked(guard, node.path) or nil
          add({ lines = decided(node.lines), guard = test }, node)
        end
      else
        local branches <const> = write_choice(node)
        local lines, guard, same, any = {}, nil, true, false
        local function look(all)
          for _, chunk in ipairs(all) do
            if not chunk.blank and not chunk.remark then
              if not any then
                guard = chunk.guard
              end
              same = same and chunk.guard == guard
              any = true
            end
          end
        end
        for _, branch in ipairs(branches) do
          look(branch.chunks)
        end
        same = same and any
        if same and guard then
          for _, branch in ipairs(branches) do
            for _, chunk in ipairs(branch.chunks) do
              chunk.guard = nil
            end
          end
        end
        if any and #branches == 1 and branches[1].always then
          local text_ <const> = M.joined(branches[1].chunks, directive_of)
          add({ lines = text_, guard = same and guard or nil }, node)
        elseif any then
          -- Branches at the end that have nothing in them are left out.
          while #M.joined(branches[#branches].chunks, directive_of) == 0 and #branches > 1 do
            table.remove(branches)
          end
          for j, branch in ipairs(branches) do
            local directive = branch.directive
            if branch.always and j > 1 then
              directive = "#else"
            elseif directive:find "^#elif" and j == 1 then
              directive = directive_of(asked(branch.asked, node.path))
            elseif not branch.always and is_decided(directive) then
              directive = directive_of(asked(branch.asked, node.path))
              directive = j > 1 and directive:gsub("^#ifdef (.*)$", "#elif defined(%1)"):gsub("^#ifndef (.*)$", "#elif !defined(%1)")
                :gsub("^#if", "#elif") or directive
            end
            lines[#lines + 1] = directive
            local inner <const> = M.joined(branch.chunks, directive_of)
            table.move(inner, 1, #inner, #lines + 1, lines)
          end
          lines[#lines + 1] = node.ending
          add({ lines = lines, guard = same and guard or nil }, node)
        end
      end
      -- A comment before several lines stays with those that are left.
      local following <const> = list[i + 1]
      if #chunks == before and (node.lead or node.carried) and following and following.kind ~= "blank" and not following.lead then
        following.carried = node.lead or node.carried
      end
    end
    return chunks
  end

  return table.concat(M.joined(write(nodes), directive_of), "\n")
end

---Chunks as lines: those that follow one another under the same condition stand in one #if; remarks stay only with what they are about.
---@param chunks table[]
---@param directive_of fun(test: string): string
---@return string[] lines
function M.joined(chunks, directive_of)
  ---Whether something is left behind a remark: of a section all that is up to the next one, of others what comes next.
  local function is_about(at)
    local is_section <const> = chunks[at].lines[1]:find "^// %-%-%-%-"
    for i = at + 1, #chunks do
      local chunk <const> = chunks[i]
      if chunk.remark and chunk.lines[1]:find "^// %-%-%-%-" then
        return false
      elseif not chunk.blank and not chunk.remark then
        return is_section or not chunk.undef
      end
    end
    return false
  end
  local lines, open, blank = {}, nil, false
  for i, chunk in ipairs(chunks) do
    if chunk.blank then
      blank = #lines > 0
    elseif not chunk.remark or i == 1 or is_about(i) then
      local guard = chunk.guard
      if chunk.remark then
        -- It stands where what it is about does.
        for j = i + 1, #chunks do
          if not chunks[j].blank and not chunks[j].remark then
            guard = chunks[j].guard == open and open or nil
            break
          end
        end
      end
      if open and open ~= guard then
        lines[#lines + 1] = "#endif"
      end
      if blank then
        lines[#lines + 1] = ""
        blank = false
      end
      if guard and open ~= guard then
        lines[#lines + 1] = directive_of(guard)
      end
      open = guard
      table.move(chunk.lines, 1, #chunk.lines, #lines + 1, lines)
    end
  end
  if open then
    lines[#lines + 1] = "#endif"
  end
  return lines
end

return M
