-- SPDX-License-Identifier: 0BSD
-- mutants: every small mistake that could stand in emitted C.
--
-- In:  the functions of a file, as trees (c.lua), and its text.
-- Out: a list of mutants, each one change of the text, with the node in whose place it can be chosen at run time; and what was left out,
--      counted by the reason.
--
-- All of them, not a sample. A mutant is called by what stays when lines move: the function, the text of its line, and the change, all
-- without the encoding's prefix and with K for the kernel's name, so that one name holds for the same place in all of them. As longer
-- names break lines elsewhere, a kernel's are joined up to where its statement, or the head of a loop, ends.
--
--     K_scan_through: while (size - i >= K_BLOCK) {: ">= to >"
--
-- The kinds: a constant one more or less (a named one, sizeof and a truth value, too); another operator of its sort (+ and -, << and >>,
-- & and |, < and <=, == and !=, && and ||, ...); what is compared with one more or less; an index one more; an operator ! ~ - dropped; a
-- condition negated; two arguments swapped; a statement left out.

local tokens <const> = require "tokens"

local M = {}

local OTHER <const> = { ["+"] = "-", ["-"] = "+", ["*"] = "/", ["/"] = "*", ["%"] = "*", ["<<"] = ">>", [">>"] = "<<", ["&"] = "|",
  ["|"] = "&", ["^"] = "|", ["<"] = "<=", ["<="] = "<", [">"] = ">=", [">="] = ">", ["=="] = "!=", ["!="] = "==", ["&&"] = "||",
  ["||"] = "&&", ["+="] = "-=", ["-="] = "+=", ["*="] = "/=", ["<<="] = ">>=", [">>="] = "<<=", ["&="] = "|=", ["|="] = "&=",
  ["^="] = "|=", ["++"] = "--", ["--"] = "++" }
-- The bound that the other operator doesn't make: < is not <=, but one less.
local BEYOND <const> = { ["<"] = "- 1", ["<="] = "+ 1", [">"] = "+ 1", [">="] = "- 1" }
-- Words and instructions whose arguments may be swapped, as the last part of their names that says so.
local COMMUTES <const> = { ["and"] = true, ["or"] = true, xor = true, add = true, min = true, max = true, either = true, ternary = false }

---@param name string? of a function
local function commutes(name)
  local last <const> = (name or ""):gsub("_si%d+$", ""):gsub("_ep[iu]%d+$", ""):gsub("_unsigned$", ""):match("[^_]+$")
  return COMMUTES[last or ""] or false
end

---Whether a call may demand constants: then what changes in its arguments is chosen around it.
local function is_instruction(name)
  return name and (name:find("^_mm") or name:find("^__builtin") or name:find("^v%l+q?_") or name:find("^wasm_") or name:find("^sv")
    or name:find("^__riscv")) and true or false
end

---The code of each line without comments; with `whole` of all lines over which a statement or head goes, and which one is its first.
---@param lines string[]
---@param whole boolean
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

---How lists of findings (list.lua) name what stands in a function.
---@param name string of the function
---@param kernels string[] names of kernels
---@return string? kernel that it belongs to
---@return function plain of a text, without the encoding's prefix, and with K for the kernel
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

---The parts of the interface that each inlined word of a kernel is for, "UTF16,REPAIR": those of the functions that use it, or nil if
---one of these is for all.
---@param part_of table<integer, string> by lines
local function parts_of_words(text, functions, part_of)
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
  -- Words stand before what uses them.
  for i = #functions, 1, -1 do
    local f <const> = functions[i]
    local of = part_of[f.line] or nil
    if not of and text:sub(1, f.from):match("[^\n]*$"):find("_INLINE ") and users[f.name] then
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

---@param text string of the file
---@param functions table[] of c.lua
---@param prefix string of the encoding, "utf8"
---@param kernels string[] names of kernels
---@return table[] mutants { id, of, kernel, line, seat, from, to, text, change, key }, table<string, integer> left_out
function M.all(text, functions, prefix, kernels)
  local list <const>, left_out <const> = {}, {}
  local lines <const> = {}
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    lines[#lines + 1] = line
  end
  local named <const> = "^" .. prefix:upper() .. "_[A-Z][A-Z0-9_]*$"

  -- Of which parts of the interface the lines are, "UTF16,MEASURE": by the directives around them that leave out what those need.
  local part_of <const> = {}
  do
    local open <const>, directive <const> = {}, tokens.directives(lines)
    for n, line in ipairs(lines) do
      if not directive[n] then
        part_of[n] = open[#open]
      elseif line:find("^#%s*if") then
        local parts <const> = { open[#open] or nil }
        local condition <const> = line:match("^#ifndef (.+)$") or line:match("^#if (!defined.+||.+)$") or ""
        for without in condition:gmatch(prefix:upper() .. "_NO_([A-Z0-9_]+)") do
          parts[#parts + 1] = without
        end
        open[#open + 1] = #parts > 0 and table.concat(parts, ",") or false
      elseif line:find("^#%s*endif") then
        open[#open] = nil
      end
    end
  end

  local line_code <const>, line_first <const> = code_of(lines, false)
  local whole_code <const>, whole_first <const> = code_of(lines, true)
  local part_of_word <const> = parts_of_words(text, functions, part_of)

  local function leave(reason)
    left_out[reason] = (left_out[reason] or 0) + 1
  end

  for _, f in ipairs(functions) do
    local kernel <const>, plain <const> = M.names(f.name, prefix, kernels)
    local own <const> = plain(f.name)
    local seen <const> = {}

    local function add(seat, n, changed, change)
      local line <const> = plain((kernel and whole_code or line_code)[n.line])
      -- The second of two that are called the same, on one line.
      change = plain(change)
      local place <const> = (kernel and whole_first or line_first)[n.line] .. change
      seen[place] = (seen[place] or 0) + 1
      change = seen[place] > 1 and ("%s (%d)"):format(change, seen[place]) or change
      list[#list + 1] = { of = f.name, own = own, kernel = kernel, line = n.line, seat = seat,
        part = part_of[n.line] or part_of_word[f.name] or "all", from = n.from, to = n.to, text = changed,
        change = change, code = line, key = ("%s: %s: %s"):format(own, line, change) }
      seat.mutants = seat.mutants or {}
      table.insert(seat.mutants, list[#list])
    end
    local function source(n)
      return text:sub(n.from, n.to)
    end

    -- seat: where an outer node must be the place of choice, or nil.
    local walk
    local function constant(n, seat)
      local s <const> = source(n)
      if s == "true" or s == "false" then
        add(seat or n, n, s == "true" and "false" or "true", s .. " negated")
      elseif s == "NULL" or s:find("^_MM_") then
        leave("names of the compiler's: NULL, hints")
      elseif n.kind == "number" or s == "SIZE_MAX" or s:find(named) then
        add(seat or n, n, ("(%s + 1)"):format(s), s .. " + 1")
        add(seat or n, n, ("(%s - 1)"):format(s), s .. " - 1")
      end
    end

    local function parts(n, seat)
      for _, part in ipairs(n) do
        walk(part, seat)
      end
    end

    local function is_constant(n)
      return n.kind == "number" or (n.kind == "name" and (source(n):find(named) or source(n) == "SIZE_MAX"))
    end

    function walk(n, seat)
      if n.condition then
        local s <const> = source(n)
        if (n.kind == "binary" and (n.op == "==" or n.op == "!=")) or (n.kind == "unary" and n.op == "!") then
          leave("conditions whose negation is another mutant")
        else
          add(seat or n, n, ("!(%s)"):format(s), "negated " .. s)
        end
      end
      if n.kind == "number" or n.kind == "name" then
        constant(n, seat)
      elseif n.kind == "call" then
        local place <const> = seat or (is_instruction(n.callee) and n) or nil
        for k = 2, #n - 1 do
          local a <const>, b <const> = n[k], n[k + 1]
          if source(a) == source(b) then
            leave("arguments that are the same")
          elseif commutes(n.callee) then
            leave("arguments that may be swapped")
          else
            add(seat or n, { from = a.from, to = b.to, line = n.line }, source(b) .. text:sub(a.to + 1, b.from - 1) .. source(a),
              ("swapped %s and %s"):format(source(a), source(b)))
          end
        end
        for k = 2, #n do
          walk(n[k], place)
        end
      elseif n.kind == "index" then
        if not is_constant(n[2]) and n[2].kind == "name" then
          add(seat or n[2], n[2], ("(%s) + 1"):format(source(n[2])), ("index %s + 1"):format(source(n[2])))
        end
        parts(n, seat)
      elseif n.kind == "binary" then
        local a <const>, b <const> = n[1], n[2]
        local function with(op, more)
          return ("((%s) %s (%s)%s)"):format(source(a), op, source(b), more or "")
        end
        add(seat or n, n, with(OTHER[n.op]), ("%s to %s before %s"):format(n.op, OTHER[n.op], source(b)))
        if BEYOND[n.op] and not is_constant(b) then
          add(seat or n, n, with(n.op, " " .. BEYOND[n.op]), ("%s %s %s"):format(n.op, source(b), BEYOND[n.op]))
        end
        parts(n, seat)
      elseif n.kind == "unary" then
        if n.op == "!" or n.op == "~" or n.op == "-" then
          add(seat or n, n, ("(%s)"):format(source(n[1])), ("without %s before %s"):format(n.op, source(n[1])))
        end
        parts(n, seat)
      elseif n.kind == "step" then
        add(seat or n, n, text:sub(n.from, n.op_from - 1) .. OTHER[n.op] .. text:sub(n.op_to + 1, n.to),
          ("%s to %s"):format(n.op, OTHER[n.op]))
      elseif n.kind == "assignment" then
        if OTHER[n.op] then
          add(seat or n, n, ("(%s %s %s)"):format(source(n[1]), OTHER[n.op], source(n[2])), ("%s to %s"):format(n.op, OTHER[n.op]))
        end
        -- Of what is assigned to only indices are values.
        local to = n[1]
        while to.kind == "member" or to.kind == "group" or to.kind == "unary" do
          to = to[1]
        end
        if to.kind == "index" then
          walk(to, seat)
        end
        walk(n[2], seat)
      elseif n.kind == "choice" then
        local s <const> = source(n[1])
        add(seat or n[1], n[1], ("!(%s)"):format(s), "negated " .. s)
        parts(n, seat)
      elseif n.kind == "statement" or n.kind == "break" or n.kind == "continue" or n.kind == "goto" or n.kind == "return" then
        local s <const> = source(n)
        if s:find("^%(void%)") then
          leave("statements that do nothing")
          return
        elseif n.kind == "return" and n.last then
          leave("what a function returns at its end left out: mutants of its value are there")
        else
          add(n, n, ";", "left out " .. s)
        end
        parts(n, seat)
      elseif n.kind == "assembly" then
        leave("assembly")
      else
        if n.step then
          add(n, n, "", "left out " .. source(n))
        end
        if n.kind == "block" and n == f.body and #n > 0 then
          n[#n].last = true
        end
        parts(n, seat)
      end
      if n.step and (n.kind == "assignment" or n.kind == "step" or n.kind == "call") then
        add(n, n, "(void)0", "left out " .. source(n))
      end
    end
    walk(f.body)
  end
  for id, m in ipairs(list) do
    m.id = id
  end
  return list, left_out
end

---The text with one mutant in it, as if someone had written so.
---@param text string
---@param m table mutant
function M.alone(text, m)
  return text:sub(1, m.from - 1) .. m.text .. text:sub(m.to + 1)
end

---The text of all functions, in which u8gen_mutant chooses at run time, and which line of it belongs to which mutant.
---@param text string
---@param functions table[]
---@param chosen fun(m: table): boolean whether a mutant is to be in it
---@return string schema, table<integer, table> owners the mutants by lines
function M.schema(text, functions, chosen)
  local out <const>, owners <const> = {}, {}
  local line = 1
  local function put(s)
    out[#out + 1] = s
    for _ in s:gmatch("\n") do
      line = line + 1
    end
  end
  -- The text of a node with one change in it.
  local function changed(n, m)
    return (text:sub(n.from, m.from - 1) .. m.text .. text:sub(m.to + 1, n.to)):gsub("//[^\n]*", "")
  end

  local emit
  local function inside(n)
    local at = n.from
    if n.static and n.changes then
      put(text:sub(at, n.static.from - 1))
      at = n.static.to + 1
    end
    for _, part in ipairs(n) do
      put(text:sub(at, part.from - 1))
      emit(part)
      at = part.to + 1
    end
    put(text:sub(at, n.to))
  end

  function emit(n)
    local mine <const> = {}
    for _, m in ipairs(n.mutants or {}) do
      if chosen(m) then
        mine[#mine + 1] = m
      end
    end
    if #mine == 0 then
      return inside(n)
    end
    if n.kind == "statement" or n.kind == "break" or n.kind == "continue" or n.kind == "goto" or n.kind == "return" then
      put(("{ if (!U8GEN_MUTANT(%d)) "):format(mine[1].id))
      inside(n)
      put(" }")
      return
    end
    put("(")
    for _, m in ipairs(mine) do
      put("\n")
      owners[line] = m
      local new = changed(n, m):gsub("\n", " ")
      put(("U8GEN_MUTANT(%d) ? %s :\n"):format(m.id, n.step and ("(void)(%s)"):format(new) or new))
      owners[line] = m
    end
    if n.step then
      put("(void)(")
      inside(n)
      put(")")
    else
      inside(n)
    end
    put(")")
  end

  -- The first and the last mutant of a node, if there is one. Of declarations that hold a change: what is static there can't be chosen at
  -- run time.
  local function mark(n)
    local first, last
    for _, m in ipairs(n.mutants or {}) do
      if chosen(m) then
        first, last = math.min(first or m.id, m.id), math.max(last or m.id, m.id)
      end
    end
    for _, part in ipairs(n) do
      local a <const>, b <const> = mark(part)
      if a then
        first, last = math.min(first or a, a), math.max(last or b, b)
      end
    end
    n.changes = first ~= nil
    return first, last
  end

  -- The body of a function stands twice: with its mutants, and, for all others, as it is, so that choosing costs them next to nothing.
  -- Labels can't stand twice.
  local function body(f)
    local whole <const> = text:sub(f.body.from, f.body.to)
    local first <const>, last <const> = mark(f.body)
    if not first then
      put(whole)
    elseif whole:find("%f[%w_]goto%f[^%w_]") then
      emit(f.body)
    else
      put(("{ if (U8GEN_MUTANTS(%d, %d)) { "):format(first, last))
      emit(f.body)
      put(text:sub(f.from - 9, f.from - 1):find("%f[%w_]void%s+$") and " return; } " or " __builtin_trap(); } ")
      put(whole .. " }")
    end
  end

  put("extern int u8gen_mutant;\n#define U8GEN_MUTANT(n) __builtin_expect(u8gen_mutant == (n), 0)\n"
    .. "#define U8GEN_MUTANTS(first, last) __builtin_expect(u8gen_mutant >= (first) && u8gen_mutant <= (last), 0)\n")
  local at = 1
  for _, f in ipairs(functions) do
    put(text:sub(at, f.body.from - 1))
    body(f)
    at = f.to + 1
  end
  put(text:sub(at))
  return table.concat(out), owners
end

return M
