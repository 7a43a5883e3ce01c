-- SPDX-License-Identifier: 0BSD
-- Tests that the statements of `u8gen explain` about bytes are true.
--
-- The tests compare its output, or a part of it, with the expected text, and its first line with the C of out/.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local faults <const> = require "gen.language.faults"
local bytes_ <const> = require "gen.common.bytes"
local characters <const> = require "gen.language.characters"
local explain <const> = require "gen.commands.explanation"
local catalogue <const> = require "tests.lib.catalogue"
local place <const> = require "tests.lib.workplace" "explain_test"

local HERE <const>, expect <const>, write <const> = place.root, place.expect, place.write
local CATALOGUE <const>, model_of <const>, texts_of <const> = catalogue.list, catalogue.model_of, catalogue.texts_of

TestCharacters = {}

function TestCharacters.test_utf_8_equals_utf8_char_of_lua()
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

function TestCharacters.test_written_characters_are_well_formed_and_read_back()
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

TestExplain.setUp = place.clear

function TestExplain.test_a_character_and_its_bytes_in_other_encodings()
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

---In this spec, halves of a pair are not characters, because an exception excludes them. Their bytes also fit another form's pattern.
function TestExplain.test_halves_are_decoded_by_their_own_form()
  expect("u8gen explain '" .. HERE .. "/tests/specs/defects/half-that-fits-another-form.lua' E28080E29080", 0, "high half U+1000\n",
    "low half U+1400, together U+1800")
end

function TestExplain.test_faults_have_offset_name_and_expected_bytes()
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

-- Control, format and private-use characters, surrogates and noncharacters are not printed as themselves.
function TestExplain.test_only_printable_characters_are_printed()
  local bytes = {}
  for _, code_point in ipairs { 0, 7, 0x1B, 0x7F, 0x85, 0x9B, 0xAD, 0x200B, 0x202E, 0x2066, 0xFEFF, 0xE000, 0xFFFE, 0x1FFFF, 0xE0001 } do
    table.move(characters.write(model_of("utf-8").spec, code_point), 1, 4, #bytes + 1, bytes)
  end
  lu.assertNil(explain.show(model_of "utf-8", bytes, CATALOGUE):find "[^\n -~]")
  lu.assertNil(explain.show(model_of "wtf-8", { 0xED, 0xA0, 0x80 }, CATALOGUE):find "[^\n -~]")
  lu.assertStrContains(explain.show(model_of "utf-8", { 0xC3, 0xA9 }, CATALOGUE), "U+00E9 é")
end

-- The output's first line agrees with the C's PREFIX_check.
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
    local output <const> = expect(("cc -O1 -D%s_NO_SIMD -I '%s/out/%s' judge.c '%s/out/%s/%s.c' -o judge && ./judge < texts"):format(
      name:upper(), HERE, name, HERE, name, name), 0)
    local i = 0
    for line in output:gmatch "[^\n]+" do
      i = i + 1
      lu.assertEquals(expected[i], line, name .. " " .. tostring(lines[i]))
    end
    lu.assertEquals(i, #lines)
  end
end

-- Every byte of each text is shown once, in order.
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

function TestExplain.test_invalid_bytes_are_refused_with_their_place()
  expect("u8gen explain utf-8 'F0 9G'", 2, "character 5 of argument 1, 'G', is not a hexadecimal digit; bytes are written 'C3 A9', 0xC3")
  expect("u8gen explain utf-8 '41 é'", 2, "character 4 of argument 1, the byte C3, is not a hexadecimal digit")
  expect("u8gen explain utf-8 'F0 9 98'", 2, "character 4 of argument 1, '9', is a single digit")
  expect("u8gen explain utf-8 41 0xC", 2, "character 3 of argument 2, 'C', is a single digit")
  -- A letter of a text is not mistaken for a digit.
  expect("u8gen explain utf-8 'cafe%C3%A9'", 2, "character 5 of argument 1, '%', begins a different notation from the bytes before it")
  expect("u8gen explain utf-8 '%C3%A9ad'", 2, "character 7 of argument 1, 'a', begins a different notation")
  expect("u8gen explain utf-8", 2, "missing argument 'bytes'")
  for _, point in ipairs { "U+D800", "U+110000", "U+FFFFFFFFFFFFFFFFF" } do
    expect("u8gen explain utf-8 41 " .. point, 2, ("character 1 of argument 2, '%s': UTF-8 does not encode %s"):format(point, point))
  end
end

---The notations of bytes, as programs print them, and mixtures of these: all mean the same bytes.
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
  -- U+1F600 means the bytes of this character in the encoding that the command names.
  lu.assertEquals(explain.read_bytes({ "U+1F600", "U+0000" }, model_of "mutf-8-paired".spec),
    { 0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80, 0xC0, 0x80 })
  for _, word in ipairs { "'\\xC3\\xA9'", "0xC3,0xA9", "%C3%A9", "U+00E9" } do
    lu.assertEquals(expect("u8gen explain utf-8 " .. word, 0), expect("u8gen explain utf-8 C3 A9", 0), word)
  end
end

-- Control characters never reach the terminal, not even tab and line ends, which RFC 9839 allows in text.
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

function TestExplain.test_verbose_shows_the_result_of_each_byte()
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
    "---00001           payload: 0001, with the leading bits of the form: 1000 0001 = 129 = U+0081",
    "a character without a code point")
end

-- In each encoding of the catalogue, a character's payload bits, joined, are the printed code point.
function TestExplain.test_payload_bits_are_the_printed_code_point()
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

os.exit(lu.LuaUnit.run())
