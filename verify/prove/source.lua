-- SPDX-License-Identifier: 0BSD
-- source: reads the functions of an annotated file, but only the parts that concern sizes.
--
-- In: the text that `u8gen gen --acsl` writes. Out of `read`: { constants, functions: name -> { parameters, clauses, head, body } }. The
-- body is text; clauses are { requires, ensures, invariant: expressions (parser.lua), variant }.
--
-- Clauses with \forall or \base_addr are skipped. For example, `enum { X_WIDTH = 32 };` and `/*@ requires i <= size; ... */` give
--
--     constants.X_WIDTH = 32, clauses.requires = { { op = "binary", sign = "<=", NAME i, NAME size } }

local functions <const> = require "verify.prove.functions"
local parser <const> = require "verify.prove.parser"

local M = {}

---@return table clauses { requires, ensures, invariant: expressions; variant }
function M.clauses_of(annotation)
  local found <const> = { requires = {}, ensures = {}, invariant = {} }
  for clause in annotation:gmatch("[^;]+") do
    local kind <const>, rest <const> = clause:match("^%s*l?o?o?p?%s*(%l+)%s+(.*)$")
    local text <const> = rest and rest:gsub("^[%a_][%w_]*:%s", "")
    if kind == "variant" then
      found.variant = parser.expression(text)
    elseif found[kind] and not text:find("\\forall") and not text:find("\\base_addr") then
      table.insert(found[kind], parser.expression(text))
    end
  end
  return found
end

---Returns the parts of a conjunction, as a list; if `list` is given, extends it.
function M.parts_of(node, list)
  list = list or {}
  if node.op == "binary" and node.sign == "&&" then
    M.parts_of(node[1], list)
    M.parts_of(node[2], list)
  else
    list[#list + 1] = node
  end
  return list
end

---Is an annotation's expression only about numbers?
function M.is_plain(node)
  if node.op == "call" and node.name ~= "\\at" or node.op == "opaque" or node.op == "range" then
    return false
  end
  for _, one in ipairs(node) do
    if type(one) == "table" and not M.is_plain(one) then
      return false
    end
  end
  return true
end

---Returns the value of a constant expression, computed from earlier constants; nil if a part of it is not known.
local function value(constants, node)
  if node.op == "number" then return node.value end
  if node.op == "name" then return constants[node.name] end
  if node.op ~= "binary" then return nil end
  local a <const>, b <const> = value(constants, node[1]), value(constants, node[2])
  local sums <const> = { ["+"] = function() return a + b end, ["-"] = function() return a - b end, ["*"] = function() return a * b end,
    ["<<"] = function() return a << b end }
  return a and b and sums[node.sign] and sums[node.sign]() or nil
end

---Reads a file. @return table source
function M.read(text)
  local source <const> = { constants = { SIZE_MAX = -1, ["true"] = 1, ["false"] = 0, NULL = 0 }, functions = {} }
  for list in text:gmatch("enum {([^}]*)}") do
    for name, expression in (list:gsub("//[^\n]*", "") .. ","):gmatch("([%w_]+) = ([^,]+),") do
      source.constants[name] = value(source.constants, parser.expression(expression))
    end
  end
  -- Contracts after the kernels are not only about sizes, and kernels do not call functions with these contracts.
  local kernels <const> = text:match("^(.-)\n" .. functions.AFTER_KERNELS) or text
  for annotation, after in kernels:gmatch("\n/%*@ (.-)%*/()\n") do
    local head <const>, body_at <const> = text:match("^\n([^{;/]-%))()", after)
    local name, parameters
    if head then
      name, parameters = head:match("([%w_]+)(%b())$")
    end
    if name and (annotation:find("^requires") or annotation:find("^assigns")) then
      local names <const> = {}
      for one in parameters:gmatch("([%w_]+)[,)]") do
        names[#names + 1] = one
      end
      source.functions[name] = { parameters = names, clauses = M.clauses_of(annotation), head = parameters,
        body = text:match("^\n(%b{})", body_at) }
    end
  end
  return source
end

return M
