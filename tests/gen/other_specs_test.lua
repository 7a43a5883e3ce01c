-- SPDX-License-Identifier: 0BSD
-- Specs outside the catalogue: which kernels u8gen omits and why, which plan it chooses, and that the kernels of other-prefixes are right.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local pipeline <const> = require "gen.pipeline"
local emit <const> = require "gen.emit.emit"
local byte_tests <const> = require "gen.plan.byte_tests"
local cover_ <const> = require "gen.plan.cover"
local deep_rules <const> = require "gen.plan.deep_rules"
local automata <const> = require "gen.language.automaton"
local shift_table <const> = require "gen.plan.shift"
local files_ <const> = require "gen.common.files"
local selection <const> = require "gen.kernel.selection"
local isas <const> = require "gen.kernel.isas"
local kernel <const> = require "gen.kernel.kernel"
local random_specs <const> = require "tests.lib.random_specs"

local WORK <const> = "build/other_specs_test"

local function read(name)
  return assert(files_.read(name))
end

local function model_of(name)
  return pipeline.compile(read(("tests/specs/%s.lua"):format(name)), name .. ".lua")
end

---The model of a spec that has these statements, without examples.
local function compiled(forms)
  return pipeline.compile('encoding "Test" source "this test"\n' .. forms, "test.lua")
end

---The output of `u8gen gen` for a spec.
local function output_of_gen(name)
  local pipe <const> = io.popen(("./u8gen gen tests/specs/%s.lua -o %s/%s 2>&1"):format(name, WORK, name))
  local text <const> = pipe:read("a")
  lu.assertTrue(pipe:close(), text)
  return text
end

TestOtherSpecs = {}

function TestOtherSpecs.setUp()
  os.execute(("rm -rf '%s' && mkdir -p '%s'"):format(WORK, WORK))
end

-- ---- Refusals are reported ----

