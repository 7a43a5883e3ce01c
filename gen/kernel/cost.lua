-- SPDX-License-Identifier: 0BSD
-- cost: counts the work of a kernel for one vector: vector operations, loads, and the micro-operations of its whole inner loop.
--
-- In:  a program (program.lua), the function of its inner loop, and a row of isas.lua. Out: counts, see M.count. For UTF-8, sse has 16
--      operations and 4 loads; with 4 copies and 3 instructions of the loop these are 27 micro-operations. avx2 has 21: it needs no copies,
--      and 2 loads are operands.
--
-- The idea: the function runs on symbols instead of vectors. Equal words on equal operands count once, as compilers eliminate duplicates.
-- Constants stay in registers and addresses are parts of loads, so both are free. In sets with an instruction for any function of three
-- vectors (`ternary`), two logical words are one operation if only the second uses the result of the first. If operands may come from
-- memory (`folds`), an operation other than a shift includes a load whose value no other operation uses. With `overwrites`, an operation
-- overwrites its first operand, which is copied first if it is a constant or is used later. cores.lua turns the counts into cycles.

local lists = require "gen.common.lists"
local program = require "gen.kernel.program"
local vocabulary = require "gen.kernel.vocabulary"

local M = {}

local FREE <const> = { splat = true, sum = true, at = true }

---The instructions of the loop itself: the increment, the comparison and the branch. `counted` adds a move for each vector of the carry.
local LOOP <const> = 3

local COMMUTES <const> = {}
for _, name in ipairs { "and", "or", "xor", "add", "max", "max_unsigned", "min_unsigned", "min", "average", "equal" } do
  COMMUTES[name] = true
end

---Whether a word can be a part of a ternary instruction.
local function is_logical(name)
  local word <const> = vocabulary.word(name)
  return word and word.logical
end

---For sets where tests are vectors: the word on vectors that replaces a word on tests.
local ON_VECTORS <const> = { both = "and", either = "or", differ = "xor" }

---An empty graph: its list of nodes, and a function (name, arguments) -> node. Equal words on equal operands share a node.
local function graph()
  local known, nodes = {}, {}
  return nodes, function(name, arguments)
    local key <const> = ("%s(%s)"):format(name, lists.joined(arguments, ",", function(argument) return argument.id end))
    if not known[key] then
      known[key] = { id = #nodes + 1, name = name, arguments = arguments, uses = 0 }
      nodes[#nodes + 1] = known[key]
      for _, argument in ipairs(arguments) do
        argument.uses, argument.last = argument.uses + 1, nodes[#nodes]
      end
    end
    return known[key]
  end
end

---The domain for program.run in which words become nodes of the graph.
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

---Whether a node is computed from splats alone, and so outside of the loop.
local function is_constant(node)
  for _, argument in ipairs(node.arguments) do
    if argument.name ~= "splat" and not is_constant(argument) then
      return false
    end
  end
  return #node.arguments > 0
end

---Whether a node is a vector that is computed or loaded in the loop.
local function is_value(node)
  return node.arguments[1] and not FREE[node.name] and not is_constant(node)
end

---Whether an operation can take an operand from memory. Shifts by a constant cannot.
local function takes_memory(node)
  return node.name ~= "load" and node.name ~= "high_nibbles" and not node.name:find "^sh[lr]%d"
end

---Whether an operation that overwrites its first operand needs a copy of that operand. One from the loop needs none if not used later.
---If the operands commute, it is enough that one of them is not used later.
local function needs_copy(node)
  return not lists.any(node.arguments, function(argument, i)
    return (i == 1 or COMMUTES[node.name]) and is_value(argument) and argument.last == node
  end)
end

---The counts of a graph and of the loop around it, which carries `carried` vectors.
local function counted(nodes, row, carried)
  local costs <const>, fused = row.costs, {}
  local counts = { operations = 0, loads = 0, folded = 0, copies = 0, words = {} }
  for i = #nodes, 1, -1 do
    local one <const> = nodes[i]
    if one.name == "load" and one.uses > 0 then
      counts.loads = counts.loads + 1
    elseif one.uses > 0 and is_value(one) and not fused[one] then
      local cost <const>, may_fold = costs[one.name] or 1, row.folds and takes_memory(one)
      counts.operations = counts.operations + cost
      counts.words[one.name] = (counts.words[one.name] or 0) + cost
      counts.copies = counts.copies + (row.overwrites and needs_copy(one) and 1 or 0)
      for _, argument in ipairs(one.arguments) do
        if argument.name == "load" and argument.uses == 1 and may_fold then
          counts.folded, may_fold = counts.folded + 1, false
        end
      end
      for _, argument in ipairs(costs.ternary and is_logical(one.name) and one.arguments or {}) do
        if is_logical(argument.name) and argument.uses == 1 and not fused[argument] then
          fused[argument] = true
          break
        end
      end
    end
  end
  counts.micro_operations = counts.operations + counts.loads - counts.folded + counts.copies + carried + LOOP
  return counts
end

---@param made table program
---@param name string the function of the inner loop, "errors" or "flags"
---@param row table of isas.lua
---@return table counts { operations, loads, folded = loads that are operands, copies, words = { name -> operations },
---  micro_operations = of the whole loop }
function M.count(made, name, row)
  local nodes <const>, node <const> = graph()
  local domain <const> = domain_of(node, row.costs.masks)
  local at <const> = node("text", {})
  local carry <const>, fields <const> = {}, made.by_name.carry and made.by_name.carry.fields or {}
  for _, field in ipairs(fields) do
    carry[field.name] = node("carry " .. field.name, {})
  end
  local loaded <const> = { node("load", { at }), node("load", { domain.at(at, -1, 0) }), carry }
  local errors <const> = program.run(made, name, #made.by_name[name].parameters == 1 and { at } or loaded, domain)
  node("or", { node("earlier errors", {}), errors }).uses = 1
  return counted(nodes, row, #fields)
end

return M
