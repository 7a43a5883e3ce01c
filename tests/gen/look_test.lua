-- SPDX-License-Identifier: 0BSD
-- A look (gen/plan/look.lua) is a filter in place of deep rules: if a window has bits of the look, the automaton checks its characters. The
-- test checks which texts have such bits, and runs the generated code.
-- The code points that the spec leaves out are from the Unicode Character Database (gen/spec/unicode.lua), and their bytes from utf8.char.

package.path = "./?.lua;" .. package.path

local lu = require "luaunit"
local files = require "gen.common.files"
local lists = require "gen.common.lists"
local pipeline = require "gen.pipeline"
local proof = require "gen.plan.proof"
local unicode = require "gen.spec.unicode"
local verdict = require "tests.lib.window_verdict"

local NAME <const> = "no-format-characters"
local FILE <const> = ("tests/specs/%s.lua"):format(NAME)
local WORK <const> = "build/look_test"

---A rule on two characters, which some tests append to the spec.
local RULE <const> = 'never { "U+0E48", "U+0E38", name = "order" }\n'

local model <const> = pipeline.compile(assert(files.read(FILE)), FILE)
local plan <const> = model.plan

TestLook = {}

---The verdicts of the plans by nibbles and by classes: "look" if the automaton must check the text.
local function verdicts(text)
  return { verdict(plan, model.analysis, { text:byte(1, -1) }), verdict(plan.classes, model.analysis, { text:byte(1, -1) }) }
end

function TestLook.test_each_excluded_character_sets_filter_bits()
  local count = 0
  for _, range in ipairs(unicode.ranges "Cf") do
    for code_point = range.lo, range.hi do
      count = count + 1
      local found <const> = verdicts(utf8.char(code_point))
      lu.assertEquals(found[1], "look", ("U+%04X"):format(code_point))
      -- The plan by classes may reject a two-byte character by its tables alone, without the filter.
      lu.assertEquals(found[2], code_point < 0x800 and found[2] ~= "right" and found[2] or "look", ("U+%04X"):format(code_point))
    end
  end
  lu.assertEquals(count, 170)
end

function TestLook.test_common_characters_do_not_set_filter_bits()
  -- Dashes, quotes, dots; currency signs; Greek, Cyrillic, Armenian, Hebrew; scripts of India; Thai; Kana; Han; Hangul; emoji.
  local quiet <const> = { { 0x2010, 0x2027 }, { 0x2030, 0x203F }, { 0x20A0, 0x20BF }, { 0x0370, 0x05FF }, { 0x0900, 0x0DFF },
    { 0x0E00, 0x0E7F }, { 0x3000, 0x31FF }, { 0x4E00, 0x9FFF }, { 0xAC00, 0xD7A3 }, { 0x1F300, 0x1FAFF } }
  for _, range in ipairs(quiet) do
    for code_point = range[1], range[2] do
      lu.assertEquals(verdicts(utf8.char(code_point)), { "right", "right" }, ("U+%04X"):format(code_point))
    end
  end
end

function TestLook.test_a_missing_filter_bit_makes_a_plan_wrong_and_an_extra_bit_does_not()
  local tried = 0
  for _, one in ipairs { plan, plan.classes } do
    lu.assertNil((proof.counterexample(model.automaton, model.analysis, one)))
    for name, entries in next, one.look.tables do
      -- Only every fifth entry of the tables of classes is tried.
      for n = 0, #entries, one.chain and 5 or 1 do
        for b = 0, 7 do
          local bit <const>, before <const> = 1 << b, entries[n]
          entries[n] = before ~ bit
          local wrong <const> = proof.counterexample(model.automaton, model.analysis, one)
          entries[n] = before
          local matters <const> = one.sensitivity[name][n] & bit ~= 0
          tried = tried + (matters and 1 or 0)
          if matters then
            lu.assertTrue(wrong ~= nil and wrong.accepted, ("%s[%X] bit %02X"):format(name, n, bit))
          elseif before & bit == 0 then
            lu.assertNil(wrong, ("%s[%X] bit %02X"):format(name, n, bit))
          end
        end
      end
    end
  end
  lu.assertTrue(tried > 100)
end

function TestLook.test_cheap_rules_are_comparisons_instead_of_filters()
  for _, name in ipairs { "gen/specs/utf-8-interchange", "docs/examples/specs/no-bidi-controls" } do
    local file <const> = name .. ".lua"
    local cheap <const> = pipeline.compile(assert(files.read(file)), file).plan
    lu.assertNil(cheap.look)
    lu.assertTrue(#cheap.deep > 0)
  end
end

---If a rule forbids a second character after a first one, the filter sends the second one to the automaton, whatever precedes it.
function TestLook.test_the_second_character_of_a_rule_is_sent_to_the_automaton()
  local ruled <const> = pipeline.compile(assert(files.read(FILE)) .. RULE, FILE)
  lu.assertEquals(ruled.contexts, 2)
  for _, one in ipairs { ruled.plan, ruled.plan.classes } do
    lu.assertNotNil(one.look)
    lu.assertNil((proof.counterexample(ruled.automaton, ruled.analysis, one)))
    for text, expected in pairs { [utf8.char(0xE48, 0xE38)] = "look", [utf8.char(0xE01, 0xE38)] = "look", [utf8.char(0xE48)] = "right" } do
      lu.assertEquals(verdict(one, ruled.analysis, { text:byte(1, -1) }), expected, text)
    end
    -- Without bits of the filter, the plan accepts an ill-formed text.
    local entries <const> = one.look.tables
    for name in next, entries do
      entries[name] = lists.map(entries[name], function() return 0 end)
      entries[name][0] = 0
    end
    lu.assertTrue(proof.counterexample(ruled.automaton, ruled.analysis, one).accepted)
  end
end

---@param file string a spec
---@param ruled integer 1 if the spec has RULE, otherwise 0
local function judge(file, ruled)
  local compile <const> = ("rm -rf %s && ./u8gen gen %s --prefix look -o %s && %s -std=c99 -Og -Wall -Wextra -Wconversion -Werror"
    .. " -DLOOK_ALL_KERNELS -DRULE=%d"
    .. " -I %s -o %s/judge tests/gen/look_judge.c %s/look.c && %s/judge"):format(WORK, file, WORK, os.getenv("CC") or "cc", ruled,
    WORK, WORK, WORK, WORK)
  local pipe <const> = io.popen(("{ %s; } 2>&1"):format(compile))
  local text <const> = pipe:read("a")
  lu.assertTrue(pipe:close(), text)
  local compared <const>, active <const> = text:match "^(.*)compared; active: (%w+)\n$"
  lu.assertNotNil(compared, text)
  lu.assertStrContains(" " .. compared, (" %s "):format(active))
end

function TestLook.test_every_kernel_checks_long_texts_with_many_filter_bits()
  judge(FILE, 0)
end

function TestLook.test_every_kernel_checks_a_rule_on_two_characters()
  files.write(WORK .. "_ruled", { { name = "ruled.lua", text = assert(files.read(FILE)) .. RULE } })
  judge(WORK .. "_ruled/ruled.lua", 1)
end

os.exit(lu.LuaUnit.run())
