-- SPDX-License-Identifier: 0BSD
-- kernel: builds the check of a vector kernel for a block of bytes, as a program (program.lua) in the words of an instruction set.
--
-- In:  a model with a plan, and a row of isas.lua. Out of `make`: the program, and facts for templates and verify/. Out of `costs`: the
--      cost of a vector for each instruction set (UTF-8: sse 16 operations and 4 loads, avx512 10 and 2).
--
-- The loops around the program are C with holes, in templates/vector/: kernel_simd.c, kernel_classes.c, kernel_set.c, copy_vectors.c ...
-- There, `$(functions("check"))` is replaced by the functions of a section (languages of single bytes only have `check` and `ascii`):
--   check          whether a window is flagged (nibble_kernel.lua, class_kernel.lua, set_kernel.lua), and which bytes are not ASCII
--   ascii          whether a block (a few vectors in memory) is ASCII
--   ascii_vectors  whether the loaded vectors of a block are ASCII
--   both_ascii     whether two vectors are ASCII; not in kernels by classes
--   two_byte       the checks of two-byte text

local program = require "gen.kernel.program"
local nibble_kernel = require "gen.kernel.nibble_kernel"
local class_kernel = require "gen.kernel.class_kernel"
local set_kernel = require "gen.kernel.set_kernel"
local cores = require "gen.kernel.cores"
local cost = require "gen.kernel.cost"
local isas = require "gen.kernel.isas"
local bytes_ = require "gen.common.bytes"

local M = {}

local w <const> = program.call
local hex <const>, let <const>, result <const> = program.hex, program.let, program.result
local SIGN_BIT <const> = bytes_.SIGN_BIT

---How to test whether a block is ASCII. For each of `folds`, `of` maps each vector of the block, and `word` joins the results into one.
---`is_ascii` tests the joined vectors, one of each fold.
---@param plan table
---@param test table of passthrough.lua or byte_set.lua
---@param by_classes boolean
---@param by_high_bit boolean  whether a test of high bits takes fewer instructions than a test for zero, and the set has the word `average`
---@return table { folds = { { word, of, meaning } }, is_ascii = function }
local function ascii_test(plan, test, by_classes, by_high_bit)
  local function same(vector) return vector end
  local function no_high_bit(vector) return program.negated(w.any_high_bit(vector)) end
  local high_bit <const> = "A block folded into one vector: a lane has the high bit if one of its bytes is not ASCII."
  if test.kind == "sign" then
    return { folds = { { word = "or", of = same, meaning = high_bit } }, is_ascii = no_high_bit }
  elseif test.kind == "range" then
    local moved <const> = SIGN_BIT - 1 - test.hi
    local function of(vector) return moved == 0 and vector or w.add(vector, w.splat(moved)) end
    local meaning <const> = ("A block folded into one vector: the least signed byte in each lane%s; at least 0x%02X if all are ASCII.")
      :format(moved > 0 and (" moved up by %d"):format(moved) or "", test.lo + moved)
    return {
      folds = { { word = "min", of = of, meaning = meaning } },
      -- Not ASCII: the sign bit is set, or the byte is less than `lo`.
      is_ascii = function(vector) return no_high_bit(w["or"](vector, w.add(vector, w.splat(256 - test.lo - moved)))) end,
    }
  elseif test.kind == "folds" then
    return set_kernel.folded(test.folds)
  elseif plan.set and (by_classes or test.kind == "tables") then
    local meaning <const> = "A block folded into one vector: the bits of bytes that are outside of the set."
    local function none(vector) return program.negated(w.any_outside(vector)) end
    return { folds = { { word = "or", of = w.forbidden, meaning = meaning } }, is_ascii = none }
  elseif by_classes or test.kind == "tables" then
    return { folds = { { word = "or", of = w.not_ascii, meaning = high_bit } }, is_ascii = no_high_bit }
  end
  local column <const> = {
    word = "max_unsigned", of = w.ascii_column,
    meaning = ("A block folded into one vector: a lane is at least 0x%02X if one of its bytes%s is not ASCII.")
      :format(test.limit, test.above and (" up to 0x%02X"):format(test.above) or ""),
  }
  local most <const> = { word = "max_unsigned", of = same, meaning = "A block folded into one vector: the greatest byte in each lane." }
  local function over(vector, greatest)
    return by_high_bit and nibble_kernel.from_on(vector, hex(greatest + 1), true) or w.subtract_saturating(vector, w.splat(hex(greatest)))
  end
  return {
    folds = { column, test.above and most or nil },
    is_ascii = function(vector, greatest)
      local wrong = over(vector, test.limit - 1)
      wrong = test.above and w["or"](wrong, over(greatest, test.above)) or wrong
      return program.negated(by_high_bit and w.any_high_bit(wrong) or w.any(wrong))
    end,
  }
end

