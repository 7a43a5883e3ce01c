-- SPDX-License-Identifier: 0BSD
-- Reading of specs: errors are reported with their lines, and exceptions keep their order. Faults in UTF-8 text are reported with offset,
-- length and name.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local pipeline <const> = require "gen.pipeline"
local spec <const> = require "gen.spec.spec"
local faults <const> = require "gen.language.faults"
local files_ <const> = require "gen.common.files"
local judge <const> = require "tests.lib.judge"
local trials <const> = require "tests.lib.trials"

local UTF8 <const> = pipeline.compile(assert(files_.read "gen/specs/utf-8.lua"), "gen/specs/utf-8.lua")

-- ---- Faults ----

TestFaults = {}

function TestFaults.test_the_offset_length_and_name_of_faults_in_utf_8()
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
    lu.assertEquals({ fault and fault.offset, fault and fault.length, fault and fault.fault }, { case[2], case[3], case[4] },
      trials.hex(case[1]))
  end
end

-- ---- Specs ----

TestSpec = {}

local HEAD <const> = 'encoding "X" source "Y"\n'

---Wrong specs, each with the line of the error and a part of the message.
local WRONG <const> = {
  { 'encoding "X" -- “\nsource “Y”', 2, '“ (U+201C) is outside of strings and comments; a string of a spec is between the quotes " and "' },
  { 'encoding "X"\nsource "é"   â', 2, "â (U+00E2) is outside of strings" },
  { 'encoding "X"\nsource "\\" é" --[[ é ]] â', 2, "â (U+00E2) is outside of strings" },
  { 'encoding "X" source "\\z\n { a = 1, a = 2 }"', 1, "an encoding needs at least one form" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\nusers "\\z\n }"\nexcept { a = "U+0041",\n--[[\n]] ["a"] = "U+0042" }', 7,
    "a occurs twice in one table, first in line 5" },
  { HEAD .. 'form "00000xxx" { "U+0000..U+0007" }\nform "00010xxx 0010000x" { "U+0008..U+000F", also = "U+0001", allow = "U+0008" }', 3,
    "`also` names U+0001, but `allow` of line 3 leaves out some of these code points" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\nnever { "U+0001", "U+0002", name = unicode "Cn" }', 3, "this one is a table" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F", [unicode] = 1 }', 2, 'a form has an unknown key "a function"' },
  { HEAD .. 'form "0xxxxxxx" { { "U+0000..U+007F" }, also = { [{}] = 1 } }', 2, "also has an unknown key a table" },
  { HEAD .. "_ENV[{}] = 1", 2, "a spec cannot define global variables such as a table" },
  { 'encodng "X"', 1, "unknown word encodng; the nearest is encoding, allowed are allow, bytes, disallow, encoding, examples, except" },
  { HEAD .. 'form "0xxxxxx" { "U+0000..U+003F" }', 2, 'cannot read the byte "0xxxxxx" of a form' },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+0080" }', 2, 'U+0080 does not fit form "0xxxxxxx", whose 7 bits encode U+0000..U+007F' },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\nform "00xxxxxx 10xxxxxx" { "U+0080..U+00FF" }', 3, "and begins a character of form" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\nform "110xxxxx 10xxxxxx" { "U+0070..U+00FF" }', 3, "U+0070 is in two forms" },
  { HEAD .. 'form "0xxxxxxx" { "0..7F" }', 2, 'cannot read the range "0..7F"' },
  { HEAD .. 'form "0xxxxxxx" { "U+0041..U+0030" }', 2, "ends before it begins" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+0041", "U+0041" }', 2, "names U+0041 twice" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F", excpet = {} }', 2,
    'a form has an unknown key "excpet"; allowed are ranges, except, disallow, allow and also' },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F", except = { surrogate = "U+D800" } }', 2, "which its form does not have" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F", except = { overlong = "U+0041" } }', 2, "the name overlong is reserved" },
  { HEAD .. 'form "0xxxxxxx"', 2, "has no code points" },
  { HEAD, 1, "an encoding needs at least one form" },
  { 'source "Y"\nform "0xxxxxxx" { "U+0000..U+007F" }', 1, "the spec has no name" },
  { HEAD .. 'encoding "Z"', 2, "encoding occurs twice, first in line 1" },
  { HEAD .. "\nwhile true do end", 3, "runs too long" },
  { HEAD .. '\nlocal s = "0123456789" for i = 1, 60 do s = s .. s end', 3, "takes too much memory" },
  { HEAD .. 'local s = ("x"):rep(300000000)', 2, "attempt to index a string value" },
  { HEAD .. 'io.open("/etc/passwd")', 2, "unknown word io" },
  { HEAD .. "\nlimit = 3", 3, "a spec cannot define global variables such as limit" },
  { HEAD .. 'form("0xxxxxxx") {', 2, "unexpected symbol" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\nwell_formed [[\n00..7F\nXY ]]', 5, 'cannot read "XY" in well_formed' },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\nwell_formed [[ 00..7E ]]', 3, "differ from the forms" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\nexamples [[\nvalid 41\ninvalid 42 overlong ]]', 5, "by the rules it is well-formed" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\nexamples [[\nvalid 41\nwrong 42 ]]', 5, "an example is" },
  { "\27Lua", 1, "a spec cannot contain U+001B, a control character" },
  { ("-"):rep(1100000), 1, "at most 1048576 bytes" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\npair { high = "U+0041" }', 3, "pair must be followed by its halves" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\npair { high = "U+0041", low = "U+0090" }', 3, "is not inside the ranges of one form" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\npair { high = "U+0041..U+0050", low = "U+0050" }', 3,
    "is in both the high half and the low half" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\nnever { "U+0041" }', 3, "never must be followed by two ranges" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F", except = { a = "U+0041" } }\nnever { "U+0041", "U+0042" }', 3,
    "the exception a of line 2 leaves out" },
  { HEAD .. 'form "0xxxxxxx" { "U+0000..U+007F" }\nnever { "U+0041", "U+0042", nmae = "x" }', 3, 'never has an unknown key "nmae"' },
}

