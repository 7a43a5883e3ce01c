-- SPDX-License-Identifier: 0BSD
-- program: represents the functions of a vector kernel as data, prints them as C, lists their words, and runs them.
--
-- In:  functions that kernel.lua makes from a plan. Out of `c`: their C; out of `used`: the names of the words (vocabulary.lua) that they
--      call; out of `run`: the result of a function in a domain that defines the words (cost.lua: counted operations; lanes.lua: vectors).
--
-- A function is { name, result, parameters, meaning?, body }. `local w <const> = program.call` and the other constructors below make
-- expressions and statements, so that
--
--     { name = "classify_0", result = "vec", parameters = { "vec b" }, meaning = "The rule bits of the last byte of a window.",
--       body = { program.result(w.lookup(program.table "this_high", w.high_nibbles "b")) } }
--
-- becomes, for UTF-8 on sse (gen/emit/fold.lua then writes V(NAME) for utf8_sse_NAME),
--
--     // The rule bits of the last byte of a window.
--     UTF8_SSE_INLINE utf8_sse_vec utf8_sse_classify_0(utf8_sse_vec b)
--     {
--         return utf8_sse_lookup(utf8_this_high, utf8_sse_high_nibbles(b));
--     }
--
-- A string is a variable; "left->pairs" is a field of the struct to which the variable `left` points; an integer is a byte. A function with
-- `helper = true` is left out unless another one calls it. In a meaning, the C name of the width replaces WIDTH.

local lists = require "gen.common.lists"

local M = {}

-- ---- Expressions ----

---call.NAME(...): a call of a word or of a function of the program.
M.call = setmetatable({}, {
  __index = function(_, name)
    return function(...)
      return { op = "call", name = name, ... }
    end
  end,
})

---Marks a call, so that each of its arguments is printed on a line of its own. Returns the call.
function M.rows(call)
  call.rows = true
  return call
end

---A byte that is printed in hex.
function M.hex(value)
  return { op = "hex", value = value }
end

---A sum of bytes, modulo 256: sum(127, "-", "last").
function M.sum(...)
  return { op = "sum", ... }
end

---A table of the encoding.
function M.table(name)
  return { op = "table", name = name }
end

---An entry of a table of the encoding.
function M.entry(name, index)
  return { op = "entry", name = name, index = index }
end

---An address: `bytes` bytes and `vectors` vectors after `at`.
function M.at(bytes, vectors)
  return { op = "at", bytes = bytes or 0, vectors = vectors or 0 }
end

---Logical negation.
function M.negated(expression)
  return { op = "negated", expression }
end

-- ---- Statements ----

---Declares variables of a type: let("vec", "a", expression, "b", expression). A variable without an expression is an unset struct.
function M.let(type_, ...)
  return { op = "let", type = type_, ... }
end

---Declares a struct that is a copy of the struct to which a parameter points.
function M.copy(type_, name, pointer)
  return { op = "copy", type = type_, name = name, pointer = pointer }
end

---Assigns a value to a variable.
function M.set(name, expression)
  return { op = "set", name = name, expression }
end

---Returns a value. This must be the last statement.
function M.result(expression)
  return { op = "result", expression }
end

---A comment.
function M.note(text)
  return { op = "note", text = text }
end

-- ---- Programs ----

---Calls visit(name) for each call in an expression or a statement.
local function each_call(tree, visit)
  if tree.op == "call" then
    visit(tree.name)
  end
  for _, part in ipairs(tree) do
    if type(part) == "table" then
      each_call(part, visit)
    end
  end
end

