-- SPDX-License-Identifier: 0BSD
-- Tests that a character that a profile leaves out is one ill-formed part: a character that XML forbids is one fault and one replacement.
--
-- tests/interface/profile_parts.c has UTF-8 and the characters that each standard forbids, as literal data. It tests the functions for
-- errors, repair, characters, cuts and streams with the first, a middle and the last character of each range, and the range's neighbors.
-- Each of these characters is tried between other text, whole and cut short. This file also tests the rules for profiles in specs, and the
-- messages of errors.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local dir <const> = require "pl.dir"
local diff <const> = require "gen.commands.differences"
local faults <const> = require "gen.language.faults"
local files <const> = require "gen.common.files"
local pipeline <const> = require "gen.pipeline"

local WORK <const> = "build/profiles_test"
dir.makepath(WORK)

---Runs a command. Returns whether it succeeded, and its output.
local function run(command)
  local pipe <const> = io.popen(("{ %s; } 2>&1"):format(command))
  local output <const> = pipe:read("a")
  return pipe:close() or false, output
end

-- ---- The code ----

TestCode = {}

local FLAGS <const> = "-std=c11 -O1 -Wall -Wextra -Wpedantic -Wno-unused-function -Werror"

---Compiles profile_parts.c with the code of a profile, and runs it.
---@param number integer of the profile in profile_parts.c
local function verdict_of(folder, prefix, number)
  local upper <const>, program <const> = prefix:upper(), ("%s/%s-%d"):format(WORK, prefix, number)
  local ok <const>, output <const> = run(('%s %s -I %s -DCODE=\'"%s.c"\' -DP=%s -DU=%s -D%s_STATIC -D%s_NO_SIMD -DPROFILE=%d -o %s '
    .. "tests/interface/profile_parts.c && %s"):format(os.getenv("CC") or "cc", FLAGS, folder, prefix, prefix, upper, upper, upper, number,
    program, program))
  return ok and output:find("^[1-9]%d* texts, right\n$") and "right" or output
end

for number, name in ipairs { "xml10", "yaml12", "toml10", "utf8interchange", "assignables", "mqttstrict", "utf8nonul" } do
  TestCode["test_" .. name] = function()
    lu.assertEquals(verdict_of("out/" .. name, name, number), "right")
  end
end

---If a profile leaves out all characters with certain first bytes, its automaton is dead after these bytes, before the character ends.
for number, name in pairs { [8] = "planes", [9] = "empty-form" } do
  TestCode["test_" .. name:gsub("%W", "_")] = function()
    local folder <const> = WORK .. "/" .. name
    lu.assertTrue(run(("./u8gen gen tests/specs/profiles/%s.lua -o %s --prefix it --kernels dfa"):format(name, folder)))
    lu.assertEquals(verdict_of(folder, "it", number), "right")
  end
end

-- ---- Specs ----

TestSpecs = {}

local FORMS <const> = [[
encoding "It"
source   "a test"
form "0xxxxxxx"                             { "U+0000..U+007F"%s }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF"%s }
]]

local function model_of(first, third, more)
  return pipeline.understand(FORMS:format(first or "", third or "") .. (more or ""), "it.lua")
end

local function refusal(first, third, more)
  local ok <const>, err <const> = pcall(model_of, first, third, more)
  return not ok and (err.line .. ": " .. err.message) or "taken"
end