function TestSpec.test_wrong_specs_are_reported_with_their_lines()
  for _, case in ipairs(WRONG) do
    local ok, err = pcall(pipeline.compile, case[1], "bad.lua")
    lu.assertFalse(ok, case[1]:sub(1, 80))
    lu.assertTrue(err.spec_error, tostring(err))
    local message = spec.message(err)
    lu.assertStrContains(message, ("bad.lua:%d: error: "):format(case[2]))
    lu.assertStrContains(message, case[3])
  end
end

function TestSpec.test_a_wrong_spec_does_not_change_the_string_library()
  for _, case in ipairs(WRONG) do
    pcall(spec.read, case[1], "bad.lua")
    lu.assertEquals(("ok"):upper(), "OK")
  end
end

---The tests' own reader (tests/lib/spec_words.lua) gets the same order. A table of Lua has a random order, which changes from run to run.
function TestSpec.test_exceptions_keep_the_order_of_the_text()
  local FORM <const>, RULES <const> = 'form "0xxxxxxx" { "U+0000..U+007F" }\n', 'zebra = "U+0041", apple = "U+0042", mango = "U+0043"'
  for _, text in ipairs {
    'form "0xxxxxxx" { "U+0000..U+007F", except = { ' .. RULES .. " } }",
    FORM .. "except { " .. RULES .. " }",
    FORM .. "except { -- mango = 1, apple = 2\n--[[ a comment ]] " .. RULES .. " }",
    FORM .. 'except { ["zebra"] = "U+0041", [ \'apple\' ] = "U+0042", mango = "U+0043" }',
    FORM .. "except { --[[ mango = 1, apple = 2 ]] " .. RULES .. " }",
    FORM .. 'users "\\" mango = 1, \\z\n\n apple = 2"   except { ' .. RULES .. " }",
    FORM .. "users [==[ mango = 1, ]] apple = 2 ]==] except { " .. RULES .. " }",
    FORM .. "local t = { mango = 1 }\nt = { " .. RULES .. " }\nexcept(t)",
  } do
    local names, known = {}, {}
    for i, rule in ipairs(pipeline.compile(HEAD .. text, "test.lua").spec.forms[1].except) do
      names[i] = rule.name
    end
    for i, rule in ipairs(judge.read(HEAD .. text).forms[1].except) do
      known[i] = rule.name
    end
    lu.assertEquals(names, { "zebra", "apple", "mango" }, text)
    lu.assertEquals(known, names, text)
  end
end

function TestSpec.test_the_allow_of_a_form_may_list_its_also()
  local text <const> = HEAD .. 'form "00000xxx" { "U+0000..U+0007" }\n'
    .. 'form "00010xxx 0010000x" { "U+0008..U+000F", also = "U+0001", allow = { "U+0001", "U+0008" } }'
  local model <const> = pipeline.compile(text, "test.lua")
  lu.assertNil(faults.of(model, { 0x10, 0x21, 0x14, 0x20 }))
  lu.assertEquals(faults.of(model, { 0x14, 0x21 }).offset, 0)
end

function TestSpec.test_the_spec_of_utf_8_has_nine_rows_of_the_standard_and_sixteen_examples()
  lu.assertEquals(#UTF8.spec.well_formed, 9)
  lu.assertEquals(#UTF8.spec.examples, 16)
end

os.exit(lu.LuaUnit.run())
