-- SPDX-License-Identifier: 0BSD
-- Unicode's categories and properties: the table, and the profiles of docs/examples/specs.
--
-- In: gen/, docs/examples/specs/; /usr/share/unicode, if it has the table's version. Out: luaunit's lines.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local automata <const> = require "gen.language.automaton"
local pipeline <const> = require "gen.pipeline"
local ranges <const> = require "gen.common.ranges"
local spec <const> = require "gen.spec.spec"
local unicode <const> = require "gen.spec.unicode"
local files_ <const> = require "gen.common.files"

local FOLDER <const> = "/usr/share/unicode"
local PROFILES <const> = { "assigned", "identifiers", "no-bidi-controls" }
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

---The version of the Unicode Character Database on this machine, nil if there is none.
local function installed_version()
  local text <const> = files_.read(FOLDER .. "/PropList.txt")
  return text and text:match("^# PropList%-([%d.]+)%.txt")
end

---Skips a test unless this machine has the Unicode Character Database of the table's version.
local function needs_same_version()
  local version <const>, here <const> = unicode.table(), installed_version()
  if here ~= version then
    lu.skip(("the table is of Unicode %s and %s has %s"):format(version, FOLDER, here or "nothing"))
  end
end

-- ---- The table ----

TestTable = {}

function TestTable.test_its_banner_tells_version_and_fingerprint()
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

function TestTable.test_ranges_ascend_and_do_not_touch()
  for _, group in ipairs(unicode.names()) do
    for _, name in ipairs(group) do
      local list <const> = unicode.ranges(name)
      lu.assertTrue(#list > 0, name)
      lu.assertEquals(ranges.union(list), list, name)
    end
  end
end

function TestTable.test_groups_are_their_categories()
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
  -- These are the same in all recent versions; for Cs and noncharacters, the standard promises that they never change.
  lu.assertEquals(unicode.ranges "Cs", { { lo = 0xD800, hi = 0xDFFF } })
  lu.assertEquals(unicode.ranges "Join_Control", { { lo = 0x200C, hi = 0x200D } })
  lu.assertEquals(ranges.count(unicode.ranges "Noncharacter_Code_Point"), 66)
  lu.assertEquals(ranges.subtract(unicode.ranges "Noncharacter_Code_Point", unicode.ranges "Cn"), {})
  lu.assertEquals(ranges.subtract(unicode.ranges "XID_Start", unicode.ranges "XID_Continue"), {})
end

function TestTable.test_it_is_what_make_unicode_gives()
  needs_same_version()
  local pipe <const> = io.popen("lua5.4 gen/spec/unicode_table.lua " .. FOLDER)
  local text <const> = pipe:read("a")
  lu.assertTrue(pipe:close())
  lu.assertTrue(text == read "gen/spec/unicode_data.lua", "gen/spec/unicode_data.lua is stale; 'make unicode' mends it")
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

---The ranges of code points that have a property or category in a file of Unicode's, by awk, without gen/.
local function ranges_by_awk(file, pattern)
  local pipe <const> = io.popen(("awk -F'[;#]' '$2 ~ /^ *%s *$/ { gsub(/ /, \"\", $1); print $1 }' %s/%s"):format(pattern, FOLDER, file))
  local list = {}
  for line in pipe:lines() do
    local lo <const>, hi <const> = line:match("^(%x+)%.*(%x*)$")
    list[#list + 1] = { lo = tonumber(lo, 16), hi = tonumber(hi ~= "" and hi or lo, 16) }
  end
  pipe:close()
  return list
end

---All code points that UnicodeData.txt lists, without surrogates. The file has two lines for a range, its first and its last code point.
local function assigned_by_awk()
  local pipe <const> = io.popen("awk -F';' '/, First>/ { first = $1; next } { if ($3 != \"Cs\") print (first ? first : $1) \" \" $1 }"
    .. " { first = \"\" }' " .. FOLDER .. "/UnicodeData.txt")
  local list = {}
  for line in pipe:lines() do
    local lo <const>, hi <const> = line:match("^(%x+) (%x+)$")
    list[#list + 1] = { lo = tonumber(lo, 16), hi = tonumber(hi, 16) }
  end
  pipe:close()
  return list
end

---The number of code points of a list that UTF-8 writes in each length.
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

function TestProfiles.test_their_comments_count_their_characters()
  for _, name in ipairs(PROFILES) do
    local counted <const>, sum <const>, version <const> = counts_of(name)
    lu.assertEquals(counted, count((profile(name))), name)
    lu.assertEquals(counted[1] + counted[2] + counted[3] + counted[4], sum, name)
    lu.assertEquals(version, (unicode.table()), name)
  end
end

function TestProfiles.test_unicodes_files_give_the_same_counts()
  needs_same_version()
  lu.assertEquals(counts_of "assigned", lengths(assigned_by_awk()))
  lu.assertEquals(counts_of "identifiers", lengths(ranges_by_awk("DerivedCoreProperties.txt", "XID_Continue")))
  local controls <const> = lengths(ranges_by_awk("PropList.txt", "Bidi_Control"))
  lu.assertEquals(controls, { 0, 1, 11, 0 })
  local without = lengths { { lo = 0, hi = 0xD7FF }, { lo = 0xE000, hi = LAST } }
  for i = 1, 4 do
    without[i] = without[i] - controls[i]
  end
  lu.assertEquals(counts_of "no-bidi-controls", without)
end

---Compares the automaton with the table on characters at the ends of ranges.
function TestProfiles.test_their_automata_take_what_the_table_holds()
  local holds <const> = {
    assigned = ranges.subtract({ { lo = 0, hi = LAST } }, ranges.union { unicode.ranges("Cs")[1], table.unpack(unicode.ranges "Cn") }),
    identifiers = unicode.ranges "XID_Continue",
    ["no-bidi-controls"] = ranges.subtract({ { lo = 0, hi = 0xD7FF }, { lo = 0xE000, hi = LAST } }, unicode.ranges "Bidi_Control"),
  }
  for name, list in pairs(holds) do
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
