-- SPDX-License-Identifier: 0BSD
-- Tests which mutants a C function has, how a mutant is written, which mutants a list names, and that UTF-8 has the mutants and lines that
-- its lists name.
--
-- The expected mutants are derived by hand from the kinds in the header of mutants.lua.

package.path = "./verify/mutants/?.lua;./?.lua;" .. package.path
local lu <const> = require "luaunit"
local c <const> = require "c"
local mutants <const> = require "mutants"
local schemas <const> = require "schema"
local list <const> = require "list"
local possible <const> = require "possible"
local place <const> = require "tests.lib.workplace" "mutants_test"

local TEXT <const> = [[
U_K_INLINE bool u_k_high(const uint8_t *at)
{
    return *at >= 0x80;
}

static size_t u_k_skip(const uint8_t *at, size_t size)
{
    size_t i = 0;
    while (size - i > U_K_WIDTH && !u_k_high(at + i)) {
        i++;
    }
    return i;
}

#ifndef U_NO_COUNT
static size_t u_count(const uint8_t *at, size_t size)
{
    size_t n = u_k_skip(at, size);
    n = at[n] == 0 ? n : size;
    return n;
}
#endif  // U_NO_COUNT
]]

local function all_of(text)
  local functions <const> = c.functions(text, {}, function()
    return true
  end, "u.c")
  return functions, mutants.all(text, functions, "u", { "k" })
end

