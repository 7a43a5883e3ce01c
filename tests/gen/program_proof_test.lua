-- SPDX-License-Identifier: 0BSD
-- The generator's checks of the kernels that it prints (gen/kernel/program_proof.lua, gen/kernel/scalar_proof.lua): they refuse planted
-- defects in plans, tables and programs, and accept kernels without a defect.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local files_ <const> = require "gen.common.files"
local isas <const> = require "gen.kernel.isas"
local kernel <const> = require "gen.kernel.kernel"
local program <const> = require "gen.kernel.program"
local pipeline <const> = require "gen.pipeline"
local nibble <const> = require "gen.plan.nibble"
local passthrough <const> = require "gen.plan.passthrough"
local program_proof <const> = require "gen.kernel.program_proof"
local scalar_proof <const> = require "gen.kernel.scalar_proof"
local proof <const> = require "gen.plan.proof"
local window_steps <const> = require "gen.plan.window_steps"
local restart <const> = require "gen.plan.restart"
local selection <const> = require "gen.kernel.selection"

local FOLDER <const> = "tests/specs/"

local function model_of(name)
  return pipeline.compile(assert(files_.read(FOLDER .. name .. ".lua")), name)
end

---For each refused kernel of a model, the reason.
local function refused(model)
  local reasons <const> = {}
  for _, row in ipairs(isas.rows) do
    reasons[row.name] = kernel.is_possible(model, row) and program_proof.wrong(model, row) or nil
  end
  for _, name in ipairs(isas.scalar) do
    reasons[name] = not model["no_" .. name] and scalar_proof.wrong(model, name) or nil
  end
  return reasons
end

---Replaces a function of a module by other(function) while `run` runs, and returns the results of `run`.
local function with(module, name, other, run)
  local own <const> = module[name]
  module[name] = other(own)
  local results <const> = table.pack(pcall(run))
  module[name] = own
  lu.assertTrue(results[1], tostring(results[2]))
  return table.unpack(results, 2)
end

---Asserts that a kernel is refused for a reason with these words, and that the selection lists it as missing because of a defect.
---@param defect string? the planted defect, for a message
local function assert_refused(model, name, words, defect)
  local row <const> = isas.row(name)
  local reason <const> = row and program_proof.wrong(model, row) or not row and scalar_proof.wrong(model, name)
  lu.assertStrContains(reason or "nothing is refused", words, false, false, defect)
  local chosen <const> = selection.of(model, { kernels = { name }, no_scanner = true })
  for _, one in ipairs(chosen.names) do
    lu.assertNotEquals(one, name)
  end
  local is_listed = false
  for _, one in ipairs(chosen.missing) do
    is_listed = is_listed or one.name == name and one.defect
  end
  lu.assertTrue(is_listed, name)
end

TestProgramProof = {}

function TestProgramProof.test_nothing_is_refused_without_a_defect()
  for _, name in ipairs { "defects/ninth-bit", "defects/csv-field", "defects/blank-at-eol", "defects/pair-of-ascii",
    "defects/low-half-from-80", "pairs/utf-8-and-pairs", "exceptions/xml-names", "never/no-two-blanks" } do
    lu.assertEquals(refused(model_of(name)), {}, name)
  end
end

function TestProgramProof.test_a_ninth_bit_in_a_table_is_refused()
  local model <const> = with(nibble, "pack_bytes", function()
    -- A bit for each high nibble, although an entry has only eight bits.
    return function(set, limit)
      local tables <const>, bits <const>, count = { high = {}, low = {} }, {}, 0
      for n = 0, 15 do
        tables.high[n], tables.low[n] = 0, 0
      end
      for byte = 0, limit - 1 do
        local high <const>, low <const> = byte >> 4, byte & 15
        if set[byte] then
          bits[high], count = bits[high] or 1 << count, bits[high] and count or count + 1
          tables.high[high], tables.low[low] = bits[high], tables.low[low] | bits[high]
        end
      end
      return tables
    end
  end, function() return model_of "defects/ninth-bit" end)
  assert_refused(model, "avx2", "which is not a byte")
end

