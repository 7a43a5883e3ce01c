-- SPDX-License-Identifier: 0BSD
-- parser: expressions and statements of the emitted C and of its annotations, as trees.
--
-- In: a text. Out: a node { op, ... } with its parts at 1, 2, ...; fields and elements, such as p->x and a[i], are `opaque`. The statement
-- of a loop has the loop's annotation. `size - i >= 64` is
--
--     { op = "binary", sign = ">=", { op = "binary", sign = "-", NAME size, NAME i }, { op = "number", value = 64 } }
--
-- A parser p is a list of tokens and the index of the next token. Each function with a parameter p reads from this token on.

local M = {}

-- ---- Tokens ----

---Operators of two characters.
local PAIRS <const> = {}
for sign in ("-> ++ -- <= >= == != && || << >> += -= |= .."):gmatch "%S+" do
  PAIRS[sign] = true
end

local function tokens_of(text)
  local tokens, at = {}, 1
  while true do
    at = text:match("^%s*()", at)
    if at > #text then
      return tokens
    end
    local token = text:match("^[%w_\\]+", at)
    local skipped, annotation, after
    if token then
      token = token:match("^0x%x+") or token
    else
      assert(not text:find("^#%s*el", at), "a condition with #else: only one of the two parts is compiled")
      skipped = text:match("^//[^\n]*()", at) or text:match("^#[^\n]*()", at) or text:match("^/%*[^@].-%*/()", at)
      annotation, after = text:match("^/%*@(.-)%*/()", at)
      local pair <const> = text:sub(at, at + 1)
      token = text:match("^<?==>", at) or PAIRS[pair] and pair or text:sub(at, at)
    end
    if annotation then
      tokens[#tokens + 1] = { annotation = annotation }
    elseif not skipped then
      tokens[#tokens + 1] = token
      at = at + #token
    end
    at = after or skipped or at
  end
end

local function peek(p, n)
  return p.tokens[p.at + (n or 0)]
end

local function take(p, expected)
  local token <const> = p.tokens[p.at]
  assert(not expected or token == expected, ("%s expected, not %s"):format(expected, tostring(token)))
  p.at = p.at + 1
  return token
end

-- ---- Expressions ----

---The precedence of binary operators.
local BINDS <const> = {}
local COMPARES <const> = 6
for level, signs in ipairs { "==> <==>", "||", "&&", "|", "&", "== != < <= > >=", "<< >>", "+ -", "* / %" } do
  for sign in signs:gmatch "%S+" do
    BINDS[sign] = level
  end
end
local CASTS <const> = { size_t = true, uintptr_t = true, const = true, uint8_t = true, unsigned = true }

local expression

---Reads the arguments, fields and indices after a name. `of` is the name before a field or an index.
local function named(p, name)
  local node = { op = "name", name = name }
  while peek(p) == "(" or peek(p) == "->" or peek(p) == "[" do
    local open <const> = take(p)
    if open == "(" then
      node = { op = "call", name = node.name }
      while peek(p) ~= ")" do
        node[#node + 1] = expression(p, 1)
        assert(peek(p) == ")" or take(p, ","))
      end
      take(p, ")")
    elseif open == "->" then
      take(p)
      node = { op = "opaque", of = name }
    else
      expression(p, 1)
      take(p, "]")
      node = { op = "opaque", of = name }
    end
  end
  return node
end

local function primary(p)
  local token <const> = take(p)
  if token == "(" and CASTS[peek(p)] then
    local kind
    repeat kind = take(p) ~= ")" and (kind or peek(p, -1)) or kind until peek(p, -1) == ")"
    return { op = "cast", kind = kind, primary(p) }
  elseif token == "(" then
    local inner <const> = expression(p, 1)
    local last <const> = peek(p) == ".." and (take(p) and expression(p, 1))
    take(p, ")")
    return last and { op = "range", inner, last } or inner
  elseif token == "!" or token == "-" or token == "*" or token == "&" then
    return { op = "unary", sign = token, primary(p) }
  elseif token:find("^%d") then
    return { op = "number", value = math.tointeger(tonumber(token)) }
  end
  return named(p, token)
end

local function binary(p, level)
  local left, chain = primary(p), nil
  while true do
    local sign <const> = peek(p)
    local binds <const> = BINDS[sign] or 0
    if chain and binds ~= COMPARES then
      left, chain = chain, nil
    end
    if binds < level then
      return left
    end
    take(p)
    local right <const> = binary(p, binds + 1)
    local node <const> = { op = "binary", sign = sign, left, right }
    if binds == COMPARES then
      -- Annotations use chains: a <= b <= c means a <= b && b <= c.
      left, chain = right, chain and { op = "binary", sign = "&&", chain, node } or node
    else
      left = node
    end
  end
end

function expression(p, level)
  local test <const> = binary(p, level)
  if peek(p) == "?" then
    take(p)
    local yes <const> = expression(p, 1)
    take(p, ":")
    return { op = "choice", test, yes, (expression(p, 1)) }
  end
  return test
end

-- ---- Statements ----

local statement

local function assignment(p)
  local target <const> = primary(p)
  local sign <const> = peek(p)
  if sign == "=" or sign == "+=" then
    take(p)
    local value <const> = expression(p, 1)
    return { op = "assign", target, sign == "=" and value or { op = "binary", sign = "+", target, value } }
  end
  return { op = "expression", target }
end

---Reads `TYPE NAME = E, NAME`, without the semicolon.
local function declaration(p)
  local list = { op = "list" }
  while not (peek(p, 1) == "=" or peek(p, 1) == ";" or peek(p, 1) == ",") do
    take(p)
  end
  repeat
    local name <const> = { op = "name", name = take(p) }
    list[#list + 1] = peek(p) == "=" and take(p) and { op = "assign", name, expression(p, 1) } or nil
  until not (peek(p) == "," and take(p))
  return list
end

local function declaration_or_assignment(p)
  local is_declaration <const> = peek(p) == "const"
    or peek(p):find("^[%a_]") and type(peek(p, 1)) == "string" and peek(p, 1):find("^[%a_]") ~= nil
  return is_declaration and declaration(p) or assignment(p)
end

local function block(p)
  local list <const> = { op = "list" }
  take(p, "{")
  while peek(p) ~= "}" do
    list[#list + 1] = statement(p)
  end
  take(p, "}")
  return list
end

---Reads an expression in parentheses.
local function condition(p)
  take(p, "(")
  local test <const> = expression(p, 1)
  take(p, ")")
  return test
end

---For `if`, `while` and `for`, the function that reads the rest of the statement.
local STATEMENTS <const> = {
  ["if"] = function(p)
    local test <const> = condition(p)
    local yes <const> = statement(p)
    return { op = "if", test, yes, peek(p) == "else" and take(p) and statement(p) or { op = "list" } }
  end,
  ["while"] = function(p)
    local test <const> = condition(p)
    return { op = "loop", test, statement(p), { op = "list" } }
  end,
  ["for"] = function(p)
    take(p, "(")
    local first <const> = peek(p) ~= ";" and declaration_or_assignment(p) or { op = "list" }
    take(p, ";")
    local test <const> = expression(p, 1)
    take(p, ";")
    local step <const> = assignment(p)
    take(p, ")")
    return { op = "list", first, { op = "loop", test, statement(p), step }, passes_annotation = true }
  end,
}

function statement(p)
  local token <const> = peek(p)
  if type(token) == "table" then
    take(p)
    -- An assertion may be the last line of a block.
    local following <const> = peek(p) == "}" and { op = "list" } or statement(p)
    following.annotation = token.annotation:find("loop ") and token.annotation or following.annotation
    return following
  elseif token == "{" then
    return block(p)
  elseif STATEMENTS[token] then
    take(p)
    return STATEMENTS[token](p)
  elseif token == "return" or token == "break" then
    take(p)
    local value <const> = peek(p) ~= ";" and expression(p, 1) or nil
    take(p, ";")
    return { op = token, value }
  end
  assert(token ~= "continue" and token ~= "goto", "unsupported statement")
  local made <const> = declaration_or_assignment(p)
  take(p, ";")
  return made
end

---@param text string that begins with an expression
---@return table node
function M.expression(text)
  return expression({ tokens = tokens_of(text), at = 1 }, 1)
end

---@param text string that begins with statements in braces
---@return table node
function M.block(text)
  return block { tokens = tokens_of(text), at = 1 }
end

return M
