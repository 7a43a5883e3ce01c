-- SPDX-License-Identifier: 0BSD
-- c: the functions of emitted C as trees, for changing them.
--
-- In: the text of a C file, and which of its lines the compiler sees; other lines, directives and comments are skipped like blanks.
-- Out: a list of functions, each with its body as nodes. A node has its kind, its range of the text, its operator if there is one, and its
-- parts in the order of the text.
--
-- The parser is a recursive descent through the statements and expressions of C (C11, 6.5 and 6.8) that emitted code uses. Assembly and
-- enums become nodes without parts. Any other statement or expression is an error that names the line. Types are the names in TYPES, names
-- that end in `_t`, and typedefs in the given texts.
--
--     return a < b;   ->   { kind = "return", { kind = "binary", op = "<", { kind = "name" }, { kind = "name" } } }

local tokens <const> = require "tokens"

local M = {}

local TYPES <const> = {}
for word in ("void char short int long float double signed unsigned bool _Bool size_t const volatile static inline struct enum union "
  .. "register svbool_t v128_t __m128i __m256i __m512i __mmask8 __mmask16 __mmask32 __mmask64"):gmatch("%S+") do
  TYPES[word] = true
end

-- Binary operators by precedence, lowest first; all are left-associative.
local LEVELS <const> = {
  { ["||"] = true }, { ["&&"] = true }, { ["|"] = true }, { ["^"] = true }, { ["&"] = true }, { ["=="] = true, ["!="] = true },
  { ["<"] = true, ["<="] = true, [">"] = true, [">="] = true }, { ["<<"] = true, [">>"] = true }, { ["+"] = true, ["-"] = true },
  { ["*"] = true, ["/"] = true, ["%"] = true },
}
local ASSIGNMENTS <const> = { ["="] = true, ["+="] = true, ["-="] = true, ["*="] = true, ["/="] = true, ["%="] = true, ["<<="] = true,
  [">>="] = true, ["&="] = true, ["|="] = true, ["^="] = true }

---Adds the names of types that the typedefs in a text define. A typedef may define an array type or a function type.
local function add_types(text, types)
  for body in ("\n" .. text):gmatch("\ntypedef%s+([^;]-%b{}[^;{]*;)") do
    types[body:match("([%w_]+)%s*;$")] = true
  end
  for body in ("\n" .. text):gmatch("\ntypedef%s+([^;{]*;)") do
    body = body:gsub("%b[]", "")
    types[body:match("([%w_]+)%s*%(") or body:match("([%w_]+)%s*;$")] = true
  end
end

-- A parser p is { tokens, i = index of the next token, types, path }.

local function fail(p, what)
  error(("%s:%d: error: %s at '%s'"):format(p.path, p.tokens[p.i].line, what, p.tokens[p.i].text), 0)
end

local function is(p, word)
  return p.tokens[p.i].text == word and p.tokens[p.i].kind ~= "string"
end

local function take(p, word)
  if not is(p, word) then
    fail(p, ("'%s' expected"):format(word))
  end
  p.i = p.i + 1
end

local function is_type(p, k)
  local t <const> = p.tokens[k]
  return t.kind == "name" and (p.types[t.text] or t.text:find("_t$") ~= nil)
end

-- Moves from an opening bracket past the bracket that closes it.
local function skip_brackets(p)
  local depth = 0
  repeat
    if is(p, "(") or is(p, "[") or is(p, "{") then
      depth = depth + 1
    elseif is(p, ")") or is(p, "]") or is(p, "}") then
      depth = depth - 1
    elseif p.tokens[p.i].kind == "end" then
      fail(p, "a bracket is missing")
    end
    p.i = p.i + 1
  until depth == 0
end

-- Makes a node for the tokens from index k to p.i - 1, with these parts.
local function node(p, kind, k, parts, more)
  local n <const> = more or {}
  n.kind, n.from, n.to, n.line = kind, p.tokens[k].from, p.tokens[p.i - 1].to, p.tokens[k].line
  for j, part in ipairs(parts) do
    n[j] = part
  end
  return n
end

local expression, assignment, unary, statement

