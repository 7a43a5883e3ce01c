-- SPDX-License-Identifier: 0BSD
-- Conversion to UTF-16 by vectors: the encodings that have a plan for it, the plan's formula in Lua, and the tables of eight lanes.
--
-- gen/language/characters.lua gives the bytes of a code point. One unit is compared with the code point; two units are compared with the
-- surrogates of The Unicode Standard, table 3-5.

package.path = "./?.lua;" .. package.path

local lu = require "luaunit"
local characters = require "gen.language.characters"
local files = require "gen.common.files"
local pipeline = require "gen.pipeline"
local templates = require "gen.emit.templates"
local utf16_plan = require "gen.plan.utf16_plan"

local WORK <const> = "build/utf16_plan_test"

local models = {}

local function catalogue(name)
  local file <const> = ("gen/specs/%s.lua"):format(name)
  models[name] = models[name] or pipeline.compile(assert(files.read(file)), file)
  return models[name]
end

local function compiled(text)
  return pipeline.compile(('encoding "Toy"\nsource "a test"\n%s\n'):format(text), "toy.lua")
end

local function reason_against(text)
  local plan <const>, reason <const> = utf16_plan.of(compiled(text))
  lu.assertNil(plan)
  return reason
end

local ASCII <const> = 'form "0xxxxxxx" { "U+0000..U+007F" }\n'
local TWO <const> = 'form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }\n'
local FOUR <const> = 'form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "%s" }\n'

TestPlan = {}

function TestPlan.test_catalogue_encodings_have_a_plan_except_fss_utf()
  for name, expected in pairs {
    ["utf-8"] = { true, 0 }, ["wtf-8"] = { true, 3 }, ["cesu-8"] = { false, 3 }, ["mutf-8"] = { false, 3 },
    ["mutf-8-android"] = { true, 3 }, ["yaml-1.2"] = { true, 0 },
  } do
    local plan <const> = utf16_plan.of(catalogue(name))
    lu.assertEquals({ plan.four, plan.halves }, expected, name)
  end
  lu.assertEquals(utf16_plan.of(catalogue "cesu-8").pair, { 0xED, 0xA0, 0x80 })
  lu.assertFalse(utf16_plan.of(catalogue "mutf-8").pair)
  lu.assertStrContains(select(2, utf16_plan.of(catalogue "fss-utf")), "is not one of UTF-8")
end

function TestPlan.test_encodings_with_other_forms_have_no_plan()
  lu.assertStrContains(reason_against(ASCII .. 'form "110xxxxx 101xxxxx" { "U+0080..U+03FF" }'), "110xxxxx 101xxxxx")
  lu.assertStrContains(reason_against('form "00xxxxxx" { "U+0000..U+003F" }'), "00xxxxxx")
  -- The code point of a byte must be its value; here it is 0x80 more.
  lu.assertStrContains(reason_against('form "0xxxxxxx" { "U+0080..U+00FF" }'), "0xxxxxxx")
  -- UTF-8 writes U+0040 in one byte; here it has two.
  lu.assertStrContains(reason_against('form "0xxxxxxx" { "U+0000..U+003F" } form "110xxxxx 10xxxxxx" { "U+0040..U+07FF" }'),
    "110xxxxx 10xxxxxx")
end

function TestPlan.test_a_form_of_four_bytes_must_have_supplementary_code_points_only()
  lu.assertTrue(utf16_plan.of(compiled(ASCII .. TWO .. FOUR:format "U+10000..U+10FFFF")).four)
  lu.assertStrContains(reason_against(ASCII .. TWO .. FOUR:format "U+10000..U+110000"), "11110xxx")
  lu.assertStrContains(reason_against(ASCII .. TWO .. FOUR:format "U+FFFF..U+10FFFF"), "11110xxx")
end