local function changes(found, own)
  local output <const> = {}
  for _, m in ipairs(found) do
    if m.own == own then
      output[#output + 1] = m.code .. " -> " .. m.change
    end
  end
  table.sort(output)
  return output
end

local function one(found, change)
  for _, m in ipairs(found) do
    if m.change == change then
      return m
    end
  end
end

TestMutants = {}

function TestMutants.test_all_mutants_of_a_loop_and_no_others()
  local _, found <const> = all_of(TEXT)
  local loop <const> = "while (size - i > K_WIDTH && !K_high(at + i)) { -> "
  local expected <const> = {
    "size_t i = 0; -> 0 + 1", "size_t i = 0; -> 0 - 1",
    loop .. "negated size - i > K_WIDTH && !K_high(at + i)",
    loop .. "&& to || before !K_high(at + i)",
    loop .. "> to >= before K_WIDTH",
    loop .. "- to + before i",
    loop .. "K_WIDTH + 1", loop .. "K_WIDTH - 1",
    loop .. "without ! before K_high(at + i)",
    loop .. "+ to - before i",
    "i++; -> left out i++;", "i++; -> ++ to --",
  }
  table.sort(expected)
  lu.assertEquals(changes(found, "K_skip"), expected)
end

function TestMutants.test_all_mutants_of_arguments_indices_comparisons_and_choices_and_no_others()
  local _, found <const> = all_of(TEXT)
  local expected <const> = {
    "size_t n = k_skip(at, size); -> swapped at and size",
    "n = at[n] == 0 ? n : size; -> left out n = at[n] == 0 ? n : size;",
    "n = at[n] == 0 ? n : size; -> negated at[n] == 0",
    "n = at[n] == 0 ? n : size; -> == to != before 0",
    "n = at[n] == 0 ? n : size; -> index n + 1",
    "n = at[n] == 0 ? n : size; -> 0 + 1", "n = at[n] == 0 ? n : size; -> 0 - 1",
  }
  table.sort(expected)
  lu.assertEquals(changes(found, "count"), expected)
end

function TestMutants.test_a_mutant_written_into_the_source()
  local _, found <const> = all_of(TEXT)
  local m <const> = one(found, "> to >= before K_WIDTH")
  lu.assertEquals(schemas.alone(TEXT, m), (TEXT:gsub("size %- i > U_K_WIDTH", "((size - i) >= (U_K_WIDTH))")))
  lu.assertEquals(schemas.alone(TEXT, one(found, "left out i++;")), (TEXT:gsub("i%+%+;", ";")))
end

---The typedef of an array with `sizeof` in its size does not make `(sizeof i)` a cast.
function TestMutants.test_sizeof_is_not_a_type()
  local _, found <const> = all_of("typedef char u_small[sizeof(u) <= 32 ? 1 : -1];\nint u_f(int i)\n{\n    return (sizeof i) - i;\n}\n")
  local line <const> = "return (sizeof i) - i; -> "
  lu.assertEquals(changes(found, "f"), { line .. "- to + before i", line .. "sizeof i + 1", line .. "sizeof i - 1" })
end

---The step of a `for` is left out whole, in C that a compiler accepts, also if it is a comma expression.
function TestMutants.test_the_step_of_a_loop()
  local text <const> = "int u_f(int i)\n{\n    for (int j = 0; i < j; i++, j--) {\n    }\n    return i;\n}\n"
  local functions <const>, found <const> = all_of(text)
  local m <const> = one(found, "left out i++, j--")
  lu.assertEquals(schemas.alone(text, m), (text:gsub("i%+%+, j%-%-", "(void)0")))
  lu.assertStrContains(schemas.schema(text, functions, function(other) return other == m end),
    ("U8GEN_MUTANT(%d) ? (void)((void)0) :"):format(m.id))
end

---The text has all chosen mutants and selects one at run time. If none is chosen, only lines before the text are added.
function TestMutants.test_the_text_with_the_chosen_mutants()
  local functions <const>, found <const> = all_of(TEXT)
  local m <const> = one(found, "left out i++;")
  local schema <const>, owners <const> = schemas.schema(TEXT, functions, function(other)
    return other == one(found, "0x80 + 1")
  end)
  lu.assertStrContains(schema, ("U8GEN_MUTANT(%d) ? (0x80 + 1) :"):format(one(found, "0x80 + 1").id))
  lu.assertNotStrContains(schema, ("U8GEN_MUTANT(%d)"):format(m.id))
  lu.assertEquals(select(2, next(owners)), one(found, "0x80 + 1"))
  local none <const> = schemas.schema(TEXT, functions, function()
    return false
  end)
  lu.assertEquals(none:sub(-#TEXT), TEXT)
end

---Functions between #ifndef U_NO_COUNT and #endif belong to the part COUNT, and so do words that only these functions use.
function TestMutants.test_parts_of_the_interface()
  local _, found <const> = all_of(TEXT)
  lu.assertEquals(one(found, "swapped at and size").part, "COUNT")
  lu.assertEquals(one(found, "0x80 + 1").part, "all")
  local _, of_count <const> = all_of((TEXT:gsub("static size_t u_k_skip", "U_K_INLINE size_t u_k_skip")))
  lu.assertEquals(one(of_count, "0x80 + 1").part, "COUNT")
end

---A statement that cannot be parsed is an error. It is not skipped.
function TestMutants.test_an_unsupported_statement_is_an_error()
  lu.assertErrorMsgContains("u.c:3: error: unsupported statement at 'switch'", all_of, "static int u_f(int a)\n{\n    switch (a) {}\n}\n")
end

TestList = {}

function TestList.test_entries_with_a_sign_for_numbers_and_with_a_prefix()
  local known <const> = list.read {
    { reason = "speed", { "K_skip", "i += # * K_WIDTH;", "# + 1", "+= to*" }, { "K_skip", "i++;", "gone" } },
  }
  local function finding(code, change)
    return { own = "K_skip", code = code, change = change }
  end
  lu.assertEquals(known.reason(finding("i += 2 * K_WIDTH;", "2 + 1"), true), "speed")
  lu.assertEquals(known.reason(finding("i += 0x40 * K_WIDTH;", "+= to -= before 2"), true), "speed")
  lu.assertNil(known.reason(finding("i += 2 * K_WIDTH;", "2 - 1"), true))
  lu.assertNil(known.reason(finding("i += n * K_WIDTH;", "2 + 1"), true))
  lu.assertTrue(known.knows(finding("i++;", "gone")))
  lu.assertEquals(known.stale(), {})
  known.reason(finding("i++;", "gone"), false)
  lu.assertEquals(known.stale(), { "K_skip: i++;: gone" })
end

---An entry may have # for the number in a function's name.
function TestList.test_entries_for_functions_with_numbers()
  local known <const> = list.read { { reason = "speed", { "to_utf#", "return 0;", "0 + 1" }, { "size_of_utf16", "return 0;", "0 + 1" } } }
  for _, own in ipairs { "to_utf16", "to_utf32", "size_of_utf16" } do
    local finding <const> = { own = own, code = "return 0;", change = "0 + 1" }
    lu.assertTrue(known.knows(finding), own)
    lu.assertEquals(known.reason(finding, true), "speed", own)
  end
  for _, own in ipairs { "to_utf", "to_units", "size_of_utf32" } do
    lu.assertFalse(known.knows({ own = own, code = "return 0;", change = "0 + 1" }), own)
  end
end

function TestList.test_entries_without_a_finding()
  local known <const> = list.read {
    { reason = "speed", sometimes = true, { "f", "i++;", "left out*", "++ to --" }, { "g#", "i++;", "left out*" }, { "g", "i++;", "*" } },
  }
  local findings <const> = {
    { own = "f", code = "i++;", change = "left out i++;" }, { own = "g1", code = "i++;", change = "left out i++;" },
  }
  lu.assertEquals(known.unmatched(findings), { "f: i++;: ++ to --", "g: i++;: *" })
  lu.assertEquals(known.stale(), {})
end

function TestList.test_entries_for_some_kernels()
  local known <const> = list.read { { reason = "no counter", kernels = "avx512 sve", { "K_f", "*", "never run" } } }
  local function knows(kernel)
    return known.knows { own = "K_f", code = "return 0;", change = "never run", kernel = kernel }
  end
  lu.assertTrue(knows "avx512")
  lu.assertTrue(knows "sve")
  lu.assertFalse(knows "avx512bw")
  lu.assertFalse(knows(nil))
end

---The lists are for UTF-8. Each of their entries must name a mutant, a line or a branch of UTF-8's C for some processor.
function TestList.test_utf8_has_each_entry_of_its_lists()
  place.clear()
  place.expect("u8gen gen utf-8 --flat -o utf8", 0)
  local file <const> = possible.read(place.folder .. "/utf8/utf8.c", "utf8")
  lu.assertEquals(list.read(dofile "verify/mutants/accepted.lua").unmatched(possible.mutants(file)), {})
  lu.assertEquals(list.read(dofile "verify/mutants/uncovered.lua").unmatched(possible.uncovered(file)), {})
end

os.exit(lu.LuaUnit.run())