function TestOtherSpecs.test_a_language_without_a_window_gets_kernels_that_carry_bits_and_its_ambiguous_contexts_are_reported()
  local text <const> = output_of_gen "euc-like"
  for _, row in ipairs(isas.rows) do
    local reason <const> = "no [^\n:]*%f[%w]" .. row.name
      .. "%f[%W][^\n:]*kernels?: no window of any length decides this language: after nothing and after 80, the same "
      .. "bytes lead to different states; the bytes [^\n]* begin characters of line %d+ and continue characters of line %d+"
    lu.assertEquals(text:find(reason) ~= nil, row.scalable or row.plan == "classes", row.name)
  end
  local model <const> = model_of "euc-like"
  lu.assertEquals(selection.of(model, {}).scalar, { "dfa", "shift", "swar" })
  -- If the same number of bytes B0 follows both contexts, one text ends between characters and the other inside a character.
  for length = 0, 20 do
    local accepts = {}
    for i, context in ipairs(model.analysis.alike) do
      local bytes = { table.unpack(context) }
      for _ = 1, length do
        bytes[#bytes + 1] = 0xB0
      end
      accepts[i] = model.automaton.accepts[automata.run(model.automaton, bytes)]
    end
    lu.assertNotEquals(accepts[1], accepts[2])
  end
end

---A refusal says which bytes, characters or rule prevent vectors, and in most cases in which lines they are.
function TestOtherSpecs.test_a_refusal_names_the_rules_to_remove()
  local TWO <const> = 'form "0xxxxxxx" { "U+0000..U+007F" }\nform "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }\n'
  for forms, reason in next, {
    ['bytes "00..7F"\nbytes "81..FE 40..FE"'] = "the bytes 40..7F, 81..FE begin characters of line 2 and continue",
    ['bytes "00..7F"\nbytes "FF 40"'] = "the byte 40 begins characters of line 2 and continues characters of line 3, so no byte",
    ['form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }\nnever { "U+0080..U+07FF", "U+0081" }'] =
      "may be between all others and before and after any text: no character has one byte",
    [TWO .. 'never { "U+0000..U+07FF", "U+0041" }'] =
      "every character of one byte is restricted; without the rule forbidden_pair of line 4, 00 would not be",
    ['form "0xxxxxxx" { "U+0000..U+007F" }\nform "110000xx 110001xx" { "U+0080..U+008F" }'] =
      "only some of the bytes with the high nibble C are continuation bytes: C7 is one, but not C0",
  } do
    lu.assertStrContains(compiled(forms).no_plan, reason)
  end
end

function TestOtherSpecs.test_tables_that_refuse_the_empty_text()
  lu.assertStrContains(compiled("bytes [[ 90..AF 00\n90..AF 01..3F 00..14 ]]").no_plan,
    "the tables refuse the bytes that kernels put around a text")
end

---Rows of 16 bytes: names of states stay short, blocks of swar have 56 to 64 bytes, and windows of more than 12 bytes get no vectors.
---`make random-specs` compiles random specs of such rows (tests/gen/random_compiled.lua).
function TestOtherSpecs.test_rows_of_sixteen_bytes()
  local model <const> = model_of "bytes/sixteen-bytes"
  lu.assertEquals(#model.analysis.counts, 16)
  for _, name in next, model.automaton.names do
    lu.assertTrue(#name < 90, name)
  end
  lu.assertStrContains(output_of_gen "bytes/sixteen-bytes", "no vector kernels: ")
  local source <const> = read(WORK .. "/bytes/sixteen-bytes/sixteenbytes.c")
  lu.assertStrContains(source, "static size_t sixteenbytes_last_beginning(")
  lu.assertNotStrContains(source, "sixteenbytes_is_continuation(at[55])")
  local ROW <const> = (" 80..BF"):rep(5)
  local function no_plan_for(more)
    return compiled('form "0xxxxxxx" { "U+0000..U+007F" }\nbytes "C0' .. ROW .. (" 80"):rep(more) .. '"').no_plan
  end
  lu.assertNil(no_plan_for(0))
  lu.assertStrContains(no_plan_for(10), "bytes decide this language, and vector kernels compare at most 12")
end

function TestOtherSpecs.test_an_automaton_too_large_for_64_bits_gets_128_with_the_usual_states_in_the_first_64()
  local model <const> = model_of "ends/joiner"
  local shift <const> = model.shift
  lu.assertEquals({ model.automaton.count, shift.words, #shift.word }, { 19, 2, 511 })
  lu.assertEquals(shift_table.read(shift), model.automaton.next)
  local first <const>, second <const> = {}, {}
  for state, name in ipairs(model.automaton.names) do
    (shift.offsets[state] < 64 and first or second)[name] = true
  end
  for _, name in ipairs { "start", "dead", "start_after_00", "after_C2_to_DF", "after_E1_to_EF", "after_F1_to_F3" } do
    lu.assertTrue(first[name], name)
  end
  lu.assertNotNil(next(second))
  lu.assertEquals(selection.of(model, {}).scalar, { "re2c", "dfa", "shift" })
end

---The shift kernel of two words can be as slow as dfa (bench/results/costs-zen5.md). So vector kernels have the same limit of cost as if
---dfa were the only scalar kernel.
function TestOtherSpecs.test_with_a_shift_automaton_of_two_words_vectors_may_cost_as_much_as_with_dfa_alone()
  local model <const> = model_of "never/chain"
  lu.assertEquals(model.shift.words, 2)
  local most <const> = isas.row("sse").most
  for shift, is_costly in pairs { [2] = true, [1] = false } do
    isas.row("sse").most = { shift = shift == 2 and 1000 or 1, dfa = shift == 2 and 1 or 1000 }
    lu.assertEquals(kernel.too_slow(model, "shift").sse ~= nil, is_costly)
  end
  isas.row("sse").most = most
end

function TestOtherSpecs.test_an_automaton_too_large_for_128_bits_gets_no_shift_kernel_and_the_reason()
  lu.assertStrMatches(output_of_gen "fourteen-holes",
    ".*no shift kernel: 33 states: u8gen knows no arrangement of more than 22 states in 128 bits\n.*")
  local model <const> = model_of "fourteen-holes"
  lu.assertEquals(selection.of(model, {}).scalar, { "dfa", "re2c", "swar" })
  lu.assertNil(model.no_plan)
end

function TestOtherSpecs.test_more_states_than_bits_are_refused_without_a_search()
  -- Each lead byte of two-byte characters has its own hole. Each lead byte of three-byte characters except E0 and ED has its own hole after
  -- each of the second bytes 80, 87, 8E, ..., BF. The automaton needs a state for each of these holes.
  local two, three, left_out = {}, {}, 0
  for lead = 2, 31 do
    two[#two + 1] = ('"U+%04X"'):format(lead << 6 | lead)
    left_out = left_out + 1
  end
  for lead = 1, 15 do
    for second = 0, 63, 7 do
      local first <const> = lead << 12 | second << 6 | lead
      if lead ~= 13 then
        three[#three + 1] = ('"U+%04X..U+%04X"'):format(first, first + second // 7)
        left_out = left_out + 1 + second // 7
      end
    end
  end
  local model <const> = compiled(([[
    form "0xxxxxxx" { "U+0000..U+007F" }
    form "110xxxxx 10xxxxxx" { "U+0080..U+07FF", except = { hole = { %s } } }
    form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF", except = { hole = { %s } } }]]):format(table.concat(two, ", "),
    table.concat(three, ", ")))
  lu.assertTrue(model.automaton.count > 128)
  lu.assertStrMatches(model.no_shift, model.automaton.count .. " states: .*")
  lu.assertEquals(#model.plan.look.open, left_out)
  lu.assertNotNil(model.plan.classes.look)
end

function TestOtherSpecs.test_lead_bytes_that_no_comparison_distinguishes_are_named()
  -- Lead bytes of three-byte characters, D0..DF and F0..FF, are below and above E0..EF, the lead bytes of four-byte characters.
  local model <const> = compiled [[
    form "0xxxxxxx" { "U+0000..U+007F" }
    form "1100xxxx 10xxxxxx" { "U+0080..U+03FF" }
    form "1101xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF" }
    form "1110xxxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+3FFFF" }
    form "1111xxxx 10xxxxxx 10xxxxxx" { "U+0400..U+07FF" }]]
  lu.assertNil(model.plan)
  lu.assertStrContains(model.no_plan, "a lead byte, is above E0, a lead byte of a form of more than 3 bytes; flipping bits does not help")
end

-- ---- Rules on ASCII characters ----

function TestOtherSpecs.test_rules_between_ascii_characters_are_bits_of_the_tables()
  for name, first in next, { ["never/no-cr-lf"] = 0x0D, ["never/one-across-forms"] = 0x0D, ["ends/cr-then-lf"] = 0x0D,
    ["never/no-two-blanks"] = 0x20 } do
    local model <const> = model_of(name)
    lu.assertEquals(model.plan.passthrough.refused, { [first] = true }, name)
    lu.assertEquals({ next(model.plan.passthrough.forbidden), #model.plan.deep }, { nil, 0 }, name)
    for _, missing in ipairs(selection.of(model, {}).missing) do
      lu.assertEquals(isas.row(missing.name).plan, "classes", name)
    end
  end
end

function TestOtherSpecs.test_pairs_of_ascii_characters_get_vectors()
  for name, first in next, { ["pairs/cr-lf"] = 0x0D, ["pairs/escape"] = 0x1B } do
    local model <const> = model_of(name)
    lu.assertNil(model.plan.pairing)
    lu.assertTrue(model.plan.passthrough.refused[first])
  end
end

function TestOtherSpecs.test_a_pair_whose_low_half_begins_at_80_gets_vectors()
  local model <const> = model_of "defects/low-half-from-80"
  lu.assertEquals(model.plan.pairing.low[1], { kind = "range", lo = 0x80, hi = 0x8F, cost = 2 })
end

---A kernel with a filter copies text with the first vector unchecked, so repair must check this vector. Here, only avx512 has a filter.
function TestOtherSpecs.test_a_filter_of_one_plan_makes_repair_check_the_first_vector()
  local model <const> = model_of "defects/filter-of-one-plan"
  lu.assertEquals({ model.plan.filter, model.plan.watched, model.plan.classes.filter ~= 0 }, { 0, nil, true })
  local texts <const>, options <const> = {}, { prefix = "x", spec_name = "test", command = "test", kernels = { "dfa", "avx512" } }
  for i, file in ipairs((emit.files(".", model, options))) do
    texts[i] = file.text
  end
  lu.assertTrue(table.concat(texts):find("// The first vector may be unchecked.", 1, true) ~= nil)
end

function TestOtherSpecs.test_a_test_above_FF_is_shown_as_ascii()
  lu.assertEquals(byte_tests.text { kind = "above", value = 0xFF }, "00..7F")
  lu.assertEquals(byte_tests.text { kind = "above", value = 0xAF }, "B0..FF or 00..7F")
  lu.assertEquals(byte_tests.text { kind = "above", value = 0x1F }, "20..7F")
end

function TestOtherSpecs.test_an_end_that_pads_would_hide_is_checked_by_the_automaton()
  -- The plan is that of UTF-8: windows do not see the rule. In ends/cr-then-lf, pads do not hide the rule, so windows decide it.
  local model <const>, utf8 <const> = model_of "ends/not-after-cr", pipeline.compile(read "gen/specs/utf-8.lua", "utf-8.lua")
  lu.assertEquals(model.plan.tables, utf8.plan.tables)
  lu.assertEquals({ model.leaves_end, model.inner.count, model.automaton.count }, { true, utf8.automaton.count, utf8.automaton.count + 1 })
  lu.assertFalse(model_of("ends/cr-then-lf").leaves_end)
end

function TestOtherSpecs.test_the_plan_with_the_fewest_cycles_is_chosen()
  -- The continuation rule has two variants. With the first one, sse needs 16 operations, since this variant leaves a table bit free, which
  -- a filter uses to find pairs. With the second one, sse needs 25.
  local costs <const> = {}
  for _, one in ipairs(kernel.costs(model_of "pairs/of-four-bytes")) do
    costs[one.name] = one.operations
  end
  local utf8 <const> = kernel.costs(pipeline.compile(read "gen/specs/utf-8.lua", "utf-8.lua"))
  for _, one in ipairs(utf8) do
    lu.assertEquals(costs[one.name], one.operations, one.name)
  end
end

-- ---- Vector kernels that are not worth their cost ----

function TestOtherSpecs.test_vector_kernels_that_cost_more_than_a_scalar_one_are_left_out_and_gen_says_so()
  local text <const> = output_of_gen "never/marks-with-pairs"
  lu.assertStrContains(text, "no avx512 kernel: it would take 124 operations for 64 bytes, more than the 104 that 64 steps of the scalar "
    .. "kernel shift are worth\n")
  local source <const> = read(WORK .. "/never/marks-with-pairs/markswithpairs.c")
  lu.assertNil(source:find("_avx512_", 1, true))
  -- If the automaton checks the rules, vectors take few operations.
  for _, name in ipairs { "no-format-characters", "never/marks" } do
    lu.assertStrContains(output_of_gen(name),
      "operations per vector: sse 28, avx2 28, avx2gfni 26, avx512bw 24, avx512 17, neon 26, sve 26, rvv 26, simd128 28\n")
  end
end

function TestOtherSpecs.test_a_vector_kernel_slower_than_the_one_before_it_is_left_out_and_gen_says_so()
  lu.assertStrContains(output_of_gen "never/chain",
    "no avx512 kernel: it would take 19.0 cycles of Zen 4 for 64 bytes, and avx512bw takes 6.5\n")
end

function TestOtherSpecs.test_a_vector_kernel_that_is_named_is_generated_whatever_it_costs()
  local model <const> = model_of "never/marks-with-pairs"
  local options <const> = { prefix = "x", spec_name = "test", command = "test", kernels = { "dfa", "avx512" } }
  local files <const>, chosen <const> = emit.files(".", model, options)
  lu.assertEquals(chosen.missing, {})
  local costs <const> = kernel.costs(model, chosen.vectors)
  lu.assertEquals({ costs[1].name, costs[1].operations }, { "avx512", 124 })
  local named = false
  for _, file in ipairs(files) do
    named = named or file.name:find("%.c$") ~= nil and file.text:find("_avx512_", 1, true) ~= nil
  end
  lu.assertTrue(named)
end

function TestOtherSpecs.test_with_a_shift_automaton_vectors_must_cost_less()
  local model <const> = compiled 'form "0xxxxxxx" { "U+0000..U+007F" } form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }'
  local sse <const> = isas.row("sse")
  local most <const> = sse.most
  sse.most = { shift = 1, dfa = 1000 }
  local chosen <const> = selection.of(model, {})
  sse.most = most
  lu.assertEquals(chosen.missing[1].name, "sse")
  lu.assertStrContains(chosen.missing[1].reason,
    "operations for 16 bytes, more than the 1 that 16 steps of the scalar kernel shift are worth")
  lu.assertEquals({ chosen.vectors[1].name, chosen.vectors[1].narrower }, { "avx2", "shift" })
end

---The reason why a spec has no vectors. Fails unless the reason is found before the search for rules on several bytes.
local function refused_early(forms)
  local sought <const>, search = deep_rules.close_gaps, 0
  deep_rules.close_gaps = function(...)
    search = search + 1
    return sought(...)
  end
  local ok <const>, model <const> = pcall(compiled, forms)
  deep_rules.close_gaps = sought
  assert(ok, model)
  lu.assertEquals(search, 0)
  return model.no_plan
end

function TestOtherSpecs.test_too_many_rules_on_several_bytes_are_refused_without_a_search()
  local holes = {}
  for code_point = 0x4E00, 0x9FFF, 0x1F3 do
    holes[#holes + 1] = ('"U+%04X"'):format(code_point)
  end
  lu.assertEquals(refused_early(([[
    form "0xxxxxxx" { "U+0000..U+007F" }
    form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
    form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF", hole = { %s } } }
    pair { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" }]])
    :format(table.concat(holes, ", "))),
    "more than 32 rules on several bytes would be needed: no rule catches two of E4 B8 80, E4 BF B3 and 31 more")
end

-- ---- Covers of many holes ----

function TestOtherSpecs.test_a_cover_that_takes_too_long_is_returned_with_its_lower_bound()
  local holes, roll = {}, random_specs.dice(1)
  for code_point = 128, 2047 do
    holes[#holes + 1] = roll(4) == 1 and ('"U+%04X"'):format(code_point) or nil
  end
  local model <const> = compiled(([[
    form "0xxxxxxx" { "U+0000..U+007F" }
    form "110xxxxx 10xxxxxx" { "U+0080..U+07FF", except = { hole = { %s } } }]]):format(table.concat(holes, ", ")))
  local analysis <const> = model.analysis
  local cover <const> = cover_.find(analysis, "look")
  lu.assertNil(cover.candidates)
  lu.assertTrue(#cover.certificate < #cover.products)
  lu.assertTrue(#cover.certificate > #cover.products // 3)
  local function caught(b1, b2)
    for _, product in ipairs(cover.products) do
      if product[1] >> (b1 >> 4) & product[2] >> (b1 & 15) & product[3] >> (b2 >> 4) & product[4] >> (b2 & 15) & 1 == 1 then
        return true
      end
    end
    return false
  end
  for b1 = 0, 255 do
    for b2 = 0, 255 do
      if analysis.pairs[b1 << 8 | b2] or not analysis.forbidden[b2] then
        lu.assertEquals(caught(b1, b2), not analysis.pairs[b1 << 8 | b2])
      end
    end
  end
  -- A product that contains two pairs of the certificate always contains a pair of a well-formed text, too.
  for i, a in ipairs(cover.certificate) do
    for j = i + 1, #cover.certificate do
      local b, live = cover.certificate[j], false
      for choice = 0, 15 do
        local function nibble_of(bit, byte, shift)
          return ((choice >> bit & 1 == 0 and a or b)[byte] >> shift) & 15
        end
        local b1 <const>, b2 <const> = nibble_of(0, 1, 4) << 4 | nibble_of(1, 1, 0), nibble_of(2, 2, 4) << 4 | nibble_of(3, 2, 0)
        live = live or analysis.pairs[b1 << 8 | b2] ~= nil
      end
      lu.assertTrue(live)
    end
  end
end

-- ---- Other prefixes ----

function TestOtherSpecs.test_other_prefixes_have_every_kernel_and_each_is_right()
  lu.assertNotStrContains(output_of_gen "other-prefixes", "no ")
  os.execute(("./u8gen gen tests/specs/other-prefixes.lua --prefix other -o %s/other > %s/log"):format(WORK, WORK))
  local compile <const> = ("%s -std=c99 -O2 -Wall -Wextra -Wconversion -Werror -DOTHER_ALL_KERNELS -I %s/other -o %s/judge"
    .. " tests/gen/other_prefixes.c %s/other/other.c"):format(os.getenv("CC") or "cc", WORK, WORK, WORK)
  local pipe <const> = io.popen(("{ %s && %s/judge; } 2>&1"):format(compile, WORK))
  local text <const> = pipe:read("a")
  lu.assertTrue(pipe:close(), text)
  local compared <const>, active <const> = text:match "^(dfa shift re2c swar .*)compared; active: (%w+)\n$"
  lu.assertNotNil(compared, text)
  lu.assertStrContains(compared, (" %s "):format(active))
end

-- ---- The scalar kernel that dispatch chooses ----

---Prints the active kernel. Then limits dispatch to each kernel in turn, and prints the kernel that is active then.
local ACTIVE <const> = [[
#include "it.h"
#include <stdio.h>
int main(void)
{
    printf("active %s\n", it_active_kernel());
    for (size_t i = 0; i < it_kernel_count(); i++) {
        const char *name = it_kernel_at(i)->name;
        printf("%s leaves %s\n", name, it_limit_kernels(name) ? it_active_kernel() : "nothing");
    }
    return 0;
}
]]

---The output of the program ACTIVE for a spec.
---@param options string? of gen
---@param flags string? of the compiler
local function active_of(name, options, flags)
  files_.write(WORK, { { name = "active.c", text = ACTIVE } })
  local pipe <const> = io.popen(("{ ./u8gen gen tests/specs/%s.lua --prefix it %s -o %s/it >%s/log && %s -std=c99 -Og -Wall -Wextra "
    .. "-Werror -DIT_NO_SIMD %s -I %s/it -o %s/active %s/active.c %s/it/it.c && %s/active; } 2>&1"):format(name, options or "", WORK, WORK,
    os.getenv("CC") or "cc", flags or "", WORK, WORK, WORK, WORK, WORK))
  local text <const> = pipe:read("a")
  lu.assertTrue(pipe:close(), text)
  return text
end

function TestOtherSpecs.test_without_swar_dispatch_takes_shift_and_re2c_is_compiled_for_comparison_only()
  local all <const> = "-DIT_ALL_KERNELS"
  lu.assertEquals(active_of "utf8/no-ascii", "active shift\nshift leaves shift\n")
  lu.assertEquals(active_of("utf8/no-ascii", "", all), "active shift\nre2c leaves re2c\ndfa leaves dfa\nshift leaves shift\n")
  lu.assertEquals(active_of("ends/joiner", "", all), "active shift\nre2c leaves re2c\ndfa leaves dfa\nshift leaves shift\n")
end

function TestOtherSpecs.test_without_swar_and_shift_dispatch_takes_dfa()
  lu.assertEquals(active_of("utf8/no-ascii", "--kernels dfa,re2c"), "active dfa\ndfa leaves dfa\n")
end

function TestOtherSpecs.test_re2c_is_generated_and_active_if_it_is_the_only_kernel_named()
  lu.assertStrContains(active_of("utf8/no-ascii", "--kernels re2c"), "active re2c\n")
  lu.assertEquals(selection.of(model_of "utf8/no-ascii", { kernels = { "shift", "re2c" } }).scalar, { "re2c", "dfa", "shift" })
end

os.exit(lu.LuaUnit.run())
