-- SPDX-License-Identifier: 0BSD
-- The programs of the vector kernels (gen/kernel/kernel.lua), run in Lua lane by lane and compared with the automaton; their C and costs.
--
-- One long vector contains many texts. Between two of them are more pads than a window has bytes. The function `errors` of a program must
-- find an error in a text if and only if the automaton rejects the text. The program's flags may also have bits of filters.

package.path = "./?.lua;" .. package.path

local lu = require "luaunit"
local pipeline = require "gen.pipeline"
local files = require "gen.common.files"
local isas = require "gen.kernel.isas"
local api = require "gen.kernel.api"
local emit = require "gen.emit.emit"
local kernel = require "gen.kernel.kernel"
local program = require "gen.kernel.program"
local lanes = require "gen.kernel.lanes"
local automata = require "gen.language.automaton"
local cost = require "gen.kernel.cost"

---Specs with few and with many rules, with pairs, with rules that have filters, with the longest forms. Each has a plan by nibbles and one
---by classes.
local NAMES <const> = { "utf-8", "cesu-8", "wtf-8", "mutf-8-paired", "fss-utf", "yaml-1.2", "assignables", "utf-8-nonul" }
local TEXTS <const> = 600

---The first instruction set of each kind of plan. Programs for other sets have the same tables and rules, so one set is enough.
local BY <const>, KINDS <const> = {}, {}
for _, row in ipairs(isas.rows) do
  if not BY[row.plan] then
    BY[row.plan] = row
    KINDS[#KINDS + 1] = row
  end
end

local models <const> = {}
local function model_of(name)
  local file <const> = ("gen/specs/%s.lua"):format(name)
  models[name] = models[name] or pipeline.compile(assert(files.read(file)), file)
  return models[name]
end

---The bytes at the ends of classes: the byte before or after is in another class.
local function bytes_of(model)
  local seen, bytes = {}, {}
  for byte = 0, 255 do
    for _, neighbor in ipairs { byte - 1, byte + 1 } do
      local class <const> = model.automaton.class_of[neighbor]
      if class and class ~= model.automaton.class_of[byte] and not seen[byte] then
        seen[byte] = true
        bytes[#bytes + 1] = byte
      end
    end
  end
  return bytes
end

---Random texts in which most bytes lead to a live state.
local function texts_of(model, choose, count)
  local automaton <const>, bytes <const>, texts = model.automaton, bytes_of(model), {}
  for i = 1, count do
    local text, state = {}, 1
    for n = 1, choose(2 * model.analysis.window) do
      local byte
      for _ = 1, choose(8) do
        byte = bytes[choose(#bytes)]
        if automaton.next[state][byte] ~= 2 then
          break
        end
      end
      text[n], state = byte, automaton.next[state][byte]
    end
    texts[i] = text
  end
  return texts
end

---Puts texts one after the other, with pads around each.
---@return table bytes from 0 on, integer width, table places where the texts begin
local function side_by_side(texts, model)
  local row, places, gap <const> = {}, {}, model.analysis.window + 2
  local at = gap
  for i = 0, gap - 1 do
    row[i] = model.analysis.pad
  end
  for i, text in ipairs(texts) do
    places[i] = at
    for _, byte in ipairs(text) do
      row[at], at = byte, at + 1
    end
    for _ = 1, gap do
      row[at], at = model.analysis.pad, at + 1
    end
  end
  return row, at, places
end

local function filled(width, byte)
  local vector = {}
  for i = 0, width - 1 do
    vector[i] = byte
  end
  return vector
end

---The vectors of errors and of flags that a program computes for a vector of bytes, and the masks of their bits.
local function flagged(made, facts, row, width, model)
  local domain <const> = lanes.domain(facts, width, model.analysis.pad)
  local function run(name, ...)
    return program.run(made, name, { ... }, domain)
  end
  local pads <const> = filled(width, model.analysis.pad)
  if facts.plan.chain then
    local previous <const> = domain.word("prev1", { row, pads })
    return run("errors", row, previous, run "carry_of_pads"), run(facts.flags, row, previous, run "carry_of_pads"), facts.errors_mask,
      facts.flags_mask
  end
  return run("errors_after", row, pads), run(facts.flags .. "_after", row, pads), 255, 255
end

TestKernel = {}

function TestKernel.test_programs_run_in_lua_flag_exactly_the_texts_that_the_automaton_rejects()
  for _, name in ipairs(NAMES) do
    local model <const> = model_of(name)
    math.randomseed(7)
    local texts <const> = texts_of(model, math.random, TEXTS)
    local row <const>, width <const>, places <const> = side_by_side(texts, model)
    for _, isa in ipairs(KINDS) do
      local made <const>, facts <const> = kernel.make(model, isa)
      local errors <const>, flags <const>, errors_mask <const>, flags_mask <const> = flagged(made, facts, row, width, model)
      local refused = 0
      for i, text in ipairs(texts) do
        local any_error, any_flag = false, false
        for lane = places[i], places[i] + #text + model.analysis.window do
          any_error = any_error or errors[lane] & errors_mask ~= 0
          any_flag = any_flag or flags[lane] & flags_mask ~= 0
        end
        local state <const> = automata.run(model.automaton, text)
        local accepted <const> = model.automaton.accepts[state] or false
        lu.assertEquals(any_error, not accepted, ("%s by %s: %s"):format(name, isa.name, table.concat(text, " ")))
        lu.assertTrue(any_flag or not any_error)
        refused = refused + (accepted and 0 or 1)
      end
      lu.assertTrue(refused > TEXTS / 10 and refused < TEXTS * 0.98, ("%s: %d refused"):format(name, refused))
    end
  end
end

function TestKernel.test_windows_loaded_from_memory_are_flagged_like_those_in_vectors()
  local WIDTH <const> = 16
  for _, name in ipairs { "utf-8", "wtf-8", "yaml-1.2" } do
    local model <const> = model_of(name)
    math.randomseed(3)
    local row <const>, length <const> = side_by_side(texts_of(model, math.random, 40), model)
    local made <const>, facts <const> = kernel.make(model, BY.nibbles)
    local domain <const> = lanes.domain(facts, WIDTH, model.analysis.pad)
    local whole <const> = flagged(made, facts, row, length, model)
    for from = 0, length - WIDTH, WIDTH do
      local here <const> = program.run(made, "errors", { { text = row, from = from } }, domain)
      for i = 0, WIDTH - 1 do
        lu.assertEquals(here[i], whole[from + i])
      end
    end
  end
end

function TestKernel.test_consecutive_short_vectors_are_flagged_like_one_long_vector()
  local WIDTH <const> = 8
  for _, name in ipairs { "utf-8", "cesu-8", "fss-utf", "assignables" } do
    local model <const> = model_of(name)
    math.randomseed(11)
    local row <const>, length <const> = side_by_side(texts_of(model, math.random, 60), model)
    local made <const>, facts <const> = kernel.make(model, BY.classes)
    local domain <const> = lanes.domain(facts, WIDTH, model.analysis.pad)
    local whole <const> = flagged(made, facts, row, length, model)
    local left <const> = program.run(made, "carry_of_pads", {}, domain)
    for from = 0, length - WIDTH, WIDTH do
      local v <const> = domain.word("load", { { text = row, from = from } })
      local previous <const> = domain.word("load", { { text = row, from = from - 1 } })
      local here <const> = program.run(made, "errors", { v, previous, left }, domain)
      for i = 0, WIDTH - 1 do
        lu.assertEquals(here[i] & facts.flags_mask, whole[from + i] & facts.flags_mask)
      end
    end
  end
end

function TestKernel.test_blocks_are_ascii_if_all_their_bytes_are_whole_characters()
  for _, name in ipairs { "utf-8", "utf-8-nonul", "yaml-1.2", "mutf-8-paired" } do
    local model <const> = model_of(name)
    for _, row in ipairs(isas.rows) do
      local made <const>, facts <const> = kernel.make(model, row)
      local WIDTH <const> = 4
      local domain <const> = lanes.domain(facts, WIDTH, model.analysis.pad)
      for byte = 0, 255 do
        for place = 0, row.block_vectors * WIDTH - 1 do
          local block <const> = filled(row.block_vectors * WIDTH, model.analysis.pad)
          block[place] = byte
          lu.assertEquals(program.run(made, "ascii_block", { { text = block, from = 0 } }, domain),
            byte < 128 and model.analysis.whole[byte] or false, ("%s %s %02X"):format(name, row.name, byte))
        end
      end
    end
  end
end

function TestKernel.test_the_check_of_two_byte_text_agrees_with_the_automaton()
  for _, name in ipairs { "utf-8", "utf-8-nonul", "yaml-1.2", "cesu-8" } do
    local model <const> = model_of(name)
    math.randomseed(5)
    local row <const> = BY.nibbles
    local made <const>, facts <const> = kernel.make(model, row)
    local two_byte <const> = assert(facts.plan.two_byte)
    local bytes <const> = { 0, 1, 9, 0x7F, 0x80, 0x9F, two_byte.trail, two_byte.lead, two_byte.limit - 1 }
    local refused, outside = 0, 0
    for _ = 1, 600 do
      local text = {}
      for _ = 1, math.random(3) do
        local piece <const> = ({ { 9 }, { two_byte.lead, two_byte.trail }, { bytes[math.random(#bytes)] } })[math.random(3)]
        table.move(piece, 1, #piece, #text + 1, text)
      end
      local WIDTH <const> = 8
      local domain <const> = lanes.domain(facts, WIDTH, model.analysis.pad)
      local at <const> = { text = { table.unpack(text) }, from = 0 }
      local any = false
      for _, byte in ipairs(text) do
        any = any or byte < 128 and model.analysis.forbidden[byte]
      end
      outside = outside + (any and 1 or 0)
      lu.assertEquals(program.run(made, "two_byte_block", { at }, domain), not any, table.concat(text, " "))
      for _, lane in next, program.run(made, "two_byte_errors", { at }, domain) do
        any = any or lane & 128 ~= 0
      end
      local accepted <const> = model.automaton.accepts[automata.run(model.automaton, text)] or false
      lu.assertEquals(any, not accepted, ("%s: %s"):format(name, table.concat(text, " ")))
      refused = refused + (accepted and 0 or 1)
      text[#text + 1] = two_byte.limit
      lu.assertFalse(program.run(made, "two_byte_block", { { text = text, from = 0 } }, domain))
    end
    lu.assertTrue(refused > 60 and refused < 540)
    lu.assertEquals(outside > 20, next(two_byte.refused) ~= nil)
  end
end

function TestKernel.test_the_carry_of_pads_equals_that_of_a_vector_of_pads()
  for _, name in ipairs(NAMES) do
    local model <const> = model_of(name)
    local made <const>, facts <const> = kernel.make(model, BY.classes)
    local domain <const> = lanes.domain(facts, 8, model.analysis.pad)
    local by_pads <const> = program.run(made, "carry_of_pads", {}, domain)
    lu.assertEquals(by_pads, program.run(made, "carry_of", { filled(8, model.analysis.pad) }, domain))
    lu.assertNotNil(by_pads.pairs[0])
  end
end

-- ---- Programs ----

function TestKernel.test_a_program_is_printed_as_c_and_its_words_are_listed()
  local w <const> = program.call
  local made <const> = program.make {
    { name = "unused", helper = true, result = "vec", parameters = { "vec b" }, body = { program.result(w.low_nibbles "b") } },
    {
      name = "twice", result = "vec", parameters = { "address at", "byte n" }, meaning = "WIDTH bytes.",
      body = { program.let("vec", "b", w.load(program.at(-1, 2))), program.set("b", w.add("b", w.splat(program.sum("n", "-", 1)))),
        program.result(w.lookup(program.table "t", program.rows(w.xor("b", w.splat(program.hex(10)))))) },
    },
  }
  lu.assertEquals(program.c(made, nil, { p = "u_", v = "u_sse_", V = "U_SSE" }), [[
// U_SSE_WIDTH bytes.
U_SSE_INLINE u_sse_vec u_sse_twice(const uint8_t *at, uint8_t n)
{
    u_sse_vec b = u_sse_load(at - 1 + 2 * U_SSE_WIDTH);
    b = u_sse_add(b, u_sse_splat((uint8_t)(n - 1)));
    return u_sse_lookup(u_t, u_sse_xor(
        b,
        u_sse_splat(0x0A)));
}]])
  lu.assertEquals(program.used(made), { load = true, add = true, splat = true, lookup = true, xor = true })
end

function TestKernel.test_equal_operations_and_combined_logical_operations_cost_one()
  local w <const> = program.call
  local made <const> = program.make {
    {
      name = "errors", result = "vec", parameters = { "address at" },
      body = {
        program.let("vec", "a", w.high_nibbles(w.load(program.at()))),
        program.let("vec", "b", w.high_nibbles(w.load(program.at()))),
        program.result(w["and"](w.xor("a", w.splat(1)), w.both(w.equal("b", w.splat(2)), w.equal("a", w.splat(3))))),
      },
    },
  }
  -- The operations are high_nibbles, xor, `equal` twice, both, `and`, and the `or` that collects errors.
  for _, case in ipairs {
    { {}, 7 }, { { high_nibbles = 2 }, 8 }, { { ternary = true }, 6 }, { { masks = true, both = 0 }, 6 },
  } do
    local counts <const> = cost.count(made, "errors", { costs = case[1] })
    lu.assertEquals({ counts.operations, counts.loads }, { case[2], 1 })
  end
end

function TestKernel.test_the_cost_counts_loads_as_operands_and_copies_of_overwritten_values()
  local w <const> = program.call
  local function counts_of(value, row)
    row.costs = {}
    local counts <const> = cost.count(program.make {
      { name = "errors", result = "vec", parameters = { "address at" }, body = { program.result(value) } },
    }, "errors", row)
    return { counts.folded, counts.copies, counts.micro_operations - counts.operations - counts.loads }
  end
  local here <const>, before <const> = w.load(program.at()), w.load(program.at(-1))
  -- One operand of an operation may be in memory. If both are, one is loaded first. A shift must load its operand.
  lu.assertEquals(counts_of(w["and"](here, before), { folds = true }), { 1, 0, 2 })
  lu.assertEquals(counts_of(w.average(here, w.splat(1)), { folds = true }), { 1, 0, 2 })
  lu.assertEquals(counts_of(w.high_nibbles(here), { folds = true }), { 0, 0, 3 })
  lu.assertEquals(counts_of(w["and"](here, before), {}), { 0, 0, 3 })
  -- A table or a constant is copied before an operation overwrites it, but `add` commutes and overwrites its other operand instead.
  -- Bytes that another operation needs later are copied, too. The last operation on them may overwrite them.
  lu.assertEquals(counts_of(w.lookup(program.table "t", here), { overwrites = true }), { 0, 1, 4 })
  lu.assertEquals(counts_of(w["and"](w.high_nibbles(here), w.low_nibbles(here)), { overwrites = true }), { 0, 1, 4 })
  lu.assertEquals(counts_of(w.subtract(w.splat(1), here), { overwrites = true }), { 0, 1, 4 })
  lu.assertEquals(counts_of(w.add(w.splat(1), here), { overwrites = true }), { 0, 0, 3 })
end

function TestKernel.test_the_costs_of_the_kernels_of_utf_8()
  local costs <const> = kernel.costs(model_of "utf-8")
  local numbers = {}
  for i, one in ipairs(costs) do
    numbers[i] = { one.name, one.operations, one.loads, one.micro_operations, one.classes }
  end
  lu.assertEquals(numbers, {
    { "sse", 16, 4, 27, false }, { "avx2", 16, 4, 21, false }, { "avx2gfni", 14, 4, 19, false }, { "avx512bw", 13, 4, 18, false },
    { "avx512", 10, 2, 14, true }, { "neon", 14, 4, 21, false }, { "sve", 14, 4, 21, false }, { "rvv", 14, 4, 21, false },
    { "simd128", 16, 4, 23, false },
  })
  lu.assertEquals(kernel.too_slow(model_of "utf-8", "shift"), {})
end

---Without pads, a kernel needs the first bytes of a window and a whole vector after them. So 64 bytes are too few for a vector of 64.
function TestKernel.test_texts_shorter_than_a_vector_and_a_window_are_left_to_a_narrower_kernel_or_a_scalar_one()
  local file <const> = "tests/specs/utf8/no-ascii.lua"
  local model <const> = pipeline.compile(assert(files.read(file)), file)
  for narrow, wide in pairs { neon = "sve", sse = "avx512bw" } do
    local made <const> = emit.files(".", model, {
      prefix = "q", spec_name = file, command = "test", flat = true, kernels = { narrow, wide },
      without = api.only { "valid", "valid_prefix" },
    })
    local limit
    for _, one in ipairs(made) do
      limit = limit or one.text:match("q_" .. wide .. "_is_few%(size_t size%)%s*{%s*return size ([^;]*);")
    end
    lu.assertEquals(limit, ("< Q_%s_WIDTH + %d"):format(wide:upper(), model.analysis.window - 1))
  end
end

os.exit(lu.LuaUnit.run())
