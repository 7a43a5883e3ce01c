-- SPDX-License-Identifier: 0BSD
-- Unicode's categories and properties in specs: the table, what `unicode`, `except` and `allow` mean, and the profiles of
-- docs/examples/specs.
--
-- Needs: build/verify/mutf8_to_utf8-native
-- In: gen/, docs/examples/specs/; /usr/share/unicode, where it is of the table's version. Out: luaunit's lines.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local automata <const> = require "gen.language.automaton"
local emit <const> = require "gen.emit.emit"
local faults <const> = require "gen.language.faults"
local pipeline <const> = require "gen.pipeline"
local ranges <const> = require "gen.common.ranges"
local spec <const> = require "gen.spec.spec"
local unicode <const> = require "gen.spec.unicode"
local files_ <const> = require "gen.common.files"

local FOLDER <const> = "/usr/share/unicode"
local PROFILES <const> = { "assigned", "identifiers", "no-bidi-controls" }
local LAST <const> = 0x10FFFF

local HEAD <const> = 'encoding "X" source "Y"\n'
local FORMS <const> = [[
form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF" }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }
]]
local TWO <const> = 'form "0xxxxxxx" { "U+0000..U+007F" }\nform "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }\n'

local function read(name)
  return assert(files_.read(name))
end

local understood_profiles <const> = {}

local function profile(name)
  local path <const> = ("docs/examples/specs/%s.lua"):format(name)
  understood_profiles[name] = understood_profiles[name] or pipeline.understand(read(path), path)
  return understood_profiles[name], read(path)
end

local function understood(text)
  return pipeline.understand(HEAD .. text, "x.lua")
end

---"U+0041..U+0043 U+0045" of what a form's rule of this name leaves out.
local function left_out(text, form, name)
  for _, rule in ipairs(spec.read(HEAD .. text, "x.lua").forms[form].except) do
    if rule.name == name then
      local words = {}
      for i, range in ipairs(rule.ranges) do
        words[i] = range.lo == range.hi and ("%04X"):format(range.lo) or ("%04X..%04X"):format(range.lo, range.hi)
      end
      return table.concat(words, " ")
    end
  end
  return ""
end

---The message of a wrong spec.
local function refusal(text)
  local ok, err = pcall(pipeline.understand, HEAD .. text, "x.lua")
  lu.assertFalse(ok, text)
  lu.assertTrue(type(err) == "table" and err.spec_error, tostring(err))
  return spec.message(err)
end

---How many characters of each length the rows write.
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

local function same_language(a, b)
  lu.assertEquals(a.automaton.count, b.automaton.count)
  lu.assertEquals(a.automaton.next, b.automaton.next)
end

---The version of the Unicode Character Database on this machine, nil if there is none.
local function installed_version()
  local text <const> = files_.read(FOLDER .. "/PropList.txt")
  return text and text:match("^# PropList%-([%d.]+)%.txt")
end

---Skips a test that needs the table's own version.
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
  -- What the standard promises never to change.
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

---RFC 8264, section 9, one code point of each step; the class it belongs to.
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

-- ---- The words ----

TestWords = {}

