-- SPDX-License-Identifier: 0BSD
-- Tests plans of kernels that carry bits from byte to byte (gen/plan/carry.lua): which languages have such a plan, which kinds of levels
-- (carried bits) a plan has, and that a wrong plan is refused. tests/interface/code_pages_test.lua and verify/ test the emitted C.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local carry <const> = require "gen.plan.carry"
local files <const> = require "gen.common.files"
local lists <const> = require "gen.common.lists"
local pipeline <const> = require "gen.pipeline"
local selection <const> = require "gen.kernel.selection"

local function model_of(file)
  return pipeline.compile(assert(files.read(file)), file)
end

---The model of a spec with ASCII and these rows.
local function of_rows(rows)
  local head <const> = 'encoding "Test" source "this test"\nform "0xxxxxxx" { "U+0000..U+007F" }\n'
  return pipeline.compile(("%sbytes [[\n%s\n]]"):format(head, rows), "test.lua")
end

TestCarry = {}

---The expected kind of each level is derived by hand: whether a byte can keep, invert, set or clear the bit.
function TestCarry.test_each_language_has_the_expected_kinds_of_levels()
  for file, kinds in pairs {
    ["docs/examples/specs/euc-kr"] = "turn", ["docs/examples/specs/shift_jis"] = "turn", ["docs/examples/specs/big5"] = "turn",
    ["docs/examples/specs/gb18030"] = "turn parity", ["docs/examples/specs/euc-jp"] = "set turn",
    ["docs/examples/specs/cp949"] = "turn set",
    ["tests/specs/bytes/every-row-of-euc-tw"] = "turn keep",
  } do
    local plan <const> = model_of(file .. ".lua").carry
    lu.assertEquals(lists.joined(plan.levels, " ", function(level) return level.kind.name end), kinds, file)
  end
end

---A language with a window has no carry plan. If a character is any three bytes of one range, a kernel must count to three, which levels
---of these kinds cannot do.
function TestCarry.test_other_languages_have_no_carry_plan()
  lu.assertNil(model_of("gen/specs/utf-8.lua").carry)
  lu.assertNil(of_rows("80..81 80..81 80..81").carry)
  lu.assertNotNil(of_rows("80..81 80..81").carry)
end

---Whether a plan's tables are right for GBK, by handwritten rules. The first mask selects the bytes that begin a two-byte character, the
---second mask the bytes that may not begin any character, and the third mask the bytes that may not end a two-byte character.
local function accepts_gbk(plan)
  for byte = 0, 255 do
    local bits <const> = plan.tables[1].high[byte >> 4] & plan.tables[1].low[byte & 15]
    local turns <const>, first <const> = bits & plan.masks[1].mask ~= 0, bits & plan.masks[2].mask ~= 0
    local later <const> = bits & plan.masks[3].mask ~= 0
    local begins <const> = byte ~= 0x80 and byte ~= 0xFF
    local ends <const> = byte >= 0x40 and byte ~= 0x7F and byte ~= 0xFF
    if first == begins or begins and turns ~= (byte > 0x80) or later == ends then
      return false
    end
  end
  return true
end

function TestCarry.test_a_wrong_plan_is_refused()
  local model <const> = model_of "docs/examples/specs/gbk.lua"
  local plan <const>, refused = model.carry, 0
  lu.assertEquals({ plan.errors, plan.levels[1].code[1] }, { "(m1 & ~b0) | (m2 & b0)", "m0" })
  lu.assertNil(carry.wrong(model.automaton, plan))
  for _, name in ipairs { "high", "low" } do
    for n = 0, 15 do
      for bit = 0, 7 do
        local entries <const> = plan.tables[1][name]
        local before <const> = entries[n]
        entries[n] = before ~ 1 << bit
        local wrong <const> = carry.wrong(model.automaton, plan)
        lu.assertEquals(wrong == nil, accepts_gbk(plan), ("%s %X %d"):format(name, n, bit))
        refused = refused + (wrong and 1 or 0)
        entries[n] = before
      end
    end
  end
  lu.assertTrue(refused > 100)
end

function TestCarry.test_a_wrong_plan_is_a_defect_of_the_generator()
  local model <const> = model_of "docs/examples/specs/euc-kr.lua"
  lu.assertEquals(lists.joined(selection.of(model, {}).vectors, " ", function(row) return row.name end),
    "sse avx2 avx2gfni avx512bw neon simd128")
  model.carry.levels[1].code[1] = "m1"
  local made <const> = selection.of(model, {})
  lu.assertEquals(#made.vectors, 0)
  lu.assertTrue(lists.any(made.missing, function(one) return one.name == "sse" and one.defect end))
end

os.exit(lu.LuaUnit.run())
