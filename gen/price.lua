-- SPDX-License-Identifier: 0BSD
-- price: how many vector operations a kernel spends on a vector of bytes, counted in the very C that is emitted.
--
-- In:  the emitted source, an instruction set and the costs of its words. Out: { operations, loads } of its inner loop.
--      UTF-8: sse 17 and 4, avx512 13 and 4.
--
-- The words of templates/isa_NAME.c are what the instruction set has; what is written with them, X_errors and all that it calls, is
-- run here on names instead of vectors. A word applied to the same operands twice is one operation, as compilers see to. Where the set
-- has an instruction for any function of three vectors (`ternary`), two logical words joined by a vector of no other use are one.

local M = {}

---What is no instruction: constants stay in registers, addresses are part of loads.
local FREE <const> = { splat = true, ["+"] = true, ["-"] = true }

local LOGICAL <const> = { ["and"] = true, ["or"] = true, ["xor"] = true }

---The functions of an instruction set: name without prefix -> { parameters, statements }. A word has intrinsics in its body.
local function functions_of(source, v)
  local functions = {}
  local stem <const> = v:gsub("%p", "%%%0")
  for name, parameters, body in source:gmatch("_WORD [%w_]+ " .. stem .. "([%w_]+)(%b())\n(%b{})") do
    local names = {}
    for one in parameters:sub(2, -2):gmatch("[^,]+") do
      names[#names + 1] = one:match("([%w_]+)%s*$")
    end
    local code = body:sub(2, -2):gsub("//[^\n]*", ""):gsub("#[^\n]*", ""):gsub("%->", "_")
    functions[name] = { parameters = names, body = code, intrinsic = false }
    for called in code:gmatch("([%w_]+)%(") do
      functions[name].intrinsic = functions[name].intrinsic or called:sub(1, #v) ~= v
    end
  end
  return functions
end

---Reads an expression: names, numbers, calls, sums and casts of numbers. @return table tree, integer position after it
local function read(text, at)
  at = text:match("^%s*()", at)
  local cast = text:match("^%(uint8_t%)()", at)
  if cast then
    return read(text, cast)
  end
  local tree
  local open = text:match("^%(()", at)
  local name, after = text:match("^([%w_%[%]]+)()", at)
  if open then
    tree, at = read(text, open)
    at = text:match("^%s*%)()", at)
  else
    tree, at = { name = name }, after
    local call = text:match("^%(()", at)
    if call then
      tree.arguments = {}
      at = call
      while not text:match("^%s*%)", at) do
        tree.arguments[#tree.arguments + 1], at = read(text, at)
        at = text:match("^%s*,()", at) or at
      end
      at = text:match("^%s*%)()", at)
    end
  end
  local operator, next_ = text:match("^%s*([-+])()", at)
  if operator then
    local right
    right, at = read(text, next_)
    tree = { name = operator, arguments = { tree, right } }
  end
  return tree, at
end

---@param source string the emitted C
---@param v string the prefix of the set's functions, "utf8_sse_"
---@param root string the function of the inner loop, "errors" or "signs"
---@param costs table word -> instructions, 1 where there is none; ternary = true
---@return integer operations, integer loads
function M.count(source, v, root, costs)
  local functions <const> = functions_of(source, v)
  local known, nodes = {}, {}
  local run

  local function node(name, arguments)
    local keys = {}
    for i, argument in ipairs(arguments) do
      keys[i] = argument.id
    end
    local key = name .. "(" .. table.concat(keys, ",") .. ")"
    if not known[key] then
      known[key] = { id = #nodes + 1, name = name, arguments = arguments, uses = 0 }
      nodes[#nodes + 1] = known[key]
      for _, argument in ipairs(arguments) do
        argument.uses = argument.uses + 1
      end
    end
    return known[key]
  end
  local function value(tree, names)
    local arguments = {}
    for i, argument in ipairs(tree.arguments or {}) do
      arguments[i] = value(argument, names)
    end
    local word = tree.name:sub(1, #v) == v and tree.name:sub(#v + 1) or nil
    if word and functions[word] and not functions[word].intrinsic then
      return run(functions[word], arguments)
    end
    return not tree.arguments and names[tree.name] or node(word or tree.name, arguments)
  end
  function run(function_, arguments)
    local names = {}
    for i, parameter in ipairs(function_.parameters) do
      names[parameter] = arguments[i]
    end
    for statement in function_.body:gmatch("([^;]+);") do
      local target, expression = statement:match("^[%s%w_]-([%w_]+)%s*=%s*(.*)$")
      local result = value(read(expression or statement:match("^%s*return%s+(.*)$"), 1), names)
      if not target then
        return result
      end
      names[target] = result
    end
  end

  local at <const> = node("at", {})
  local vectors <const> = { node("load", { at }), node("load", { node("-", { at, node("1", {}) }) }) }
  local errors = run(functions[root], functions[root].parameters[1] == "at" and { at } or vectors)
  local sum = node("or", { node("sum", {}), errors })
  local operations, loads, fused = 0, 0, {}
  sum.uses = 1
  for i = #nodes, 1, -1 do
    local one = nodes[i]
    if one.uses > 0 and not fused[one] then
      local cost = one.arguments[1] and (costs[one.name] or 1) or 0
      loads = loads + (one.name == "load" and 1 or 0)
      operations = operations + (one.name ~= "load" and not FREE[one.name] and cost or 0)
      if costs.ternary and LOGICAL[one.name] then
        for _, argument in ipairs(one.arguments) do
          if LOGICAL[argument.name] and argument.uses == 1 and not fused[argument] then
            fused[argument] = true
            break
          end
        end
      end
    end
  end
  return operations, loads
end

return M
