-- SPDX-License-Identifier: 0BSD
-- c: the functions of emitted C as trees, for what changes them.
--
-- In:  the text of a C file, and which of its lines the compiler sees (others, directives and comments are skipped like blanks).
-- Out: a list of functions, each with its body as nodes. A node is a stretch of the text with its kind, its operator and its parts, in
--      the order of the text; what lies between the parts is text, too.
--
-- A recursive descent over C's statements and expressions (C11, 6.5 and 6.8), as far as emitted code uses them; what it can't read is an
-- error that names the line, so that nothing is passed over in silence. Names of types come from typedefs in the files given.
--
--     return a < b;   ->   { kind = "return", { kind = "binary", op = "<", { kind = "name" }, { kind = "name" } } }

local M = {}

local TYPES <const> = {}
for word in ("void char short int long float double signed unsigned bool _Bool size_t const volatile static inline struct enum union "
  .. "register svbool_t v128_t __m128i __m256i __m512i __mmask8 __mmask16 __mmask32 __mmask64"):gmatch("%S+") do
  TYPES[word] = true
end

-- Binary operators, the least binding ones first; all group from the left.
local LEVELS <const> = {
  { ["||"] = true }, { ["&&"] = true }, { ["|"] = true }, { ["^"] = true }, { ["&"] = true }, { ["=="] = true, ["!="] = true },
  { ["<"] = true, ["<="] = true, [">"] = true, [">="] = true }, { ["<<"] = true, [">>"] = true }, { ["+"] = true, ["-"] = true },
  { ["*"] = true, ["/"] = true, ["%"] = true },
}
local ASSIGNMENTS <const> = { ["="] = true, ["+="] = true, ["-="] = true, ["*="] = true, ["/="] = true, ["%="] = true, ["<<="] = true,
  [">>="] = true, ["&="] = true, ["|="] = true, ["^="] = true }
local LONG <const> = { "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=",
  "%=", "&=", "|=", "^=", "##" }