---The function that maps a byte to the value that ascii_test folds; nil if ascii_test folds the byte itself, or forbidden(byte).
local function of_bytes(plan, by_classes)
  local test <const> = plan.passthrough.ascii
  if plan.set and (by_classes or test.kind == "tables") then
    return nil
  elseif test.kind == "column" and not by_classes then
    return {
      name = "ascii_column", result = "vec", parameters = { "vec b" },
      meaning = ("Maps bytes by their low nibble: ASCII becomes less than 0x%02X."):format(test.limit),
      body = { result(w.xor("b", w.lookup_ascii(program.table "ascii_column", "b"))) },
    }
  elseif test.kind == "column" or test.kind == "tables" then
    local value <const> = plan.ascii_class and w.lookup(program.table "ascii_class", "b") or by_classes and w.forbidden "b"
      or w.add(nibble_kernel.looked_up("ascii_high", "ascii_low"), w.splat(SIGN_BIT - 1))
    return {
      name = "not_ascii", result = "vec", parameters = { "vec b" }, meaning = "Sets the high bit of each lane whose byte is not ASCII.",
      body = { result(w["or"]("b", value)) },
    }
  end
end

---The prefix of the names of a fold's functions: the first fold's, the second fold's, ...
local FOLDS <const> = { "fold", "most", "last" }

---The functions that test whether a block is ASCII: they fold its vectors into one or two, and test these.
---@return table functions for blocks in memory, table for the loaded vectors of a block, table for two vectors
local function ascii_blocks(facts, window, row, by_classes)
  local block_vectors <const> = facts.block_vectors
  local test <const> = ascii_test(facts.plan, facts.plan.passthrough.ascii, by_classes, row.folds and not row.costs.masks)
  -- The vectors of a block: as parameters, as names, and as loads from `at`.
  local parameters <const>, names <const>, loaded <const> = {}, {}, {}
  for n = 1, block_vectors do
    names[n] = ("v%d"):format(n - 1)
    parameters[n], loaded[n] = "vec " .. names[n], w.load(program.at(0, n - 1))
  end
  local functions, by_vectors, by_block, by_windows, by_both = {}, {}, {}, {}, {}
  for i, fold in ipairs(test.folds) do
    local vectors <const>, block <const> = FOLDS[i] .. "_vectors", FOLDS[i] .. "_block"
    local function all(first, last)
      local middle <const> = (first + last) // 2
      return first == last and fold.of(names[first]) or w[fold.word](all(first, middle), all(middle + 1, last))
    end
    table.insert(functions, {
      name = vectors, result = "vec", parameters = parameters, meaning = fold.meaning, body = { result(all(1, block_vectors)) },
    })
    table.insert(functions, {
      name = block, result = "vec", parameters = { "address at" }, body = { result(program.rows(w[vectors](table.unpack(loaded)))) },
    })
    by_vectors[i], by_block[i] = w[vectors](table.unpack(names)), w[block] "at"
    by_windows[i] = w[fold.word](fold.of "before", w[block] "at")
    by_both[i] = w[fold.word](fold.of "a", fold.of "b")
  end
  functions[#functions + 1] = {
    name = "ascii_block", result = "bool", parameters = { "address at" }, body = { result(test.is_ascii(table.unpack(by_block))) },
  }
  functions[#functions + 1] = {
    name = "ascii_windows", result = "bool", parameters = { "address at" },
    body = { let("vec", "before", w.load(program.at(1 - window))), result(test.is_ascii(table.unpack(by_windows))) },
    meaning = "Whether a block is ASCII, and so are the bytes before it that its windows reach.",
  }
  return functions, {
    { name = "ascii_vectors", result = "bool", parameters = parameters, body = { result(test.is_ascii(table.unpack(by_vectors))) } },
  }, {
    { name = "both_ascii", result = "bool", parameters = { "vec a", "vec b" }, body = { result(test.is_ascii(table.unpack(by_both))) } },
  }
end

---The functions of a language of single bytes that test blocks: `ascii_block`, `ascii_half` for half a block, and `whole_block` unless the
---first test is exact. `ascii_block` and `whole_block` fold both halves.
local function set_blocks(facts, row, by_classes)
  local functions <const>, half <const> = {}, facts.block_vectors // 2
  for _, name in ipairs { "ascii", "whole" } do
    local found <const> = facts.plan.passthrough[name]
    local test <const> = found and ascii_test(facts.plan, found, by_classes, row.folds and not row.costs.masks)
    local both <const>, one <const> = {}, {}
    for i, fold in ipairs(test and test.folds or {}) do
      local half_name <const> = (name == "ascii" and "" or name .. "_") .. FOLDS[i] .. "_half"
      local function all(first, last)
        local middle <const> = (first + last) // 2
        return first == last and fold.of(w.load(program.at(0, first))) or w[fold.word](all(first, middle), all(middle + 1, last))
      end
      functions[#functions + 1] = {
        name = half_name, result = "vec", parameters = { "address at" }, body = { result(all(0, half - 1)) },
        meaning = fold.meaning:gsub("^A block", "Half a block"),
      }
      one[i] = w[half_name] "at"
      both[i] = w[fold.word](one[i], w[half_name](program.at(0, half)))
    end
    functions[#functions + 1] = name == "ascii" and {
      name = "ascii_half", result = "bool", parameters = { "address at" }, body = { result(test.is_ascii(table.unpack(one))) },
    } or nil
    functions[#functions + 1] = test and {
      name = name .. "_block", result = "bool", parameters = { "address at" }, body = { result(test.is_ascii(table.unpack(both))) },
      meaning = name == "whole" and "Whether all bytes of a block are in the set." or nil,
    }
  end
  return functions
