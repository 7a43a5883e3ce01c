-- SPDX-License-Identifier: 0BSD
-- The arithmetic on sizes in the kernel avx2: for all sizes, z3 proves that nothing wraps around, no read is outside of the text, and each
-- loop ends. `make prove` checks each annotated kernel in this way, and Frama-C proves much more. For the other annotated kernels, this
-- test counts the goals for z3, which shows that contracts, invariants and C can be parsed. z3 finds errors planted in avx2 and sse.

package.path = "./?.lua;" .. package.path

local lu = require "luaunit"
local files = require "gen.common.files"
local isas = require "gen.kernel.isas"
local parser = require "verify.prove.parser"
local sizes = require "verify.prove.sizes"
local place = require "tests.lib.workplace" "sizes_test"

place.clear()
place.expect("u8gen gen utf-8 --acsl -o utf8", 0)

local TEXT <const> = assert(files.read(place.folder .. "/utf8/utf8.c"))

---Gives z3 the goals of a function. Returns the number of goals, and the number of goals that z3 proved.
local function prove_goals(text, name)
  local question <const> = sizes.question(sizes.read(text), name)
  local answers <const>, held = sizes.ask(question, ("%s/%s.smt2"):format(place.folder, name)), 0
  lu.assertEquals(#answers, #question.goals, name .. ": " .. tostring(answers[#answers]))
  for _, answer in ipairs(answers) do
    lu.assertTrue(answer == "unsat" or answer == "sat", answer)
    held = held + (answer == "unsat" and 1 or 0)
  end
  return #answers, held
end

TestSizes = {}

function TestSizes.test_z3_proves_the_functions_of_the_avx2_kernel_for_all_sizes()
  local names <const> = sizes.on_text(TEXT, "utf8_avx2_")
  lu.assertTrue(#names >= 11)
  for _, name in ipairs(names) do
    local goals <const>, held <const> = prove_goals(TEXT, name)
    lu.assertTrue(goals > 3, name)
    lu.assertEquals(held, goals, name)
  end
end

---The kernels with annotations, by docs/assurance.md, and their functions with contracts on a text; some kernels also have short_valid. The
---functions come from the same templates, so the numbers of goals are equal.
local ANNOTATED <const> = { "sse", "avx2", "avx2gfni", "avx512bw", "neon", "simd128" }
local FUNCTIONS <const> = { "ascii_end", "brief_valid", "few_valid", "medium_valid", "run", "scan", "scan_through", "two_byte_end",
  "two_byte_span", "two_byte_tally", "valid" }

function TestSizes.test_all_annotated_kernels_have_the_same_goals()
  local source <const>, goals, kernels = sizes.read(TEXT), {}, {}
  for _, row in ipairs(isas.rows) do
    local start <const> = ("utf8_%s_"):format(row.name)
    local names <const> = {}
    for _, name in ipairs(sizes.on_text(TEXT, start)) do
      local short <const> = name:sub(#start + 1)
      local count <const> = #sizes.question(source, name).goals
      lu.assertTrue(count > 3, name)
      goals[short] = goals[short] or count
      lu.assertEquals(count, goals[short], name)
      names[#names + 1] = short ~= "short_valid" and short or nil
    end
    if #names > 0 then
      kernels[#kernels + 1] = row.name
      lu.assertEquals(names, FUNCTIONS, row.name)
    end
  end
  lu.assertEquals(kernels, ANNOTATED)
end

---An assertion may be the last line of a block; other annotations belong to the next statement.
function TestSizes.test_an_assertion_before_the_end_of_a_block()
  local block <const> = parser.block "{ if (a) { b = 1; /*@ assert b > 0; */ } /*@ loop invariant c; */ while (c) { c = d; } }"
  lu.assertEquals(#block, 2)
  lu.assertEquals(#block[1][2], 2)
  lu.assertEquals(block[1][2][1].op, "assign")
  lu.assertEquals(block[2].op, "loop")
  lu.assertStrContains(block[2].annotation, "loop invariant c")
end

---Code that the parser or the symbolic execution would misunderstand is refused.
function TestSizes.test_unsupported_code_is_an_error()
  for code, message in next, {
    ["{ while (a) { continue; } }"] = "unsupported statement", ["{ goto end; }"] = "unsupported statement",
    ["{\n#ifdef A\n    b = 1;\n#else\n    b = 2;\n#endif\n}"] = "#else",
  } do
    lu.assertErrorMsgContains(message, parser.block, code)
  end
  local name <const> = "utf8_avx2_medium_valid"
  local at <const> = TEXT:find(" " .. name .. "%([^;{]*%)\n{")
  for _, read in ipairs { "text[size]", "*end" } do
    local changed <const> = TEXT:sub(1, at) .. TEXT:sub(at + 1):gsub("return !", "return " .. read .. " == 0 && !", 1)
    lu.assertErrorMsgContains("reads the text without a call", sizes.question, sizes.read(changed), name)
  end
end

---A function u_set that writes a number of at most 10, and a function u_get with two holes: the bound in its contract, and a statement.
local WRITES <const> = [[

/*@ requires \valid(to); assigns *to; ensures small: *to <= 10; */
static void u_set(size_t *to)
{
}

/*@ requires \valid_read(text + (0 .. size - 1));
    ensures within: \result <= %d; */
static size_t u_get(const uint8_t *text, size_t size)
{
    size_t n = 5;
    %s
    return n;
}
]]
local LOOP <const> = "/*@ loop invariant within: i <= size; loop variant size - i; */\n    for (size_t i = 0; i < size; i += 1) {\n"
  .. "        u_set(&n);\n    }"

---A callee may change a variable whose address it gets, also in a loop.
function TestSizes.test_variables_that_a_call_changes()
  for _, case in ipairs { { 10, "u_set(&n);", true }, { 9, "u_set(&n);", false }, { 5, "", true }, { 5, LOOP, false } } do
    local goals <const>, held <const> = prove_goals(WRITES:format(case[1], case[2]), "u_get")
    lu.assertEquals(held == goals, case[3], case[2])
  end
end

---Off-by-one errors, in a function's loop or next to it: the function, its code, and the wrong code.
local PLANTED <const> = {
  { "avx2_ascii_end", "size - i >= UTF8_AVX2_BLOCK && utf8_avx2_ascii_block", "size - i >= UTF8_AVX2_BLOCK - 1 && utf8_avx2_ascii_block" },
  { "avx2_medium_valid", "size - i >= UTF8_AVX2_WIDTH", "size - i >= UTF8_AVX2_WIDTH - 1" },
  { "avx2_medium_valid", "text + size - UTF8_AVX2_WIDTH", "text + size - UTF8_AVX2_WIDTH + 1" },
  { "sse_brief_valid", "i < last ? i : last", "i <= last + 1 ? i : last" },
  { "sse_brief_valid", "const size_t last = size - UTF8_SSE_WIDTH", "const size_t last = size - UTF8_SSE_WIDTH + 1" },
}

function TestSizes.test_planted_errors_by_one_are_found()
  for _, one in ipairs(PLANTED) do
    local name <const> = "utf8_" .. one[1]
    local from <const> = assert(TEXT:find(" " .. name .. "%([^;{]*%)\n{"), name)
    local at <const>, to <const> = TEXT:find(one[2], from, true)
    lu.assertNotNil(at, one[2])
    local goals <const>, held <const> = prove_goals(TEXT:sub(1, at - 1) .. one[3] .. TEXT:sub(to + 1), name)
    lu.assertTrue(held < goals, one[3])
  end
end

os.exit(lu.LuaUnit.run())
