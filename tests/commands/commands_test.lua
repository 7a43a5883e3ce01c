-- SPDX-License-Identifier: 0BSD
-- explain, diff, dot, check and list: what they say is so.
--
-- In: ./u8gen, gen/, out/. Out: luaunit's lines. What a command prints is compared with what must be printed, word for word where a reader
-- would quote it; what it claims is tried against the automata, and against the C of out/.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local pipeline <const> = require "gen.pipeline"
local faults <const> = require "gen.language.faults"
local bytes_ <const> = require "gen.common.bytes"
local characters <const> = require "gen.language.characters"
local explain <const> = require "gen.commands.explanation"
local diff <const> = require "gen.commands.differences"
local facts <const> = require "gen.emit.facts"
local isas <const> = require "gen.kernel.isas"
local files_ <const> = require "gen.common.files"

local HERE <const> = io.popen("pwd"):read("l")
local WORK <const> = HERE .. "/build/commands_test"

---Runs a shell command in WORK, in which the word u8gen stands for the program.
local function expect(command, status, ...)
  local program <const> = ("'%s/u8gen' "):format(HERE)
  local line <const> = (command .. " "):gsub("%f[%w_/.]u8gen ", (program:gsub("%%", "%%%%")))
  local pipe <const> = io.popen(("cd '%s' && { %s\n} 2>&1"):format(WORK, line))
  local text <const> = pipe:read("a")
  local _, _, got = pipe:close()
  lu.assertEquals(got, status, command .. "\n" .. text)
  for _, part in ipairs { ... } do
    lu.assertStrContains(text, part)
  end
  return text
end

local function read(name)
  return (assert(files_.read(name)))
end

local function write(name, text)
  local file <const> = assert(io.open(WORK .. "/" .. name, "wb"))
  file:write(text)
  file:close()
end

