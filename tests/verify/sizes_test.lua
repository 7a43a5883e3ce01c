-- SPDX-License-Identifier: 0BSD
-- The arithmetic on sizes in the loops of the kernel avx2: for all sizes, z3 finds no wrap-around, no read outside of the text, and no
-- endless loop. `make prove` checks each vector kernel in this way, and Frama-C proves much more.
--
-- In: the annotated copy of UTF-8's C. Out: luaunit's lines.

package.path = "./?.lua;" .. package.path

local lu = require "luaunit"
local files = require "gen.common.files"
local sizes = require "verify.prove.sizes"
local place = require "tests.lib.workplace" "sizes_test"

place.clear()
place.expect("u8gen gen utf-8 --acsl -o utf8", 0)

local TEXT <const> = assert(files.read(place.folder .. "/utf8/utf8.c"))

---The number of a function's goals that z3 was given, and the number of those that it proved.
local function asked(text, name)
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

function TestSizes.test_all_sizes_of_the_avx2_kernel()
  local names <const> = sizes.looping(TEXT, "utf8_avx2_")
  lu.assertTrue(#names >= 5)
  for _, name in ipairs(names) do
    local goals <const>, held <const> = asked(TEXT, name)
    lu.assertTrue(goals > 10, name)
    lu.assertEquals(held, goals, name)
  end
end

---Each of these is off by one, in the function's loop or next to it.
local PLANTED <const> = {
  { "avx2_ascii_end", "size - i >= UTF8_AVX2_BLOCK && utf8_avx2_ascii_block", "size - i >= UTF8_AVX2_BLOCK - 1 && utf8_avx2_ascii_block" },
  { "avx2_medium_valid", "size - i >= UTF8_AVX2_WIDTH", "size - i >= UTF8_AVX2_WIDTH - 1" },
  { "avx2_medium_valid", "text + size - UTF8_AVX2_WIDTH", "text + size - UTF8_AVX2_WIDTH + 1" },
  { "sse_brief_valid", "i < last ? i : last", "i <= last + 1 ? i : last" },
  { "sse_brief_valid", "const size_t last = size - UTF8_SSE_WIDTH", "const size_t last = size - UTF8_SSE_WIDTH + 1" },
}

function TestSizes.test_one_off_is_noticed()
  for _, one in ipairs(PLANTED) do
    local name <const> = "utf8_" .. one[1]
    local from <const> = assert(TEXT:find(" " .. name .. "%([^;{]*%)\n{"), name)
    local at <const>, to <const> = TEXT:find(one[2], from, true)
    lu.assertNotNil(at, one[2])
    local goals <const>, held <const> = asked(TEXT:sub(1, at - 1) .. one[3] .. TEXT:sub(to + 1), name)
    lu.assertTrue(held < goals, one[3])
  end
end

os.exit(lu.LuaUnit.run())