local function arguments(p, close)
  local list <const> = {}
  while not is(p, close) do
    list[#list + 1] = assignment(p)
    if not is(p, close) then
      take(p, ",")
    end
  end
  take(p, close)
  return list
end

local function initializer(p)
  if not is(p, "{") then
    return assignment(p)
  end
  local k <const>, list <const> = p.i, {}
  take(p, "{")
  while not is(p, "}") do
    if is(p, ".") then
      p.i = p.i + 2
      take(p, "=")
    end
    list[#list + 1] = initializer(p)
    if is(p, ",") then
      p.i = p.i + 1
    end
  end
  take(p, "}")
  return node(p, "list", k, list)
end

local function primary(p)
  local k <const>, t <const> = p.i, p.tokens[p.i]
  p.i = p.i + 1
  if t.kind == "number" or t.kind == "name" or t.kind == "string" or t.kind == "character" then
    while t.kind == "string" and p.tokens[p.i].kind == "string" do
      p.i = p.i + 1
    end
    return node(p, t.kind, k, {}, { text = t.text })
  elseif t.text == "(" then
    local inner <const> = expression(p)
    take(p, ")")
    return node(p, "group", k, { inner })
  end
  p.i = k
  fail(p, "an expression expected")
end

local function postfix(p)
  local k <const> = p.i
  local n = primary(p)
  while true do
    if is(p, "(") then
      p.i = p.i + 1
      local list <const> = arguments(p, ")")
      table.insert(list, 1, n)
      n = node(p, "call", k, list, { callee = n.text })
    elseif is(p, "[") then
      p.i = p.i + 1
      local index <const> = expression(p)
      take(p, "]")
      n = node(p, "index", k, { n, index })
    elseif is(p, ".") or is(p, "->") then
      p.i = p.i + 2
      n = node(p, "member", k, { n })
    elseif is(p, "++") or is(p, "--") then
      local op <const>, at <const> = p.tokens[p.i].text, p.tokens[p.i]
      p.i = p.i + 1
      n = node(p, "step", k, { n }, { op = op, op_from = at.from, op_to = at.to })
    else
      return n
    end
  end
end

function unary(p)
  local k <const>, t <const> = p.i, p.tokens[p.i]
  if t.text == "sizeof" then
    p.i = p.i + 1
    if is(p, "(") and is_type(p, p.i + 1) then
      skip_brackets(p)
    else
      unary(p)
    end
    return node(p, "number", k, {}, { text = "sizeof" })
  elseif t.text == "(" and is_type(p, p.i + 1) then
    skip_brackets(p)
    if is(p, "{") then
      return node(p, "compound", k, { initializer(p) })
    end
    return node(p, "cast", k, { unary(p) })
  elseif t.kind == "mark" and ("! ~ - + & * ++ --"):find(t.text, 1, true) and t.text ~= "(" then
    p.i = p.i + 1
    return node(p, (t.text == "++" or t.text == "--") and "step" or "unary", k, { unary(p) },
      { op = t.text, op_from = t.from, op_to = t.to })
  end
  return postfix(p)
end

local function binary(p, level)
  if level > #LEVELS then
    return unary(p)
  end
  local k <const> = p.i
  local left = binary(p, level + 1)
  while p.tokens[p.i].kind == "mark" and LEVELS[level][p.tokens[p.i].text] do
    local op <const> = p.tokens[p.i]
    p.i = p.i + 1
    local right <const> = binary(p, level + 1)
    left = node(p, "binary", k, { left, right }, { op = op.text, op_from = op.from, op_to = op.to })
    left.line = op.line
  end
  return left
end

function assignment(p)
  local k <const> = p.i
  local left <const> = binary(p, 1)
  if is(p, "?") then
    p.i = p.i + 1
    local yes <const> = expression(p)
    take(p, ":")
    return node(p, "choice", k, { left, yes, assignment(p) })
  elseif p.tokens[p.i].kind == "mark" and ASSIGNMENTS[p.tokens[p.i].text] then
    local op <const> = p.tokens[p.i]
    p.i = p.i + 1
    return node(p, "assignment", k, { left, assignment(p) }, { op = op.text, op_from = op.from, op_to = op.to })
  end
  return left
end

function expression(p)
  local k <const> = p.i
  local parts <const> = { assignment(p) }
  while is(p, ",") do
    p.i = p.i + 1
    parts[#parts + 1] = assignment(p)
  end
  return #parts == 1 and parts[1] or node(p, "comma", k, parts)
end

-- Reads a declaration without its semicolon.
local function declaration(p)
  local k <const>, parts <const> = p.i, {}
  local static
  while is_type(p, p.i) do
    if is(p, "static") then
      static = p.tokens[p.i]
    end
    p.i = p.i + ((is(p, "struct") or is(p, "enum") or is(p, "union")) and 2 or 1)
  end
  repeat
    if is(p, ",") then
      p.i = p.i + 1
    end
    while is(p, "*") or is(p, "const") do
      p.i = p.i + 1
    end
    p.i = p.i + 1  -- the name
    while is(p, "[") do
      skip_brackets(p)
    end
    while p.tokens[p.i].kind == "name" do
      p.i = p.i + 1  -- an attribute
    end
    if is(p, "=") then
      p.i = p.i + 1
      parts[#parts + 1] = initializer(p)
    end
  until not is(p, ",")
  return node(p, "declaration", k, parts, { static = static })
end

local function condition(p)
  take(p, "(")
  local c <const> = expression(p)
  take(p, ")")
  c.condition = true
  return c
end

---Skips the tokens up to and including the next semicolon.
local function skip_statement(p, kind, k)
  while not is(p, ";") do
    p.i = p.i + 1
  end
  take(p, ";")
  return node(p, kind, k, {})
end

local function not_read(p, k)
  p.i = k
  fail(p, "unsupported statement")
end

---For a keyword or mark that begins a statement, the function that reads the rest. k is the index of this token; `p.i` is the next index.
local STATEMENTS <const> = {
  ["{"] = function(p, k)
    local list <const> = {}
    while not is(p, "}") do
      list[#list + 1] = statement(p)
    end
    take(p, "}")
    return node(p, "block", k, list)
  end,
  ["if"] = function(p, k)
    local parts <const> = { condition(p), statement(p) }
    if is(p, "else") then
      p.i = p.i + 1
      parts[3] = statement(p)
    end
    return node(p, "if", k, parts)
  end,
  ["while"] = function(p, k)
    return node(p, "while", k, { condition(p), statement(p) })
  end,
  ["do"] = function(p, k)
    local body <const> = statement(p)
    take(p, "while")
    local c <const> = condition(p)
    take(p, ";")
    return node(p, "do", k, { body, c })
  end,
  ["for"] = function(p, k)
    take(p, "(")
    local parts <const> = {}
    if not is(p, ";") then
      parts[#parts + 1] = is_type(p, p.i) and declaration(p) or expression(p)
    end
    take(p, ";")
    if not is(p, ";") then
      parts[#parts + 1] = expression(p)
      parts[#parts].condition = true
    end
    take(p, ";")
    if not is(p, ")") then
      parts[#parts + 1] = expression(p)
      parts[#parts].step = true
    end
    take(p, ")")
    parts[#parts + 1] = statement(p)
    return node(p, "for", k, parts)
  end,
  ["return"] = function(p, k)
    local parts <const> = { not is(p, ";") and expression(p) or nil }
    take(p, ";")
    return node(p, "return", k, parts)
  end,
  ["break"] = function(p, k) return skip_statement(p, "break", k) end,
  ["continue"] = function(p, k) return skip_statement(p, "continue", k) end,
  ["goto"] = function(p, k) return skip_statement(p, "goto", k) end,
  [";"] = function(p, k) return node(p, "empty", k, {}) end,
  __asm__ = function(p, k) return skip_statement(p, "assembly", k) end,
  enum = function(p, k) return skip_statement(p, "empty", k) end,
  typedef = not_read, switch = not_read, case = not_read,
}

function statement(p)
  local k <const>, t <const> = p.i, p.tokens[p.i]
  if STATEMENTS[t.text] then
    p.i = p.i + 1
    return STATEMENTS[t.text](p, k)
  elseif t.kind == "name" and p.tokens[p.i + 1].text == ":" then
    p.i = p.i + 2
    return node(p, "label", k, { statement(p) })
  elseif is_type(p, p.i) then
    local d <const> = declaration(p)
    take(p, ";")
    return d
  end
  local e <const> = expression(p)
  take(p, ";")
  return node(p, "statement", k, { e })
end

---@param text string
---@param others string[] other texts with typedefs
---@param seen fun(line: integer): boolean does the compiler see that line?
---@param path string for errors
---@return table[] functions { name, body, line, from, to }, in the order of the text
function M.functions(text, others, seen, path)
  local p <const> = { tokens = tokens.of(text, seen), types = setmetatable({}, { __index = TYPES }), i = 1, path = path }
  for _, other in ipairs(others) do
    add_types(other, p.types)
  end
  add_types(text, p.types)
  local functions <const> = {}
  while p.tokens[p.i].kind ~= "end" do
    if is(p, "(") and p.tokens[p.i - 1] and p.tokens[p.i - 1].kind == "name" then
      local name <const> = p.tokens[p.i - 1]
      skip_brackets(p)
      if is(p, "{") then
        local body <const> = statement(p)
        functions[#functions + 1] = { name = name.text, body = body, line = name.line, from = name.from, to = body.to }
      end
    elseif is(p, "{") or is(p, "(") or is(p, "[") then
      skip_brackets(p)
    else
      p.i = p.i + 1
    end
  end
  return functions
end

return M
