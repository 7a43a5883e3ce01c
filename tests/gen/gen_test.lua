-- SPDX-License-Identifier: 0BSD
-- The stages of the generator, compared with known facts and with each other: rows, layouts, the analysis, the whole catalogue. Packers are
-- tested with their inverses.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local pipeline <const> = require "gen.pipeline"
local bytes_ <const> = require "gen.common.bytes"
local rows <const> = require "gen.language.rows"
local faults <const> = require "gen.language.faults"
local nibble <const> = require "gen.plan.nibble"
local classes_ <const> = require "gen.plan.classes"
local analysis <const> = require "gen.language.analysis"
local proof <const> = require "gen.plan.proof"
local dfa <const> = require "gen.plan.dfa"
local shift_table <const> = require "gen.plan.shift"
local grammar <const> = require "gen.emit.grammar"
local files_ <const> = require "gen.common.files"
local trials <const> = require "tests.lib.trials"

local function read(name)
  return assert(files_.read(name))
end

local UTF8 <const> = pipeline.compile(read "gen/specs/utf-8.lua", "gen/specs/utf-8.lua")

-- ---- Rows ----

TestRows = {}

function TestRows.test_utf8_has_the_nine_rows_of_table_3_7()
  local found = {}
  for i, row in ipairs(UTF8.rows) do
    found[i] = bytes_.text(row.bytes)
  end
  lu.assertEquals(found, {
    "00..7F", "C2..DF 80..BF", "E0 A0..BF 80..BF", "E1..EC 80..BF 80..BF", "ED 80..9F 80..BF", "EE..EF 80..BF 80..BF",
    "F0 90..BF 80..BF 80..BF", "F1..F3 80..BF 80..BF 80..BF", "F4 80..8F 80..BF 80..BF",
  })
end

-- Well-formed and excluded rows together have as many characters as the bits of the forms can encode.
function TestRows.test_rows_and_exclusions_partition_the_code_points_of_the_forms()
  local size = {}
  for _, list in ipairs { UTF8.rows, rows.excluded(UTF8.spec) } do
    for _, row in ipairs(list) do
      local count = 1
      for _, range in ipairs(row.bytes) do
        count = count * (range.hi - range.lo + 1)
      end
      size[row.form] = (size[row.form] or 0) + count
    end
  end
  lu.assertEquals(size, { 1 << 7, 1 << 11, 1 << 16, 1 << 21 })
end

function TestRows.test_scalar_values_at_ends_of_ranges_are_in_exactly_one_row()
  for _, code_point in ipairs { 0, 0x7F, 0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xCFFF, 0xD7FF, 0xE000, 0xFFFF,
    0x10000, 0x3FFFF, 0x40000, 0x10FFFF } do
    local bytes, matches = { utf8.char(code_point):byte(1, -1) }, 0
    for _, row in ipairs(UTF8.rows) do
      local inside = #row.bytes == #bytes
      for i = 1, inside and #bytes or 0 do
        inside = inside and row.bytes[i].lo <= bytes[i] and bytes[i] <= row.bytes[i].hi
      end
      matches = matches + (inside and 1 or 0)
    end
    lu.assertEquals(matches, 1, ("U+%04X"):format(code_point))
  end
end

-- ---- Layouts ----

TestLayouts = {}

function TestLayouts.test_the_table_decodes_to_the_automaton()
  lu.assertEquals(dfa.read_table(UTF8.dfa), UTF8.automaton.next)
end

function TestLayouts.test_the_shift_words_decode_to_the_automaton()
  lu.assertEquals(shift_table.read(UTF8.shift), UTF8.automaton.next)
end

function TestLayouts.test_class_numbers_give_the_payload_of_leads()
  lu.assertTrue(UTF8.dfa.payload)
  local masks <const> = { { 0x00, 0x7F, 0x7F }, { 0xC2, 0xDF, 0x1F }, { 0xE0, 0xEF, 0x0F }, { 0xF0, 0xF4, 0x07 } }
  for _, lead in ipairs(masks) do
    for byte = lead[1], lead[2] do
      lu.assertEquals((0xFF >> UTF8.dfa.class[byte]) & byte, byte & lead[3], ("byte %02X"):format(byte))
    end
  end