function TestProgramProof.test_bounds_of_two_byte_text_that_are_one_too_high_or_too_low_are_refused()
  local function let_more_pass(found)
    for _, test in ipairs(found.tests) do
      test.bound = test.bound + (test.xor and 1 or 0)
    end
  end
  for name, change in next, {
    lead_too_high = function(found) found.lead = found.lead + 1 end,
    lead_too_low = function(found)
      found.lead = found.lead - 1
      let_more_pass(found)
    end,
    bound = let_more_pass,
    trail = function(found) found.trail = found.trail - 1 end,
  } do
    local model <const> = model_of "defects/pair-of-ascii"
    change(model.plan.two_byte)
    assert_refused(model, "sse", "in two-byte text", name)
  end
end

function TestProgramProof.test_a_restart_one_byte_late_is_refused()
  with(restart, "of", function(of)
    return function(model)
      local made <const> = of(model)
      made.back = made.back - 1
      return made
    end
  end, function() assert_refused(model_of "defects/blank-at-eol", "avx512", "may be 3 bytes before") end)
end

function TestProgramProof.test_a_restart_where_no_text_may_end_is_refused()
  with(restart, "of", function(of)
    return function(model)
      local made <const> = of(model)
      made.ends, made.form = false, true
      return made
    end
  end, function() assert_refused(model_of "defects/blank-at-eol", "avx2", "the automaton restarts") end)
end

function TestProgramProof.test_a_plan_that_ignores_pairs_is_refused()
  local model <const> = model_of "pairs/utf-8-and-pairs"
  model.plan.pairing = nil
  assert_refused(model, "neon", "the check accepts")
end

function TestProgramProof.test_a_restart_after_a_byte_that_is_not_always_an_end_is_refused()
  local defects <const> = {
    { "ends/pairs-after-it", "the last form leads to", function(test) test.pair = false end },
    { "ends/not-after-cr", "may not always end", function(test) test.open = {} end },
    { "ends/no-blank-at-the-end", "may not always end", function(test) table.remove(test.open) end },
  }
  for _, defect in ipairs(defects) do
    local name <const>, words <const>, plant <const> = table.unpack(defect)
    lu.assertEquals(refused(model_of(name)), {}, name)
    with(restart, "of", function(own)
      return function(model)
        local chosen <const> = own(model)
        plant(chosen.may_end)
        return chosen
      end
    end, function() assert_refused(model_of(name), "avx2", words, name) end)
  end
end

function TestProgramProof.test_is_late_finds_an_error_that_is_found_after_the_window()
  for _, name in ipairs { "defects/blank-at-eol", "ends/not-after-cr", "pairs/utf-8-and-pairs" } do
    local model <const> = model_of(name)
    local steps <const> = window_steps.of(model.inner, model.analysis, model.plan)
    lu.assertFalse(proof.is_late(model.inner, steps, model.analysis.window), name)
    lu.assertTrue(proof.is_late(model.inner, steps, 1), name)
  end
end

function TestProgramProof.test_windows_that_are_right_for_the_inner_language_only_are_refused()
  local model <const> = model_of "ends/not-after-cr"
  model.inner = model.automaton
  assert_refused(model, "sse", "the check accepts")
end

function TestProgramProof.test_a_skip_that_ignores_a_never_rule_is_refused()
  local model <const> = with(passthrough, "find", function(find)
    return function(analysis)
      local found <const> = find(analysis)
      found.ascii, found.refused = { kind = "sign" }, {}
      return found
    end
  end, function() return model_of "never/no-two-blanks" end)
  assert_refused(model, "avx2", "is skipped")
end

function TestProgramProof.test_a_skip_of_an_excluded_byte_is_refused()
  local model <const> = model_of "defects/csv-field"
  model.plan.passthrough.ascii = { kind = "range", lo = 0x20, hi = 0x7E }
  assert_refused(model, "sse", "is skipped")
end

function TestProgramProof.test_a_wrong_table_entry_and_a_wrong_threshold_are_refused()
  local model <const> = model_of "defects/csv-field"
  model.plan.tables.prev_high[0xE] = model.plan.tables.prev_high[0xE] & ~model.plan.bits[1].mask
  assert_refused(model, "rvv", "the check accepts")
  local other <const> = model_of "defects/csv-field"
  other.plan.demands[1].from = other.plan.demands[1].from + 1
  assert_refused(other, "sve", "the check")
end