end

---Whether a model has a plan for a kernel of this instruction set, even if the kernel would be slow.
function M.is_possible(model, row)
  return model.plan and (row.plan == "nibbles" or model.plan.classes) and true or false
end

---The plan that a kernel of this instruction set is made from.
function M.plan_of(model, row)
  return row.plan == "classes" and model.plan.classes or model.plan
end

---@param row table of isas.lua, for which M.is_possible holds
---@return table program
---@return table facts { plan, deep, filtered, gates, values, values_name, flags, silent, positions, tables, thresholds, ... }
function M.make(model, row)
  local by_classes <const> = row.plan == "classes"
  local sections, facts
  if model.plan.set then
    sections, facts = set_kernel.make(M.plan_of(model, row))
  elseif by_classes then
    sections, facts = class_kernel.make(model, row)
  else
    sections, facts = nibble_kernel.make(model, row)
  end
  facts.block_vectors = facts.block_vectors or row.block_vectors
  sections.check[#sections.check + 1] = of_bytes(facts.plan, by_classes)
  if facts.set then
    sections.ascii = set_blocks(facts, row, by_classes)
  else
    local both
    sections.ascii, sections.ascii_vectors, both = ascii_blocks(facts, model.analysis.window, row, by_classes)
    sections.both_ascii = by_classes and {} or both
  end
  local functions = {}
  for _, section in ipairs { "check", "ascii", "ascii_vectors", "both_ascii", "two_byte" } do
    for _, one in ipairs(sections[section] or {}) do
      one.section = section
      functions[#functions + 1] = one
    end
  end
  return program.make(functions), facts
end

---The costs of the vector kernels for which a model has a plan, for one vector of text that is not ASCII.
---@param rows table? of isas.rows; nil: all
---@return table costs { {name, classes, and the counts of cost.count} } in the order of the rows
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

---The number by which plans by nibbles are compared: the cycles of the inner loop, summed over all cores and sets that look up nibbles.
---@return number cycles the sum; each summand is for cores.BYTES bytes
function M.cycles(plan, analysis)
  local rows, cycles = {}, 0
  for _, row in ipairs(isas.rows) do
    rows[#rows + 1] = row.plan == "nibbles" and row or nil
  end
  for _, counts in ipairs(M.costs({ plan = plan, analysis = analysis }, rows)) do
    for _, core in ipairs(cores.rows) do
      cycles = cycles + cores.for_bytes(cores.cycles(core, counts) or 0, isas.row(counts.name))
    end
  end
  return cycles
end

---Why a loop is slower than another: it takes more cycles on all cores that have both sets. nil if it does not, or if no core has both.
---@param one table of M.costs
---@param other table likewise
---@return string? why
local function slower(one, other)
  local why
  for _, core in ipairs(cores.rows) do
    if core.sets[one.name] and core.sets[other.name] then
      local takes <const> = cores.for_bytes(cores.cycles(core, one), isas.row(one.name))
      local other_takes <const> = cores.for_bytes(cores.cycles(core, other), isas.row(other.name))
      if takes <= other_takes then
        return nil
      end
      why = why or ("it would take %.1f cycles of %s for %d bytes, and %s takes %.1f")
        :format(takes, core.name, cores.BYTES, other.name, other_takes)
    end
  end
  return why
end

---The kernels that are not fast enough: they take more operations than `most` (isas.lua) allows compared with the scalar kernel, or more
---cycles than the previous kernel in the family that is fast enough.
---@param short string the scalar kernel, "shift" or "dfa"
---@return table slow name -> reason
function M.too_slow(model, short)
  local slow, narrower = {}, {}
  local like <const> = short == "shift" and model.shift.words > 1 and "dfa" or short
  for _, one in ipairs(M.costs(model)) do
    local row <const> = isas.row(one.name)
    local before <const> = narrower[row.family]
    if one.operations > row.most[like] then
      slow[one.name] = ("it would take %d operations for %d bytes, more than the %d that %d steps of the scalar kernel %s are worth")
        :format(one.operations, row.bytes, row.most[like], row.bytes, short)
    else
      slow[one.name] = before and slower(one, before)
      narrower[row.family] = slow[one.name] and before or one
    end
  end
  return slow
end

return M
