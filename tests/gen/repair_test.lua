-- SPDX-License-Identifier: 0BSD
-- Tests of gen/language/repair.lua: which replacement a spec has, when and why `repair` is omitted, and where the reason is reported.
--
-- Each case of REFUSED and REPAIRED has the lines of a spec, often UTF-8's four forms and a rule, and the expected answer, which was
-- derived by hand.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local dir <const> = require "pl.dir"
local pipeline <const> = require "gen.pipeline"
local files <const> = require "gen.common.files"
local repair <const> = require "gen.language.repair"
local bytes_ <const> = require "gen.common.bytes"

local WORK <const> = "build/repair_test"
local HEAD <const> = 'encoding "Repaired" source "this test"\n'
local ASCII <const> = 'form "0xxxxxxx" { "U+0000..U+007F" }\n'
local BMP <const> = ASCII .. 'form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }\nform "1110xxxx 10xxxxxx 10xxxxxx" '
  .. '{ "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }\n'
local UTF8 <const> = BMP .. 'form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }\n'

local REFUSED <const> = {
  not_written = { ASCII, "no form encodes U+FFFD, the replacement; the spec can choose another" },
  its_own_not_written = { ASCII .. 'replacement "U+00BF"', "no form encodes U+00BF, the replacement of line 3" },
  beyond_all = { UTF8 .. 'replacement "U+110000"', "no form encodes U+110000, the replacement of line 6" },
  a_surrogate = { UTF8 .. 'replacement "U+D800"', "no form encodes U+D800, the replacement of line 6" },
  half_of_a_pair = { BMP .. 'pair { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" } replacement "U+D800"',
    "no form encodes U+D800, the replacement of line 5" },
  left_out = { UTF8 .. 'except { bad = "U+FFFD" }', "no form encodes U+FFFD, the replacement; the spec can choose another" },
  rows_of_bytes = { 'bytes "00..7F"', "no form encodes U+FFFD, the replacement; the spec can choose another" },
  after_something = { UTF8 .. 'never { "U+0041", "U+FFFD", name = "a" }', "a forbids U+FFFD, the replacement, after 41" },
  after_itself = { UTF8 .. 'never { "U+FFFD", "U+FFFD", name = "twice" }', "twice forbids EF BF BD after U+FFFD, the replacement" },
  before_something = { UTF8 .. 'never { "U+FFFD", "U+00E9", name = "e" }', "e forbids C3 A9 after U+FFFD, the replacement" },
  at_the_end = { UTF8 .. 'never { "U+FFFD", "end", name = "last" }', "last forbids a text to end after U+FFFD, the replacement" },
  its_own_after_something = { UTF8 .. 'never { "U+0041", "U+003F", name = "a" } replacement "U+003F"',
    "a forbids U+003F, the replacement, after 41" },
}

local REPAIRED <const> = {
  usual = { UTF8, "EF BF BD" },
  its_own = { UTF8 .. 'replacement "U+003F"', "3F" },
  with_rows_of_bytes = { ASCII .. 'bytes "A1..FE A1..FE" replacement "U+003F"', "3F" },
  a_pair = { BMP .. 'pair { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" } replacement "U+1F600"', "ED A0 BD ED B8 80" },
  by_its_own_form = { 'form "0xxxxxxx" { "U+0001..U+007F" }\nform "110xxxxx 10xxxxxx" '
    .. '{ "U+0080..U+07FF", also = "U+0001..U+007F" }\nreplacement "U+003F"', "3F" },
  forbidden_next_to_others_only = { UTF8 .. 'never { "U+0041", "U+0042", name = "ab" }', "EF BF BD" },
  -- No replacement may follow CR, and no text may end after CR. So repair also replaces a CR in these places, and the rule is allowed.
  after_a_character_that_is_never_last = { UTF8 .. 'never { "U+000D", { "U+0000..U+10FFFF", "end", except = "U+000A" }, name = "lone_cr" }',
    "EF BF BD" },
}

local function compiled(text)
  return pipeline.compile(HEAD .. text, "test.lua")
end

TestRepair = {}

function TestRepair.test_refused_returns_the_reason_why_there_is_no_repair()
  for name, case in pairs(REFUSED) do
    lu.assertEquals(repair.refused(compiled(case[1])), case[2], name)
  end
end

function TestRepair.test_the_bytes_of_the_replacement()
  for name, case in pairs(REPAIRED) do
    local model <const> = compiled(case[1])
    lu.assertNil(repair.refused(model), name)
    lu.assertEquals(bytes_.hex(repair.bytes(model.spec)), case[2], name)
  end
end

function TestRepair.test_all_encodings_of_the_catalogue_are_repaired_with_the_replacement_character()
  local names <const> = dir.getfiles("gen/specs", "*.lua")
  lu.assertTrue(#names > 0)
  for _, name in ipairs(names) do
    local model <const> = pipeline.understand(assert(files.read(name)), name)
    lu.assertNil(repair.refused(model), name)
    lu.assertEquals(bytes_.hex(repair.bytes(model.spec)), "EF BF BD", name)
  end
end

function TestRepair.test_gen_and_the_header_report_the_reason()
  os.execute(("rm -rf '%s' && mkdir -p '%s'"):format(WORK, WORK))
  files.write(WORK, { { name = "ascii.lua", text = HEAD .. ASCII } })
  local pipe <const> = io.popen(("./u8gen gen %s/ascii.lua -o %s 2>&1"):format(WORK, WORK))
  local output <const> = pipe:read("a")
  lu.assertTrue(pipe:close(), output)
  local reason <const> = "no form encodes U+FFFD, the replacement; the spec can choose another"
  lu.assertStrContains(output, "Repaired: no repair: " .. reason .. "\n")
  local header <const> = assert(files.read(WORK .. "/repaired.h"))
  lu.assertStrContains(header, "// No repair: " .. reason .. ".\n")
  lu.assertNotStrContains(header, "repaired_repair(")
  lu.assertStrContains(header, "repaired_next_chunk(")
end

os.exit(lu.LuaUnit.run())
