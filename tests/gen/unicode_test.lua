-- SPDX-License-Identifier: 0BSD
-- Unicode's categories and properties in specs: the meaning of `unicode`, `except` and `allow`, and the generated code.
--
-- Needs: build/verify/mutf8_to_utf8-native

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local emit <const> = require "gen.emit.emit"
local faults <const> = require "gen.language.faults"
local pipeline <const> = require "gen.pipeline"
local spec <const> = require "gen.spec.spec"
local unicode <const> = require "gen.spec.unicode"
local files_ <const> = require "gen.common.files"

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

local function understood(text)
  return pipeline.understand(HEAD .. text, "x.lua")
end

---The code points that a form's rule of this name leaves out, as "0041..0043 0045".
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

local function same_language(a, b)
  lu.assertEquals(a.automaton.count, b.automaton.count)
  lu.assertEquals(a.automaton.next, b.automaton.next)
end

-- ---- The words ----

TestWords = {}

function TestWords.test_ranges_of_unicode_are_clipped_to_the_form()
  local text <const> = 'form "0xxxxxxx" { "U+0000..U+0030",\n'
    .. 'except = { control = unicode "Cc", digit = unicode "Nd", nothing = unicode "Lo" } }'
    .. 'form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }'
  lu.assertEquals(left_out(text, 1, "control"), "0000..001F")
  lu.assertEquals(left_out(text, 1, "digit"), "0030")
  lu.assertEquals(#spec.read(HEAD .. text, "x.lua").forms[1].except, 2)
end

function TestWords.test_exclusions_outside_forms_apply_to_every_form()
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

function TestWords.test_characters_that_are_already_excluded_keep_their_names()
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

---A line with `unicode` defines the same language as the ranges of a spec of the catalogue.
function TestWords.test_a_line_with_unicode_equals_the_ranges_of_a_catalogue_spec()
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
    "the exception unassigned leaves out U+1000C, but no rule may leave out code points that the pairs of line 5 encode: U+10000..U+10FFFF")
  lu.assertStrContains(refusal(cesu:sub(#HEAD + 1) .. 'allow (unicode "L")'), "`allow` leaves out U+1000C, but no rule")
end

---Names that `unicode` refuses, each with the nearest name that it accepts: typical errors for each kind of name.
local NEAREST <const> = {
  Uppercase_Leter = "Uppercase_Letter", uppercase_letter = "Uppercase_Letter", ["gc=Uppercase"] = "gc=Uppercase_Letter",
  ["General_Category=Decimal_Nmber"] = "General_Category=Decimal_Number", ["General_Categry=Lu"] = "General_Category=Lu",
  ["Script=Greeek"] = "Script=Greek", ["sc=Grk"] = "sc=Grek", Greek = "Script=Greek", ["script=greek"] = "Script=Greek",
  ["Script_Extensions=Hebrow"] = "Script_Extensions=Hebrew", ["NFC_Quick_Check=Nope"] = "NFC_Quick_Check=No",
  ["NFKC_QC=Maybee"] = "NFKC_QC=Maybe", NFC_QC = "NFC_QC=Maybe", ["ccc=256"] = "ccc=240", ["ccc=2..5"] = "ccc=1",
  ["Canonical_Combining_Class=Virma"] = "Canonical_Combining_Class=Virama", ["hst=LL"] = "hst=L",
}

function TestWords.test_the_error_for_an_unknown_name_or_value_names_the_nearest()
  for name, nearest in next, NEAREST do
    lu.assertStrContains(refusal(TWO .. ('except { x = unicode "%s" }'):format(name)),
      (':4: error: unicode has no "%s"; the nearest is %s; allowed are the '):format(name, nearest))
  end
end

local WRONG <const> = {
  { TWO .. 'except { x = unicode "XID_continue" }', 4, 'unicode has no "XID_continue"; the nearest is XID_Continue; allowed are the '
    .. "general categories C, Cc, Cf, Cn, Co, Cs, L, LC, Ll, " },
  { TWO .. 'except { x = unicode "" }', 4, 'unicode has no ""' },
  { TWO .. "except { x = unicode {} }", 4, 'unicode must be followed by a name, such as "Cn" or "XID_Continue"' },
  { TWO .. "\nlocal n = 'x' for i = 1, 7 do n = n .. n end except { x = unicode(n) }", 5, "unicode has no name of 128 bytes" },
  { TWO .. 'except { x = unicode "Cn" .. "" }', 4, "concatenate" },
  { TWO .. 'local set = unicode "Cn"\nset[1] = "U+0041"', 5, "a spec cannot change the result of unicode" },
  { 'form "0xxxxxxx" { unicode "L" }', 2, "a range of code points is a string" },
  { 'form "0xxxxxxx" { "U+0000..U+007F", also = unicode "L" }', 2, "also" },
  { TWO .. 'except { Cn = unicode "Cn" }', 4, "an exception needs a name in lower case" },
  { TWO .. 'except { unlisted = unicode "Cn" }', 4, "the name unlisted is reserved" },
  { TWO .. 'except (unicode "Cn")', 4, "except must be followed by named ranges" },
  { TWO .. 'except { a = unicode "Cn" }\nexcept { a = unicode "Cf" }', 5, "the exception a occurs twice, first in line 4" },
  { TWO .. 'except { a = unicode "Cn", a = unicode "Cf" }', 4, "a occurs twice in one table" },
  { TWO .. 'except { a = "U+0800" }', 4, "the exception a names U+0800, which no form has" },
  { TWO .. 'except { a = "U+0041", b = "U+0041" }', 4, "U+0041 is left out twice, by the exceptions a and b" },
  { TWO .. 'except { a = { unicode "Cc", except = unicode "C" } }', 4, "the exception a names no code point" },
  { TWO .. 'except { a = { unicode "Cc", other = "U+0041" } }', 4, "the exception a has an unknown key other; allowed are ranges" },
  { TWO .. 'except { a = { "U+0041", { "U+0042" } } }', 4, "a range of code points is a string" },
  { TWO .. 'allow (unicode "L")\nallow (unicode "M")', 5, "allow occurs twice, first in line 4" },
  { TWO .. 'allow = unicode "L"', 4, "allow is a statement of specs; write its value directly after it, without =" },
  { TWO .. 'allow { "U+0041", "U+0800..U+0801" }', 4, "`allow` names U+0800..U+0801, which no form has" },
  { TWO .. "allow {}", 4, "allow has no range" },
  { TWO .. 'except { a = "U+0080..U+07FF" }', 3,
    'form "110xxxxx 10xxxxxx" has no characters: its exceptions leave out all its code points' },
  { TWO .. 'allow (unicode "Zl")', 4, "`allow` names no code point that a form has" },
  { TWO .. 'except { a = unicode "Nd" }\nallow (unicode "Nd")', 5, "the spec has no characters: its rules leave out all of them, "
    .. "the last ones by `allow` of line 5" },
  { 'form "0xxxxxxx" { "U+0000..U+007F", allow = "U+0080" }', 2, "`allow` names U+0080, which its form does not have" },
  { 'form "0xxxxxxx" { "U+0000..U+007F" }\nform "110xxxxx 10xxxxxx" { "U+0080..U+07FF", also = "U+0000" }\nexcept { nul = unicode "Cc" }',
    3, "`also` names U+0000, but the exception nul of line 4 leaves out some of these code points" },
  { 'bytes "00..7F"\nallow (unicode "L")', 3, "`allow` applies to nothing: no form has code points" },
  -- Specs that would take too much time or memory. Limits of the generator end the first three. In the last one, a set contains itself.
  { TWO .. 'for i = 1, 1e12 do local set = unicode "Cn" end', 4, "the spec runs too long" },
  { TWO .. 'local t = {} for i = 1, 1e12 do t[i] = unicode "Cn" end', 4, "the spec runs too long" },
  { TWO .. 'local s = "x" while true do s = s .. s end', 4, "the spec takes too much memory" },
  { TWO .. 'local set = { unicode "Cn" } set.except = set except { a = set }', 4,
    "the `except` of the exception a has an unknown key except" },
}

function TestWords.test_wrong_uses_are_reported_with_their_lines()
  for _, case in ipairs(WRONG) do
    local message <const> = refusal(case[1])
    lu.assertStrContains(message, ("x.lua:%d: error: "):format(case[2]), false, false, case[1])
    lu.assertStrContains(message, case[3], false, false, case[1])
  end
end

function TestWords.test_sets_are_bounded_and_a_repeated_set_counts_once()
  local names = {}
  for i = 1, 257 do
    names[i] = ("a%d = set"):format(i)
  end
  local text <const> = TWO .. 'local set = unicode "Cn" except { %s }'
  lu.assertStrContains(refusal(text:format(table.concat(names, ", "))), "a spec uses at most 256 sets of unicode")
  local list <const> = TWO .. 'local set, t = unicode "Cc", {} for i = 1, 1000 do t[i] = set end except { control = t }'
  lu.assertEquals(left_out(list, 1, "control"), "0000..001F 007F")
end

function TestWords.test_a_long_spec_does_not_exceed_the_limit_of_steps()
  local holes = {}
  for i = 0, 9999 do
    holes[#holes + 1] = ('"U+%04X"'):format(0x10000 + 3 * i)
  end
  local text <const> = FORMS .. ("except { hole = { %s } }"):format(table.concat(holes, ", "))
  lu.assertTrue(#text > 64 * 1024)
  lu.assertEquals(#spec.read(HEAD .. text, "x.lua").forms[4].except[1].ranges, #holes)
end

-- ---- Output ----

TestOutput = {}

function TestOutput.test_files_name_the_version_of_unicode_if_the_spec_uses_it()
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

function TestOutput.test_statements_list_exceptions_as_ranges()
  local model <const> = spec.read(HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\nallow (unicode "L")\n'
    .. 'except { small = unicode "Ll" }', "x.lua")
  local words = {}
  for i, one in ipairs(spec.statements(model)) do
    words[i] = ("%s %s %X %X"):format(one.word, one.text, one.lo, one.hi)
  end
  lu.assertEquals(words, { "form 0xxxxxxx 0 0", "range  0 7F", "except small 61 7A", "disallow unlisted 0 40",
    "disallow unlisted 5B 60", "disallow unlisted 7B 7F" })
end

---Puts each of four bidi controls, and each of two neighbors of controls, at each of 400 places in three kinds of text. Every kernel must
---reject the texts with a control, and accept those with a neighbor.
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
                printf("%s: %s at %d of %d\n", kernel->name, expected ? "rejects" : "accepts", (int)place, (int)n % 3);
                wrong++;
            }
        }
    }
    return wrong > 0;
}
]]

