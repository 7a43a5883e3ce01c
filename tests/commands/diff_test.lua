-- SPDX-License-Identifier: 0BSD
-- Tests `u8gen diff`: only one encoding accepts each text that it shows, and no shorter such text has the same fault.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local faults <const> = require "gen.language.faults"
local bytes_ <const> = require "gen.common.bytes"
local diff <const> = require "gen.commands.differences"
local files_ <const> = require "gen.common.files"
local catalogue <const> = require "tests.lib.catalogue"
local place <const> = require "tests.lib.workplace" "diff_test"

local expect <const>, write <const> = place.expect, place.write
local CATALOGUE <const>, texts_of <const> = catalogue.list, catalogue.texts_of

local function read(name)
  return (assert(files_.read(name)))
end

TestDiff = {}

TestDiff.setUp = place.clear

function TestDiff.test_shortest_texts_in_both_directions()
  lu.assertEquals(expect("u8gen diff utf-8 cesu-8", 1), [[
texts that utf-8 accepts and cesu-8 refuses, the shortest for each fault:
  not_a_form  F0 90 80 80        U+10000
texts that cesu-8 accepts and utf-8 refuses, the shortest for each fault:
  surrogate   ED A0 80 ED B0 80  U+10000
]])
  lu.assertEquals(expect("u8gen diff wtf-8 utf-8-generalized", 1), [[
wtf-8 accepts nothing that utf-8-generalized refuses
texts that utf-8-generalized accepts and wtf-8 refuses, the shortest for each fault:
  surrogate_pair  ED A0 80 ED B0 80  U+D800 U+DC00
]])
end

function TestDiff.test_equal_languages()
  write("mine.lua", (read "gen/specs/utf-8.lua":gsub('"U%+0000..U%+007F"', '"U+0041..U+007F", "U+0000..U+0040"')))
  expect("u8gen diff utf-8 mine.lua", 0, "utf-8 and mine.lua accept the same texts\n")
end

function TestDiff.test_changes_are_named_after_their_rule()
  write("mine.lua", (read "gen/specs/cesu-8.lua":gsub('"U%+0080..U%+07FF"', '%0, except = { soft_hyphen = "U+00AD" }')))
  expect("u8gen diff cesu-8 ./mine.lua", 1, "soft_hyphen  C2 AD  U+00AD", "./mine.lua accepts nothing that cesu-8 refuses")
end

-- E1 BF and E2 BF lead to the same state, but the first byte decides which exception excludes BF as the third byte.
function TestDiff.test_rules_after_one_state_are_distinguished()
  write("mine.lua", (read "gen/specs/cesu-8.lua":gsub('except = {', '%0 one = "U+1FFF", two = "U+2FFF", ')))
  expect("u8gen diff cesu-8 ./mine.lua", 1, "  one  E1 BF BF  U+1FFF\n  two  E2 BF BF  U+2FFF\n")
end

-- The two rules differ in the first or in the second character. If the first characters differ, both of them lead the automaton to the same
-- state.
function TestDiff.test_each_rule_on_two_characters_is_named()
  for second, first in next, { ['"U+0042"'] = '"U+0043"', ['"U+0043"'] = '"U+0041"' } do
    write("mine.lua", ('%s\nnever { "U+0041", "U+0042", name = "one" }\nnever { %s, %s, name = "two" }\n')
      :format(read "gen/specs/cesu-8.lua", first, second))
    expect("u8gen diff cesu-8 ./mine.lua", 1, "  one  41 42  U+0041 U+0042\n  two  4")
  end
end

function TestDiff.test_wrong_usage_has_status_2()
  expect("u8gen diff utf-8", 2, "missing argument 'other'")
  expect("u8gen diff utf-8 utf8", 2, "no encoding of the catalogue is called utf8; the nearest is utf-8")
end

-- One encoding must accept each text that the command shows, and the other must reject it with the named fault. The test also tries the
-- texts of texts_of, a byte of each byte class of `one`, and this byte with one of each class of `other`, in both orders. If `one`
-- accepts one of these and `other` does not, the command must show a text with its fault that is not longer.
function TestDiff.test_all_differences_are_right_and_shortest()
  for _, one in ipairs(CATALOGUE) do
    for _, other in ipairs(CATALOGUE) do
      local best = {}
      for _, difference in ipairs(diff.shortest(one.model, other.model)) do
        best[difference.fault] = difference.bytes
        lu.assertNil(faults.of(one.model, difference.bytes), one.name)
        lu.assertEquals(faults.of(other.model, difference.bytes).fault, difference.fault, other.name)
      end
      lu.assertEquals(next(best) == nil and next(diff.shortest(other.model, one.model)) == nil, one == other, one.name .. " " .. other.name)
      local function try(bytes)
        local fault <const> = not faults.of(one.model, bytes) and faults.of(other.model, bytes)
        if fault then
          local found <const> = best[fault.fault]
          lu.assertTrue(found and #found <= #bytes, ("%s, %s: %s"):format(one.name, other.name, bytes_.hex(bytes)))
        end
      end
      for _, first in ipairs(one.model.automaton.classes) do
        try { first.bytes[1] }
        for _, second in ipairs(other.model.automaton.classes) do
          try { first.bytes[1], second.bytes[1] }
          try { second.bytes[1], first.bytes[1] }
        end
      end
      for _, model in ipairs { one.model, other.model } do
        for _, bytes in ipairs(texts_of(model)) do
          try(bytes)
        end
      end
    end
  end
end

os.exit(lu.LuaUnit.run())
