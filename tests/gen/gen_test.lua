-- SPDX-License-Identifier: 0BSD
-- The stages of the generator against what is published, and against each other.
--
-- In: gen/, tests/published/. Out: luaunit's lines. Every packer is tested with its inverse; every published table is data.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local pipeline <const> = require "gen.pipeline"
local spec <const> = require "gen.spec.spec"
local bytes_ <const> = require "gen.common.bytes"
local rows <const> = require "gen.language.rows"
local faults <const> = require "gen.language.faults"
local nibble <const> = require "gen.plan.nibble"
local classes_ <const> = require "gen.plan.classes"
local analysis <const> = require "gen.language.analysis"
local proof <const> = require "gen.plan.proof"
local dfa <const> = require "gen.plan.dfa"
local shift_table <const> = require "gen.plan.shift"
local dot <const> = require "gen.emit.dot"
local grammar <const> = require "gen.emit.grammar"
local tour <const> = require "gen.commands.pages"
local automata <const> = require "gen.language.automaton"
local files_ <const> = require "gen.common.files"

local function read(name)
  return assert(files_.read(name))
end

local UTF8 <const> = pipeline.compile(read "gen/specs/utf-8.lua", "gen/specs/utf-8.lua")

local function hex(bytes)
  local words = {}
  for i, byte in ipairs(bytes) do
    words[i] = ("%02X"):format(byte)
  end
  return table.concat(words, " ")
end

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

-- Well-formed and excluded rows together are exactly what the forms can write, each once.
function TestRows.test_rows_and_exclusions_partition_what_the_forms_write()
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

function TestRows.test_each_scalar_value_is_in_exactly_one_row()
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

-- ---- Automaton ----

TestAutomaton = {}