---Runs a command. In the command, F/ means a temporary folder, which has the text `judge` as judge.c.
---@return boolean? ok
---@return string output
local function output_in_folder(command, judge)
  local folder <const> = io.popen("mktemp -d"):read("l")
  local source <const> = io.open(folder .. "/judge.c", "w")
  source:write(judge or "")
  source:close()
  local commands <const> = ("{ %s; } 2>&1"):format(command):gsub("%f[%w]F/", folder .. "/")
  local pipe <const> = io.popen(commands)
  local output <const> = pipe:read("a")
  local ok <const> = pipe:close()
  os.execute("rm -rf " .. folder)
  return ok, output
end

---This profile has rules that look back into the previous vector, and a name so long that emitted lines are broken.
function TestOutput.test_kernels_are_right_at_every_place_of_a_vector()
  local ok <const>, output <const> = output_in_folder([[./u8gen gen docs/examples/specs/no-bidi-controls.lua -o F/out &&
    ${CC:-cc} -std=c11 -Og -Wall -Wextra -Wconversion -Werror -DUTF8NOBIDICONTROLS_ALL_KERNELS \
      -I F/out -o F/judge F/judge.c F/out/utf8nobidicontrols.c && F/judge]], JUDGE)
  lu.assertTrue(ok, output)
