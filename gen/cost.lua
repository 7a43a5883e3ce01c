-- SPDX-License-Identifier: 0BSD
-- cost: how many vector operations a kernel spends on a vector of bytes, counted in its program.
--
-- In:  a program (program.lua), the function of its inner loop and a row of isas.lua. Out: { operations, loads }.
--      UTF-8: sse 16 and 4, avx512bw 13 and 4, avx512 10 and 2.
--
-- The function is run on names instead of vectors. A word applied to the same operands twice is one operation, as compilers see to. What
-- is no instruction costs nothing: constants stay in registers, addresses are part of loads. Where the set has an instruction for any
-- function of three vectors (`ternary`), two logical words joined by a vector of no other use are one.

local program = require "gen.program"
local vocabulary = require "gen.vocabulary"

local M = {}

local FREE <const> = { splat = true, sum = true, at = true }

---Whether a word can be part of a function of three vectors that is one instruction.
local function is_logical(name)
  local word <const> = vocabulary.word(name)
  return word and word.logical
end

---Tests where they are vectors, too: each is a word on vectors.
local ON_VECTORS <const> = { both = "and", either = "or", differ = "xor" }

---A graph in which each word with the same operands is one node.
local function graph()
  local known, nodes = {}, {}
  return nodes, function(name, arguments)
    local keys = {}
    for i, argument in ipairs(arguments) do
      keys[i] = argument.id
    end
    local key <const> = ("%s(%s)"):format(name, table.concat(keys, ","))
    if not known[key] then
      known[key] = { id = #nodes + 1, name = name, arguments = arguments, uses = 0 }
      nodes[#nodes + 1] = known[key]
      for _, argument in ipairs(arguments) do
        argument.uses = argument.uses + 1
      end
    end
    return known[key]
  end
end

---What words are in that graph.
local function domain_of(node, masks)
  local function leaf(format, ...)
    return node(format:format(...), {})
  end
  local domain = {
    byte = function(value) return leaf("%d", value) end,
    table = function(name) return leaf("%s", name) end,
    entry = function(name, index) return leaf("%s[%d]", name, index) end,
    at = function(at, bytes, vectors)
      return bytes == 0 and vectors == 0 and at or node("at", { at, leaf("%d", bytes), leaf("%d", vectors) })
    end,
    sum = function(parts)
      local operands = {}
      for i = 1, #parts, 2 do
        operands[#operands + 1] = parts[i]
      end
      return node("sum", operands)
    end,
  }
  function domain.word(name, arguments)
    if not masks and name == "marked" then
      return arguments[1]
    elseif not masks and name == "any_of" then
      return node("and", { arguments[1], node("splat", { arguments[2] }) })
    end
    return node(not masks and ON_VECTORS[name] or name, arguments)
  end
  return domain
end

---The operations and loads of a graph.
local function counted(nodes, costs)
  local operations, loads, fused = 0, 0, {}
  for i = #nodes, 1, -1 do
    local one <const> = nodes[i]
    if one.uses > 0 and not fused[one] then
      local cost <const> = one.arguments[1] and (costs[one.name] or 1) or 0
      loads = loads + (one.name == "load" and 1 or 0)
      operations = operations + (one.name ~= "load" and not FREE[one.name] and cost or 0)
      for _, argument in ipairs(costs.ternary and is_logical(one.name) and one.arguments or {}) do
        if is_logical(argument.name) and argument.uses == 1 and not fused[argument] then
          fused[argument] = true
          break
        end
      end
    end
  end
  return operations, loads
end

---@param made table program
---@param name string the function of the inner loop, "errors" or "flags"
---@param row table of isas.lua
---@return integer operations, integer loads
function M.count(made, name, row)
  local nodes <const>, node <const> = graph()
  local domain <const> = domain_of(node, row.costs.masks)
  local at <const> = node("text", {})
  local carry <const> = {}
  for _, field in ipairs(made.by_name.carry and made.by_name.carry.fields or {}) do
    carry[field.name] = node("carry " .. field.name, {})
  end
  local loaded <const> = { node("load", { at }), node("load", { domain.at(at, -1, 0) }), carry }
  local errors <const> = program.run(made, name, #made.by_name[name].parameters == 1 and { at } or loaded, domain)
  node("or", { node("what was found", {}), errors }).uses = 1
  return counted(nodes, row.costs)
end

return M