---Walks two automata in step from their starts; @return table mapping of states, or nil and the byte at which they part
local function isomorphism(next_a, next_b, start_a, start_b)
  local map, back, queue = { [start_a] = start_b }, { [start_b] = start_a }, { start_a }
  for _, a in ipairs(queue) do
    for byte = 0, 255 do
      local x, y = next_a(a, byte), next_b(map[a], byte)
      if map[x] == nil and back[y] == nil then
        map[x], back[y] = y, x
        queue[#queue + 1] = x
      elseif map[x] ~= y or back[y] ~= x then
        return nil, byte
      end
    end
  end
  return map
end

local function derived(state, byte)
  return UTF8.automaton.next[state][byte]
end

function TestAutomaton.test_it_has_nine_states_and_twelve_classes()
  lu.assertEquals(UTF8.automaton.count, 9)
  lu.assertEquals(#UTF8.automaton.classes, 12)
  lu.assertEquals(UTF8.automaton.names,
    { "start", "dead", "tail_1", "after_E0", "tail_2", "after_ED", "after_F0", "tail_3", "after_F4" })
end

function TestAutomaton.test_it_is_minimal()
  -- Two states are apart if some byte string leads one of them, and not the other, to acceptance.
  local count <const> = UTF8.automaton.count
  local apart, changed = {}, true
  for a = 1, count do
    apart[a] = {}
    for b = 1, count do
      apart[a][b] = (UTF8.automaton.accepts[a] or false) ~= (UTF8.automaton.accepts[b] or false)
    end
  end
  while changed do
    changed = false
    for a = 1, count do
      for b = 1, count do
        for byte = 0, apart[a][b] and -1 or 255 do
          if apart[derived(a, byte)][derived(b, byte)] then
            apart[a][b], changed = true, true
          end
        end
      end
    end
  end
  for a = 1, count do
    for b = a + 1, count do
      lu.assertTrue(apart[a][b], UTF8.automaton.names[a] .. " and " .. UTF8.automaton.names[b])
    end
  end
end

-- After CR (0D), which may not end a text, stands LF (0A) or CR; 41 stands alone.
function TestAutomaton.test_boundary_and_final_states_are_two_notions()
  local function row(barred, to, ...)
    local bytes = {}
    for i, byte in ipairs { ... } do
      bytes[i] = { lo = byte, hi = byte }
    end
    return { to = to, form = 1, bytes = bytes, barred = barred }
  end
  local automaton <const> = automata.build({
    row({}, 1, 0x0A), row({}, 2, 0x0D), row({ [2] = true }, 1, 0x41), row({ [2] = true }, 1, 0xC3, 0x80),
    row({ [2] = true }, 1, 0xC4, 0x0A), row({ [2] = true }, 1, 0xC4, 0x0D),
  }, 2, {}, { [2] = true })
  lu.assertEquals(automaton.names, { "start", "dead", "start_after_0D", "after_C3", "after_C4" })
  lu.assertEquals(automaton.accepts, { true, false, false, false, false })
  lu.assertEquals(automaton.boundary, { true, false, true, false, false })
  lu.assertEquals(automata.run(automaton, { 0x0D, 0x0D }), 3)
  lu.assertEquals(automata.run(automaton, { 0x0D, 0x41 }), 2)
  local facts <const> = analysis.study(automaton)
  lu.assertEquals(facts.counts, { 3, 3 })
  for byte = 0, 255 do
    lu.assertEquals(facts.whole[byte], byte == 0x0A, ("byte %02X"):format(byte))
  end
  -- A pad leads from a boundary that is not final to the dead state, as an end of the text does.
  lu.assertEquals(facts.pad, 0x41)
  lu.assertEquals(dot.columns(automaton), {
    { "start", "start_after_0D" }, { "after_C3", "after_C4" }, { "to_start", "to_start_after_0D" },
  })
  lu.assertEquals(dot.states(automaton)[2],
    { name = "start_after_0D", label = "start after 0D", goal = "to_start_after_0D", final = false })
end

-- A state that only LF leads out of is a boundary, or inside a character: told apart, since faults are.
function TestAutomaton.test_a_boundary_that_is_not_final_is_no_state_inside_a_character()
  local LF <const>, CR <const>, C3 <const> = { lo = 0x0A, hi = 0x0A }, { lo = 0x0D, hi = 0x0D }, { lo = 0xC3, hi = 0xC3 }
  local automaton <const> = automata.build({
    { to = 2, bytes = { CR }, barred = { [2] = true } }, { to = 1, bytes = { C3, LF }, barred = { [2] = true } },
    { to = 1, bytes = { LF }, barred = { true } },
  }, 2, {}, { [2] = true })
  lu.assertEquals(automaton.boundary, { true, false, true, false })
end

function TestAutomaton.test_the_eight_states_of_the_literature_are_the_derived_ones()
  local edges = { DEAD = {} }
  for line in read("tests/published/eight-states.txt"):gmatch "[^\n]+" do
    local from, lo, hi, to = line:match "^(%w+) (%x%x)%-(%x%x) (%w+)$"
    if from then
      edges[from] = edges[from] or {}
      for byte = tonumber(lo, 16), tonumber(hi, 16) do
        edges[from][byte] = to
      end
    end
  end
  local map = isomorphism(derived, function(state, byte) return edges[state][byte] or "DEAD" end, 1, "START")
  local named = {}
  for state, name in pairs(map or {}) do
    named[UTF8.automaton.names[state]] = name
  end
  lu.assertEquals(named, {
    start = "START", dead = "DEAD", tail_1 = "TAIL1", tail_2 = "TAIL2", tail_3 = "TAIL3",
    after_E0 = "A", after_ED = "B", after_F0 = "C", after_F4 = "D",
  })
end

function TestAutomaton.test_hoehrmanns_364_bytes_are_isomorphic_to_the_derived_tables()
  local head, body = read("tests/published/utf8d.txt"):gsub("#[^\n]*", ""):match "^(.-)next(.*)$"
  local class, next, n, size = {}, {}, 0, 0
  for lo, hi, number in head:gmatch "(%x%x)%-(%x%x) +(%d+)" do
    for byte = tonumber(lo, 16), tonumber(hi, 16) do
      class[byte] = tonumber(number)
      size = size + 1
    end
  end
  for number in body:gmatch "%d+" do
    next[n] = tonumber(number)
    n = n + 1
  end
  lu.assertEquals(size + n, 364)
  lu.assertEquals(256 + #UTF8.dfa.next + 1, 364)
  local states = isomorphism(
    function(state, byte) return UTF8.dfa.next[state + UTF8.dfa.class[byte]] end,
    function(state, byte) return next[state + class[byte]] end, 0, 0)
  lu.assertEquals(states, { [0] = 0, [12] = 12, [24] = 24, [36] = 48, [48] = 36, [60] = 60, [72] = 72, [84] = 84, [96] = 96 })
  local classes, inverse = {}, {}
  for byte = 0, 255 do
    local ours, his = UTF8.dfa.class[byte], class[byte]
    lu.assertTrue((classes[ours] or his) == his and (inverse[his] or ours) == ours, ("byte %02X"):format(byte))
    classes[ours], inverse[his] = his, ours
  end
  lu.assertEquals(classes, { [0] = 0, 1, 2, 3, 4, 5, 6, 9, 7, 8, 10, 11 })
end

-- ---- Layouts ----

TestLayouts = {}

function TestLayouts.test_the_table_reads_back_as_the_automaton()
  lu.assertEquals(dfa.read_table(UTF8.dfa), UTF8.automaton.next)
end

function TestLayouts.test_the_shift_words_read_back_as_the_automaton()
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

function TestLayouts.test_the_grammar_reads_back_as_the_rows()
  local bytes = {}
  for i, row in ipairs(UTF8.rows) do
    bytes[i] = row.bytes
  end
  lu.assertEquals(grammar.read_re2c(grammar.re2c(UTF8.rows, 1)[1][1]), bytes)
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

-- A factor is ill-formed and each of its two longest parts is not: seen from what the automaton does after any beginning.
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

---A model without examples or printed rows, from the forms alone.
local function compiled(forms)
  return pipeline.compile('encoding "Test" source "this test"\n' .. forms, "test.lua")
end

function TestAnalysis.test_a_language_without_a_window_says_which_contexts_look_alike()
  -- Two bytes from A1 on make a character: where a run of them begins decides how it pairs up.
  local model = compiled 'form "0xxxxxxx" { "U+0000..U+007F" } form "1xxxxxxx 1xxxxxxx" { "U+0080..U+3FFF", also = "U+0000..U+007F" }'
  lu.assertNil(model.analysis.window)
  lu.assertNil(model.plan)
  lu.assertStrContains(model.no_plan, "no window")
  lu.assertEquals(#model.analysis.alike, 2)
  lu.assertNotEquals(model.analysis.alike[1], model.analysis.alike[2])
end

-- ---- The cover ----

TestCover = {}

function TestCover.test_seven_products_suffice()
  lu.assertEquals(#UTF8.plan.cover.products, 7)
  lu.assertEquals(#UTF8.plan.bits, 8)
end

-- The products catch every pair that must be caught and touch no live one.
function TestCover.test_the_cover_is_exact()
  for b1 = 0, 255 do
    for b2 = 0, 255 do
      local caught = false
      for _, product in ipairs(UTF8.plan.cover.products) do
        caught = caught or product[1] >> (b1 >> 4) & product[2] >> (b1 & 15) & product[3] >> (b2 >> 4) & 1 == 1
      end
      if UTF8.analysis.pairs[b1 << 8 | b2] then
        lu.assertFalse(caught, hex { b1, b2 })
      elseif not UTF8.analysis.forbidden[b2] then
        lu.assertTrue(caught, hex { b1, b2 })
      end
    end
  end
end

-- The least product that holds two pairs of the certificate holds a live pair: so each pair needs a bit of its own.
function TestCover.test_the_certificate_shows_that_six_are_not_enough()
  local certificate <const> = UTF8.plan.cover.certificate
  lu.assertEquals(#certificate, 7)
  for i, a in ipairs(certificate) do
    lu.assertNil(UTF8.analysis.pairs[a[1] << 8 | a[2]])
    lu.assertFalse(UTF8.analysis.forbidden[a[2]])
    for j = i + 1, #certificate do
      local b, live = certificate[j], false
      for _, high in ipairs { a[1] >> 4, b[1] >> 4 } do
        for _, low in ipairs { a[1] & 15, b[1] & 15 } do
          for _, this in ipairs { a[2] >> 4, b[2] >> 4 } do
            for b2 = this << 4, this << 4 | 15 do
              live = live or UTF8.analysis.pairs[(high << 4 | low) << 8 | b2] ~= nil
            end
          end
        end
      end
      lu.assertTrue(live, hex(a) .. " and " .. hex(b))
    end
  end
end

function TestCover.test_tables_unpack_to_the_products_they_were_packed_from()
  local products = {}
  for i, bit in ipairs(UTF8.plan.bits) do
    products[i] = bit.product
  end
  lu.assertEquals(nibble.unpack(nibble.pack(products), 8), products)
  lu.assertEquals(nibble.pack(products), UTF8.plan.tables)
end

function TestCover.test_272_of_the_384_bits_matter()
  local count = 0
  for _, axis in ipairs(nibble.AXES) do
    for n = 0, 15 do
      for b = 0, 7 do
        count = count + (UTF8.plan.sensitivity[axis][n] >> b & 1)
      end
    end
  end
  lu.assertEquals(count, 272)
end

-- No text of up to four bytes shows this one: too_short cleared from the current byte's entry F accepts C0 F0 90 80 80.
function TestCover.test_a_flip_that_only_five_bytes_show_is_seen()
  local tables <const> = UTF8.plan.tables
  local too_short = UTF8.plan.bits[2]
  lu.assertEquals(too_short.name, "too_short")
  tables.this_high[15] = tables.this_high[15] ~ too_short.mask
  local wrong = proof.counterexample(UTF8.automaton, UTF8.analysis, UTF8.plan)
  tables.this_high[15] = tables.this_high[15] ~ too_short.mask
  lu.assertTrue(wrong.accepted)
  lu.assertEquals(hex(wrong.bytes), "C0 F0 90 80 80")
end

-- ---- The catalogue ----

TestClasses = {}

---The bits as { mask, previous bytes, current bytes }.
local function written(plan)
  local out = {}
  for i, bit in ipairs(plan.bits) do
    local texts = {}
    for j, set in ipairs { bit.prev, bit.this } do
      texts[j] = bytes_.ranges_text(automata.ranges(function(byte) return set[byte] end))
    end
    out[i] = ("%02X %s | %s"):format(bit.mask, texts[1], texts[2])
  end
  return out
end

function TestClasses.test_the_classes_of_utf_8()
  lu.assertEquals(UTF8.plan.classes.chain, 1)
  lu.assertEquals(written(UTF8.plan.classes), {
    "80 C0..FF | 80..BF", "40 F0..F7 | E0..F7",
    "08 C0..C1, E0, F0, F5..FF | 80..8F", "04 C0..C1, E0, F4..FF | 90..9F", "02 C0..C1, ED, F4..FF | A0..BF",
  })
end

function TestClasses.test_which_bits_matter_is_what_each_proof_says()
  local plan <const> = UTF8.plan.classes
  for name, entries in pairs(plan.tables) do
    for _, n in ipairs { 0, 1, 64, 65, 93, 97, 110, 113, 118, 127 } do
      for b = 0, 7 do
        entries[n] = entries[n] ~ 1 << b
        lu.assertEquals(proof.counterexample(UTF8.automaton, UTF8.analysis, plan) ~= nil, plan.sensitivity[name][n] >> b & 1 == 1,
          ("%s[%d] bit %d"):format(name, n, b))
        entries[n] = entries[n] ~ 1 << b
      end
    end
  end
end

TestCatalogue = {}

---What is known of each encoding: characters of 1, 2, ... bytes; states with the dead one, byte classes, window; the fewest products for
---its pairs, and whether they look at the low nibble of the current byte.
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

---The models of the catalogue, each made when it is first asked for.
local MODELS <const> = setmetatable({ ["utf-8"] = UTF8 }, { __index = function(models, name)
  models[name] = pipeline.compile(read("gen/specs/" .. name .. ".lua"), name .. ".lua")
  return models[name]
end })

---A test of each encoding by itself: TestCatalogue.test_WHAT_cesu_8.
local function of_each(what, test)
  for name, known in pairs(CATALOGUE) do
    TestCatalogue[what .. "_" .. name:gsub("%W", "_")] = function()
      test(name, known)
    end
  end
end

function TestCatalogue.test_no_spec_is_left_out()
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

-- Those with tables of bytes that no text holds: in plans by classes of bytes below 80, by nibbles of all such bytes.
local BY_CLASSES <const> = { ["assignables"] = true, ["mqtt-strict"] = true, ["toml-1.0"] = true, ["xml-1.0"] = true, ["yaml-1.2"] = true }
local BY_NIBBLES <const> = { ["assignables"] = true, ["mqtt-strict"] = true, ["yaml-1.2"] = true }

-- The packers' inverses, on random sets, too, are in tables_test.lua.
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

---How many rules on more bytes both plans of an encoding have, 0 if it is not named.
local RULES <const> = {
  ["assignables"] = 4, ["fss-utf"] = 2, ["mqtt-strict"] = 4, ["mutf-8"] = 1, ["mutf-8-android"] = 1, ["mutf-8-paired"] = 1,
  ["toml-1.0"] = 1, ["utf-8-interchange"] = 4, ["wtf-8"] = 2, ["xml-1.0"] = 2, ["yaml-1.2"] = 5,
}

of_each("test_without_any_of_its_rules_on_more_bytes_a_plan_is_wrong", function(name)
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

of_each("test_classes_need_fewer_rules_on_more_bytes_than_nibbles_and_all_are_filtered_for", function(name)
  local model <const> = MODELS[name]
  local plan <const> = model.plan.classes
  lu.assertTrue(#plan.deep <= #model.plan.deep)
  for _, atoms in ipairs(plan.deep) do
    lu.assertNotNil(atoms.gates)
  end
end)

function TestCatalogue.test_faults_of_pairs()
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

-- ---- Published tables ----

TestPublished = {}

function TestPublished.test_the_tables_of_simdjson_are_the_derived_ones()
  local report, right = tour.against(UTF8, read "tests/published/simdjson.txt", "simdjson.txt")
  lu.assertTrue(right)
  lu.assertStrContains(report, "all 48 entries are the derived ones")
end

function TestPublished.test_the_article_is_wrong_in_three_entries_and_harmless_in_the_others()
  local report, right = tour.against(UTF8, read "tests/published/article.txt", "article.txt")
  lu.assertFalse(right)
  local wrong = {}
  for line in report:gmatch "wrong  +([^\n]+)" do
    wrong[#wrong + 1] = line
  end
  lu.assertEquals(wrong, {
    "prev_high[E] is 0E, derived 1A: refuses the well-formed E0 A0 80",
    "prev_low[B] is 6B, derived 63: refuses the well-formed EB A0 80",
    "prev_low[D] is 63, derived 6B: accepts the ill-formed ED A0 80",
  })
  lu.assertEquals(select(2, report:gsub("harmless  +this_high", "")), 12)
  lu.assertStrContains(report, "with all the others as published, the proof passes")
end

function TestPublished.test_a_broken_file_is_told_by_line()
  for text, message in pairs {
    ["bit X 1"] = "x.txt:1: error: the format of a bit is 'bit NAME HEX'",
    ["\nprev_high 00"] = "x.txt:2: error: a table has 16 entries, this one has 1",
    ["prev_hihg 00"] = "x.txt:1: error: unknown word prev_hihg",
    [""] = "the table prev_high is missing",
  } do
    local ok, err = pcall(tour.against, UTF8, text, "x.txt")
    lu.assertFalse(ok)
    lu.assertStrContains(err.message, message)
  end
end

-- ---- Faults ----

TestFaults = {}

function TestFaults.test_offset_length_and_fault()
  local cases <const> = {
    { { 0x41 } },
    { { 0x80 }, 0, 1, "too_long" },
    { { 0x41, 0xC2 }, 1, 1, "truncated" },
    { { 0xE4, 0xB8 }, 0, 2, "truncated" },
    { { 0xC2, 0x41 }, 0, 1, "too_short" },
    { { 0xF0, 0x90, 0x80, 0xC2 }, 0, 3, "too_short" },
    { { 0x41, 0xC1, 0xBF }, 1, 1, "overlong" },
    { { 0xE0, 0x9F, 0xBF }, 0, 1, "overlong" },
    { { 0xED, 0xA0, 0x80 }, 0, 1, "surrogate" },
    { { 0xF4, 0x90, 0x80, 0x80 }, 0, 1, "too_large" },
    { { 0xF5 }, 0, 1, "too_large" },
    { { 0xF8 }, 0, 1, "not_a_form" },
  }
  for _, case in ipairs(cases) do
    local fault = faults.of(UTF8, case[1])
    lu.assertEquals({ fault and fault.offset, fault and fault.length, fault and fault.fault }, { case[2], case[3], case[4] }, hex(case[1]))
  end
end

-- ---- Specs ----

TestSpec = {}

local HEAD <const> = 'encoding "X" source "Y"\n'

---Wrong specs and what is said of them: line, message.
local WRONG <const> = {
  { 'encodng "X"', 1, "unknown word encodng; allowed are allow, bytes, disallow, encoding, examples, except, form" },
  { HEAD .. 'form "0xxxxxx" { "U+0000..U+003F" }', 2, 'cannot read the byte "0xxxxxx" of a form' },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+0080" }', 2, 'U+0080 does not fit form "0xxxxxxx", whose 7 bits end at U+007F' },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\nform "00xxxxxx 10xxxxxx" { "U+0080..U+00FF" }', 3, "and begins one of form" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\nform "110xxxxx 10xxxxxx" { "U+0070..U+00FF" }', 3, "U+0070 has two forms" },
  { HEAD .. 'form "0xxxxxxx" { "0..7F" }', 2, 'cannot read the range "0..7F"' },
  { HEAD .. 'form "0xxxxxxx" { "U+0041..U+0030" }', 2, "ends before it begins" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+0041", "U+0041" }', 2, "names U+0041 twice" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F", excpet = {} }', 2,
    'a form has no "excpet"; allowed are ranges, except, disallow, allow and also' },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F", except = { surrogate = "U+D800" } }', 2, "out of ranges that do not hold them" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F", except = { overlong = "U+0041" } }', 2, "the name overlong is taken" },
  { HEAD .. 'form "0xxxxxxx"', 2, "has no code points" },
  { HEAD, 1, "an encoding needs at least one form" },
  { 'source "Y"\nform "0xxxxxxx" { "U+0000..U+007F" }', 1, "the spec has no name" },
  { HEAD .. 'encoding "Z"', 2, "encoding stands twice, first in line 1" },
  { HEAD .. "\nwhile true do end", 3, "runs too long" },
  { HEAD .. '\nlocal s = "0123456789" for i = 1, 60 do s = s .. s end', 3, "takes too much memory" },
  { HEAD .. 'local s = ("x"):rep(300000000)', 2, "attempt to index a string value" },
  { HEAD .. 'io.open("/etc/passwd")', 2, "unknown word io" },
  { HEAD .. "\nlimit = 3", 3, "a spec cannot define limit" },
  { HEAD .. 'form("0xxxxxxx") {', 2, "unexpected symbol" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\nwell_formed [[\n00..7F\nXY ]]', 5, 'cannot read "XY" in well_formed' },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\nwell_formed [[ 00..7E ]]', 3, "are not those that follow from the forms" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\nexamples [[\nvalid 41\ninvalid 42 overlong ]]', 5, "by the forms it is well-formed" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\nexamples [[\nvalid 41\nwrong 42 ]]', 5, "an example is" },
  { "\27Lua", 1, "a spec cannot hold U+001B, a control character" },
  { ("-"):rep(1100000), 1, "at most 1048576 bytes" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\npair { high = "U+0041" }', 3, "pair is followed by its halves" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\npair { high = "U+0041", low = "U+0090" }', 3, "fits no range of one form" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\npair { high = "U+0041..U+0050", low = "U+0050" }', 3, "is a high half and a low one" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\nnever { "U+0041" }', 3, "never is followed by two ranges" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F", except = { a = "U+0041" } }\nnever { "U+0041", "U+0042" }', 3,
    "the exception a of line 2 leaves out" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\nnever { "U+0041", "U+0042", nmae = "x" }', 3, 'never has no "nmae"' },
}

function TestSpec.test_wrong_specs_are_told_by_line()
  for _, case in ipairs(WRONG) do
    local ok, err = pcall(pipeline.compile, case[1], "bad.lua")
    lu.assertFalse(ok, case[1]:sub(1, 80))
    lu.assertTrue(err.spec_error, tostring(err))
    local message = spec.message(err)
    lu.assertStrContains(message, ("bad.lua:%d: error: "):format(case[2]))
    lu.assertStrContains(message, case[3])
  end
end

function TestSpec.test_a_wrong_spec_leaves_the_string_library_in_place()
  for _, case in ipairs(WRONG) do
    pcall(spec.read, case[1], "bad.lua")
    lu.assertEquals(("ok"):upper(), "OK")
  end
end

function TestSpec.test_exceptions_keep_the_order_of_the_text()
  local model = compiled 'form "0xxxxxxx" { "U+0000..U+007F", except = { zebra = "U+0041", apple = "U+0042", mango = "U+0043" } }'
  local names = {}
  for i, rule in ipairs(model.spec.forms[1].except) do
    names[i] = rule.name
  end
  lu.assertEquals(names, { "zebra", "apple", "mango" })
end

function TestSpec.test_the_printed_rows_of_utf8_are_checked()
  lu.assertEquals(#UTF8.spec.well_formed, 9)
  lu.assertEquals(#UTF8.spec.examples, 16)
end

os.exit(lu.LuaUnit.run())
