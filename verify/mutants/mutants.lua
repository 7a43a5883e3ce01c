-- SPDX-License-Identifier: 0BSD
-- mutants: generates all small mistakes of the kinds below in emitted C.
--
-- In: the text of an emitted C file, its functions as trees (c.lua), the encoding's prefix, and the names of the kernels.
-- Out: a list of mutants. Each is one change of the text, with the node at which it can be selected at run time. Also a count of mutants
-- that were left out, by reason.
--
-- The name of a mutant does not change when lines move. The name consists of the function, the text of the line, and the change, without
-- the encoding's prefix and with K for the kernel's name. So a mutant has the same name in all encodings and kernels that have its line.
-- Long prefixes move line breaks. In kernels, the name therefore has the text of the whole statement or loop head instead of the line.
--
--     K_scan_through: while (size - i >= K_BLOCK) {: >= to > before K_BLOCK
--
-- The kinds: a constant, also a named one or sizeof, plus or minus 1; `true` or `false` negated; an operator replaced by a similar one (+
-- by -, << by >>, & by |, < by <=, == by !=, && by ||, ...); a right operand that is not constant, minus 1 for < and >=, plus 1 for > and
-- <=; a variable index plus 1; an operator ! ~ - removed; a condition negated; two adjacent arguments swapped; a statement or the step of
-- a `for` removed.

local tokens <const> = require "tokens"

local M = {}

local OTHER <const> = { ["+"] = "-", ["-"] = "+", ["*"] = "/", ["/"] = "*", ["%"] = "*", ["<<"] = ">>", [">>"] = "<<", ["&"] = "|",
  ["|"] = "&", ["^"] = "|", ["<"] = "<=", ["<="] = "<", [">"] = ">=", [">="] = ">", ["=="] = "!=", ["!="] = "==", ["&&"] = "||",
  ["||"] = "&&", ["+="] = "-=", ["-="] = "+=", ["*="] = "/=", ["<<="] = ">>=", [">>="] = "<<=", ["&="] = "|=", ["|="] = "&=",
  ["^="] = "|=", ["++"] = "--", ["--"] = "++" }
-- OTHER changes `a < b` to `a <= b`. This table moves the bound in the opposite direction: `a < b - 1`.
local BEYOND <const> = { ["<"] = "- 1", ["<="] = "+ 1", [">"] = "+ 1", [">="] = "- 1" }
-- Words and intrinsics whose arguments may be swapped, by the last part of their name, without types and `unsigned`.
local COMMUTES <const> = { ["and"] = true, ["or"] = true, xor = true, add = true, min = true, max = true, either = true }

---@param name string? of a function
local function commutes(name)
  local last <const> = (name or ""):gsub("_si%d+$", ""):gsub("_ep[iu]%d+$", ""):gsub("_unsigned$", ""):match("[^_]+$")
  return COMMUTES[last or ""] or false
end

---Is a function an intrinsic or a builtin? Some of them need constant arguments, so a mutant in an argument is selected around the call.
local function is_instruction(name)
  return name and (name:find("^_mm") or name:find("^__builtin") or name:find("^v%l+q?_") or name:find("^wasm_") or name:find("^sv")
    or name:find("^__riscv")) and true or false
end

---Returns the code of each line without comments; with `whole`, the whole statement or loop head that contains the line. `first` has the
---number of the line where this code begins.
---@return string[] code, integer[] first
local function code_of(lines, whole)
  local code <const>, first <const> = {}, {}
  local directive <const> = tokens.directives(lines)
  local from, depth = 1, 0
  for n, line in ipairs(lines) do
    code[n], first[n] = line:gsub("%s*//.*$", ""), n
    depth = depth + select(2, code[n]:gsub("[(%[]", "")) - select(2, code[n]:gsub("[)%]]", ""))
    if whole and (directive[n] or code[n]:find("^%s*$") or (depth == 0 and code[n]:find("[;{}:]$"))) then
      local joined <const> = table.concat(code, " ", from, n)
      for k = from, n do
        code[k], first[k] = joined, from
      end
      from, depth = n + 1, 0
    elseif not whole then
      from = n + 1
    end
  end
  return code, first
end

---Finds the kernel of a function. Also makes the function that shortens the names in its findings for list.lua.
---@param name string of the function
---@param kernels string[] names of kernels
---@return string? kernel that it belongs to
---@return function plain removes the encoding's prefix from the names in a text, and replaces the kernel's name in them by K
function M.names(name, prefix, kernels)
  local kernel
  for _, one in ipairs(kernels) do
    if name:sub(1, #prefix + #one + 2) == ("%s_%s_"):format(prefix, one) then
      kernel = one
    end
  end
  return kernel, function(s)
    s = s:gsub("%f[%w_]" .. prefix .. "_", ""):gsub("%f[%w_]" .. prefix:upper() .. "_", "")
    if kernel then
      s = s:gsub("%f[%w_]" .. kernel .. "_", "K_"):gsub("%f[%w_]" .. kernel:upper() .. "_", "K_")
    end
    return (s:gsub("%s+", " "):gsub("([(%[]) ", "%1"):gsub("^ ", ""):gsub(" $", ""))
  end
end

---Finds the parts of the interface to which each function belongs, such as "UTF16,REPAIR"; nil if it belongs to all. An _INLINE function
---whose lines belong to all parts belongs to the parts of the functions that use it.
---@param part_of table<integer, string> by lines
local function parts_of_words(lines, functions, part_of)
  local users <const>, parts <const> = {}, {}
  local function add_names(n, f)
    if n.kind == "name" then
      users[n.text] = users[n.text] or {}
      users[n.text][f] = true
    end
    for _, part in ipairs(n) do
      add_names(part, f)
    end
  end
  for _, f in ipairs(functions) do
    add_names(f.body, f)
  end
  -- _INLINE functions are defined before the functions that use them.
  for i = #functions, 1, -1 do
    local f <const> = functions[i]
    local of = part_of[f.line] or nil
    if not of and lines[f.line]:find("_INLINE ") and users[f.name] then
      local all <const>, whole = {}, true
      for user in pairs(users[f.name]) do
        whole = whole and parts[user.name] ~= nil
        for part in (parts[user.name] or ""):gmatch("[^,]+") do
          all[part] = true
        end
      end
      local sorted <const> = {}
      for part in pairs(all) do
        sorted[#sorted + 1] = part
      end
      table.sort(sorted)
      of = whole and table.concat(sorted, ",") or nil
    end
    parts[f.name] = of
  end
  return parts
end

---Finds the parts of the interface that each line is in: "UTF16,UTF32" after `#if !defined(X_NO_UTF16) || !defined(X_NO_UTF32)` and after
---`#if !(defined(X_NO_UTF16) && defined(X_NO_UTF32))`, "COUNT" after `#ifndef X_NO_COUNT`. Other conditions do not count. nil or false for
---all parts.
local function parts_of_lines(lines, prefix)
  local part_of <const>, open <const>, directive <const> = {}, {}, tokens.directives(lines)
  for n, line in ipairs(lines) do
    if not directive[n] then
      part_of[n] = open[#open]
    elseif line:find("^#%s*if") then
      local parts <const> = { open[#open] or nil }
      local condition <const> = line:match("^#ifndef (.+)$") or line:match("^#if (!defined.+||.+)$")
        or line:match("^#if !%((defined[^|!]+)%)$") or ""
      for without in condition:gmatch(prefix:upper() .. "_NO_([A-Z0-9_]+)") do
        parts[#parts + 1] = without
      end
      open[#open + 1] = #parts > 0 and table.concat(parts, ",") or false
    elseif line:find("^#%s*endif") then
      open[#open] = nil
    end
  end
  return part_of
end

-- ---- The mistakes at a node ----
-- A walk w passes through one function: { text, named = pattern of named constants, body, add(outer, n, changed, change), leave(reason) }.
-- outer: the node around n at which the mutant must be selected; nil: at n itself.
local walk

local function source(w, n)
  return w.text:sub(n.from, n.to)
end

local function walk_parts(w, n, outer)
  for _, part in ipairs(n) do
    walk(w, part, outer)
  end
end

local function is_constant(w, n)
  return n.kind == "number" or (n.kind == "name" and (source(w, n):find(w.named) or source(w, n) == "SIZE_MAX"))
end

local function constant(w, n, outer)
  local s <const> = source(w, n)
  if s == "true" or s == "false" then
    w.add(outer or n, n, s == "true" and "false" or "true", s .. " negated")
  elseif s == "NULL" or s:find("^_MM_") then
    w.leave("names of the compiler: NULL, hints")
  elseif n.kind == "number" or s == "SIZE_MAX" or s:find(w.named) then
    w.add(outer or n, n, ("(%s + 1)"):format(s), s .. " + 1")
    w.add(outer or n, n, ("(%s - 1)"):format(s), s .. " - 1")
  end
end

local function left_out(w, n, outer)
  local s <const> = source(w, n)
  if s:find("^%(void%)") then
    w.leave("statements that do nothing")
    return
  elseif n.kind == "return" and n.last then
    w.leave("a return at the end of a function left out: its value has mutants")
  else
    w.add(n, n, ";", "left out " .. s)
  end
  walk_parts(w, n, outer)
end

---The kinds of statements that a mutant can leave out.
M.STATEMENTS = { statement = true, ["break"] = true, continue = true, ["goto"] = true, ["return"] = true }

---For each kind of node, the function that adds its mistakes. `walk` adds the negated conditions and the removed steps of any kind.
local KINDS <const> = {
  number = constant, name = constant,
  call = function(w, n, outer)
    local place <const> = outer or (is_instruction(n.callee) and n) or nil
    for k = 2, #n - 1 do
      local a <const>, b <const> = n[k], n[k + 1]
      if source(w, a) == source(w, b) then
        w.leave("arguments that are the same")
      elseif commutes(n.callee) then
        w.leave("arguments that may be swapped")
      else
        w.add(outer or n, { from = a.from, to = b.to, line = n.line }, source(w, b) .. w.text:sub(a.to + 1, b.from - 1) .. source(w, a),
          ("swapped %s and %s"):format(source(w, a), source(w, b)))
      end
    end
    for k = 2, #n do
      walk(w, n[k], place)
    end
  end,
  index = function(w, n, outer)
    if not is_constant(w, n[2]) and n[2].kind == "name" then
      w.add(outer or n[2], n[2], ("(%s) + 1"):format(source(w, n[2])), ("index %s + 1"):format(source(w, n[2])))
    end
    walk_parts(w, n, outer)
  end,
  binary = function(w, n, outer)
    local a <const>, b <const> = n[1], n[2]
    local function with(op, more)
      return ("((%s) %s (%s)%s)"):format(source(w, a), op, source(w, b), more or "")
    end
    w.add(outer or n, n, with(OTHER[n.op]), ("%s to %s before %s"):format(n.op, OTHER[n.op], source(w, b)))
    if BEYOND[n.op] and not is_constant(w, b) then
      w.add(outer or n, n, with(n.op, " " .. BEYOND[n.op]), ("%s %s %s"):format(n.op, source(w, b), BEYOND[n.op]))
    end
    walk_parts(w, n, outer)
  end,
  unary = function(w, n, outer)
    if n.op == "!" or n.op == "~" or n.op == "-" then
      w.add(outer or n, n, ("(%s)"):format(source(w, n[1])), ("without %s before %s"):format(n.op, source(w, n[1])))
    end
    walk_parts(w, n, outer)
  end,
  step = function(w, n, outer)
    w.add(outer or n, n, w.text:sub(n.from, n.op_from - 1) .. OTHER[n.op] .. w.text:sub(n.op_to + 1, n.to),
      ("%s to %s"):format(n.op, OTHER[n.op]))
  end,
  assignment = function(w, n, outer)
    if OTHER[n.op] then
      w.add(outer or n, n, ("(%s %s %s)"):format(source(w, n[1]), OTHER[n.op], source(w, n[2])), ("%s to %s"):format(n.op, OTHER[n.op]))
    end
    -- The left side of an assignment has mistakes only in an index.
    local to = n[1]
    while to.kind == "member" or to.kind == "group" or to.kind == "unary" do
      to = to[1]
    end
    if to.kind == "index" then
      walk(w, to, outer)
    end
    walk(w, n[2], outer)
  end,
  choice = function(w, n, outer)
    local s <const> = source(w, n[1])
    w.add(outer or n[1], n[1], ("!(%s)"):format(s), "negated " .. s)
    walk_parts(w, n, outer)
  end,
  assembly = function(w)
    w.leave("assembly")
  end,
}
for kind in next, M.STATEMENTS do
  KINDS[kind] = left_out
end

function walk(w, n, outer)
  if n.condition then
    local s <const> = source(w, n)
    if (n.kind == "binary" and (n.op == "==" or n.op == "!=")) or (n.kind == "unary" and n.op == "!") then
      w.leave("conditions whose negation is another mutant")
    else
      w.add(outer or n, n, ("!(%s)"):format(s), "negated " .. s)
    end
  end
  if KINDS[n.kind] then
    KINDS[n.kind](w, n, outer)
  else
    if n == w.body and #n > 0 then
      n[#n].last = true
    end
    walk_parts(w, n, outer)
  end
  if n.step then
    w.add(n, n, "(void)0", "left out " .. source(w, n))
  end
end

---@param text string of the file
---@param functions table[] of c.lua
---@param prefix string of the encoding, "utf8"
---@param kernels string[] names of kernels
---@return table[] mutants { id, of, own, kernel, line, outer, part, from, to, text, change, code, key }, table<string, integer> left_out
function M.all(text, functions, prefix, kernels)
  local list <const>, left <const>, lines <const> = {}, {}, {}
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    lines[#lines + 1] = line
  end
  local part_of <const> = parts_of_lines(lines, prefix)
  local line_code <const>, line_first <const> = code_of(lines, false)
  local whole_code <const>, whole_first <const> = code_of(lines, true)
  local part_of_word <const> = parts_of_words(lines, functions, part_of)

  local function leave(reason)
    left[reason] = (left[reason] or 0) + 1
  end
  for _, f in ipairs(functions) do
    local kernel <const>, plain <const> = M.names(f.name, prefix, kernels)
    local own <const>, seen <const> = plain(f.name), {}
    local function add(outer, n, changed, change)
      local line <const> = plain((kernel and whole_code or line_code)[n.line])
      -- Later mutants of the same name on a line get a number.
      change = plain(change)
      local place <const> = (kernel and whole_first or line_first)[n.line] .. change
      seen[place] = (seen[place] or 0) + 1
      change = seen[place] > 1 and ("%s (%d)"):format(change, seen[place]) or change
      list[#list + 1] = { id = #list + 1, of = f.name, own = own, kernel = kernel, line = n.line, outer = outer,
        part = part_of[n.line] or part_of_word[f.name] or "all", from = n.from, to = n.to, text = changed,
        change = change, code = line, key = ("%s: %s: %s"):format(own, line, change) }
      outer.mutants = outer.mutants or {}
      table.insert(outer.mutants, list[#list])
    end
    local named <const> = "^" .. prefix:upper() .. "_[A-Z][A-Z0-9_]*$"
    walk({ text = text, named = named, body = f.body, add = add, leave = leave }, f.body)
  end
  return list, left
end

return M