end

function TestLayouts.test_the_grammar_parses_back_to_the_rows()
  local bytes = {}
  for i, row in ipairs(UTF8.rows) do
    bytes[i] = row.bytes
  end
  lu.assertEquals(trials.read_re2c(grammar.re2c(UTF8.rows, 1)[1][1]), bytes)
end

function TestLayouts.test_no_state_accepts_the_scanners_end_byte()
  for state = 1, UTF8.automaton.count do
    lu.assertEquals(UTF8.automaton.next[state][UTF8.end_byte], 2)
  end
end

-- ---- Analysis ----

TestAnalysis = {}

function TestAnalysis.test_utf8_has_window_4_pad_00_and_its_counts()
  lu.assertEquals(UTF8.analysis.window, 4)
  lu.assertEquals(UTF8.analysis.pad, 0)
  lu.assertEquals(UTF8.analysis.counts, { 128, 1920, 61440, 1048576 })
end

-- A factor is a minimal sequence of byte classes that occurs in no well-formed text. Without its first or its last class, the sequence
-- occurs in well-formed texts. To see whether a sequence occurs, the test runs the automaton from each live state.
function TestAnalysis.test_the_factors_are_ill_formed_and_minimal()
  local function occurs(classes, from, to)
    for state = 1, UTF8.automaton.count do
      local at = state
      for i = from, to do
        at = UTF8.automaton.next[at][UTF8.automaton.classes[classes[i]].bytes[1]]
      end
      if state ~= 2 and at ~= 2 then
        return true
      end
    end
    return false
  end
  local factors <const> = analysis.factors(UTF8.automaton, UTF8.analysis.window)
  lu.assertEquals(#factors, 450)
  for _, factor in ipairs(factors) do
    lu.assertFalse(occurs(factor, 1, #factor))
    lu.assertTrue(occurs(factor, 2, #factor))
    lu.assertTrue(occurs(factor, 1, #factor - 1))
  end
end

---The model of a spec that has these statements, without examples.
local function compiled(forms)
  return pipeline.compile('encoding "Test" source "this test"\n' .. forms, "test.lua")
end

function TestAnalysis.test_a_language_without_a_window_shows_ambiguous_contexts()
  -- Two bytes of 80..FF are a character. So only the start of a run of such bytes shows where its characters begin.
  local model = compiled 'form "0xxxxxxx" { "U+0000..U+007F" } form "1xxxxxxx 1xxxxxxx" { "U+0080..U+3FFF", also = "U+0000..U+007F" }'
  lu.assertNil(model.analysis.window)
  lu.assertNil(model.plan)
  lu.assertStrContains(model.no_plan, "no window")
  lu.assertEquals(#model.analysis.alike, 2)
  lu.assertNotEquals(model.analysis.alike[1], model.analysis.alike[2])
end

-- ---- The catalogue ----

TestCatalogue = {}

---Known facts of each encoding: the numbers of characters of 1, 2, ... bytes; the number of states, including the dead one; the number of
---byte classes; the window; the least number of products for its ill-formed pairs; whether products use the low nibble of the current byte.
local CATALOGUE <const> = {
  ["utf-8"] = { { 128, 1920, 61440, 1048576 }, 9, 12, 4, 7 },
  ["utf-8-nonul"] = { { 127, 1920, 61440, 1048576 }, 9, 12, 4, 7 },
  ["utf-8-generalized"] = { { 128, 1920, 63488, 1048576 }, 8, 11, 4, 6 },
  ["wtf-8"] = { { 128, 1920, 63488, 1048576 }, 12, 13, 5, 6 },
  ["cesu-8"] = { { 128, 1920, 61440, 0, 0, 1048576 }, 9, 9, 5, 4 },
  ["cesu-8-lax"] = { { 128, 1920, 63488 }, 5, 7, 3, 4 },
  ["mutf-8"] = { { 127, 1921, 63488 }, 6, 9, 3, 6, true },
  ["mutf-8-android"] = { { 127, 1921, 63488, 1048576 }, 9, 13, 4, 8, true },
  ["mutf-8-paired"] = { { 127, 1921, 61440, 0, 0, 1048576 }, 10, 11, 5, 6, true },
  ["mutf-8-lenient"] = { { 128, 2048, 65536 }, 4, 5, 3, 2 },
  ["fss-utf"] = { { 128, 1920, 63488, 2031616, 65011712, 2080374784 }, 11, 16, 6, 8, true },
  ["xml-1.0"] = { { 99, 1920, 61438, 1048576 }, 11, 15, 4, 8 },
  ["assignables"] = { { 98, 1888, 61406, 1048544 }, 14, 21, 4, 10 },
  ["utf-8-interchange"] = { { 128, 1920, 61406, 1048544 }, 13, 20, 4, 7 },
  ["mqtt-strict"] = { { 95, 1888, 61406, 1048544 }, 14, 21, 4, 9 },
  ["yaml-1.2"] = { { 98, 1889, 61438, 1048576 }, 12, 17, 4, 11, true },
  ["toml-1.0"] = { { 98, 1920, 61440, 1048576 }, 9, 12, 4, 9 },
}

---The models of the catalogue. Each, except that of UTF-8, is made at its first use.
local MODELS <const> = setmetatable({ ["utf-8"] = UTF8 }, { __index = function(models, name)
  models[name] = pipeline.compile(read("gen/specs/" .. name .. ".lua"), name .. ".lua")
  return models[name]
end })

---Makes a separate test for each encoding, such as TestCatalogue.WHAT_cesu_8.
local function of_each(what, test)
  for name, known in pairs(CATALOGUE) do
    TestCatalogue[what .. "_" .. name:gsub("%W", "_")] = function()
      test(name, known)
    end
  end
end

function TestCatalogue.test_every_spec_of_the_catalogue_is_listed_here()
  local files, known = 0, 0
  for _ in io.popen("ls gen/specs/*.lua"):lines() do
    files = files + 1
  end
  for _ in pairs(CATALOGUE) do
    known = known + 1
  end
  lu.assertEquals(files, known)
end

of_each("test_counts_states_classes_and_windows", function(name, known)
  local model <const> = MODELS[name]
  lu.assertEquals({ model.analysis.counts, model.automaton.count, #model.automaton.classes, model.analysis.window },
    { known[1], known[2], known[3], known[4] })
end)

of_each("test_the_fewest_products_are_the_known_ones_each_with_its_certificate", function(name, known)
  local cover <const> = MODELS[name].plan.cover
  lu.assertEquals({ #cover.products, #cover.certificate, #cover.products[1] == 4 }, { known[5], known[5], known[6] or false })
end)

of_each("test_the_tables_are_proved_right_and_there_is_a_shift_automaton", function(name)
  local model <const> = MODELS[name]
  lu.assertNil(model.no_plan)
  lu.assertNil(proof.counterexample(model.automaton, model.analysis, model.plan))
  lu.assertNil(model.plan.no_classes)
  lu.assertNil(proof.counterexample(model.automaton, model.analysis, model.plan.classes))
  lu.assertEquals(shift_table.read(model.shift), model.automaton.next)
  lu.assertEquals(dfa.read_table(model.dfa), model.automaton.next)
end)

-- Encodings whose plans have a table of forbidden bytes. In plans by classes, the table has only bytes below 0x80.
local BY_CLASSES <const> = { ["assignables"] = true, ["mqtt-strict"] = true, ["toml-1.0"] = true, ["xml-1.0"] = true, ["yaml-1.2"] = true }
local BY_NIBBLES <const> = { ["assignables"] = true, ["mqtt-strict"] = true, ["yaml-1.2"] = true }

-- tests/gen/tables_test.lua also tests these packers and their inverses, on random sets.
of_each("test_the_tables_of_each_plan_read_back_as_its_bits", function(name)
  local model <const> = MODELS[name]
  local products, bits, forbidden = {}, {}, {}
  for b = 0, 7 do
    products[b + 1] = { 0, 0, 0 }
  end
  for _, bit in ipairs(model.plan.bits) do
    products[math.tointeger(math.log(bit.mask, 2)) + 1] = bit.product
  end
  lu.assertEquals(nibble.unpack(model.plan.tables, 8), products)
  local plan <const> = model.plan.classes
  for i, bit in ipairs(plan.bits) do
    bits[i] = { mask = bit.mask, prev = bit.prev, this = bit.this }
  end
  table.sort(bits, function(a, b) return a.mask > b.mask end)
  lu.assertEquals(classes_.unpack(plan.tables, plan.refused_nul), bits)
  for byte = 0, 127 do
    forbidden[byte] = model.analysis.forbidden[byte] or nil
  end
  lu.assertEquals(plan.forbidden and true or false, BY_CLASSES[name] or false)
  if plan.forbidden then
    lu.assertEquals(classes_.unpack_bytes(plan.forbidden.class), forbidden)
  end
  lu.assertEquals(model.plan.forbidden and true or false, BY_NIBBLES[name] or false)
  if model.plan.forbidden then
    for byte = 128, 255 do
      forbidden[byte] = model.analysis.forbidden[byte] or nil
    end
    lu.assertEquals(nibble.unpack_bytes(model.plan.forbidden), forbidden)
  end
end)

---The number of deep rules, summed over both plans of an encoding. It is 0 for encodings that are not listed.
local RULES <const> = {
  ["assignables"] = 4, ["fss-utf"] = 2, ["mqtt-strict"] = 4, ["mutf-8"] = 1, ["mutf-8-android"] = 1, ["mutf-8-paired"] = 1,
  ["toml-1.0"] = 1, ["utf-8-interchange"] = 4, ["wtf-8"] = 2, ["xml-1.0"] = 2, ["yaml-1.2"] = 5,
}

of_each("test_a_plan_without_one_of_its_rules_on_several_bytes_is_wrong", function(name)
  local model <const>, rules = MODELS[name], 0
  for _, plan in ipairs { model.plan, model.plan.classes } do
    for i, atoms in ipairs(plan.deep) do
      table.remove(plan.deep, i)
      lu.assertNotNil(proof.counterexample(model.automaton, model.analysis, plan), ("without rule %d"):format(i))
      table.insert(plan.deep, i, atoms)
      rules = rules + 1
    end
    local match <const> = plan.pairing
    plan.pairing = nil
    lu.assertEquals(proof.counterexample(model.automaton, model.analysis, plan) ~= nil, match ~= nil)
    plan.pairing = match
  end
  lu.assertEquals(rules, RULES[name] or 0)
end)

of_each("test_classes_need_no_more_deep_rules_than_nibbles_and_each_has_gates", function(name)
  local model <const> = MODELS[name]
  local plan <const> = model.plan.classes
  lu.assertTrue(#plan.deep <= #model.plan.deep)
  for _, atoms in ipairs(plan.deep) do
    lu.assertNotNil(atoms.gates)
  end
end)

function TestCatalogue.test_the_faults_of_surrogate_pairs()
  local function fault(name, ...)
    local f = faults.of(MODELS[name], { ... })
    return f and ("%d %d %s"):format(f.offset, f.length, f.fault)
  end
  lu.assertEquals(fault("cesu-8", 0x41, 0xED, 0xA0, 0x80), "1 3 truncated")
  lu.assertEquals(fault("cesu-8", 0xED, 0xA0, 0x80, 0x41), "0 3 unpaired")
  lu.assertEquals(fault("cesu-8", 0xED, 0xA0, 0x80, 0xED, 0x80, 0x80), "0 3 unpaired")
  lu.assertEquals(fault("cesu-8", 0xED, 0xB0, 0x80), "0 1 surrogate")
  lu.assertNil(fault("cesu-8", 0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80))
  lu.assertEquals(fault("wtf-8", 0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80), "3 3 surrogate_pair")
  lu.assertEquals(fault("wtf-8", 0xED, 0xA0, 0x80, 0xED, 0xB0), "3 2 surrogate_pair")
  lu.assertEquals(fault("wtf-8", 0xED, 0xA0, 0x80, 0xED), "3 1 truncated")
  lu.assertEquals(fault("wtf-8", 0xED, 0xA0, 0x80, 0xC0), "3 1 overlong")
end

os.exit(lu.LuaUnit.run())