function TestWords.test_what_unicode_gives_is_clipped_to_the_form()
  local text <const> = 'form "0xxxxxxx" { "U+0000..U+0030",\n'
    .. 'except = { control = unicode "Cc", digit = unicode "Nd", nothing = unicode "Lo" } }'
  lu.assertEquals(left_out(text, 1, "control"), "0000..001F")
  lu.assertEquals(left_out(text, 1, "digit"), "0030")
  lu.assertEquals(#spec.read(HEAD .. text, "x.lua").forms[1].except, 2)
end

function TestWords.test_at_the_top_it_holds_for_every_form()
  local text <const> = 'except { control = unicode "Cc", soft_hyphen = "U+00AD" }\n' .. TWO
    .. 'allow { unicode "C", "U+0041..U+0042", "U+00A0" }'
  lu.assertEquals(left_out(text, 1, "control"), "0000..001F 007F")
  lu.assertEquals(left_out(text, 2, "control"), "0080..009F")
  lu.assertEquals(left_out(text, 1, "soft_hyphen"), "")
  lu.assertEquals(left_out(text, 2, "soft_hyphen"), "00AD")
  lu.assertEquals(left_out(text, 1, "unlisted"), "0020..0040 0043..007E")
  local model <const> = understood(text)
  lu.assertEquals(model.fault_names,
    { "truncated", "too_long", "too_short", "not_a_form", "overlong", "unlisted", "control", "soft_hyphen" })
  for bytes, fault in pairs { ["\x01"] = "control", ["C"] = "unlisted", ["\xC2\x80"] = "control", ["\xC2\xAD"] = "soft_hyphen",
    ["\xC3\x9F"] = "unlisted", ["\xC1\x81"] = "overlong" } do
    lu.assertEquals(faults.of(model, { bytes:byte(1, -1) }).fault, fault)
  end
  for _, bytes in ipairs { "A", "\xD8\x80" } do  -- U+0600, a format character
    lu.assertNil(faults.of(model, { bytes:byte(1, -1) }))
  end
end

function TestWords.test_what_is_left_out_already_keeps_its_name()
  local text <const> = TWO:gsub(' }\n$', ', except = { first = unicode "Cc", late = "U+0085" } }\n') .. 'except { second = unicode "C" }'
  lu.assertEquals(left_out(text, 2, "first"), "0080..0084 0086..009F")
  lu.assertEquals(left_out(text, 2, "late"), "0085")
  lu.assertStrMatches(left_out(text, 2, "second"), "00AD 0378..0379 .*")
  local merged <const> = TWO:gsub(' }\n$', ', except = { odd = unicode "Cc" } }\n') .. 'except { odd = "U+00AD" }'
  lu.assertEquals(left_out(merged, 2, "odd"), "0080..009F 00AD")
end

function TestWords.test_allow_in_a_form_in_its_three_notations()
  local expected <const> = "0000..0040 005B..0060 007B..007F"
  for _, allow in ipairs { 'allow = unicode "L"', 'allow = { unicode "L" }', 'allow = { "U+0041..U+005A", unicode "Ll" }' } do
    lu.assertEquals(left_out('form "0xxxxxxx" { "U+0000..U+007F", ' .. allow .. " }", 1, "unlisted"), expected)
  end
  for _, allow in ipairs { 'allow (unicode "L")', 'allow { unicode "L" }' } do
    lu.assertEquals(left_out('form "0xxxxxxx" { "U+0000..U+007F" }\n' .. allow, 1, "unlisted"), expected)
  end
  lu.assertEquals(left_out('form "0xxxxxxx" { "U+0000..U+007F", allow = unicode "L" }\nallow "U+0030..U+0050"', 1, "unlisted"),
    "0000..0040 0051..007F")
end

function TestWords.test_a_set_has_exceptions()
  lu.assertEquals(left_out(TWO .. 'except { control = { unicode "Cc", except = { "U+0009", "U+000A", "U+000D" } } }', 1, "control"),
    "0000..0008 000B..000C 000E..001F 007F")
  lu.assertEquals(left_out(TWO .. 'except { control = { unicode "Cc", except = unicode "White_Space" } }', 2, "control"),
    "0080..0084 0086..009F")
end

function TestWords.test_never_takes_sets()
  local model <const> = understood(TWO .. 'never { { unicode "Zs", "end" and "U+000A" }, unicode "Mn", name = "mark_alone" }')
  local function fault(text)
    return (faults.of(model, { text:byte(1, -1) }) or {}).fault
  end
  lu.assertNil(fault "a\u{301} a\n")
  lu.assertEquals(fault " \u{301}", "mark_alone")
  lu.assertEquals(fault "\u{A0}\u{301}", "mark_alone")
  lu.assertEquals(fault "\n\u{301}", "mark_alone")
end

---What a person writes in ranges is what `unicode` writes in names.
function TestWords.test_profiles_of_the_catalogue_in_one_line()
  local lines <const> = {
    ["utf-8"] = 'except { surrogate = unicode "Cs" }',
    ["utf-8-interchange"] = 'except { surrogate = unicode "Cs" } disallow { noncharacter = unicode "Noncharacter_Code_Point" }',
    -- RFC 9839, section 4.3
    assignables = 'except { surrogate = unicode "Cs" } disallow { noncharacter = unicode "Noncharacter_Code_Point",\n'
      .. 'control = { unicode "Cc", except = { "U+0009..U+000A", "U+000D" } } }',
  }
  for name, line in pairs(lines) do
    local path <const> = ("gen/specs/%s.lua"):format(name)
    same_language(understood(FORMS .. line), pipeline.understand(read(path), path))
  end
end

function TestWords.test_pairs_keep_their_halves()
  local cesu <const> = HEAD .. FORMS:gsub('form "1111[^\n]*\n', ""):gsub('"U%+0800..U%+FFFF"',
    '"U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" }') .. 'pair { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" }\n'
  local plain <const> = pipeline.understand(cesu, "x.lua")
  local halves <const> = pipeline.understand(cesu .. 'except { alone = unicode "Cs" }', "x.lua")
  same_language(plain, halves)
  lu.assertStrContains(refusal(cesu:sub(#HEAD + 1) .. 'except { unassigned = unicode "Cn" }'),
    "the exception unassigned leaves out U+1000C, which pairs of line 5 write; what pairs write is written whole, U+10000..U+10FFFF")
  lu.assertStrContains(refusal(cesu:sub(#HEAD + 1) .. 'allow (unicode "L")'), "`allow` leaves out U+1000C, which pairs")
end

local WRONG <const> = {
  { TWO .. 'except { x = unicode "XID_continue" }', 4, 'unicode has no "XID_continue"; the nearest is XID_Continue; allowed are the '
    .. "general categories C, Cc, Cf, Cn, Co, Cs, L, LC, Ll, " },
  { TWO .. 'except { x = unicode "" }', 4, 'unicode has no ""' },
  { TWO .. "except { x = unicode {} }", 4, 'unicode is followed by a name, such as "Cn" or "XID_Continue"' },
  { TWO .. "\nlocal n = 'x' for i = 1, 7 do n = n .. n end except { x = unicode(n) }", 5, "unicode has no name of 128 bytes" },
  { TWO .. 'except { x = unicode "Cn" .. "" }', 4, "concatenate" },
  { TWO .. 'local set = unicode "Cn"\nset[1] = "U+0041"', 5, "a spec cannot change what unicode gives" },
  { 'form "0xxxxxxx" { unicode "L" }', 2, "a range of code points is a string" },
  { 'form "0xxxxxxx" { "U+0000..U+007F", also = unicode "L" }', 2, "also" },
  { TWO .. 'except { Cn = unicode "Cn" }', 4, "an exception needs a name in lower case" },
  { TWO .. 'except { unlisted = unicode "Cn" }', 4, "the name unlisted is taken" },
  { TWO .. 'except (unicode "Cn")', 4, "except is followed by named ranges" },
  { TWO .. 'except { a = unicode "Cn" }\nexcept { a = unicode "Cf" }', 5, "the exception a stands twice, first in line 4" },
  { TWO .. 'except { a = unicode "Cn", a = unicode "Cf" }', 4, "a stands twice in one table" },
  { TWO .. 'except { a = "U+0800" }', 4, "the exception a names U+0800, which is in no range of a form" },
  { TWO .. 'except { a = "U+0041", b = "U+0041" }', 4, "U+0041 is left out twice, as a and as b" },
  { TWO .. 'except { a = { unicode "Cc", except = unicode "C" } }', 4, "the exception a names no code point" },
  { TWO .. 'except { a = { unicode "Cc", other = "U+0041" } }', 4, "the exception a has no other; allowed are ranges" },
  { TWO .. 'except { a = { "U+0041", { "U+0042" } } }', 4, "a range of code points is a string" },
  { TWO .. 'allow (unicode "L")\nallow (unicode "M")', 5, "allow stands twice, first in line 4" },
  { TWO .. 'allow = unicode "L"', 4, "allow is a word of specs and is followed by what it says, without =" },
  { TWO .. 'allow { "U+0041", "U+0800..U+0801" }', 4, "`allow` names U+0800..U+0801, which is in no range of a form" },
  { TWO .. "allow {}", 4, "allow has no range" },
  { TWO .. 'except { a = "U+0080..U+07FF" }', 3, 'form "110xxxxx 10xxxxxx" is empty: its exceptions leave out all that it names' },
  { TWO .. 'allow (unicode "Zl")', 4, "no character is left: `allow` of line 4 is the last rule that leaves some out" },
  { 'form "0xxxxxxx" { "U+0000..U+007F", allow = "U+0080" }', 2, "`allow` names U+0080, which is in no range of its form" },
  { 'form "0xxxxxxx" { "U+0000..U+007F" }\nform "110xxxxx 10xxxxxx" { "U+0080..U+07FF", also = "U+0000" }\nexcept { nul = unicode "Cc" }',
    3, "`also` allows code points of U+0000 that the exception nul of line 4 leaves out" },
  { 'bytes "00..7F"\nallow (unicode "L")', 3, "`allow` has nothing to hold for: no form has code points" },
  -- What would take too much: the bound, not the time, ends it.
  { TWO .. 'for i = 1, 1e12 do local set = unicode "Cn" end', 4, "the spec runs too long" },
  { TWO .. 'local t = {} for i = 1, 1e12 do t[i] = unicode "Cn" end', 4, "the spec runs too long" },
  { TWO .. 'local s = "x" while true do s = s .. s end', 4, "the spec takes too much memory" },
  { TWO .. 'local set = { unicode "Cn" } set.except = set except { a = set }', 4, "the exception of the exception a has no except" },
}

function TestWords.test_wrong_uses_are_told_by_line()
  for _, case in ipairs(WRONG) do
    local message <const> = refusal(case[1])
    lu.assertStrContains(message, ("x.lua:%d: error: "):format(case[2]), false, false, case[1])
    lu.assertStrContains(message, case[3], false, false, case[1])
  end
end

function TestWords.test_sets_are_bounded_and_one_in_a_list_counts_once()
  local names = {}
  for i = 1, 257 do
    names[i] = ("a%d = set"):format(i)
  end
  local text <const> = TWO .. 'local set = unicode "Cn" except { %s }'
  lu.assertStrContains(refusal(text:format(table.concat(names, ", "))), "a spec uses at most 256 sets of unicode")
  local list <const> = TWO .. 'local set, t = unicode "Cc", {} for i = 1, 1000 do t[i] = set end except { control = t }'
  lu.assertEquals(left_out(list, 1, "control"), "0000..001F 007F")
end

function TestWords.test_a_long_spec_is_data_not_a_program_that_runs_too_long()
  local holes = {}
  for i = 0, 9999 do
    holes[#holes + 1] = ('"U+%04X"'):format(0x10000 + 3 * i)
  end
  local text <const> = FORMS .. ("except { hole = { %s } }"):format(table.concat(holes, ", "))
  lu.assertTrue(#text > 64 * 1024)
  lu.assertEquals(#spec.read(HEAD .. text, "x.lua").forms[4].except[1].ranges, #holes)
end

-- ---- What comes out ----

TestOutput = {}

function TestOutput.test_files_tell_the_version_where_the_spec_uses_it()
  local options <const> = { prefix = "x", spec_name = "x.lua", command = "u8gen gen x.lua" }
  local version <const>, image <const> = unicode.table()
  local line <const> = ("   unicode  %s, table %s\n"):format(version, spec.hash(image))
  local hashes = {}
  for i, text in ipairs { TWO .. 'except { control = unicode "Cc" }', TWO } do
    local model <const> = pipeline.compile(HEAD .. text, "x.lua")
    hashes[i] = model.spec.hash
    for _, file in ipairs(emit.files(".", model, options)) do
      local has_banner <const> = not file.name:find "%.json$"
      lu.assertEquals(file.text:find(line, 1, true) ~= nil, has_banner and i == 1, file.name)
      lu.assertEquals(file.text:find("   unicode  ", 1, true) ~= nil, has_banner and i == 1, file.name)
      lu.assertEquals(select(2, file.text:gsub("   body     %x+\n", "")), has_banner and 1 or 0, file.name)
    end
  end
  lu.assertNotEquals(hashes[1], spec.hash(HEAD .. TWO .. 'except { control = unicode "Cc" }'))
  lu.assertEquals(hashes[2], spec.hash(HEAD .. TWO))
end

function TestOutput.test_statements_say_what_is_left_out_in_ranges()
  local model <const> = spec.read(HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\nallow (unicode "L")\n'
    .. 'except { small = unicode "Ll" }', "x.lua")
  local words = {}
  for i, one in ipairs(spec.statements(model)) do
    words[i] = ("%s %s %X %X"):format(one.word, one.text, one.lo, one.hi)
  end
  lu.assertEquals(words, { "form 0xxxxxxx 0 0", "range  0 7F", "except small 61 7A", "disallow unlisted 0 40",
    "disallow unlisted 5B 60", "disallow unlisted 7B 7F" })
end

---Each control at each place of texts of three kinds: no kernel takes it, and all take the text with another character there.
local JUDGE <const> = [[
#include "utf8nobidicontrols.h"
#include <stdio.h>
#include <string.h>

int main(void)
{
    static const char *const around[3] = { "A", "\xCD\x8E", "\xE7\xB0\xB5" };
    static const char *const there[6] = { "\xD8\x9C", "\xE2\x80\x8E", "\xE2\x80\xAE", "\xE2\x81\xA6", "\xD8\x9D", "\xE2\x81\xA5" };
    int wrong = 0;
    for (size_t k = 0; k < utf8nobidicontrols_kernel_count(); k++) {
        const utf8nobidicontrols_kernel *kernel = utf8nobidicontrols_kernel_at(k);
        for (size_t n = 0; n < 3 * 6 * 400 && kernel->supported(); n++) {
            const char *filler = around[n % 3], *one = there[n / 3 % 6];
            char text[2048] = "";
            size_t size = 0, place = n / 18, width = strlen(filler);
            for (size_t i = 0; i < 400; i++) {
                const char *next = i == place ? one : filler;
                size_t length = i == place ? strlen(one) : width;
                memcpy(text + size, next, length);
                size += length;
            }
            int expected = n / 3 % 6 > 3;
            if (kernel->valid(text, size) != expected) {
                printf("%s: %s at %d of %d\n", kernel->name, expected ? "refuses" : "takes", (int)place, (int)n % 3);
                wrong++;
            }
        }
    }
    return wrong > 0;
}
]]

---What a command says, in a folder F of its own that is gone behind it.
local function said_in_folder(command, judge)
  local folder <const> = io.popen("mktemp -d"):read("l")
  local source <const> = io.open(folder .. "/judge.c", "w")
  source:write(judge or "")
  source:close()
  local text <const> = ("{ %s; } 2>&1"):format(command):gsub("%f[%w]F/", folder .. "/")
  local pipe <const> = io.popen(text)
  local said <const> = pipe:read("a")
  local ok <const> = pipe:close()
  os.execute("rm -rf " .. folder)
  return ok, said
end

---A profile with rules that look back over the end of a vector, and a name so long that lines are broken.
function TestOutput.test_kernels_are_right_at_every_place_of_a_vector()
  local ok <const>, said <const> = said_in_folder([[./u8gen gen docs/examples/specs/no-bidi-controls.lua -o F/out &&
    ${CC:-cc} -std=c11 -Og -Wall -Wextra -Wconversion -Werror -DUTF8NOBIDICONTROLS_ALL_KERNELS \
      -I F/out -o F/judge F/judge.c F/out/utf8nobidicontrols.c && F/judge]], JUDGE)
  lu.assertTrue(ok, said)
end

---The quick part of `u8gen verify`; `make profiles` does all of it, of every profile. Faults by exceptions and by `allow`: one of each.
function TestOutput.test_profiles_are_proved_and_their_faults_are_right()
  for _, name in ipairs { "identifiers", "no-bidi-controls" } do
    local prefix <const> = "utf8" .. name:gsub("%-", "")
    local commands <const> = {
      ("./u8gen gen docs/examples/specs/%s.lua -o F/out --model F/out"):format(name),
      ("make -s -f verify/verify.mk VERIFY_NATIVE_ONLY=1 VERIFY_DESCRIBED=1 "
        .. "VERIFY_OUT=F/out VERIFY_NAME=%s VERIFY_DIR=F/build VERIFY_OBJECTS=build/verify/objects F/build/%s-native")
        :format(prefix, prefix),
      ("F/build/%s-native --sample --checks automaton,proof,faults"):format(prefix),
    }
    local ok <const>, said <const> = said_in_folder(table.concat(commands, " && "))
    lu.assertTrue(ok, said)
    lu.assertStrContains(said, "dfa     passed")
    lu.assertStrContains(said, "check   passed")
    lu.assertNotStrContains(said, "WRONG")
  end
end

---docs/specs.md names all that there is, and shows lines that are right.
function TestOutput.test_the_document_tells_the_names_and_right_lines()
  local section <const> = read("docs/specs.md"):match("\n## Profiles of Unicode\n(.-)\n## ")
  local told, lines = {}, 0
  for cell in section:gmatch("\n|[^\n|]+|([^\n]+)|") do
    for name in cell:gmatch("`([%w_=]+)`") do
      told[#told + 1] = name:find("^=") and "Hangul_Syllable_Type" .. name or name
    end
  end
  table.sort(told)
  local known = {}
  for _, group in ipairs(unicode.names()) do
    table.move(group, 1, #group, #known + 1, known)
  end
  table.sort(known)
  lu.assertEquals(told, known)
  lu.assertStrContains(section, ("of Unicode %s."):format((unicode.table())))
  for line in section:gmatch("\n    (%l[^\n]+)") do
    spec.read(HEAD .. FORMS:gsub('"U%+0800..U%+FFFF"', '%0, except = { half = "U+D800..U+DFFF" }')
      .. line:gsub("[})]   +.*$", function(rest) return rest:sub(1, 1) end), "specs.md")
    lines = lines + 1
  end
  lu.assertEquals(lines, 11)
end

-- ---- The profiles ----

TestProfiles = {}

---The ranges of code points that a file of Unicode's gives a property or category, by awk: nothing of gen/ is in it.
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

---All code points that UnicodeData.txt lists, surrogates left out: a range is told by its first and its last.
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

---How many code points of a list UTF-8 writes in each length.
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

---Characters at the ends of ranges, through the automaton and through the table.
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