function TestPlan.test_pairs_must_be_the_surrogate_pairs_of_utf_16()
  local three <const> = 'form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF" }\n'
  local pair <const> = 'pair { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" }'
  lu.assertEquals(utf16_plan.of(compiled(ASCII .. TWO .. three .. pair)).halves, 3)
  -- With a form of four bytes, a pair would be a code point above U+10FFFF.
  lu.assertStrContains(reason_against(ASCII .. TWO .. three .. FOUR:format "U+10000..U+10FFFF" .. pair), "pairs")
  lu.assertStrContains(reason_against(ASCII .. TWO .. three .. pair:gsub("DFFF", "DFFE")), "pairs")
end

-- ---- The formula ----

---The unit for the lane of byte b, as in templates/vector/utf16_vectors.c. p1, p2 and p3 are the bytes 1, 2 and 3 places before b.
local function unit_of(b, p1, p2, p3)
  local trail <const>, trail1 <const> = b & 0xC0 == 0x80, p1 & 0xC0 == 0x80
  local low = b & 0x7F | (trail and p1 << 6 & 0xFF or 0)
  local high = trail and (p1 >> 2 & 0x0F | (trail1 and p2 << 4 & 0xFF or 0)) or 0
  high = p3 >= 0xF0 and high & 3 | 0xDC or high
  if p2 >= 0xF0 then
    high, low = p2 + 0xE8 - (p1 < 0x90 and 1 or 0) & 0xFF, (p1 << 2 & 0xFF | b >> 4 & 3) + 0xC0 & 0xFF
  end
  return high << 8 | low
end

function TestPlan.test_the_formula_gives_the_units_of_characters()
  local spec <const> = catalogue("utf-8-generalized").spec
  for code_point = 0, 0x10FFFF, 1 do
    -- All code points up to U+0FFF, then every 61st. Since 61 is odd, the low bits take all values.
    if code_point < 0x1000 or code_point % 61 == 0 then
      local bytes <const> = characters.write(spec, code_point)
      local text <const> = { code_point % 3 == 0 and 0xBF or 0x41, 0x41, 0x7F, table.unpack(bytes) }
      local n <const> = #text
      local last <const> = unit_of(text[n], text[n - 1], text[n - 2], text[n - 3])
      if #bytes == 4 then
        lu.assertEquals(last, 0xDC00 + code_point % 0x400)
        lu.assertEquals(unit_of(text[n - 1], text[n - 2], text[n - 3], text[n - 4]), 0xD800 + (code_point - 0x10000) // 0x400)
      elseif last ~= code_point then
        lu.assertEquals(last, code_point)
      end
    end
  end
end

-- ---- The tables ----

TestTables = {}

---The text of a template after the C preprocessor, which expands the macros to the numbers of the tables.
local function tables_of(template)
  files.write(WORK, { { name = "tables.c", text = templates.render(".", template, { U = "X", p = "x_" }) } })
  local pipe <const> = io.popen(("gcc -E -P %s/tables.c"):format(WORK))
  local text <const> = pipe:read "a"
  return pipe:close() and text
end

function TestTables.test_the_tables_move_the_lanes_of_a_mask_to_the_front_in_order()
  local text <const> = tables_of "vector/unit_tables.c"
  local lanes <const>, counts <const> = {}, {}
  for entry in text:match "x_unit_lanes%[128%]%[16%] = (%b{})":sub(2, -2):gmatch "%b{}" do
    local entries <const> = {}
    for low, high in entry:gmatch "(%d+), (%d+)" do
      lu.assertEquals({ low % 2, high - low }, { 0, 1 })
      entries[#entries + 1] = low // 2
    end
    lanes[#lanes + 1] = entries
  end
  for sum in text:match "x_unit_counts%[256%] = (%b{})":gmatch "[%d()+ ]+" do
    counts[#counts + 1] = sum:find "%d" and load("return " .. sum)() or nil
  end
  lu.assertEquals({ #lanes, #counts }, { 128, 256 })
  lu.assertEquals(lanes[0x12 + 1], { 1, 4, 7 })
  for mask = 0, 255 do
    local entries <const>, back = lanes[(mask & 0x7F) + 1], 0
    for i = 1, counts[mask + 1] do
      lu.assertTrue(1 << entries[i] > back, "in order")
      back = back | 1 << entries[i]
    end
    lu.assertEquals(back, mask)
  end
end

os.exit(lu.LuaUnit.run())