---The check runs the functions that are printed, so it notices if one of them contradicts the plan.
function TestProgramProof.test_a_function_that_contradicts_its_plan_is_refused()
  local model <const> = model_of "defects/csv-field"
  with(kernel, "make", function(make)
    return function(...)
      local made <const>, facts <const> = make(...)
      local result <const> = not facts.plan.chain and made.by_name.classify_1.body[1] or {}
      result[1] = not facts.plan.chain and result[1][1]  -- keeps one of two lookups
      return made, facts
    end
  end, function() assert_refused(model, "simd128", "the window") end)
end

function TestProgramProof.test_a_filter_without_bits_is_refused()
  local model <const> = model_of "exceptions/scattered-in-three-forms"
  local _, entries = next(model.plan.look.tables)
  for n = 0, 15 do
    entries[n] = 0
  end
  assert_refused(model, "avx2", "the check accepts")
  local other <const> = model_of "exceptions/scattered-in-three-forms"
  local _, classes <const> = next(other.plan.classes.look.tables)
  for n = 0, #classes do
    classes[n] = 0
  end
  assert_refused(other, "avx512", "the check accepts")
end

---The planted defect clears the filter bits of the two bytes before the current byte, and the filter bits that the next vector gets.
function TestProgramProof.test_a_class_filter_that_ignores_the_previous_bytes_is_refused()
  local model <const> = model_of "exceptions/scattered-in-three-forms"
  with(kernel, "make", function(make)
    return function(...)
      local made <const>, facts <const> = make(...)
      if facts.plan.chain then
        made.by_name.look.body[1][2] = program.call.splat(program.hex(0))
      end
      return made, facts
    end
  end, function() assert_refused(model, "avx512", "flags does not flag the window") end)
end

---Plans of sets of bytes with a defect: in a table, in the program, or in a bound.
function TestProgramProof.test_wrong_plans_of_sets_of_bytes_are_refused()
  local function model_of_set(name)
    local path <const> = ("docs/examples/specs/%s.lua"):format(name)
    return pipeline.compile(assert(files_.read(path)), path)
  end
  lu.assertEquals(refused(model_of_set "hex"), {})
  lu.assertEquals(refused(model_of_set "latin-1-printable"), {})
  lu.assertEquals(refused(model_of_set "http-field-value"), {})
  local model = model_of_set "hex"
  model.plan.forbidden.high[4] = 0
  assert_refused(model, "sse", "40 is not flagged", "a table by nibbles")
  model = model_of_set "hex"
  model.plan.classes.forbidden.class[0x67] = 0
  assert_refused(model, "avx512", "67 is not flagged", "a table by classes")
  model = model_of_set "hex"
  with(program, "at", function(own)
    return function(bytes, vectors) return own(bytes, vectors == 3 and 2 or vectors) end
  end, function() assert_refused(model, "avx2", "in vector 4 among others", "a vector that no test reads") end)
  model = model_of_set "latin-1-printable"
  model.plan.passthrough.whole.folds[1].bound = 0
  assert_refused(model, "avx2", "00 is flagged, and skipped", "a fold that finds too little")
  model = model_of_set "latin-1-printable"
  model.plan.passthrough.whole.folds[1].bound = 0x40
  assert_refused(model, "avx2", "20 is not flagged, and not skipped", "a fold that finds too much")
  model = model_of_set "http-field-value"
  model.plan.passthrough.ascii.hi = 0x7F
  assert_refused(model, "neon", "7F is flagged, and skipped", "a range that is too long")
end

function TestProgramProof.test_wrong_tables_of_scalar_kernels_are_refused()
  local shifted <const>, other <const> = model_of "defects/csv-field", model_of "defects/csv-field"
  shifted.shift.word[0x41] = shifted.shift.word[0x41] ~ 1 << shifted.shift.offsets[1]
  assert_refused(shifted, "shift", "does not lead from")
  with(passthrough, "range", function() return function() return 0x20, 0x22 end end, function()
    assert_refused(model_of "defects/csv-field", "swar", "22 is skipped")
  end)
  other.dfa.next[other.dfa.class[0x41]] = other.dfa.classes
  lu.assertStrContains(refused(other).dfa, "does not lead from")
  local ok <const>, why <const> = pcall(selection.of, other, { no_scanner = true })
  lu.assertFalse(ok)
  lu.assertStrContains(why.message, "no code is emitted")
end

os.exit(lu.LuaUnit.run())
