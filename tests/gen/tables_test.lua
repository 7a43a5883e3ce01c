-- SPDX-License-Identifier: 0BSD
-- Packers and their inverses, for tables of nibbles, of classes and of single bytes: on sets from the catalogue's encodings and on
-- random sets. gen_test.lua tests them on whole plans.

package.path = "./?.lua;" .. package.path
local bytes_ <const> = require "gen.common.bytes"
local lu <const> = require "luaunit"
local pages <const> = require "gen.commands.pages"
local pipeline <const> = require "gen.pipeline"
local files <const> = require "gen.common.files"
local analysis <const> = require "gen.language.analysis"
local automata <const> = require "gen.language.automaton"
local classes <const> = require "gen.plan.classes"
local cover <const> = require "gen.plan.cover"
local nibble <const> = require "gen.plan.nibble"
local random_specs <const> = require "tests.lib.random_specs"

local RANDOM_SETS <const> = 200

---The languages of the catalogue, { name, spec, analysis, continuations }.
local LANGUAGES <const> = {}
for file in io.popen("ls gen/specs/*.lua"):lines() do
  local model <const> = pipeline.understand(assert(files.read(file)), file)
  model.name, model.analysis = file, analysis.study(model.automaton)
  LANGUAGES[#LANGUAGES + 1] = model
end

---A random set of numbers below a limit. Its density is random, too.
local function random_set(roll, limit)
  local set, density <const> = {}, roll(10) - 1
  for n = 0, limit - 1 do
    set[n] = roll(9) <= density or nil
  end
  return set
end

local function mask_of(set)
  local mask = 0
  for n in pairs(set) do
    mask = mask | 1 << n
  end
  return mask
end

---The bytes below 0x80 that are forbidden in a language.
local function forbidden_below(language)
  local set = {}
  for byte = 0, 127 do
    set[byte] = language.analysis.forbidden[byte] or nil
  end
  return set
end

TestTables = {}

function TestTables.test_the_languages_include_the_catalogue_and_some_with_forbidden_bytes()
  lu.assertTrue(#LANGUAGES >= 16)
  local some = 0
  for _, language in ipairs(LANGUAGES) do
    some = some + (next(forbidden_below(language)) and 1 or 0)
  end
  lu.assertTrue(some >= 5)
end

-- ---- Nibbles ----

function TestTables.test_products_of_nibbles_read_back()
  for _, language in ipairs(LANGUAGES) do
    local forbidden <const> = forbidden_below(language)
    local all <const> = {}
    for byte = 0, 255 do
      all[byte] = true
    end
    local products <const> = cover.find(language.analysis, "leave", function(b1)
      return forbidden[b1] and all or forbidden
    end, true).products
    local kept <const> = { table.unpack(products, 1, 8) }
    lu.assertTrue(#kept > 0)
    lu.assertEquals(nibble.unpack(nibble.pack(kept), #kept), kept, language.name)
  end
  for seed = 1, RANDOM_SETS do
    local roll <const>, products = random_specs.dice(seed), {}
    for b = 1, roll(8) do
      products[b] = { roll(0x10000) - 1, roll(0x10000) - 1, roll(0x10000) - 1 }
    end
    lu.assertEquals(nibble.unpack(nibble.pack(products), #products), products, seed)
  end
end

function TestTables.test_tables_of_nibbles_equal_those_of_the_products_read_from_them()
  for seed = 1, RANDOM_SETS do
    local roll <const>, tables = random_specs.dice(seed), {}
    for _, axis in ipairs(nibble.AXES) do
      tables[axis] = {}
      for n = 0, 15 do
        tables[axis][n] = roll(256) - 1
      end
    end
    lu.assertEquals(nibble.pack(nibble.unpack(tables, 8)), tables, seed)
  end
end

---The pairs of bytes that a product contains, as a set of b1 << 8 | b2.
local function pairs_of(product)
  local pair = {}
  local previouses <const>, currents <const> = nibble.held(product)
  for _, b1 in ipairs(previouses) do
    for _, b2 in ipairs(currents) do
      pair[b1 << 8 | b2] = true
    end
  end
  return pair
end

function TestTables.test_a_product_contains_the_pairs_whose_entries_have_its_bit()
  for seed = 1, 20 do
    local roll <const> = random_specs.dice(seed)
    local product <const> = { mask_of(random_set(roll, 16)), mask_of(random_set(roll, 16)), mask_of(random_set(roll, 16)) }
    local tables <const>, pair <const> = nibble.pack { product }, pairs_of(product)
    for b1 = 0, 255 do
      local prev <const> = tables.prev_high[b1 >> 4] & tables.prev_low[b1 & 15]
      for b2 = 0, 255 do
        lu.assertEquals(prev & tables.this_high[b2 >> 4] == 1, pair[b1 << 8 | b2] or false)
      end
    end
  end
end

function TestTables.test_the_least_product_of_the_pairs_of_a_product_is_this_product()
  for seed = 1, RANDOM_SETS do
    local roll <const> = random_specs.dice(seed)
    local product <const> = { roll(0xFFFF), roll(0xFFFF), roll(0xFFFF) }
    local sets = { {}, {} }
    for i, bytes in ipairs { nibble.held(product) } do
      for _, byte in ipairs(bytes) do
        sets[i][byte] = true
      end
    end
    lu.assertEquals(nibble.span(sets[1], sets[2]), product, seed)
  end
end

function TestTables.test_single_bytes_read_back_from_their_nibbles()
  for _, language in ipairs(LANGUAGES) do
    local set <const> = forbidden_below(language)
    lu.assertEquals(nibble.unpack_bytes(nibble.pack_bytes(set, bytes_.SIGN_BIT)), set, language.name)
  end
  for seed = 1, RANDOM_SETS do
    local roll <const> = random_specs.dice(seed)
    local limit <const> = 16 * roll(8)
    local set <const> = random_set(roll, limit)
    lu.assertEquals(nibble.unpack_bytes(nibble.pack_bytes(set, limit)), set, seed)
  end
end

-- ---- Classes ----

---A random set of bytes that tables of classes can represent. Bytes below 0x80 share an entry. FE and FF share
---another one, and a refused 00 has this entry, too.
local function random_bytes(roll, refused_nul)
  local set <const>, ascii <const> = random_set(roll, 256), roll(2) == 1 or nil
  for byte = 0, 127 do
    set[byte] = ascii
  end
  set[254] = set[255]
  if refused_nul then
    set[0] = set[255]
  end
  return set
end

---Bits as classes.unpack returns them: the highest first, without names, and without bits that no byte has.
local function plain_bits(bits)
  local out = {}
  for _, bit in ipairs(bits) do
    out[#out + 1] = (next(bit.prev) or next(bit.this)) and { mask = bit.mask, prev = bit.prev, this = bit.this } or nil
  end
  table.sort(out, function(a, b) return a.mask > b.mask end)
  return out
end

function TestTables.test_bits_of_classes_are_parsed_back()
  for _, language in ipairs(LANGUAGES) do
    local refused_nul <const> = forbidden_below(language)[0] or false
    local made <const> = classes.make(language.spec, language.analysis, language.continuations, refused_nul)
    lu.assertTrue(#made.bits >= 2)
    lu.assertEquals(classes.unpack(made.tables, refused_nul), plain_bits(made.bits), language.name)
  end
  for seed = 1, RANDOM_SETS do
    local roll <const>, bits = random_specs.dice(seed), {}
    local refused_nul <const> = roll(2) == 1
    for b = 0, 7 do
      local bit <const> = { mask = 1 << b, prev = random_bytes(roll, refused_nul), this = random_bytes(roll, refused_nul) }
      bits[#bits + 1] = roll(4) > 1 and bit or nil
    end
    lu.assertEquals(classes.unpack(classes.pack(bits, refused_nul), refused_nul), plain_bits(bits), seed)
  end
end

function TestTables.test_tables_of_classes_equal_those_of_the_bits_read_from_them()
  for seed = 1, RANDOM_SETS do
    local roll <const>, tables = random_specs.dice(seed), { prev_class = {}, this_class = {} }
    for at = 0, 127 do
      tables.prev_class[at], tables.this_class[at] = roll(256) - 1, roll(256) - 1
    end
    local refused_nul <const> = roll(2) == 1
    lu.assertEquals(classes.pack(classes.unpack(tables, refused_nul), refused_nul), tables, seed)
  end
end

function TestTables.test_the_least_product_of_two_sets_is_these_sets_if_tables_of_classes_can_represent_them()
  for seed = 1, RANDOM_SETS do
    local roll <const> = random_specs.dice(seed)
    local refused_nul <const> = roll(2) == 1
    local product <const> = { prev = random_bytes(roll, refused_nul), this = random_bytes(roll, refused_nul) }
    lu.assertEquals(classes.span(product.prev, product.this, refused_nul), product, seed)
  end
  -- A set with FE also has FF, and 00 if 00 is refused. A set with a byte below 0x80 has all bytes below 0x80, except a refused 00.
  local product <const> = classes.span({ [254] = true }, { [65] = true }, true)
  lu.assertEquals(automata.ranges(function(byte) return product.prev[byte] end), { { lo = 0, hi = 0 }, { lo = 254, hi = 255 } })
  lu.assertEquals(automata.ranges(function(byte) return product.this[byte] end), { { lo = 1, hi = 127 } })
end

function TestTables.test_single_bytes_read_back_from_their_low_bits()
  for _, language in ipairs(LANGUAGES) do
    local set <const> = forbidden_below(language)
    lu.assertEquals(classes.unpack_bytes(classes.pack_bytes(set)), set, language.name)
  end
  for seed = 1, RANDOM_SETS do
    local set <const> = random_set(random_specs.dice(seed), 128)
    lu.assertEquals(classes.unpack_bytes(classes.pack_bytes(set)), set, seed)
  end
end

---Given a plan's own tables, `tour --against` finds no difference, even if the plan has deep rules or filters.
function TestTables.test_the_tables_of_a_plan_equal_themselves()
  for _, name in ipairs { "gen/specs/xml-1.0.lua", "gen/specs/wtf-8.lua" } do
    local model <const>, lines <const> = pipeline.compile(assert(files.read(name)), name), {}
    for _, axis in ipairs(nibble.AXES) do
      lines[#lines + 1] = axis
      for n = 0, 15 do
        lines[#lines] = ("%s %02X"):format(lines[#lines], model.plan.tables[axis][n])
      end
    end
    local report <const>, right <const> = pages.against(model, table.concat(lines, "\n"), name)
    lu.assertStrContains(report, "all 48 entries are equal")
    lu.assertTrue(right, report)
  end
end

os.exit(lu.LuaUnit.run())