---@param text string
---@return string[] lines, integer[] starts where each begins
function M.lines(text)
  local lines <const>, starts <const> = {}, {}
  for at, line in text:gmatch("()([^\n]*)\n?") do
    if at <= #text then
      lines[#lines + 1], starts[#starts + 1] = line, at
    end
  end
  return lines, starts
end

---@param lines string[]
---@return boolean[] directive true of the lines of directives, and of those that continue them
function M.directives(lines)
  local directive <const>, more = {}, false
  for i, line in ipairs(lines) do
    directive[i] = more or line:find("^%s*#") ~= nil
    more = directive[i] and line:find("\\$") ~= nil
  end
  return directive
end

---@param text string
---@param seen fun(line: integer): boolean whether the compiler sees that line
---@return table[] tokens { kind, text, from, to, line }, the last one of kind "end"
function M.tokens(text, seen)
  local tokens <const>, lines <const>, starts <const> = {}, M.lines(text)
  local directive <const> = M.directives(lines)
  local at = 1
  for n, line in ipairs(lines) do
    local stop <const> = starts[n] + #line
    at = math.max(at, starts[n])
    if directive[n] or not seen(n) then
      at = math.max(at, stop)
    end
    while at < stop do
      local from <const>, rest <const> = at, text:sub(at, stop - 1)
      local kind, found
      if rest:find("^%s") then
        at = at + #rest:match("^%s+")
      elseif rest:find("^//") then
        at = stop
      elseif rest:find("^/%*") then
        at = select(2, assert(text:find("*/", at, true))) + 1
      elseif rest:find("^[%a_]") then
        kind, found = "name", rest:match("^[%w_]+")
      elseif rest:find("^%.?%d") then
        kind, found = "number", rest:match("^[%w_.]+")
      elseif rest:find("^\"") then
        kind, found = "string", assert(rest:match("^\"[^\"\\]*\"") or rest:match("^\".-[^\\]\""))
      elseif rest:find("^'") then
        kind, found = "character", assert(rest:match("^'\\?.[^']*'"))
      else
        kind, found = "mark", rest:sub(1, 1)
        for _, long in ipairs(LONG) do
          if rest:sub(1, #long) == long then
            found = long
            break
          end
        end
      end
      if kind then
        at = from + #found
        tokens[#tokens + 1] = { kind = kind, text = found, from = from, to = at - 1, line = n }
      end
    end
  end
  tokens[#tokens + 1] = { kind = "end", text = "", from = #text + 1, to = #text, line = #lines }
  return tokens
end

---Adds the names that typedefs in a text give to types: the last word, or that of a function.
local function add_types(text, types)
  for body in ("\n" .. text):gmatch("\ntypedef%s+([^;]-%b{}[^;{]*;)") do
    types[body:match("([%w_]+)%s*;$")] = true
  end
  for body in ("\n" .. text):gmatch("\ntypedef%s+([^;{]*;)") do
    types[body:match("([%w_]+)%s*%(") or body:match("([%w_]+)%s*;$")] = true
  end
end

---@param text string
---@param others string[] texts that have typedefs, too
---@param seen fun(line: integer): boolean
---@param path string for errors
---@return table[] functions { name, body, line, from, to }, in their order
function M.functions(text, others, seen, path)
  local tokens <const> = M.tokens(text, seen)
  local types <const> = setmetatable({}, { __index = TYPES })
  local i = 1
  for _, other in ipairs(others) do
    add_types(other, types)
  end
  add_types(text, types)

  local function fail(what)
    error(("%s:%d: error: %s at '%s'"):format(path, tokens[i].line, what, tokens[i].text), 0)
  end
  local function is(word)
    return tokens[i].text == word and tokens[i].kind ~= "string"
  end
  local function take(word)
    if not is(word) then
      fail(("'%s' expected"):format(word))
    end
    i = i + 1
  end
  local function is_type(k)
    local t <const> = tokens[k]
    return t.kind == "name" and (types[t.text] or t.text:find("_t$") ~= nil)
  end
  -- Past what is in brackets, from the opening one on.
  local function skip_brackets()
    local depth = 0
    repeat
      if is("(") or is("[") or is("{") then
        depth = depth + 1
      elseif is(")") or is("]") or is("}") then
        depth = depth - 1
      elseif tokens[i].kind == "end" then
        fail("a bracket is missing")
      end
      i = i + 1
    until depth == 0
  end
  -- A node from token k to the one before i, of these parts.
  local function node(kind, k, parts, more)
    local n <const> = more or {}
    n.kind, n.from, n.to, n.line = kind, tokens[k].from, tokens[i - 1].to, tokens[k].line
    for j, part in ipairs(parts) do
      n[j] = part
    end
    return n
  end

  local expression, assignment, unary, statement

  local function arguments(close)
    local list <const> = {}
    while not is(close) do
      list[#list + 1] = assignment()
      if not is(close) then
        take(",")
      end
    end
    take(close)
    return list
  end

  local function initialiser()
    if not is("{") then
      return assignment()
    end
    local k <const>, list <const> = i, {}
    take("{")
    while not is("}") do
      if is(".") then
        i = i + 2
        take("=")
      end
      list[#list + 1] = initialiser()
      if is(",") then
        i = i + 1
      end
    end
    take("}")
    return node("list", k, list)
  end

  local function primary()
    local k <const>, t <const> = i, tokens[i]
    i = i + 1
    if t.kind == "number" or t.kind == "name" or t.kind == "string" or t.kind == "character" then
      while t.kind == "string" and tokens[i].kind == "string" do
        i = i + 1
      end
      return node(t.kind, k, {}, { text = t.text })
    elseif t.text == "(" then
      local inner <const> = expression()
      take(")")
      return node("group", k, { inner })
    end
    i = k
    fail("an expression expected")
  end

  local function postfix()
    local k <const> = i
    local n = primary()
    while true do
      if is("(") then
        i = i + 1
        local list <const> = arguments(")")
        table.insert(list, 1, n)
        n = node("call", k, list, { callee = n.text })
      elseif is("[") then
        i = i + 1
        local index <const> = expression()
        take("]")
        n = node("index", k, { n, index })
      elseif is(".") or is("->") then
        i = i + 2
        n = node("member", k, { n })
      elseif is("++") or is("--") then
        local op <const>, at <const> = tokens[i].text, tokens[i]
        i = i + 1
        n = node("step", k, { n }, { op = op, op_from = at.from, op_to = at.to })
      else
        return n
      end
    end
  end

  function unary()
    local k <const>, t <const> = i, tokens[i]
    if t.text == "sizeof" then
      i = i + 1
      if is("(") and is_type(i + 1) then
        skip_brackets()
      else
        unary()
      end
      return node("number", k, {}, { text = "sizeof" })
    elseif t.text == "(" and is_type(i + 1) then
      skip_brackets()
      if is("{") then
        return node("compound", k, { initialiser() })
      end
      return node("cast", k, { unary() })
    elseif t.kind == "mark" and ("! ~ - + & * ++ --"):find(t.text, 1, true) and t.text ~= "(" then
      i = i + 1
      return node((t.text == "++" or t.text == "--") and "step" or "unary", k, { unary() },
        { op = t.text, op_from = t.from, op_to = t.to })
    end
    return postfix()
  end

  local function binary(level)
    if level > #LEVELS then
      return unary()
    end
    local k <const> = i
    local left = binary(level + 1)
    while tokens[i].kind == "mark" and LEVELS[level][tokens[i].text] do
      local op <const> = tokens[i]
      i = i + 1
      local right <const> = binary(level + 1)
      left = node("binary", k, { left, right }, { op = op.text, op_from = op.from, op_to = op.to })
      left.line = op.line
    end
    return left
  end

  function assignment()
    local k <const> = i
    local left <const> = binary(1)
    if is("?") then
      i = i + 1
      local yes <const> = expression()
      take(":")
      return node("choice", k, { left, yes, assignment() })
    elseif tokens[i].kind == "mark" and ASSIGNMENTS[tokens[i].text] then
      local op <const> = tokens[i]
      i = i + 1
      return node("assignment", k, { left, assignment() }, { op = op.text, op_from = op.from, op_to = op.to })
    end
    return left
  end

  function expression()
    local k <const> = i
    local parts <const> = { assignment() }
    while is(",") do
      i = i + 1
      parts[#parts + 1] = assignment()
    end
    return #parts == 1 and parts[1] or node("comma", k, parts)
  end

  -- Up to the semicolon, which is left.
  local function declaration()
    local k <const>, parts <const> = i, {}
    local static
    while is_type(i) do
      if is("static") then
        static = tokens[i]
      end
      i = i + ((is("struct") or is("enum") or is("union")) and 2 or 1)
    end
    repeat
      if is(",") then
        i = i + 1
      end
      while is("*") or is("const") do
        i = i + 1
      end
      i = i + 1  -- the name
      while is("[") do
        skip_brackets()
      end
      while tokens[i].kind == "name" do
        i = i + 1  -- an attribute
      end
      if is("=") then
        i = i + 1
        parts[#parts + 1] = initialiser()
      end
    until not is(",")
    return node("declaration", k, parts, { static = static })
  end

  local function condition()
    take("(")
    local c <const> = expression()
    take(")")
    c.condition = true
    return c
  end

  function statement()
    local k <const>, t <const> = i, tokens[i]
    if t.text == "{" then
      i = i + 1
      local list <const> = {}
      while not is("}") do
        list[#list + 1] = statement()
      end
      take("}")
      return node("block", k, list)
    elseif t.text == "if" then
      i = i + 1
      local parts <const> = { condition(), statement() }
      if is("else") then
        i = i + 1
        parts[3] = statement()
      end
      return node("if", k, parts)
    elseif t.text == "while" then
      i = i + 1
      return node("while", k, { condition(), statement() })
    elseif t.text == "do" then
      i = i + 1
      local body <const> = statement()
      take("while")
      local c <const> = condition()
      take(";")
      return node("do", k, { body, c })
    elseif t.text == "for" then
      i = i + 1
      take("(")
      local parts <const> = {}
      if not is(";") then
        parts[#parts + 1] = is_type(i) and declaration() or expression()
      end
      take(";")
      if not is(";") then
        parts[#parts + 1] = expression()
        parts[#parts].condition = true
      end
      take(";")
      if not is(")") then
        parts[#parts + 1] = expression()
        parts[#parts].step = true
      end
      take(")")
      parts[#parts + 1] = statement()
      return node("for", k, parts)
    elseif t.text == "return" then
      i = i + 1
      local parts <const> = {}
      if not is(";") then
        parts[1] = expression()
      end
      take(";")
      return node("return", k, parts)
    elseif t.text == "break" or t.text == "continue" or t.text == "goto" then
      i = i + (t.text == "goto" and 2 or 1)
      take(";")
      return node(t.text, k, {})
    elseif t.text == ";" then
      i = i + 1
      return node("empty", k, {})
    elseif t.text == "__asm__" then
      while not is(";") do
        i = i + 1
      end
      take(";")
      return node("assembly", k, {})
    elseif t.kind == "name" and tokens[i + 1].text == ":" then
      i = i + 2
      return node("label", k, { statement() })
    elseif t.text == "enum" then
      while not is(";") do
        i = i + 1
      end
      take(";")
      return node("empty", k, {})
    elseif t.text == "typedef" or t.text == "switch" or t.text == "case" then
      fail("not foreseen")
    elseif is_type(i) then
      local d <const> = declaration()
      take(";")
      return d
    end
    local e <const> = expression()
    take(";")
    return node("statement", k, { e })
  end

  local functions <const> = {}
  while tokens[i].kind ~= "end" do
    if is("(") and tokens[i - 1] and tokens[i - 1].kind == "name" then
      local name <const> = tokens[i - 1]
      skip_brackets()
      if is("{") then
        local body <const> = statement()
        functions[#functions + 1] = { name = name.text, body = body, line = name.line, from = name.from, to = body.to }
      end
    elseif is("{") or is("(") or is("[") then
      skip_brackets()
    else
      i = i + 1
    end
  end
  return functions
end

return M
