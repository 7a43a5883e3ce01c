-- SPDX-License-Identifier: 0BSD
-- Unicode's categories and properties: the table, and four specs of docs/examples/specs that use them as profiles (`disallow`, `allow`).

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local automata <const> = require "gen.language.automaton"
local pipeline <const> = require "gen.pipeline"
local lists <const> = require "gen.common.lists"
local ranges <const> = require "gen.common.ranges"
local spec <const> = require "gen.spec.spec"
local unicode <const> = require "gen.spec.unicode"
local files_ <const> = require "gen.common.files"
local point_sets <const> = require "tests.lib.point_sets"
local ucd <const> = require "tests.lib.ucd"

local FOLDER <const> = "/usr/share/unicode/"
local PROFILES <const> = { "assigned", "identifiers", "no-bidi-controls", "certainly-nfc" }
local LAST <const> = 0x10FFFF

local function read(name)
  return assert(files_.read(name))
end

local understood_profiles <const> = {}

local function profile(name)
  local path <const> = ("docs/examples/specs/%s.lua"):format(name)
  understood_profiles[name] = understood_profiles[name] or pipeline.understand(read(path), path)
  return understood_profiles[name], read(path)
end

---The number of characters of each length that the rows write.
local function count(model)
  local out = { 0, 0, 0, 0 }
  for _, row in ipairs(model.rows) do
    local size = 1
    for _, range in ipairs(row.bytes) do
      size = size * (range.hi - range.lo + 1)
    end
    out[#row.bytes] = out[#row.bytes] + size
  end
  return out
end

-- ---- The table ----

TestTable = {}

function TestTable.test_the_banner_of_the_table_has_its_version_and_hash()
  local text <const> = read "gen/spec/unicode_data.lua"
  local version <const>, image <const> = unicode.table()
  lu.assertStrContains(text, ("--   version  %s\n"):format(version))
  lu.assertStrContains(text, ("--   table    %s\n"):format(spec.hash(image)))
  lu.assertStrContains(text, "COPYRIGHT AND PERMISSION NOTICE")
end

function TestTable.test_each_code_point_has_one_general_category()
  local groups <const>, sum, all = unicode.names(), 0, {}
  for _, name in ipairs(groups[1]) do
    if name:find("^%u%l$") then
      sum = sum + ranges.count(unicode.ranges(name))
      table.move(unicode.ranges(name), 1, #unicode.ranges(name), #all + 1, all)
    end
  end
  lu.assertEquals(sum, LAST + 1)
  lu.assertEquals(ranges.union(all), { { lo = 0, hi = LAST } })
end

---All names: plain names, and NAME=VALUE for each property that has values and each long name of a value (Script=Greek).
local function all_names()
  local names = {}
  for i, group in ipairs(unicode.names()) do
    for _, name in ipairs(group) do
      for _, value in ipairs(i == 3 and unicode.values(name) or { "" }) do
        names[#names + 1] = i == 3 and name .. "=" .. value or name
      end
    end
  end
  return names
end

function TestTable.test_ranges_ascend_and_do_not_touch()
  for _, name in ipairs(all_names()) do
    local list <const> = unicode.ranges(name)
    lu.assertTrue(list and #list > 0, name)
    lu.assertEquals(ranges.union(list), list, name)
  end
  lu.assertTrue(#all_names() > 500)
end

---tests/lib/ucd.lua, the reader of the table that the tests' judge uses, returns the same ranges. It does not know PRECIS classes.
function TestTable.test_two_readers_of_the_table_agree()
  for _, name in ipairs(lists.concat(all_names(), { "sc=Grek", "scx=Grek", "Script=Qaai", "gc=Lu", "Letter", "digit", "ccc=9", "ccc=VR",
    "ccc=1..254", "Canonical_Combining_Class=10..22", "NFC_QC=Y", "NFKC_QC=Maybe", "hst=LV", "ccc=133", "ccc=9..5", "sc=greek", "Greek",
    "Script", "Alphabetic=Yes", "=", "" })) do
    lu.assertEquals(not name:find "^PRECIS" and unicode.ranges(name) or nil, ucd.ranges(name), name)
  end
end

function TestTable.test_groups_are_unions_of_categories()
  local function union(...)
    local all = {}
    for _, name in ipairs { ... } do
      table.move(unicode.ranges(name), 1, #unicode.ranges(name), #all + 1, all)
    end
    return ranges.union(all)
  end
  lu.assertEquals(unicode.ranges "L", union("Lu", "Ll", "Lt", "Lm", "Lo"))
  lu.assertEquals(unicode.ranges "LC", union("Lu", "Ll", "Lt"))
  lu.assertEquals(unicode.ranges "C", union("Cc", "Cf", "Cs", "Co", "Cn"))
  lu.assertEquals(unicode.ranges "M", union("Mn", "Mc", "Me"))
  lu.assertEquals(unicode.ranges "N", union("Nd", "Nl", "No"))
  lu.assertEquals(unicode.ranges "P", union("Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po"))
  lu.assertEquals(unicode.ranges "S", union("Sm", "Sc", "Sk", "So"))
  lu.assertEquals(unicode.ranges "Z", union("Zs", "Zl", "Zp"))
  -- The next sets are the same in all recent versions; for Cs and noncharacters, the standard promises that they never change.
  lu.assertEquals(unicode.ranges "Cs", { { lo = 0xD800, hi = 0xDFFF } })
  lu.assertEquals(unicode.ranges "Join_Control", { { lo = 0x200C, hi = 0x200D } })
  lu.assertEquals(ranges.count(unicode.ranges "Noncharacter_Code_Point"), 66)
  lu.assertEquals(ranges.subtract(unicode.ranges "Noncharacter_Code_Point", unicode.ranges "Cn"), {})
  lu.assertEquals(ranges.subtract(unicode.ranges "XID_Start", unicode.ranges "XID_Continue"), {})
end

function TestTable.test_the_table_equals_the_output_of_make_unicode()
  if not files_.read "build/unicode/node_modules/.package-lock.json" then
    lu.skip "`make unicode`, which fetches the sources, was not run"
  end
  local pipe <const> = io.popen "node gen/spec/ucd/lines.mjs build/unicode | lua5.4 gen/spec/unicode_table.lua"
  local text <const> = pipe:read("a")
  lu.assertTrue(pipe:close())
  lu.assertTrue(text == read "gen/spec/unicode_data.lua", "gen/spec/unicode_data.lua is stale; 'make unicode' updates it")
end

---Debian's files, each with a prefix for the names in it, such as gc= for values of General_Category. Names of properties have no prefix.
local FILES <const> = { ["extracted/DerivedGeneralCategory.txt"] = "gc=", ["Scripts.txt"] = "sc=", ["HangulSyllableType.txt"] = "hst=",
  ["extracted/DerivedCombiningClass.txt"] = "ccc=", ["DerivedNormalizationProps.txt"] = "", ["DerivedCoreProperties.txt"] = "",
  ["PropList.txt"] = "", ["emoji/emoji-data.txt"] = "", ["extracted/DerivedBinaryProperties.txt"] = "" }

---Changes since Unicode 15.0: of the code points that 15.0 assigns, how many have gained a property or value, and how many have lost it.
---For ccc=0 the only difference is that Debian's file omits the 2,048 surrogates.
local CHANGED <const> = { Alphabetic = { 33, 0 }, Bidi_Mirrored = { 1, 0 }, Case_Ignorable = { 0, 1 }, Cased = { 0, 1 },
  Diacritic = { 54, 0 }, Extended_Pictographic = { 0, 660 }, Extender = { 3, 0 }, Grapheme_Base = { 1, 26 }, Grapheme_Extend = { 26, 1 },
  ID_Continue = { 4, 0 }, Lowercase = { 0, 1 }, Sentence_Terminal = { 9, 0 }, Terminal_Punctuation = { 7, 1 }, XID_Continue = { 4, 0 },
  ["gc=Ll"] = { 0, 1 }, ["gc=Lo"] = { 1, 0 }, ["gc=Mc"] = { 1, 0 }, ["gc=Mn"] = { 0, 1 }, ["ccc=0"] = { 2048, 0 } }

---The code points of names in Debian's files: { [name] = ranges }. Properties that have values have short names: gc=Lu, sc=Latin.
local function debians_sets()
  local sets <const> = {}
  for name, front in pairs(FILES) do
    for line in io.lines(FOLDER .. name) do
      local lo <const>, hi <const>, output <const> = line:match("^(%x+)%.*(%x*)%s*;%s*([^#]-)%s*#")
      local key <const> = lo and front .. output:gsub("%s*;%s*", "=")
      if key and (unicode.ranges(key) or front ~= "" and front ~= "hst=") then
        sets[key] = sets[key] or {}
        table.insert(sets[key], { lo = tonumber(lo, 16), hi = tonumber(hi ~= "" and hi or lo, 16) })
      end
    end
  end
  return sets
end

---On the code points that Debian's older version assigns, the table agrees with Debian's files, except for the changes since then.
function TestTable.test_debians_older_files_agree()
  local version <const> = (files_.read(FOLDER .. "PropList.txt") or ""):match("^# PropList%-([%d.]+)%.txt")
  if version ~= "15.0.0" then
    lu.skip(("%s has %s; the changes are listed for 15.0.0"):format(FOLDER, version or "nothing"))
  end
  local sets <const>, seen = debians_sets(), 0
  local assigned <const> = point_sets.without({ { lo = 0, hi = LAST } }, point_sets.union(sets["gc=Cn"]))
  for name, list in pairs(sets) do
    local theirs <const>, ours <const> = point_sets.both(point_sets.union(list), assigned), point_sets.both(ucd.ranges(name), assigned)
    lu.assertEquals({ ranges.count(point_sets.without(ours, theirs)), ranges.count(point_sets.without(theirs, ours)) },
      CHANGED[name] or { 0, 0 }, name)
    seen = seen + 1
  end
  lu.assertTrue(seen > 290, seen)
end

---Code points for the steps of RFC 8264, section 8, each with its class.
function TestTable.test_precis_classes()
  local classes <const> = {
    [0x00DF] = "identifier", [0x3007] = "identifier", [0x0F0B] = "identifier",  -- exceptions
    [0x00B7] = "none", [0x0660] = "none", [0x06F9] = "none", [0x0640] = "none", [0x3033] = "none",
    [0x0378] = "none", [0x21] = "identifier", [0x7E] = "identifier", [0x20] = "freeform", [0x200D] = "none",
    [0x1100] = "none", [0x11FF] = "none", [0xD7C6] = "none", [0xAD] = "none", [0xFFFE] = "none", [0x09] = "none", [0x85] = "none",
    [0xFF21] = "freeform", [0xFB00] = "freeform", [0x212B] = "freeform", [0x3000] = "freeform",  -- not in NFKC
    [0xE9] = "identifier", [0x4E00] = "identifier", [0x0300] = "identifier", [0x09BE] = "identifier", [0x0967] = "identifier",
    [0x16EE] = "freeform", [0x0488] = "freeform", [0x20AC] = "freeform", [0x1F600] = "freeform", [0x2014] = "freeform",
    [0xE000] = "none", [0xD800] = "none",
  }
  for code_point, class in pairs(classes) do
    local one <const> = { { lo = code_point, hi = code_point } }
    local in_identifier <const> = #ranges.intersect(one, unicode.ranges "PRECIS_IdentifierClass") > 0
    local in_freeform <const> = #ranges.intersect(one, unicode.ranges "PRECIS_FreeformClass") > 0
    lu.assertEquals(in_identifier and "identifier" or in_freeform and "freeform" or "none", class, ("U+%04X"):format(code_point))
  end
  lu.assertEquals(ranges.subtract(unicode.ranges "PRECIS_IdentifierClass", unicode.ranges "PRECIS_FreeformClass"), {})
end

-- ---- The profiles ----

TestProfiles = {}

---The numbers of code points of a list that UTF-8 writes with 1, 2, 3 and 4 bytes.
local function lengths(list)
  local out, from = {}, 0
  for i, last in ipairs { 0x7F, 0x7FF, 0xFFFF, LAST } do
    out[i] = 0
    for _, range in ipairs(list) do
      out[i] = out[i] + math.max(0, math.min(range.hi, last) - math.max(range.lo, from) + 1)
    end
    from = last + 1
  end
  return out
end

local function counts_of(name)
  local _, text <const> = profile(name)
  local version <const>, sum <const>, rest <const> = text:match("\n%-%- Counted with Unicode ([%d.]+): (%d+) characters%.\n%-%-(.-)\n")
  local counted = {}
  for number in rest:gmatch("%d+") do
    counted[#counted + 1] = tonumber(number)
  end
  return counted, tonumber(sum), version
end

function TestProfiles.test_the_counts_in_comments_of_profiles_are_right()
  for _, name in ipairs(PROFILES) do
    local counted <const>, sum <const>, version <const> = counts_of(name)
    lu.assertEquals(counted, count((profile(name))), name)
    lu.assertEquals(counted[1] + counted[2] + counted[3] + counted[4], sum, name)
    lu.assertEquals(version, (unicode.table()), name)
  end
end

---The code points that each profile accepts, by the tests' own reader of the table.
local function accepted_by()
  local all <const> = point_sets.without({ { lo = 0, hi = LAST } }, ucd.ranges "Cs")
  return {
    assigned = point_sets.without(all, ucd.ranges "Cn"), identifiers = ucd.ranges "XID_Continue",
    ["no-bidi-controls"] = point_sets.without(all, ucd.ranges "Bidi_Control"),
    ["certainly-nfc"] = point_sets.without(ucd.ranges "NFC_Quick_Check=Yes", ucd.ranges "Cs"),
  }
end

function TestProfiles.test_the_counts_in_comments_equal_those_of_the_properties()
  for name, list in pairs(accepted_by()) do
    lu.assertEquals(counts_of(name), lengths(list), name)
  end
  lu.assertEquals(lengths(ucd.ranges "Bidi_Control"), { 0, 1, 11, 0 })
end

---Compares the automaton with the table on characters at the ends of ranges.
function TestProfiles.test_their_automata_accept_the_characters_of_the_table()
  for name, list in pairs(accepted_by()) do
    local model <const> = profile(name)
    local function takes(code_point)
      return model.automaton.accepts[automata.run(model.automaton, { utf8.char(code_point):byte(1, -1) })] or false
    end
    for i, range in ipairs(list) do
      lu.assertTrue(takes(range.lo) and takes(range.hi), ("%s U+%04X"):format(name, range.lo))
      lu.assertFalse(range.hi < LAST and takes(range.hi + 1), ("%s U+%04X"):format(name, range.hi + 1))
      lu.assertFalse(i > 1 and takes(range.lo - 1), ("%s U+%04X"):format(name, range.lo - 1))
    end
  end
end

os.exit(lu.LuaUnit.run())