---@param functions table in the order of the C; { struct, fields, meaning } among them define types
---@return table program { functions, by_name }, without helpers that are not called
function M.make(functions)
  local called = {}
  for i = #functions, 1, -1 do
    local one <const> = functions[i]
    if not one.helper or called[one.name] then
      for _, statement in ipairs(one.body or {}) do
        each_call(statement, function(name) called[name] = true end)
      end
    end
  end
  local program = { functions = {}, by_name = {} }
  for _, one in ipairs(functions) do
    if not one.helper or called[one.name] then
      program.functions[#program.functions + 1] = one
      program.by_name[one.name or one.struct] = one
    end
  end
  return program
end

---@return table set of the names of all words that a program calls
function M.used(program)
  local words = {}
  for _, one in ipairs(program.functions) do
    for _, statement in ipairs(one.body or {}) do
      each_call(statement, function(name) words[name] = not program.by_name[name] or nil end)
    end
  end
  return words
end

-- ---- C ----

local C_TYPES <const> = { address = "const uint8_t *", byte = "uint8_t ", bool = "bool " }

---A type in C, with a space or a star at its end.
local function c_type(name, type_)
  if type_:find("%*$") then
    return ("%s%s *"):format(name.v, type_:sub(1, -2))
  end
  return C_TYPES[type_] or ("%s%s "):format(name.v, type_)
end

local c_of

---An offset in C: " + 2 * WIDTH", " - 3", "".
local function c_offset(count, unit)
  local words = { count < 0 and " - " or " + " }
  count = math.abs(count)
  words[#words + 1] = unit and (count > 1 and ("%d * "):format(count) or "") .. unit or ("%d"):format(count)
  return count == 0 and "" or table.concat(words)
end

local C_OF <const> = {
  call = function(tree, name)
    local separator <const> = tree.rows and ",\n        " or ", "
    return ("%s%s(%s%s)"):format(name.v, tree.name, tree.rows and "\n        " or "",
      lists.joined(tree, separator, function(one) return c_of(one, name) end))
  end,
  hex = function(tree)
    return ("0x%02X"):format(tree.value)
  end,
  sum = function(tree, name)
    return ("(uint8_t)(%s)"):format(lists.joined(tree, " ", function(part, i) return i % 2 == 0 and part or c_of(part, name) end))
  end,
  table = function(tree, name)
    return name.p .. tree.name
  end,
  entry = function(tree, name)
    return ("%s%s[%d]"):format(name.p, tree.name, tree.index)
  end,
  at = function(tree, name)
    return "at" .. c_offset(tree.bytes) .. c_offset(tree.vectors, name.V .. "_WIDTH")
  end,
  negated = function(tree, name)
    return "!" .. c_of(tree[1], name)
  end,
  let = function(tree, name)
    local words = {}
    for i = 1, #tree, 2 do
      words[#words + 1] = tree[i + 1] and ("%s = %s"):format(tree[i], c_of(tree[i + 1], name)) or tree[i]
    end
    return c_type(name, tree.type) .. table.concat(words, ", ") .. ";"
  end,
  copy = function(tree, name)
    return ("%s%s = *%s;"):format(c_type(name, tree.type), tree.name, tree.pointer)
  end,
  set = function(tree, name)
    return ("%s = %s;"):format(tree.name, c_of(tree[1], name))
  end,
  result = function(tree, name)
    return ("return %s;"):format(c_of(tree[1], name))
  end,
  note = function(tree)
    return "// " .. tree.text
  end,
}

function c_of(tree, name)
  if type(tree) == "table" then
    return C_OF[tree.op](tree, name)
  end
  return math.type(tree) == "integer" and ("%d"):format(tree) or tree
end

local function c_parameters(one, name)
  local words = {}
  for i, parameter in ipairs(one.parameters) do
    local type_, variable <const> = parameter:match("^(%S+) (%S+)$")
    words[i] = c_type(name, type_) .. variable
  end
  return #words == 0 and "void" or (one.rows and "\n    " or "") .. table.concat(words, ", ")
end

local function c_comment(one, name)
  return "// " .. one.meaning:gsub("%f[%w]WIDTH%f[%W]", name.V .. "_WIDTH") .. "\n"
end

---@return string text of one function or type
local function c_function(one, name)
  local lines = {}
  if one.struct then
    for i, field in ipairs(one.fields) do
      lines[i] = ("    %svec %s;%s\n"):format(name.v, field.name, field.meaning and "  // " .. field.meaning or "")
    end
    local type_ <const> = name.v .. one.struct
    return ("%stypedef struct %s {\n%s} %s;"):format(c_comment(one, name), type_, table.concat(lines), type_)
  end
  for i, statement in ipairs(one.body) do
    lines[i] = ("    %s\n"):format(c_of(statement, name))
  end
  return ("%s%s%s_INLINE %s%s%s(%s)\n{\n%s}"):format(one.meaning and c_comment(one, name) or "",
    name.contract and name.contract(one.name) or "", name.V, c_type(name, one.result), name.v,
    one.name, c_parameters(one, name), table.concat(lines))
end

---@param program table
---@param section string? only the functions of this section
---@param name table { p = prefix of the encoding, v = prefix of the kernel, V = v in capitals without its last _, contract?(name) }
---@return string text
function M.c(program, section, name)
  local texts = {}
  for _, one in ipairs(program.functions) do
    if not section or one.section == section then
      texts[#texts + 1] = c_function(one, name)
    end
  end
  return table.concat(texts, "\n\n")
end

-- ---- Values ----

---The table and the key that hold a variable or a field of a struct: "&at", "state->error", "need".
---@return table place, string key
local function variable(names, text)
  text = text:gsub("^&", "")
  local struct <const>, field <const> = text:match("^([%w_]+)[->.]+([%w_]+)$")
  if struct then
    return names[struct], field
  end
  return names, text
end

---A function that evaluates expressions.
---@return fun(tree: table|string|integer): any
local function evaluator(program, names, domain)
  local value
  local EXPRESSIONS <const> = {
    call = function(tree)
      local given <const> = lists.map(tree, function(part) return value(part) end)
      return program.by_name[tree.name] and M.run(program, tree.name, given, domain) or domain.word(tree.name, given)
    end,
    hex = function(tree) return domain.byte(tree.value) end,
    table = function(tree) return domain.table(tree.name) end,
    entry = function(tree) return domain.entry(tree.name, tree.index) end,
    at = function(tree) return domain.at(names.at, tree.bytes, tree.vectors) end,
    negated = function(tree) return domain.negated(value(tree[1])) end,
    sum = function(tree)
      local parts <const> = lists.map(tree, function(part, i) return i % 2 == 0 and part or value(part) end)
      return domain.sum(parts)
    end,
  }
  function value(tree)
    if type(tree) == "table" then
      return EXPRESSIONS[tree.op](tree)
    elseif math.type(tree) == "integer" then
      return domain.byte(tree)
    end
    local place <const>, field <const> = variable(names, tree)
    return place[field]
  end
  return value
end

---Runs a function of a program and returns its result. The domain defines the words.
---@param program table
---@param name string the function
---@param arguments table values; a struct is a table of fields, which the function may change
---@param domain table functions: word(name, arguments), byte(value), sum(parts), table(name), entry(name, index), at(...), negated(value)
function M.run(program, name, arguments, domain)
  local one <const>, names <const> = program.by_name[name], {}
  for i, parameter in ipairs(one.parameters) do
    names[parameter:match("%S+$")] = arguments[i]
  end
  local value <const> = evaluator(program, names, domain)
  for _, statement in ipairs(one.body) do
    if statement.op == "let" then
      for i = 1, #statement, 2 do
        names[statement[i]] = statement[i + 1] and value(statement[i + 1]) or {}
      end
    elseif statement.op == "copy" then
      names[statement.name] = {}
      for field, held in next, names[statement.pointer] do
        names[statement.name][field] = held
      end
    elseif statement.op == "set" then
      local place <const>, field <const> = variable(names, statement.name)
      place[field] = value(statement[1])
    elseif statement.op == "result" then
      return value(statement[1])
    end
  end
end

return M