local CATALOGUE <const> = {}
for file in io.popen("ls gen/specs"):lines() do
  CATALOGUE[#CATALOGUE + 1] = { name = file:gsub("%.lua$", ""), model = pipeline.understand(read("gen/specs/" .. file), file) }
end

local function model_of(name)
  for _, entry in ipairs(CATALOGUE) do
    if entry.name == name then
      return entry.model
    end
  end
end

---Short texts around everything that a spec tells apart: its examples, and the ends of all its rows, well-formed and excluded, whole, cut
---short, and behind and before other things.
local function texts_of(model)
  local texts, seen = {}, {}
  local function add(bytes)
    local key <const> = bytes_.hex(bytes)
    if not seen[key] and #bytes > 0 then
      seen[key], texts[#texts + 1] = true, bytes
    end
  end
  for _, example in ipairs(model.spec.examples) do
    add(example.bytes)
  end
  for _, list in ipairs { model.rows, model.excluded } do
    for _, row in ipairs(list) do
      for _, side in ipairs { "lo", "hi" } do
        local bytes = {}
        for i, range in ipairs(row.bytes) do
          bytes[i] = range[side]
          add { table.unpack(bytes) }
          add { 0x41, table.unpack(bytes) }
          add { 0xED, 0xA0, 0x80, table.unpack(bytes) }
          add { 0xFF, table.unpack(bytes) }
        end
        bytes[#bytes + 1] = 0x41
        add(bytes)
      end
    end
  end
  return texts
end

TestCharacters = {}

function TestCharacters.test_utf_8_is_what_lua_writes()
  local spec <const> = model_of("utf-8").spec
  for _, code_point in ipairs { 0, 0x41, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF } do
    local bytes <const> = characters.write(spec, code_point)
    lu.assertEquals(string.char(table.unpack(bytes)), utf8.char(code_point))
    lu.assertEquals(characters.read(spec, bytes), code_point)
  end
  for _, code_point in ipairs { 0xD800, 0xDFFF, 0x110000 } do
    lu.assertNil(characters.write(spec, code_point))
  end
end

function TestCharacters.test_what_is_written_is_well_formed_and_read_back()
  for _, entry in ipairs(CATALOGUE) do
    local written = 0
    for code_point = 0, 0x10FFFF, 0xFB do
      local bytes <const> = characters.write(entry.model.spec, code_point)
      if bytes then
        written = written + 1
        lu.assertNil(faults.of(entry.model, bytes))
        lu.assertEquals(characters.read(entry.model.spec, bytes), code_point)
      end
    end
    lu.assertTrue(written > 200, entry.name)
  end
end

TestExplain = {}

local GRIN <const> = [[

U+1F600 😀 in the catalogue:
  F0 9F 98 80        assignables, fss-utf, mqtt-strict, mutf-8-android, toml-1.0, utf-8, utf-8-generalized,
                     utf-8-interchange, utf-8-nonul, wtf-8, xml-1.0, yaml-1.2
  ED A0 BD ED B8 80  cesu-8, mutf-8-paired
                     as two characters, U+D83D U+DE00: cesu-8-lax, mutf-8, mutf-8-lenient
]]

function TestExplain.setUp()
  os.execute(("rm -rf '%s' && mkdir -p '%s'"):format(WORK, WORK))
end

function TestExplain.test_a_character_and_how_others_write_it()
  local text <const> = expect("u8gen explain utf-8 'F0 9F 98 80'", 0)
  lu.assertEquals(text, [[
UTF-8: 4 bytes, well-formed
       0  F0 9F 98 80  11110000 10011111 10011000 10000000  U+1F600 😀
]] .. GRIN)
  lu.assertEquals(expect("u8gen explain utf-8 F09F9880", 0), text)
  lu.assertEquals(expect("u8gen explain utf-8 f0 '9F98  80'", 0), text)
  lu.assertEquals(expect("cp '" .. HERE .. "/gen/specs/utf-8.lua' mine.lua; u8gen explain ./mine.lua F0 9F 98 80", 0), text)
end

function TestExplain.test_a_pair_shows_its_halves()
  lu.assertEquals(expect("u8gen explain cesu-8 'ED A0 BD ED B8 80'", 0), [[
CESU-8: 6 bytes, well-formed
       0  ED A0 BD  11101101 10100000 10111101  high half U+D83D
          ED B8 80  11101101 10111000 10000000  low half U+DE00, together U+1F600 😀
]] .. GRIN)
end

function TestExplain.test_faults_say_where_which_and_what_was_expected()
  lu.assertEquals(expect("u8gen explain utf-8 41EDA080C3", 0), [[
UTF-8: 5 bytes, ill-formed: surrogate at byte 1, length 1
       0  41  01000001  U+0041 A
       1  ED  11101101  ill-formed: surrogate
                          after ED found A0, expected 80..9F
                          the rule: without ED A0..BF (ED A0 80 would be U+D800)
       2  A0  10100000  ill-formed: too_long
                          found A0, expected 00..7F, C2..F4
       3  80  10000000  ill-formed: too_long
                          found 80, expected 00..7F, C2..F4
       4  C3  11000011  ill-formed: truncated
                          after C3 the text ends, expected 80..BF
]])
  expect("u8gen explain wtf-8 EDA080EDB080", 0, "surrogate_pair at byte 3, length 3",
    "the rule: never U+DC00..U+DFFF directly after U+D800..U+DBFF")
  expect("u8gen explain cesu-8 EDA08041", 0, "unpaired at byte 0, length 3", "after ED A0 80 found 41, expected ED",
    "the rule: U+D800..U+DBFF only before U+DC00..U+DFFF")
  expect("u8gen explain utf-8 ''", 0, "UTF-8: 0 bytes, well-formed")
end

-- Controls, what turns the line's direction, halves and private things never reach a terminal.
function TestExplain.test_only_printable_characters_are_printed()
  local bytes = {}
  for _, code_point in ipairs { 0, 7, 0x1B, 0x7F, 0x85, 0x9B, 0xAD, 0x200B, 0x202E, 0x2066, 0xFEFF, 0xE000, 0xFFFE, 0x1FFFF, 0xE0001 } do
    table.move(characters.write(model_of("utf-8").spec, code_point), 1, 4, #bytes + 1, bytes)
  end
  lu.assertNil(explain.show(model_of "utf-8", bytes, CATALOGUE):find "[^\n -~]")
  lu.assertNil(explain.show(model_of "wtf-8", { 0xED, 0xA0, 0x80 }, CATALOGUE):find "[^\n -~]")
  lu.assertStrContains(explain.show(model_of "utf-8", { 0xC3, 0xA9 }, CATALOGUE), "U+00E9 é")
end

-- The first line is what PREFIX_check of the emitted C gives.
local JUDGE <const> = [[
#include <stdio.h>
int main(void) {
    unsigned byte;
    unsigned char text[64];
    size_t size = 0;
    char end;
    while (scanf("%%x%%c", &byte, &end) == 2) {
        text[size++] = (unsigned char)byte;
        if (end == '\n') {
            %s_error error;
            if (%s_check(text, size, &error)) puts("well-formed");
            else printf("ill-formed: %%s at byte %%d, length %%d\n", %s_fault_name(error.fault), (int)error.offset, (int)error.length);
            size = 0;
        }
    }
    return 0;
}
]]

function TestExplain.test_the_first_fault_is_that_of_the_emitted_check()
  for _, entry in ipairs(CATALOGUE) do
    local name <const>, lines, expected = entry.model.spec.name, {}, {}
    for i, bytes in ipairs(texts_of(entry.model)) do
      lines[i] = bytes_.hex(bytes)
      expected[i] = explain.show(entry.model, bytes, {}):match "^[^\n]*bytes?, ([^\n]*)\n"
    end
    write("judge.c", ('#include "%s.h"\n'):format(name) .. JUDGE:format(name, name, name))
    write("texts", table.concat(lines, "\n") .. "\n")
    local said <const> = expect(("cc -O1 -D%s_NO_SIMD -I '%s/out/%s' judge.c '%s/out/%s/%s.c' -o judge && ./judge < texts"):format(
      name:upper(), HERE, name, HERE, name, name), 0)
    local i = 0
    for line in said:gmatch "[^\n]+" do
      i = i + 1
      lu.assertEquals(expected[i], line, name .. " " .. tostring(lines[i]))
    end
    lu.assertEquals(i, #lines)
  end
end

-- Every byte is shown once, in order, whatever the text.
function TestExplain.test_all_bytes_are_shown()
  for _, entry in ipairs(CATALOGUE) do
    for _, bytes in ipairs(texts_of(entry.model)) do
      local shown = {}
      for line in explain.show(entry.model, bytes, {}):gmatch "[^\n]+" do
        shown[#shown + 1] = line:match("^..[ %d][ %d][ %d][ %d][ %d][ %d]  ([%x ]-)  +" .. ("[01]"):rep(8))
      end
      lu.assertEquals(table.concat(shown, " "), bytes_.hex(bytes))
    end
  end
end

function TestExplain.test_nonsense_is_refused_with_its_place()
  expect("u8gen explain utf-8 'F0 9G'", 2, "character 5 of argument 1, 'G', is not a hexadecimal digit; bytes are written 'C3 A9', 0xC3")
  expect("u8gen explain utf-8 '41 é'", 2, "character 4 of argument 1, the byte C3, is not a hexadecimal digit")
  expect("u8gen explain utf-8 'F0 9 98'", 2, "character 4 of argument 1, '9', is a single digit")
  expect("u8gen explain utf-8 41 0xC", 2, "character 3 of argument 2, 'C', is a single digit")
  -- No letter of a text is taken for a digit.
  expect("u8gen explain utf-8 'cafe%C3%A9'", 2, "character 5 of argument 1, '%', begins a different notation from the bytes before it")
  expect("u8gen explain utf-8 '%C3%A9ad'", 2, "character 7 of argument 1, 'a', begins a different notation")
  expect("u8gen explain utf-8", 2, "missing argument 'bytes'")
  for _, point in ipairs { "U+D800", "U+110000", "U+FFFFFFFFFFFFFFFFF" } do
    expect("u8gen explain utf-8 41 " .. point, 2, ("character 1 of argument 2, '%s': UTF-8 does not encode %s"):format(point, point))
  end
end

---As programs print bytes: the same text, whatever it is written in.
function TestExplain.test_notations_of_bytes()
  local spec <const> = model_of "utf-8".spec
  local same <const> = { 0xC3, 0xA9, 0x41, 0xF0, 0x9F, 0x98, 0x80 }
  for _, text in ipairs {
    "C3A941F09F9880", "c3 a9 41 f0 9f 98 80", "\\xC3\\xA9\\x41\\xF0\\x9F\\x98\\x80", "0xC3,0xA9,0x41,0xf0,0x9f,0x98,0X80",
    "%C3%A9%41%F0%9F%98%80", "=C3=A9=41=F0=9F=98=80", "<C3><A9><41><f0><9f><98><80>", "\\303\\251\\101\\360\\237\\230\\200",
    "{ 0xC3, 0xA9, 0x41, 0xF0, 0x9F, 0x98, 0x80 };",
    '"\\xc3\\xa9" "\\x41" "\\xf0\\x9f\\x98\\x80"', "b'\\xc3\\xa9\\x41\\xf0\\x9f\\x98\\x80'",
    "C3:A9:41:F0:9F:98:80", "C3-A9-41-F0-9F-98-80", "[0xC3, 0xA9, 0x41, 0xF09F9880]", "U+00E9 u+41 U+1F600", "U+00E9,U+0041,U+1F600",
    "\\u00E9\\u0041 \\U0001F600", "\\u{E9}\\u{41}\\u{1F600}", "\\xC3\\xA9 U+0041 F09F9880",
  } do
    local bytes <const>, reason <const> = explain.read_bytes({ text }, spec)
    lu.assertEquals(bytes, same, text .. ": " .. (reason or ""))
  end
  lu.assertEquals(explain.read_bytes({ "C3", "0xA9" }, spec), { 0xC3, 0xA9 })
  -- A character has the bytes of the encoding that reads it.
  lu.assertEquals(explain.read_bytes({ "U+1F600", "U+0000" }, model_of "mutf-8-paired".spec),
    { 0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80, 0xC0, 0x80 })
  for _, word in ipairs { "'\\xC3\\xA9'", "0xC3,0xA9", "%C3%A9", "U+00E9" } do
    lu.assertEquals(expect("u8gen explain utf-8 " .. word, 0), expect("u8gen explain utf-8 C3 A9", 0), word)
  end
end

-- RFC 9839 lets tab and ends of lines through; a terminal shall get none of them.
function TestExplain.test_controls_are_shown_by_their_numbers()
  local bytes = {}
  for byte = 0, 0x1F do
    bytes[#bytes + 1] = byte
  end
  table.move({ 0x7F, 0xC2, 0x80, 0xC2, 0x9F }, 1, 5, #bytes + 1, bytes)
  local text <const> = explain.show(model_of "utf-8", bytes, CATALOGUE)
  lu.assertNil(text:find "[^\n -~]")
  lu.assertStrMatches(text, "UTF%-8: [^\n]*\n" .. ("[^\n]* U%+[%x]+\n"):rep(35) .. ".*")
end

function TestExplain.test_verbose_shows_what_each_byte_gives()
  lu.assertEquals(expect("u8gen explain -v utf-8 'C3 A9 41 ED A0'", 0), [[
UTF-8: 5 bytes, ill-formed: surrogate at byte 3, length 1
       0  C3 A9  11000011 10101001  U+00E9 é
                 ---00011 --101001  payload: 1110 1001 = 233 = U+00E9
       2  41     01000001           U+0041 A
                 -1000001           payload: 0100 0001 = 65 = U+0041
       3  ED     11101101           ill-formed: surrogate
                                      after ED found A0, expected 80..9F
                                      the rule: without ED A0..BF
       4  A0     10100000           ill-formed: too_long
                                      found A0, expected 00..7F, C2..F4
]])
  expect("u8gen explain cesu-8 --verbose 'ED A0 BD ED B8 80'", 0,
    "----1101 --100000 --111101  payload: 1101 1000 0011 1101 = 55357 = U+D83D",
    "----1101 --111000 --000000  payload: 1101 1110 0000 0000 = 56832 = U+DE00", "pair: 0001 1111 0110 0000 0000 = 128512 = U+1F600")
  write("base.lua", 'encoding "Base" source "test"\nform "100xxxxx" { "U+0080..U+009F" }\nbytes "FE 80..FE"\n')
  expect("u8gen explain -v ./base.lua '81 FE 80'", 0,
    "---00001           payload: 0001, after the leading bits of the form: 1000 0001 = 129 = U+0081",
    "a character without a code point")
end

-- Each byte's free bits, put together, are the code point that is told.
function TestExplain.test_payloads_of_all_encodings_add_up()
  for _, entry in ipairs(CATALOGUE) do
    local count = 0
    for _, row in ipairs(entry.model.rows) do
      local bytes = {}
      for i, range in ipairs(row.bytes) do
        bytes[i] = range.hi
      end
      for marked, binary, decimal, hex in explain.show(entry.model, bytes, {}, true):gmatch
        "\n +([-01 ]-) +payload: ([01 ]+) = (%d+) = U%+(%x+)" do
        local bits <const> = marked:gsub("[- ]", "")
        count = count + 1
        lu.assertEquals(tonumber(bits, 2), tonumber(decimal))
        lu.assertEquals(tonumber((binary:gsub(" ", "")), 2), tonumber(hex, 16))
        lu.assertEquals(tonumber(decimal), tonumber(hex, 16))
      end
    end
    lu.assertTrue(count >= #entry.model.rows, entry.name)
  end
end

TestDiff = {}

TestDiff.setUp = TestExplain.setUp

function TestDiff.test_shortest_texts_in_both_directions()
  lu.assertEquals(expect("u8gen diff utf-8 cesu-8", 1), [[
utf-8 accepts what cesu-8 refuses; the shortest for each fault:
  not_a_form  F0 90 80 80        U+10000
cesu-8 accepts what utf-8 refuses; the shortest for each fault:
  surrogate   ED A0 80 ED B0 80  U+10000
]])
  lu.assertEquals(expect("u8gen diff wtf-8 utf-8-generalized", 1), [[
wtf-8 accepts nothing that utf-8-generalized refuses
utf-8-generalized accepts what wtf-8 refuses; the shortest for each fault:
  surrogate_pair  ED A0 80 ED B0 80  U+D800 U+DC00
]])
end

function TestDiff.test_equal_languages()
  write("mine.lua", (read "gen/specs/utf-8.lua":gsub('"U%+0000..U%+007F"', '"U+0041..U+007F", "U+0000..U+0040"')))
  expect("u8gen diff utf-8 mine.lua", 0, "utf-8 and mine.lua accept the same texts\n")
end

function TestDiff.test_what_a_rule_changes_is_named_after_it()
  write("mine.lua", (read "gen/specs/cesu-8.lua":gsub('"U%+0080..U%+07FF"', '%0, except = { soft_hyphen = "U+00AD" }')))
  expect("u8gen diff cesu-8 ./mine.lua", 1, "soft_hyphen  C2 AD  U+00AD", "./mine.lua accepts nothing that cesu-8 refuses")
end

-- E1 BF and E2 BF lead to one state, but which rule leaves out the third byte depends on the first.
function TestDiff.test_rules_behind_one_state_are_told_apart()
  write("mine.lua", (read "gen/specs/cesu-8.lua":gsub('except = {', '%0 one = "U+1FFF", two = "U+2FFF", ')))
  expect("u8gen diff cesu-8 ./mine.lua", 1, "  one  E1 BF BF  U+1FFF\n  two  E2 BF BF  U+2FFF\n")
end

function TestDiff.test_wrong_usage_is_2()
  expect("u8gen diff utf-8", 2, "missing argument 'other'")
  expect("u8gen diff utf-8 utf8", 2, "no encoding of the catalogue is called utf8; the nearest is utf-8")
end

-- Each text is accepted by one and refused by the other for this fault, and no text that says the same is shorter: tried are all strings
-- of two bytes, one a class of either, and what texts_of has of both.
function TestDiff.test_all_pairs_are_right_and_shortest()
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

TestDot = {}

TestDot.setUp = TestExplain.setUp

-- Read back, the picture is the automaton, arrow by arrow.
function TestDot.test_pictures_are_the_automata()
  for _, entry in ipairs(CATALOGUE) do
    local automaton <const>, name <const> = entry.model.automaton, entry.model.spec.name
    local text <const>, number, next_, arrows = expect(("u8gen dot %s >said && cat %s.dot"):format(entry.name, name), 0), {}, {}, 0
    for state, state_name in ipairs(automaton.names) do
      number[state_name] = state
      local rims <const> = text:match("\n    " .. state_name .. " %[label = \"[^\n]-\"([^\n]*)%]\n")
      lu.assertEquals(rims, state ~= 2 and (automaton.accepts[state] and ", peripheries = 2" or "") or nil, state_name)
      next_[state] = {}
      for byte = 0, 255 do
        next_[state][byte] = 2
      end
    end
    for from, to, label in text:gmatch "\n    ([%w_]+) %-> ([%w_]+) %[label = \"(.-)\"%]" do
      arrows = arrows + 1
      for lo, hi in label:gsub("\\n", " "):gmatch "(%x%x)%.*(%x*)" do
        for byte = tonumber(lo, 16), tonumber(hi ~= "" and hi or lo, 16) do
          next_[number[from]][byte] = number[to] or number[to:match "^to_(.*)$"]
        end
      end
    end
    lu.assertTrue(arrows >= 4)
    for state = 1, automaton.count do
      lu.assertEquals(next_[state], automaton.next[state], name .. " " .. automaton.names[state])
    end
  end
end

function TestDot.test_dot_writes_the_picture_alone()
  expect("u8gen dot utf-8; u8gen dot utf-8 -o 'a b'", 0, "UTF-8: utf8.dot; 'dot -Tsvg' draws it", "UTF-8: a b/utf8.dot")
  lu.assertEquals(expect("find . -type f | LC_ALL=C sort", 0), "./a b/utf8.dot\n./utf8.dot\n")
  expect("u8gen gen utf-8 --model m && cmp m/utf8.dot utf8.dot && cmp utf8.dot 'a b/utf8.dot'", 0)
  expect("u8gen dot utf-9", 2, "the nearest is utf-8")
end

-- docs/ has the pictures that `make dot` puts there, each linked from a page.
function TestDot.test_pictures_of_docs_are_shown()
  local page <const> = read "docs/specs.md" .. read "README.md"
  for file in io.popen("ls docs/automata"):lines() do
    lu.assertStrContains(page, "automata/" .. file)
    lu.assertNotStrContains(read("docs/automata/" .. file), "Generated by")
    lu.assertNotNil(model_of "utf-8" and io.open(("out/%s"):format(file:gsub("%.svg$", ""))), file)
  end
end

TestWellFormed = {}

TestWellFormed.setUp = TestExplain.setUp

function TestWellFormed.test_the_first_difference_is_told()
  local text <const> = read "gen/specs/utf-8.lua"
  for wrong, says in next, {
    [" +ED +80..9F +80..BF\n"] = "they give ED 80..9F 80..BF, and none of the rows holds ED 80 80",
    ["E0 +A0..BF"] = { "E0 90..BF", "its row E0 90..BF 80..BF holds E0 90 80, and no form does" },
    ["F4 +80..8F"] = { "F4 80..8E", "they give F4 80..8F 80..BF 80..BF, and none of the rows holds F4 8F 80 80" },
  } do
    local instead <const>, said <const> = type(says) == "table" and says[1] or "", type(says) == "table" and says[2] or says
    local changed <const>, count <const> = text:gsub(wrong, instead, 1)
    lu.assertEquals(count, 1, wrong)
    write("x.lua", changed)
    expect("u8gen explain ./x.lua 41", 2, "x.lua:14: error: the rows of well_formed are not those that follow from the forms: " .. said)
  end
end

TestCheck = {}

TestCheck.setUp = TestExplain.setUp

local function copy_of_out()
  expect("mkdir -p out && cp -r '" .. HERE .. "/out/cesu8' out/", 0)
end

function TestCheck.test_differences_are_shown_with_their_lines()
  copy_of_out()
  expect("sed -i '/^form_2 /s/DF/DE/; /^character /a one line more' out/cesu8/cesu8.peg", 0)
  lu.assertEquals(expect("u8gen check cesu-8", 1), [[
stale: out/cesu8/cesu8.peg
    @@ line 23 @@
    - one line more
    @@ line 29 @@
    - form_2 <- [\xC2-\xDE] [\x80-\xBF]
    + form_2 <- [\xC2-\xDF] [\x80-\xBF]
    'u8gen gen cesu-8' updates it
]])
end

function TestCheck.test_many_differences_are_cut_short()
  copy_of_out()
  expect("sed -i 's/form/norm/' out/cesu8/cesu8.abnf; sed -i '/^.. A state is a/,+30d' out/cesu8/cesu8.c", 0)
  local text <const> = expect("u8gen check cesu-8", 1, "    + ... 27 lines more", "    and more below")
  lu.assertTrue(select(2, text:gsub("\n", "")) < 40, text)
end

function TestCheck.test_the_smallest_differences_are_seen()
  copy_of_out()
  expect("printf '%s' \"$(cat out/cesu8/cesu8.peg)\" > x; mv x out/cesu8/cesu8.peg; u8gen check cesu-8", 1, "stale: out/cesu8/cesu8.peg")
  copy_of_out()
  expect("sed -i 's/ body     ./ body     x/' out/cesu8/cesu8.peg; u8gen check cesu-8", 1, "    - --   body     x")
  copy_of_out()
  expect("sed -i 's/$/\\r/' out/cesu8/cesu8.peg; u8gen check cesu-8", 1, "stale: out/cesu8/cesu8.peg")
  copy_of_out()
  expect("u8gen check cesu-8", 0, "out/ is up to date")
end

function TestCheck.test_missing_and_extra_files_and_the_commands_that_mend()
  copy_of_out()
  lu.assertEquals(expect("rm out/cesu8/cesu8.c; touch out/cesu8/cesu8.o; u8gen check cesu-8", 1), [[
missing: out/cesu8/cesu8.c
    'u8gen gen cesu-8' writes it
extra: out/cesu8/cesu8.o
    no spec generates it; 'rm out/cesu8/cesu8.o' removes it
]])
  expect("u8gen gen cesu-8 && rm out/cesu8/cesu8.o && u8gen check cesu-8", 0)
end

TestNames = {}

TestNames.setUp = TestExplain.setUp

function TestNames.test_unknown_names_get_the_nearest()
  for _, command in ipairs { "gen %s", "check %s", "tour %s", "dot %s", "explain %s 41", "diff %s utf-8", "diff utf-8 %s" } do
    for wrong, right in next, { ["ceus-8"] = "cesu-8", utf8 = "utf-8", ["xml-1.1"] = "xml-1.0", assignable = "assignables" } do
      expect("u8gen " .. command:format(wrong), 2, ("is called %s; the nearest is %s "):format(wrong, right))
    end
  end
  expect("u8gen gen utf-8 --kernels shfit", 2, "unknown kernel shfit; the nearest is shift, known are dfa, ")
  expect("u8gen gen utf-8 --prefix 9x", 2, "the prefix 9x is no C name", "such as utf8")
  expect("u8gen tuor utf-8", 2, "unknown command 'tuor'", "Did you mean 'tour'?")
  lu.assertEquals(expect("ls", 0), "")
end

TestList = {}

TestList.setUp = TestExplain.setUp

function TestList.test_list_shows_the_catalogue()
  local text <const>, count = expect("u8gen list", 0), 0
  local kernels <const> = table.concat(isas.names(), " ")
  for line in text:gmatch "\n([^\n]+)" do
    count = count + 1
    lu.assertStrMatches(line, "[%w.-]+ +%d+/%d+/[%d/]+ +%d +%d+ ?L?2?  " .. kernels .. "  %S.*")
  end
  lu.assertEquals(count, #CATALOGUE)
  lu.assertStrMatches(text:match "^[^\n]+", "encoding +characters of 1, 2, %.%.%. bytes +window +bits +kernels +source")
  for _, entry in ipairs(CATALOGUE) do
    lu.assertStrContains(text, "\n" .. entry.name .. " ")
    lu.assertStrContains(text, "  " .. entry.model.spec.source .. "\n")
  end
end

-- What is read back from out/ is what the generator derives.
function TestList.test_its_facts_are_those_of_the_models()
  for _, name in ipairs { "utf-8", "cesu-8", "fss-utf" } do
    local model <const> = pipeline.compile(read(("gen/specs/%s.lua"):format(name)), name)
    local known <const> = facts.of_file(("out/%s/%s.json"):format(model.spec.name, model.spec.name))
    lu.assertEquals(known.hash, model.spec.hash)
    local counts <const> = {}
    for n, count in ipairs(model.analysis.counts) do
      counts[n] = ("%d"):format(count)
    end
    lu.assertEquals(known.counts, table.concat(counts, "/"))
    lu.assertEquals(known.window, ("%d"):format(model.analysis.window))
    lu.assertEquals(known.bits, ("%d%s"):format(#model.plan.cover.products, model.plan.cover.products[1][4] and " L2" or ""))
    lu.assertEquals(known.kernels, table.concat(isas.names(), " "))
  end
end

---A project in WORK/p: all of this one but the folders that are named, which are copied, or left out.
local function project(copied, left_out)
  lu.assertTrue(os.execute(("cd '%s' && mkdir p && ln -s '%s'/* p && rm -f p/build p/%s"):format(WORK, HERE, left_out or "build")))
  for _, folder in ipairs(copied) do
    lu.assertTrue(os.execute(("cd '%s/p' && rm %s && cp -r '%s/%s' ."):format(WORK, folder, HERE, folder)))
  end
end

function TestList.test_what_is_not_as_the_specs_say_is_marked()
  project { "gen", "out" }
  expect("sed -i 's/^users .*/users \"nobody\"/; $a -- more' p/gen/specs/wtf-8.lua; rm -r p/out/cesu8; echo > p/out/mutf8/mutf8.json", 0)
  local text <const> = expect("p/u8gen\tlist", 0)
  lu.assertStrMatches(text, ".*\nwtf%-8 %* +128/1920/63488/1048576 +5 .*")
  lu.assertStrMatches(text, ".*\ncesu%-8 %* +%? +%? +%? +%? +Unicode Technical Report #26\n.*")
  lu.assertStrMatches(text, ".*\nmutf%-8 %* +%? +%? +%? +%? +The Java.*")
  lu.assertStrMatches(text, ".*\nutf%-8 +128/1920/61440/1048576 +4 +7 .*")
  lu.assertStrMatches(text, ".*\n%* [^\n]+; 'u8gen gen cesu%-8 mutf%-8 wtf%-8' updates them\n")
end

-- What only tells takes no templates, and no re2c.
function TestList.test_what_only_tells_takes_neither_templates_nor_re2c()
  project({}, "templates")
  expect("mkdir bin && printf '#!/bin/sh\\nexit 1\\n' > bin/re2c && chmod +x bin/re2c", 0)
  for _, command in ipairs { "list", "tour utf-8", "explain utf-8 41", "diff utf-8 utf-8", "dot utf-8 -o x" } do
    lu.assertEquals(expect("PATH=$PWD/bin:$PATH p/u8gen\t" .. command, 0), expect("u8gen " .. command, 0))
  end
  expect("PATH=$PWD/bin:$PATH p/u8gen\tgen utf-8 -o y", 2)
end

TestTrace = {}

TestTrace.setUp = TestExplain.setUp

local STAGES <const> = { "1_spec", "2_rows", "3_automaton", "4_analysis", "5_plan", "6_kernels", "7_emit" }

---The stages of a trace that differ from those of another one.
local function stages_that_differ(a, b)
  local list = {}
  for _, stage in ipairs(STAGES) do
    if read(("%s/%s/%s.txt"):format(WORK, a, stage)) ~= read(("%s/%s/%s.txt"):format(WORK, b, stage)) then
      list[#list + 1] = stage
    end
  end
  return table.concat(list, " ")
end

function TestTrace.test_each_stage_has_a_file()
  expect("u8gen gen utf-8 -o o --trace 'a t'; u8gen gen utf-8 -o o; u8gen gen utf-8 -o o --trace again", 0, "5 files in o: 5 unchanged")
  lu.assertEquals(expect("ls 'a t' | tr '\\n' ' '", 0), table.concat(STAGES, ".txt ") .. ".txt ")
  lu.assertEquals(stages_that_differ("a t", "again"), "")
  local function has(stage, ...)
    local text <const> = read(("%s/a t/%s.txt"):format(WORK, stage))
    lu.assertNil(text:find "[ \t\r]\n")
    for _, part in ipairs { ... } do
      lu.assertStrContains(text, part)
    end
  end
  has("1_spec", "form           1110xxxx 10xxxxxx 10xxxxxx\nrange          U+0800..U+FFFF\nexcept         surrogate U+D800..U+DFFF\n")
  has("2_rows", "  E0 A0..BF 80..BF                        E0 80..9F        overlong\n")
  has("3_automaton", "  + start        start . . . . tail_1 after_E0 tail_2 after_ED after_F0 tail_3 after_F4\n", "   12  F4\n")
  has("4_analysis", "3 window: 4 bytes decide", "in no text: C0..C1, F5..FF\n", "  from ED on  80..9F\n")
  has("5_plan", "    80 two_continuations ", "    prev_low ", "  as classes of bytes")
  for _, row in ipairs(isas.rows) do
    has("6_kernels", ("---- %s: %d bytes a vector ----\n"):format(row.name, row.bytes))
  end
  has("6_kernels", "    return lookup(this_high, high_nibbles(b));\n", "// Whether ")
  has("7_emit", ("%-24s %6d lines\n"):format("utf8.c", select(2, read(WORK .. "/o/utf8.c"):gsub("\n", ""))))
end

-- Two specs that differ in something differ from that stage on, and not before.
function TestTrace.test_the_first_stage_that_differs_is_where_they_part()
  local text <const> = read "gen/specs/utf-8.lua"
  write("a.lua", text)
  write("hole.lua", (text:gsub("well_formed %[%[.-%]%]\n", ""):gsub('"U%+0080..U%+07FF"', '%0, except = { soft_hyphen = "U+00AD" }')))
  write("listed.lua", (text:gsub('"U%+0000..U%+007F"', '"U+0000..U+0040", "U+0041..U+007F"')))
  for _, name in ipairs { "a", "hole", "listed" } do
    expect(("u8gen gen %s.lua -o o_%s --trace %s"):format(name, name, name), 0)
  end
  -- What the spec says is listed in the model that is emitted, too.
  lu.assertEquals(stages_that_differ("a", "listed"), "1_spec 7_emit")
  lu.assertEquals(stages_that_differ("a", "hole"), table.concat(STAGES, " "))
  write("plain.lua", 'encoding "Plain" source "test"\nform "0xxxxxxx" { "U+0000..U+007F" }\nbytes "80 41..5A"\n')
  expect("u8gen gen plain.lua -o o --trace plain", 0)
  lu.assertStrMatches(read(WORK .. "/plain/6_kernels.txt"), "6 no vector kernels: .*\n")
end

function TestTrace.test_wrong_usage_writes_nothing()
  expect("u8gen gen utf-8 cesu-8 --trace t", 2, "--trace names one folder, so only one spec is allowed")
  expect("u8gen gen utf-8 --trace ''", 2, "--trace needs a folder; the value is empty")
  expect("touch t; u8gen gen utf-8 --trace t", 2)
  lu.assertEquals(expect("find . -type f", 0), "./t\n")
end

os.exit(lu.LuaUnit.run())