---Returns the offset, length and name of the fault of a text in hexadecimal, such as "0 3 one"; or "well-formed".
local function fault_of(model, hex)
  local bytes = {}
  for digits in hex:gmatch("%x%x") do
    bytes[#bytes + 1] = tonumber(digits, 16)
  end
  local fault <const> = faults.of(model, bytes)
  return fault and ("%d %d %s"):format(fault.offset, fault.length, fault.fault) or "well-formed"
end

function TestSpecs.test_except_is_a_maximal_subpart_and_disallow_a_character()
  local excepted <const> = model_of(nil, ', except = { one = "U+FFFE" }')
  local disallowed <const> = model_of(nil, ', disallow = { one = "U+FFFE" }')
  lu.assertEquals(fault_of(excepted, "EF BF BE"), "0 2 one")
  lu.assertEquals(fault_of(disallowed, "EF BF BE"), "0 3 one")
  lu.assertEquals(fault_of(model_of(nil, nil, 'disallow { one = "U+FFFE" }'), "EF BF BE"), "0 3 one")
  lu.assertEquals(fault_of(model_of(nil, nil, 'allow { "U+0000..U+FFFD" }'), "EF BF BE"), "0 3 unlisted")
  lu.assertEquals(fault_of(model_of(nil, ', allow = "U+0800..U+FFFD"'), "EF BF BE"), "0 3 unlisted")
  -- Both encodings accept the same texts.
  lu.assertEquals(diff.shortest(excepted, disallowed), {})
  lu.assertEquals(diff.shortest(disallowed, excepted), {})
end

---If sets of `unicode` in `except` and `disallow` share code points, these belong to `except`. So surrogates keep the fault of `except`.
function TestSpecs.test_except_takes_precedence_over_disallow()
  for _, more in ipairs { 'except { surrogate = unicode "Cs" } disallow { other = unicode "C" }',
    'disallow { other = unicode "C" } except { surrogate = unicode "Cs" }' } do
    local model <const> = model_of(nil, nil, more)
    lu.assertEquals(fault_of(model, "ED A0 80"), "0 1 surrogate")
    lu.assertEquals(fault_of(model, "EF BF BF"), "0 3 other")
    lu.assertEquals(fault_of(model, "01"), "0 1 other")
  end
end

function TestSpecs.test_contradictions_are_refused()
  lu.assertEquals(refusal(', except = { one = "U+0001" }', ', disallow = { one = "U+FFFE" }'),
    "5: the name one is used by `except` in line 3 and by `disallow` in line 5; rename one of them")
  lu.assertEquals(refusal(nil, ', except = { one = "U+FFFE" }, disallow = { two = "U+FFFE..U+FFFF" }'),
    "5: U+FFFE is left out twice, by the exceptions one and two")
  lu.assertEquals(refusal(nil, nil, 'disallow { truncated = "U+0001" }'),
    "6: the name truncated is reserved for one of u8gen's own faults; choose another")
  lu.assertEquals(refusal(nil, nil, 'disallow "U+0001"'),
    '6: disallow must be followed by named ranges, such as { control = "U+0080..U+009F" }')
  lu.assertEquals(refusal(nil, nil, 'disallow { one = "U+0001" }\ndisallow { one = "U+0002" }'),
    "7: the exception one occurs twice, first in line 6; rename one of them")
  lu.assertEquals(refusal(nil, nil, 'disallow { all = "U+0000..U+FFFF" }'),
    "6: the spec has no characters: its rules leave out all of them, the last ones by the exception all of line 6")
  lu.assertEquals(refusal(nil, nil, 'disallow { one = "U+D800" }\npair { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" }'),
    "6: the exception one of line 6 leaves out U+D800, which are not characters but halves of the pair of line 7; use `except`")
end

---A character must not begin with the bytes of a shorter character, even if the profile leaves the shorter one out.
function TestSpecs.test_the_encoding_distinguishes_its_characters_without_the_profile()
  local spec <const> = 'encoding "It" source "a test"\nform "0xxxxxxx" { "U+0000..U+007F"%s }\n'
    .. 'form "00000000 1xxxxxxx" { "U+0080..U+00FF" }\n'
  local function output(word)
    local ok <const>, err <const> = pcall(pipeline.understand, spec:format((', %s = { nul = "U+0000" }'):format(word)), "it.lua")
    return ok or err.message:match("^%S+ is a character of form")
  end
  lu.assertTrue(output "except")
  lu.assertEquals(output "disallow", "00 is a character of form")
end

---diff finds the shortest text for each rule, although the profile's automaton is dead before the rules differ.
function TestSpecs.test_diff_distinguishes_rules_with_the_same_beginning()
  local model <const> = pipeline.understand(assert(files.read "tests/specs/profiles/planes.lua"), "planes.lua")
  local shown <const> = {}
  for _, one in ipairs(diff.shortest(pipeline.understand(assert(files.read "gen/specs/utf-8.lua"), "utf-8.lua"), model)) do
    shown[one.fault] = #one.bytes
    lu.assertEquals(faults.of(model, one.bytes).fault, one.fault)
  end
  lu.assertEquals(shown, { latin = 2, plane_2 = 4, plane_3 = 4, upper = 4, last_two = 4 })
end

os.exit(lu.LuaUnit.run())
