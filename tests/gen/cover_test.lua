-- SPDX-License-Identifier: 0BSD
-- UTF-8's plans for vectors: the minimal set of products that cover its ill-formed pairs, the classes of bytes, and a comparison with
-- published tables. `pack` of gen/plan/nibble.lua is tested with its inverse, `unpack`.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local pipeline <const> = require "gen.pipeline"
local bytes_ <const> = require "gen.common.bytes"
local nibble <const> = require "gen.plan.nibble"
local proof <const> = require "gen.plan.proof"
local automata <const> = require "gen.language.automaton"
local tour <const> = require "gen.commands.pages"
local files_ <const> = require "gen.common.files"
local trials <const> = require "tests.lib.trials"

local function read(name)
  return assert(files_.read(name))
end

local UTF8 <const> = pipeline.compile(read "gen/specs/utf-8.lua", "gen/specs/utf-8.lua")

-- ---- The cover ----

TestCover = {}

function TestCover.test_seven_products_suffice()
  lu.assertEquals(#UTF8.plan.cover.products, 7)
  lu.assertEquals(#UTF8.plan.bits, 8)
end

-- The products contain every pair that no well-formed text has, except pairs whose second byte is forbidden. They contain no pair of a
-- well-formed text.
function TestCover.test_the_cover_is_exact()
  for b1 = 0, 255 do
    for b2 = 0, 255 do
      local caught = false
      for _, product in ipairs(UTF8.plan.cover.products) do
        caught = caught or product[1] >> (b1 >> 4) & product[2] >> (b1 & 15) & product[3] >> (b2 >> 4) & 1 == 1
      end
      if UTF8.analysis.pairs[b1 << 8 | b2] then
        lu.assertFalse(caught, trials.hex { b1, b2 })
      elseif not UTF8.analysis.forbidden[b2] then
        lu.assertTrue(caught, trials.hex { b1, b2 })
      end
    end
  end
end

-- The certificate is a list of ill-formed pairs. A product that contains two of them always contains a pair of a well-formed text, too. So
-- each pair of the certificate needs its own product.
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
      lu.assertTrue(live, trials.hex(a) .. " and " .. trials.hex(b))
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

function TestCover.test_272_of_the_384_table_bits_change_what_is_accepted()
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

-- If the bit too_short is cleared in this_high[F], C0 F0 90 80 80 is accepted. No shorter text shows this mistake.
function TestCover.test_a_flip_that_only_a_text_of_five_bytes_shows_is_found()
  local tables <const> = UTF8.plan.tables
  local too_short = UTF8.plan.bits[2]
  lu.assertEquals(too_short.name, "too_short")
  tables.this_high[15] = tables.this_high[15] ~ too_short.mask
  local wrong = proof.counterexample(UTF8.automaton, UTF8.analysis, UTF8.plan)
  tables.this_high[15] = tables.this_high[15] ~ too_short.mask
  lu.assertTrue(wrong.accepted)
  lu.assertEquals(trials.hex(wrong.bytes), "C0 F0 90 80 80")
end

-- ---- Classes ----

TestClasses = {}

---Writes each bit of a plan by classes as mask, previous bytes, "|", current bytes: "80 C0..FF | 80..BF".
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

function TestClasses.test_the_sensitive_bits_are_those_whose_change_the_proof_refutes()
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

-- ---- Published tables ----

TestPublished = {}

function TestPublished.test_the_tables_of_simdjson_equal_the_derived_ones()
  local report, right = tour.against(UTF8, read "tests/published/simdjson.txt", "simdjson.txt")
  lu.assertTrue(right)
  lu.assertStrContains(report, "all 48 entries are equal")
end

function TestPublished.test_the_article_is_wrong_in_three_entries_and_its_other_differences_are_harmless()
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

function TestPublished.test_an_invalid_file_is_reported_with_its_line()
  for text, message in pairs {
    ["bit X 1"] = "x.txt:1: error: the format of a bit is 'bit NAME HEX'",
    ["\nprev_high 00"] = "x.txt:2: error: a table has 16 entries, this one has 1",
    ["prev_hihg 00"] = "x.txt:1: error: unknown word prev_hihg",
    [""] = "the table prev_high is missing",
  } do
    local ok, err = pcall(tour.against, UTF8, text, "x.txt")
    lu.assertFalse(ok)
    lu.assertStrContains(err.line and ("%s:%d: error: %s"):format(err.path, err.line, err.message) or err.message, message)
  end
end

os.exit(lu.LuaUnit.run())
