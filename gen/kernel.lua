-- SPDX-License-Identifier: 0BSD
-- kernel: what a vector kernel checks of a block of bytes, as a program (program.lua) over the words of an instruction set.
--
-- In:  a model with a plan, and a row of isas.lua. Out of `make`: the program, and the facts of it that templates and verify/ ask for; out
--      of `costs`: what a vector costs, for each instruction set (UTF-8: sse 16 operations and 4 loads, avx512 10 and 2).
--
-- The loops around it are C with holes: templates/kernel_simd.c, kernel_classes.c and ascii_blocks.c, where `$(functions("check"))` stands
-- for the functions of a section:
--   check      what a window is flagged for (nibble_kernel.lua, class_kernel.lua), and whether bytes are ASCII
--   ascii      whether a block, a few vectors, is ASCII
--   two_byte   the checks for texts of characters of one byte and two

local program = require "gen.program"
local nibble_kernel = require "gen.nibble_kernel"
local class_kernel = require "gen.class_kernel"
local cost = require "gen.cost"
local isas = require "gen.isas"
local byte_tests = require "gen.byte_tests"

local M = {}

local w <const> = program.call
local let <const>, result <const> = program.let, program.result

---Whether bytes are ASCII; nil where the sign bit alone tells it.
local function not_ascii(plan, by_classes)
  local value
  if plan.passthrough == "positive" then
    value = w.add("b", w.splat(255))
  elseif plan.passthrough == "table" then
    value = by_classes and w.forbidden "b" or w.add(w.forbidden "b", w.splat(byte_tests.SIGN_BIT - 1))
  end
  return value and {
    name = "not_ascii", result = "vec", parameters = { "vec b" }, meaning = "The high bit of each lane whose byte is not ASCII.",
    body = { result(w["or"]("b", value)) },
  }
end

---Whether all bytes of a block are ASCII: that is asked of several vectors folded into one. The least of signed bytes is positive if all
---are.
local function ascii_blocks(plan, window, block_vectors)
  local positive <const> = plan.passthrough == "positive"
  local fold <const> = w[positive and "min" or "or"]
  local function folded(vector)
    return plan.passthrough == "table" and w.not_ascii(vector) or vector
  end
  local function is_ascii(vector)
    return result(program.negated(w.any_high_bit(positive and w.not_ascii(vector) or vector)))
  end
  -- The vectors of a block, as parameters, by their names, and loaded from `at`.
  local parameters <const>, names <const>, loaded <const> = {}, {}, {}
  for n = 1, block_vectors do
    names[n] = ("v%d"):format(n - 1)
    parameters[n], loaded[n] = "vec " .. names[n], w.load(program.at(0, n - 1))
  end
  local function all(first, last)
    local middle <const> = (first + last) // 2
    return first == last and folded(names[first]) or fold(all(first, middle), all(middle + 1, last))
  end
  return {
    {
      name = "fold_vectors", result = "vec", parameters = parameters,
      meaning = positive and "A block in one vector: a lane is positive, as a signed number, if all its bytes are ASCII."
        or "A block in one vector: a lane has the high bit if one of its bytes is not ASCII.",
      body = { result(all(1, block_vectors)) },
    },
    {
      name = "fold_block", result = "vec", parameters = { "address at" },
      body = { result(program.rows(w.fold_vectors(table.unpack(loaded)))) },
    },
    {
      name = "ascii_block", result = "bool", parameters = { "address at" },
      body = { is_ascii(w.fold_block "at") },
    },
    {
      name = "ascii_windows", result = "bool", parameters = { "address at" },
      meaning = "Whether all windows in a block are ASCII: it is, and so are the bytes before it to which they reach back.",
      body = { let("vec", "before", folded(w.load(program.at(1 - window)))), is_ascii(fold("before", w.fold_block "at")) },
    },
  }, {
    {
      name = "ascii_vectors", result = "bool", parameters = parameters,
      body = { is_ascii(w.fold_vectors(table.unpack(names))) },
    },
  }
end

---Whether a model can have a kernel of this instruction set, whatever it costs.
function M.is_possible(model, row)
  return model.plan and (row.plan == "nibbles" or model.plan.classes) and true or false
end

---The plan that a kernel of this instruction set is made from.
function M.plan_of(model, row)
  return row.plan == "classes" and model.plan.classes or model.plan
end

---@param model table
---@param row table of isas.lua, for which M.is_possible
---@return table program
---@return table facts { plan, deep, filtered, gates, values, values_name, flags, silent, positions, tables, thresholds, ... }
function M.make(model, row)
  local by_classes <const> = row.plan == "classes"
  local sections, facts
  if by_classes then
    sections, facts = class_kernel.make(model)
  else
    sections, facts = nibble_kernel.make(model, row)
  end
  sections.check[#sections.check + 1] = not_ascii(facts.plan, by_classes)
  sections.ascii, sections.ascii_vectors = ascii_blocks(facts.plan, model.analysis.window, row.block_vectors)
  local functions = {}
  for _, section in ipairs { "check", "ascii", "ascii_vectors", "two_byte" } do
    for _, one in ipairs(sections[section]) do
      one.section = section
      functions[#functions + 1] = one
    end
  end
  return program.make(functions), facts
end

---What each vector kernel costs that a model can have, for each vector of text that is not ASCII.
---@param rows table? those of isas.rows, or all
---@return table costs { {name, classes, and what cost.count gives} } in the order of the rows
function M.costs(model, rows)
  local costs = {}
  for _, row in ipairs(rows or isas.rows) do
    if M.is_possible(model, row) then
      local made <const>, facts <const> = M.make(model, row)
      local counts = cost.count(made, facts.flags, row)
      counts.name, counts.classes = row.name, row.plan == "classes"
      costs[#costs + 1] = counts
    end
  end
  return costs
end

---Which kernels are no faster than the one that would run instead: a scalar one, or the one before it in the family.
---@param short string that scalar kernel, "shift" or "dfa"
---@return table dear name -> why
function M.dear(model, short)
  local dear, narrower = {}, {}
  for _, one in ipairs(M.costs(model)) do
    local row <const> = isas.row(one.name)
    local beside <const> = row.most[narrower[row.family]]
    if one.operations > row.most[short] then
      dear[one.name] = ("it would take %d operations for %d bytes, more than the %d that %d steps of the scalar kernel %s are worth")
        :format(one.operations, row.bytes, row.most[short], row.bytes, short)
    elseif beside and one.operations > beside then
      dear[one.name] = ("it would take %d operations for %d bytes; from %d on, %s is faster")
        :format(one.operations, row.bytes, beside + 1, narrower[row.family])
    else
      narrower[row.family] = row.name
    end
  end
  return dear
end

return M