end

---Runs three checks of `u8gen verify`; `make profiles` runs all of them, for more specs. The first profile has faults of `allow`, the
---second one faults of `disallow`.
function TestOutput.test_automaton_proof_and_faults_of_two_profiles_are_verified()
  for _, name in ipairs { "identifiers", "no-bidi-controls" } do
    local prefix <const> = "utf8" .. name:gsub("%-", "")
    local commands <const> = {
      ("./u8gen gen docs/examples/specs/%s.lua -o F/out --model F/out"):format(name),
      ("make -s -f verify/verify.mk VERIFY_NATIVE_ONLY=1 VERIFY_DESCRIBED=1 "
        .. "VERIFY_OUT=F/out VERIFY_NAME=%s VERIFY_DIR=F/build VERIFY_OBJECTS=build/verify/objects F/build/%s-native")
        :format(prefix, prefix),
      ("F/build/%s-native --sample --checks automaton,proof,faults"):format(prefix),
    }
    local ok <const>, output <const> = output_in_folder(table.concat(commands, " && "))
    lu.assertTrue(ok, output)
    lu.assertStrContains(output, "dfa     passed")
    lu.assertStrContains(output, "check   passed")
    lu.assertNotStrContains(output, "WRONG")
  end
end

---docs/specs.md lists all names that `unicode` knows, and its example lines are read without an error.
function TestOutput.test_specs_md_lists_all_names_and_its_example_lines_can_be_read()
  local section <const> = read("docs/specs.md"):match("\n## Profiles of Unicode\n(.-)\n## ")
  local listed, lines = {}, 0
  for cell in section:gmatch("\n|[^\n|]+|([^\n]+)|") do
    for name in cell:gsub("%b()", ""):gmatch("`([%w_]+)`") do
      listed[#listed + 1] = name
    end
  end
  table.sort(listed)
  local known = {}
  for _, group in ipairs(unicode.names()) do
    table.move(group, 1, #group, #known + 1, known)
  end
  table.sort(known)
  lu.assertEquals(listed, known)
  lu.assertStrContains(section, ("of Unicode %s."):format((unicode.table())))
  for line in section:gmatch("\n    (%l[^\n]+)") do
    spec.read(HEAD .. FORMS:gsub('"U%+0800..U%+FFFF"', '%0, except = { half = "U+D800..U+DFFF" }')
      .. line:gsub("[})]   +.*$", function(rest) return rest:sub(1, 1) end), "specs.md")
    lines = lines + 1
  end
  lu.assertEquals(lines, 11)
end

os.exit(lu.LuaUnit.run())
