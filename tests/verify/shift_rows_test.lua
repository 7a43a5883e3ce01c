-- SPDX-License-Identifier: 0BSD
-- Tests verify/prove/rows.lua: the fact that `make prove` assumes about the table of `shift` holds for each state and byte, but not if a
-- bit of the table is flipped. Tests verify/prove/swar.lua: its annotations fit the code of swar, and its facts about words of eight bytes
-- hold, but not if the code doubles a word. Tests verify/prove/points.lua: all its goals hold; if a mask is wrong, one goal fails. An
-- unknown word in the variable PROVE is an error, even without Frama-C.

package.path = "./?.lua;" .. package.path

local lu = require "luaunit"
local files = require "gen.common.files"
local acsl = require "gen.emit.acsl"
local functions = require "verify.prove.functions"
local jobs_ = require "gen.commands.jobs"
local points = require "verify.prove.points"
local prove = require "verify.prove.prove"
local rows = require "verify.prove.rows"
local swar = require "verify.prove.swar"
local place = require "tests.lib.workplace" "shift_rows_test"

place.clear()

---The encodings with a handwritten grammar in verify/prove/.
local GRAMMARS <const> = { utf8 = "utf-8", cesu8 = "cesu-8", mutf8 = "mutf-8", wtf8 = "wtf-8", xml10 = "xml-1.0" }

TestRows = {}

function TestRows.test_the_assumed_fact_holds_for_each_state_and_byte()
  for name, spec in next, GRAMMARS do
    place.expect(("u8gen gen %s --acsl -o %s"):format(spec, name), 0)
    local text <const> = files.read(("%s/%s/%s.c"):format(place.folder, name, name))
    local held <const>, all <const> = rows.check(name, text, place.folder)
    lu.assertEquals(held, all, name)
    lu.assertTrue(all >= 6 * 256 and all % 256 == 0, name)
    local has = {}
    for _, one in ipairs(functions.of(text, name)) do
      has[one.name] = not one.trusted
    end
    for _, one in ipairs { "shift_read", "shift_read_4", "shift_read_8", "eight_steps", "shift_valid", "shift_valid_prefix" } do
      lu.assertTrue(has[name .. "_" .. one], name .. " " .. one)
    end
    -- Flips one bit of the dead state's next state, in the first word of the table.
    local at <const> = text:find(name .. "_shift_table[256] = {", 1, true)
    local first <const>, last <const>, word <const> = text:find("(0x%x+)", at)
    local flipped <const> = text:sub(1, first - 1) .. ("0x%016X"):format(math.tointeger(word) ~ 1) .. text:sub(last + 1)
    local still <const> = rows.check(name, flipped, place.folder)
    lu.assertTrue(still > 0 and still < all, name)
  end
end

function TestRows.test_the_facts_about_words_that_swar_skips_hold()
  for name, spec in next, { utf8 = "utf-8", xml10 = "xml-1.0" } do
    place.expect(("u8gen gen %s --acsl -o %s"):format(spec, name), 0)
    local text <const> = files.read(("%s/%s/%s.c"):format(place.folder, name, name))
    local annotated <const> = swar.annotate(jobs_.load_model(".", spec), text, name .. "_")
    lu.assertNotEquals(annotated, text)
    lu.assertEquals(acsl.stripped(annotated), acsl.stripped(text))
    local held <const>, all <const> = swar.words(name, annotated, place.folder)
    lu.assertEquals({ held, all }, { 3, 3 })
    local _, at <const> = annotated:find(name .. "_high_bits(uint64_t word)\n{\n    return ", 1, true)
    lu.assertTrue((swar.words(name, annotated:sub(1, at) .. "2 * " .. annotated:sub(at + 1), place.folder)) < 3, name)
  end
end

function TestRows.test_each_code_point_has_the_bytes_of_the_rfc()
  place.expect("u8gen gen utf-8 --acsl -o utf8", 0)
  local text <const> = files.read(place.folder .. "/utf8/utf8.c")
  for name, check in next, { spell = points.spelled, code_point = points.value } do
    local held <const>, all <const> = check("utf8", text, place.folder)
    lu.assertEquals({ held, all }, name == "spell" and { 6, 6 } or { 4, 4 })
    local at <const> = text:find("utf8_" .. name .. "%([^;{]*%)\n{")
    local first <const>, last <const> = text:find("0x3F", at, true)
    lu.assertEquals((check("utf8", text:sub(1, first - 1) .. "0x1F" .. text:sub(last + 1), place.folder)), all - 1)
  end
end

function TestRows.test_an_unknown_word_of_prove_is_an_error()
  lu.assertNil(prove.misfit {})
  lu.assertStrContains(prove.misfit { "nosuch" }, "unknown word: nosuch (name its encoding, too); encodings: ")
  lu.assertNil(prove.misfit { "utf8", "shift_row" })
end

os.exit(lu.LuaUnit.run())
