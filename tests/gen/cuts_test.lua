-- SPDX-License-Identifier: 0BSD
-- gen/language/cuts.lua: how many bytes before a place a reader must begin to find the same characters there as from the start of the text.
-- gen/language/characters.lua: the forms as a table of masks, and why C cannot represent the code points of some encodings.
-- The expected numbers of bytes are derived by hand from the longest character. The expected table is that of Thompson and Pike.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local pipeline <const> = require "gen.pipeline"
local cuts <const> = require "gen.language.cuts"
local characters <const> = require "gen.language.characters"
local files <const> = require "gen.common.files"

local function model_of(file)
  return pipeline.understand(assert(files.read(file)), file)
end

TestCuts = {}

---To read the longest character from its last byte on, a reader must look back to its first byte.
function TestCuts.test_cuts_look_back_one_byte_less_than_the_longest_character()
  for file, back in next, {
    ["gen/specs/utf-8.lua"] = 3, ["gen/specs/wtf-8.lua"] = 3, ["gen/specs/mutf-8.lua"] = 2, ["gen/specs/cesu-8-lax.lua"] = 2,
    ["gen/specs/fss-utf.lua"] = 5, ["gen/specs/cesu-8.lua"] = 5, ["docs/examples/specs/utf-ebcdic.lua"] = 4,
    ["tests/specs/tiny/nul.lua"] = 0,
  } do
    lu.assertEquals(cuts.of(model_of(file)).back, back, file)
  end
end

---If the same bytes can begin and end characters, a reader must go back to the start of a run of such bytes to find its characters.
function TestCuts.test_no_number_of_bytes_is_enough_if_the_same_bytes_begin_and_end_characters()
  for _, file in ipairs { "docs/examples/specs/euc-kr.lua", "docs/examples/specs/gb18030.lua", "tests/specs/prefixes/utf-16be.lua" } do
    lu.assertNil(cuts.of(model_of(file)).back, file)
  end
end

---In CESU-8, 0xED can also be the first byte of a pair's second half; 0xEC cannot.
function TestCuts.test_bytes_that_are_never_inside_a_character()
  lu.assertEquals(cuts.of(model_of "gen/specs/utf-8.lua").starts, { { lo = 0, hi = 0x7F }, { lo = 0xC0, hi = 0xFF } })
  lu.assertEquals(cuts.of(model_of "gen/specs/cesu-8.lua").starts,
    { { lo = 0, hi = 0x7F }, { lo = 0xC0, hi = 0xEC }, { lo = 0xEE, hi = 0xFF } })
  lu.assertEquals(cuts.of(model_of "docs/examples/specs/euc-kr.lua").starts, { { lo = 0, hi = 0xA0 }, { lo = 0xFF, hi = 0xFF } })
end

TestCodePointsOfForms = {}

---The columns cmask, cval, shift, lmask and lval, as Thompson and Pike proposed them in September 1992.
function TestCodePointsOfForms.test_the_table_of_thompson_and_pike()
  local published <const> = {
    { 0x80, 0x00, 0 * 6, 0x7F, 0 }, { 0xE0, 0xC0, 1 * 6, 0x7FF, 0x80 }, { 0xF0, 0xE0, 2 * 6, 0xFFFF, 0x800 },
    { 0xF8, 0xF0, 3 * 6, 0x1FFFFF, 0x10000 }, { 0xFC, 0xF8, 4 * 6, 0x3FFFFFF, 0x200000 }, { 0xFE, 0xFC, 5 * 6, 0x7FFFFFFF, 0x4000000 },
  }
  local rows <const>, derived = characters.table(model_of("gen/specs/fss-utf.lua").spec), {}
  for i, row in ipairs(rows) do
    derived[i] = { row.cmask, row.cval, row.shift, row.lmask, row.lval }
  end
  lu.assertEquals(derived, published)
  lu.assertNil(characters.table(model_of("docs/examples/specs/euc-kr.lua").spec))
end

function TestCodePointsOfForms.test_the_reason_is_given_if_there_are_no_code_points()
  lu.assertNil(characters.refused(model_of "gen/specs/utf-8.lua"))
  lu.assertStrContains(characters.refused(model_of "docs/examples/specs/euc-kr.lua"), "have no code points")
  lu.assertStrContains(characters.refused(model_of "tests/specs/pairs/of-four-bytes.lua"), "at most 32 bits")
end

os.exit(lu.LuaUnit.run())
