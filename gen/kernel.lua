-- SPDX-License-Identifier: 0BSD
-- kernel: what a vector kernel checks of a block of bytes, as a program (program.lua) over the words of an instruction set.
--
-- In:  a model with a plan, and a row of isas.lua. Out of `make`: the program, and the facts of it that templates and verify/ ask for; out
--      of `costs`: what a vector costs, for each instruction set (UTF-8: sse 16 operations and 4 loads, avx512 10 and 2).
--
-- The loops around it are C with holes: templates/kernel_simd.c, kernel_classes.c and plain_bytes.c, where `$(functions("check"))` stands
-- for the functions of a section:
--   check   what a window is flagged for (nibble_kernel.lua, class_kernel.lua), and whether bytes are plain
--   plain   the same of a unit, a few vectors in one
--   brief   the checks for texts of characters of one byte and two

local program = require "gen.program"
local nibble_kernel = require "gen.nibble_kernel"
local class_kernel = require "gen.class_kernel"
local cost = require "gen.cost"
local isas = require "gen.isas"
local byte_tests = require "gen.byte_tests"

local M = {}

local w <const> = program.call
local let <const>, result <const> = program.let, program.result

---Whether bytes are plain; nil where the sign bit alone tells it.
local function not_plain(plan, by_classes)
  local value
  if plan.plain == "positive" then
    value = w.add("b", w.splat(255))
  elseif plan.plain == "table" then
    value = by_classes and w.alone "b" or w.add(w.alone "b", w.splat(byte_tests.SIGN_BIT - 1))
  end
  return value and {
    name = "not_plain", result = "vec", parameters = { "vec b" }, meaning = "The high bit of each lane whose byte is not plain.",
    body = { result(w["or"]("b", value)) },
  }
end

---Whether all bytes of a unit are plain: that is asked of several vectors folded into one. The least of signed bytes is positive if all
---are.
local function plain_units(plan, window, units)
  local positive <const> = plan.plain == "positive"
  local fold <const> = w[positive and "min" or "or"]
  local function folded(at)
    return plan.plain == "table" and w.not_plain(w.load(at)) or w.load(at)
  end
  local function two()
    return fold(folded(program.at()), folded(program.at(0, 1)))
  end
  local function is_plain(vector)
    return result(program.negated(w.any_high_bit(positive and w.not_plain(vector) or vector)))
  end
  return {
    {
      name = "fold_unit", result = "vec", parameters = { "address at" },
      meaning = positive and "A unit in one vector: a lane is positive, as a signed number, if all its bytes are plain."
        or "A unit in one vector: a lane has the high bit if one of its bytes is not plain.",
      body = units == 2 and { let("vec", "low", two()), result "low" }
        or { let("vec", "low", two()), program.advance(2), let("vec", "high", two()), result(fold("low", "high")) },
    },
    {
      name = "plain_unit", result = "bool", parameters = { "address at" },
      body = { is_plain(w.fold_unit "at") },
    },
    {
      name = "plain_windows", result = "bool", parameters = { "address at" },
      meaning = "Whether all windows in a unit are plain: it is, and so are the bytes before it to which they reach back.",
      body = { let("vec", "before", folded(program.at(1 - window))), is_plain(fold("before", w.fold_unit "at")) },
    },
  }
end

---Whether a model can have a kernel of this instruction set, whatever it costs.
function M.is_possible(model, row)
  return model.plan and (row.plan == "nibbles" or model.plan.classes) and true or false
end

---@param model table
---@param row table of isas.lua, for which M.is_possible
---@return table program
---@return table facts { plan, far, watched, gates, values, values_name, signs, silent, positions, tables, thresholds, ... }
function M.make(model, row)
  local by_classes <const> = row.plan == "classes"
  local sections, facts
  if by_classes then
    sections, facts = class_kernel.make(model)
  else
    sections, facts = nibble_kernel.make(model, row.units)
  end
  sections.check[#sections.check + 1] = not_plain(facts.plan, by_classes)
  sections.plain = plain_units(facts.plan, model.analysis.window, row.units)
  local functions = {}
  for _, section in ipairs { "check", "plain", "brief" } do
    for _, one in ipairs(sections[section]) do
      one.section = section
      functions[#functions + 1] = one
    end
  end
  return program.make(functions), facts
end

---What each vector kernel costs that a model can have, for each vector of text that is not plain.
---@param rows table? those of isas.rows, or all
---@return table costs { {name, operations, loads, classes} } in the order of the rows
function M.costs(model, rows)
  local costs = {}
  for _, row in ipairs(rows or isas.rows) do
    if M.is_possible(model, row) then
      local made <const>, facts <const> = M.make(model, row)
      local operations <const>, loads <const> = cost.count(made, facts.signs, row)
      costs[#costs + 1] = { name = row.name, operations = operations, loads = loads, classes = row.plan == "classes" }
    end
  end
  return costs
end

---Which kernels are no faster than the scalar one that would run instead.
---@param short string that scalar kernel, "shift" or "dfa"
---@return table dear name -> why
function M.dear(model, short)
  local dear = {}
  for _, one in ipairs(M.costs(model)) do
    local row <const> = isas.row(one.name)
    if one.operations > row.most[short] then
      dear[one.name] = ("it would take %d operations for %d bytes, more than the %d that %d steps of the scalar kernel %s are worth")
        :format(one.operations, row.bytes, row.most[short], row.bytes, short)
    end
  end
  return dear
end

return M
