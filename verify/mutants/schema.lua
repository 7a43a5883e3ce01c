-- SPDX-License-Identifier: 0BSD
-- schema: puts mutants into the text of a file: one alone, or all chosen ones at once.
--
-- In: the text, its functions as trees with their mutants (mutants.lua), and which of these are chosen. Out: C. For example,
-- `return a < b;` with mutant 7 becomes `return (U8GEN_MUTANT(7) ? ((a) <= (b)) : a < b);`, with line breaks around each mutant. The
-- variable u8gen_mutant selects one when the program runs, so one compilation serves all mutants.

local mutants <const> = require "mutants"

local M = {}

---Returns the text with the change of one mutant.
---@param text string
---@param m table mutant
function M.alone(text, m)
  return text:sub(1, m.from - 1) .. m.text .. text:sub(m.to + 1)
end

-- Returns the lowest and the highest number of a chosen mutant in a node, or nil. `changes` becomes true if the node has a chosen mutant.
local function mark(n, chosen)
  local first, last
  for _, m in ipairs(n.mutants or {}) do
    if chosen(m) then
      first, last = math.min(first or m.id, m.id), math.max(last or m.id, m.id)
    end
  end
  for _, part in ipairs(n) do
    local a <const>, b <const> = mark(part, chosen)
    if a then
      first, last = math.min(first or a, a), math.max(last or b, b)
    end
  end
  n.changes = first ~= nil
  return first, last
end

---Returns a function that writes a node with the chosen mutants.
---@param put fun(s: string)
---@param own fun(m: table) reports that the current line belongs to a mutant
---@return fun(n: table)
local function emitter(text, chosen, put, own)
  -- Returns the text of a node with one change.
  local function changed(n, m)
    return (text:sub(n.from, m.from - 1) .. m.text .. text:sub(m.to + 1, n.to)):gsub("//[^\n]*", "")
  end

  local emit
  local function inside(n)
    local at = n.from
    -- The initializer of a static variable must be constant, so a variable whose initializer has mutants loses `static`.
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
    if mutants.STATEMENTS[n.kind] then
      put(("{ if (!U8GEN_MUTANT(%d)) "):format(mine[1].id))
      inside(n)
      put(" }")
      return
    end
    put("(")
    for _, m in ipairs(mine) do
      put("\n")
      own(m)
      local new = changed(n, m):gsub("\n", " ")
      put(("U8GEN_MUTANT(%d) ? %s :\n"):format(m.id, n.step and ("(void)(%s)"):format(new) or new))
      own(m)
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
  return emit
end

---Returns the text in which u8gen_mutant selects a mutant at run time. Also returns the mutant of each line that has a changed expression,
---and of the line after it.
---@param text string
---@param functions table[]
---@param chosen fun(m: table): boolean whether to include a mutant
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
  local emit <const> = emitter(text, chosen, put, function(m) owners[line] = m end)
  -- A body with chosen mutants is written twice: with them, and unchanged. The second copy runs unless a mutant of this function is
  -- selected: its mutants then cost almost no time. A body with `goto` is written once, since a label cannot be repeated.
  local function body(f)
    local whole <const> = text:sub(f.body.from, f.body.to)
    local first <const>, last <const> = mark(f.body, chosen)
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
