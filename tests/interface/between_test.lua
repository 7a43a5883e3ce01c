-- SPDX-License-Identifier: 0BSD
-- Tests the C of `u8gen gen A --to B`, which converts between two encodings: its output, and the offset at which it stops.
--
-- Needs: build/verify/mutf8_to_utf8-native
--
-- `make verify` compares the conversions of out/ with a handwritten one on all short texts; tests/outside/ compares with Python and Java.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local dir = require "pl.dir"
local between <const> = require "gen.language.between"
local files_ <const> = require "gen.common.files"
local pairs_ <const> = require "tests.lib.pairs"

local WORK <const>, WARNINGS <const> = pairs_.WORK, pairs_.WARNINGS
local output_of <const>, run <const>, filter_of <const>, made <const> = pairs_.output_of, pairs_.run, pairs_.filter_of, pairs_.made
local answers <const>, load <const> = pairs_.answers, pairs_.load

local function installed(program)
  return select(2, output_of("command -v " .. program)) == 0
end

local built <const> = {}

local function committed(pair)
  built[pair] = built[pair] or filter_of(pair, "out/" .. pair)
  return built[pair]
end

local function check(pair, cases)
  local lines, want = {}, {}
  for i, case in ipairs(cases) do
    lines[i], want[i] = case[1], case[2]
  end
  for i, answer in ipairs(answers(committed(pair), lines)) do
    lu.assertEquals(answer, want[i], ("%s %s"):format(pair, lines[i]))
  end
end

TestContract = {}

function TestContract.setUp()
  dir.makepath(WORK)
end

function TestContract.test_mutf8_to_utf8()
  check("mutf8_to_utf8", {
    { "- ", "complete 0 0 0" },
    { "- C0 80", "complete 2 1 1 00" },
    { "- 41 ED A0 BD ED B8 80 42", "complete 8 6 6 41 F0 9F 98 80 42" },
    -- UTF-8 cannot encode surrogates that do not form a pair.
    { "- 41 ED A0 BD 42", "ill_formed 1 1 1 41" },
    { "- 41 ED B8 80 42", "ill_formed 1 1 1 41" },
    { "- ED A0 BD ED A0 BD ED B8 80", "ill_formed 0 0 0" },
    -- The status is incomplete if the text ends inside a character or between the surrogates of a pair, ill-formed for other errors.
    { "- 41 ED A0", "incomplete 1 1 1 41" },
    { "- 41 ED A0 BD", "incomplete 1 1 1 41" },
    { "- 41 ED A0 BD ED B8", "incomplete 1 1 1 41" },
    { "- 41 ED A0 BD ED 9F", "ill_formed 1 1 1 41" },
    { "- 41 00", "ill_formed 1 1 1 41" },
    { "- F0 9F 98 80", "ill_formed 0 0 0" },
    -- A full output never splits a character.
    { "0 41", "no_room 0 0 1" },
    { "3 ED A0 BD ED B8 80", "no_room 0 0 4" },
    { "4 41 ED A0 BD ED B8 80", "no_room 1 1 5 41" },
    { "1 C3 A4", "no_room 0 0 2" },
    -- If the room ends where the text has an error, the error is reported, not the lack of room.
    { "0 ED A0 BD 42", "ill_formed 0 0 0" }, { "0 ED A0", "incomplete 0 0 0" }, { "1 41 FF", "ill_formed 1 1 1 41" },
  })
end

function TestContract.test_utf8_to_mutf8()
  check("utf8_to_mutf8", {
    { "- 00", "complete 1 2 2 C0 80" },
    { "- F0 9F 98 80", "complete 4 6 6 ED A0 BD ED B8 80" },
    { "- F4 8F BF BF", "complete 4 6 6 ED AF BF ED BF BF" },
    { "5 F0 9F 98 80", "no_room 0 0 6" },
    { "- 41 ED A0 80", "ill_formed 1 1 1 41" },
    { "- 41 C0 80", "ill_formed 1 1 1 41" },
    { "- 41 F0 9F 98", "incomplete 1 1 1 41" },
  })
end

function TestContract.test_cesu8_and_utf8()
  check("cesu8_to_utf8", {
    { "- 4D D0 B0 E4 BA 8C ED A0 80 ED BC 82", "complete 12 10 10 4D D0 B0 E4 BA 8C F0 90 8C 82" },
    { "- 00", "complete 1 1 1 00" },
    { "- 41 ED A0 80", "incomplete 1 1 1 41" },
    { "- 41 ED A0 80 ED BC", "incomplete 1 1 1 41" },
    { "- 41 ED A0 80 41", "ill_formed 1 1 1 41" },
    { "- ED BC 82", "ill_formed 0 0 0" },
  })
  check("utf8_to_cesu8", {
    { "- 4D D0 B0 E4 BA 8C F0 90 8C 82", "complete 10 12 12 4D D0 B0 E4 BA 8C ED A0 80 ED BC 82" },
    { "- 00", "complete 1 1 1 00" },
  })
end

function TestContract.test_wtf8_and_utf8()
  check("wtf8_to_utf8", {
    { "- 41 F0 9F 98 80", "complete 5 5 5 41 F0 9F 98 80" },
    -- In WTF-8 a low surrogate never follows a high one, so a high one at the end is lone, too.
    { "- 41 ED A0 80", "ill_formed 1 1 1 41" },
    { "- 41 ED A0 80 ED B0 80", "ill_formed 1 1 1 41" },
    { "- 41 ED B0 80", "ill_formed 1 1 1 41" },
    { "- 41 ED A0", "incomplete 1 1 1 41" },
  })
  check("utf8_to_wtf8", { { "- 41 F0 9F 98 80", "complete 5 5 5 41 F0 9F 98 80" }, { "- ED A0 80", "ill_formed 0 0 0" } })
end

-- ---- Other encodings ----

TestOthers = {}

TestOthers.setUp = TestContract.setUp

function TestOthers.test_surrogates_are_kept_if_the_target_has_them()
  local program = made("mutf-8", "wtf-8")
  lu.assertEquals(answers(program, {
    "- ED A0 BD ED B8 80", "- 41 ED A0 BD", "- ED B8 80 ED A0 BD", "- 41 ED A0 BD ED B8", "- ED A0 BD ED A0 BD ED B8 80",
  }), {
    "complete 6 4 4 F0 9F 98 80", "complete 4 4 4 41 ED A0 BD", "complete 6 6 6 ED B8 80 ED A0 BD",
    "incomplete 1 1 1 41", "complete 9 7 7 ED A0 BD F0 9F 98 80",
  })
  program = made("cesu-8-lax", "mutf-8")
  lu.assertEquals(answers(program, { "- 00 ED A0 BD ED B8 80", "- ED A0 BD", "5 ED A0 BD ED B8 80" }),
    { "complete 7 8 8 C0 80 ED A0 BD ED B8 80", "complete 3 3 3 ED A0 BD", "no_room 0 0 6" })
end

function TestOthers.test_overlong_forms_become_the_shortest()
  lu.assertEquals(answers(made("mutf-8-lenient", "utf-8"), { "- 00 C0 80 C1 BF E0 80 80" }), { "complete 8 4 4 00 00 7F 00" })
end

---Android's JNI reads a code point above U+FFFF as a surrogate pair or as four bytes, and writes four bytes.
function TestOthers.test_androids_modified_utf8()
  lu.assertEquals(answers(made("mutf-8-android", "utf-8"), { "- C0 80 ED A0 BD ED B8 80 F0 9F 98 80", "- 41 ED A0 BD 41" }),
    { "complete 12 9 9 00 F0 9F 98 80 F0 9F 98 80", "ill_formed 1 1 1 41" })
  lu.assertEquals(answers(made("wtf-8", "mutf-8-android"), { "- 00 F0 9F 98 80 ED A0 BD" }),
    { "complete 8 9 9 C0 80 F0 9F 98 80 ED A0 BD" })
end

function TestOthers.test_code_points_that_the_target_lacks()
  lu.assertEquals(answers(made("fss-utf", "utf-8"), { "- F4 8F BF BF F4 90 80 80", "- 41 FC 84 80 80 80 80" }),
    { "ill_formed 4 4 4 F4 8F BF BF", "ill_formed 1 1 1 41" })
  lu.assertEquals(answers(made("utf-8", "xml-1.0"), { "- 41 09 0C" }), { "ill_formed 2 2 2 41 09" })
end

---In both directions, a text may not end after CR, and only LF may follow CR.
function TestOthers.test_rules_on_the_end_of_a_text()
  local rule <const> = "tests/specs/ends/cr-then-lf.lua"
  for _, program in ipairs { (made(rule, "mutf-8")), (made("mutf-8", rule)) } do
    lu.assertEquals(answers(program, { "- 61 0D 0A", "- 61 0D", "- 61 0D 62", "2 61 0D 0A", "2 61 0D 62", "2 61 0D 0D", "2 61 0D" }), {
      "complete 3 3 3 61 0D 0A", "incomplete 1 1 1 61", "ill_formed 1 1 1 61", "no_room 1 1 3 61", "ill_formed 1 1 1 61",
      "ill_formed 1 1 1 61", "incomplete 1 1 1 61",
    })
  end
end

---The target has a rule on a code point that the source writes only as a surrogate pair.
function TestOthers.test_a_rule_on_code_points_of_two_surrogates()
  files_.write(WORK, { { name = "twice.lua", text = 'from "utf-8"\nencoding "Not twice"\nnever { "U+1F600", "U+1F600" }\n' } })
  lu.assertEquals(answers(made("mutf-8", WORK .. "/twice.lua"), { "- ED A0 BD ED B8 80 ED A0 BD ED B8 80" }),
    { "ill_formed 6 4 4 F0 9F 98 80" })
end

---Both encodings lack U+DFFF, so vectors cannot convert pairs. The source writes U+0000 in two bytes.
function TestOthers.test_pairs_if_a_surrogate_is_missing()
  local three <const> = 'form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF", except = { x = "U+DFFF" } }'
  local function spec(name, forms)
    files_.write(WORK, { { name = name .. ".lua", text = ('encoding "%s"\nsource "invented"\n%s\n%s\n'):format(name, three, forms) } })
    return ("%s/%s.lua"):format(WORK, name)
  end
  local source <const> = spec("source", 'form "0xxxxxxx" { "U+0001..U+007F" }\nform "110xxxxx 10xxxxxx" { "U+0000" }')
  local target <const> = spec("target",
    'form "0xxxxxxx" { "U+0000..U+007F" }\nform "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }')
  lu.assertEquals(answers(made(source, target), { "- C0 80 ED A0 BD ED B8 80" }), { "complete 8 5 5 00 F0 9F 98 80" })
end

---The header says where `read` is if the text ends inside a low surrogate: at the high one.
function TestContract.test_a_text_that_ends_inside_the_second_surrogate()
  lu.assertEquals(answers(made("cesu-8-lax", "wtf-8"), { "- ED A0 BD", "- 61 ED A0 BD ED B8", "- ED A0 BD ED B8 80", "- ED A0 BD E2" }),
    { "complete 3 3 3 ED A0 BD", "incomplete 1 1 1 61", "complete 6 4 4 F0 9F 98 80", "incomplete 3 3 3 ED A0 BD" })
  local folder <const> = WORK .. "/second"
  for pair, text in pairs { ["cesu-8-lax --to wtf-8"] = ", or inside a low surrogate after the high one at `read`\n",
    ["mutf-8 --to utf-8"] = ", or inside a surrogate pair that begins there\n", ["utf-8 --to mutf-8"] = "\n" } do
    run(("./u8gen gen %s -o %s --prefix second --kernels dfa"):format(pair, folder))
    lu.assertStrContains(files_.read(folder .. "/second.h"), "the text ends inside a character, which begins at `read`" .. text)
  end
end

-- ---- The pair of files ----

TestPair = {}

TestPair.setUp = TestContract.setUp

function TestPair.test_compiles_alone_and_defines_its_own_names_only()
  local compilers <const> = {
    "gcc -std=c99", "gcc -std=c11 -DX_NO_SIMD", "g++ -std=c++11 -x c++", "clang -std=c99", "gcc -std=c99 -ffreestanding -DX_KERNEL=dfa",
    "gcc -std=c99 -DX_KERNEL=swar -DX_ALL_KERNELS",
  }
  for _, compiler in ipairs(compilers) do
    if installed(compiler:match("%S+")) then
      local command <const> = compiler:gsub("X_", "MUTF8_TO_UTF8_")
      run(("%s -Og %s -Wsign-conversion -c out/mutf8_to_utf8/mutf8_to_utf8.c -o %s/pair.o"):format(command, WARNINGS, WORK))
      for name in run(("nm -g --defined-only %s/pair.o"):format(WORK)):gmatch("%x+ %a (%S+)") do
        lu.assertTrue(name == "mutf8_to_utf8" or name:find("mutf8_to_utf8_", 1, true) == 1, name)
      end
    end
  end
end

function TestPair.test_prefix_and_single_header()
  local folder <const> = WORK .. "/prefix"
  run(("./u8gen gen mutf-8 --to utf-8 -o %s --prefix jstring --single-header --kernels dfa --depfile %s/deps.mk"):format(folder, folder))
  files_.write(folder, { { name = "use.c", text = [[
#define JSTRING_IMPLEMENTATION
#include "jstring.h"
#include <string.h>
int main(void)
{
    char to[8];
    jstring_result r = jstring("\xC0\x80", 2, to, sizeof to);
    return !(r.status == JSTRING_STATUS_COMPLETE && r.written == 1 && to[0] == 0 && jstring_size("\xC0\x80", 2) == 1);
}
]] } })
  run(("cc -std=c99 %s -o %s/use %s/use.c && %s/use"):format(WARNINGS, folder, folder, folder))
  lu.assertStrContains(files_.read(folder .. "/deps.mk"), "gen/specs/utf-8.lua")
  lu.assertStrContains(files_.read(folder .. "/jstring.h"),
    "//   command  u8gen gen mutf-8 --to utf-8 --prefix jstring --kernels dfa --single-header\n")
end

---NULL with size and room 0 is allowed. The C must not add 0 to such a pointer, which is undefined.
function TestPair.test_null()
  local folder <const> = WORK .. "/null"
  for _, pair in ipairs { "cesu-8 --to utf-8", "utf-8 --to xml-1.0", "wtf-8 --to utf-8" } do
    run(("./u8gen gen %s -o %s --prefix nil --single-header --kernels dfa"):format(pair, folder))
    files_.write(folder, { { name = "use.c", text = [[
#define NIL_IMPLEMENTATION
#include "nil.h"
int main(void)
{
    nil_result r = nil(NULL, 0, NULL, 0);
    return r.status != NIL_STATUS_COMPLETE || r.read + r.written + nil_size(NULL, 0) + nil_trim(NULL, 0) != 0;
}
]] } })
    run(("%s -std=c99 -o %s/use %s/use.c && %s/use"):format(installed "clang"
      and "clang -fsanitize=undefined -fno-sanitize-recover=all" or "cc", folder, folder, folder))
  end
end

function TestPair.test_agreement_is_the_same_in_both_directions()
  for _, names in ipairs(between.COMMITTED) do
    local source <const>, target <const> = load(names[1]), load(names[2])
    local there <const>, back <const> = between.agreement(source.spec, target.spec), between.agreement(target.spec, source.spec)
    lu.assertEquals(there:match("\nform.*"), back:match("\nform.*"))
  end
end

---The agreement leaves out high surrogates that may begin a pair, both sides of `never` rules, and U+0000 if only one of the encodings
---writes it as 00.
function TestPair.test_the_agreement_of_two_encodings()
  local function forms_of(source, target)
    return between.agreement(load(source).spec, load(target).spec):match("\nform.*")
  end
  lu.assertEquals(forms_of("mutf-8", "utf-8"), [[

form "0xxxxxxx" { "U+0001..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+D7FF", "U+E000..U+FFFF" }
]])
  lu.assertStrContains(forms_of("mutf-8", "cesu-8-lax"), '{ "U+0800..U+D7FF", "U+DC00..U+FFFF" }')
  lu.assertStrContains(forms_of("tests/specs/ends/cr-then-lf.lua", "utf-8"), '{ "U+000A" }')
end

---Vectors convert between two encodings only if both write their common characters with the same bytes. U+0000, pairs, and characters of
---one byte in one encoding and two in the other may differ. All that differ must become longer ("split"), or all shorter ("join").
function TestPair.test_conversions_that_vectors_support()
  local function ways_of(source, target)
    local recoding <const> = between.recoding(load(source).spec, load(target).spec)
    return recoding and ("%s %s %s"):format(recoding.zero, recoding.pairs, recoding.wide)
  end
  local latin_1 <const>, latin_15 <const> = "docs/examples/specs/latin-1.lua", "docs/examples/specs/iso-8859-15.lua"
  lu.assertEquals(ways_of("mutf-8", "utf-8"), "join join false")
  lu.assertEquals(ways_of("utf-8", "mutf-8"), "split split false")
  lu.assertEquals(ways_of("cesu-8", "utf-8"), "false join false")
  lu.assertEquals(ways_of("cesu-8", "mutf-8"), "split false false")
  lu.assertEquals(ways_of("xml-1.0", "cesu-8"), "false split false")
  lu.assertEquals(ways_of(latin_1, "utf-8"), "false false split")
  lu.assertEquals(ways_of("utf-8", latin_1), "false false join")
  lu.assertEquals(ways_of(latin_1, "mutf-8"), "split false split")
  lu.assertEquals(ways_of("mutf-8", "tests/specs/utf8/bmp-only.lua"), "join false false")
  -- Vectors do not convert these: an encoding has rules on surrogates, or several forms of a code point; or the target lacks some surrogate
  -- pairs; or a character has one byte in one encoding and three in UTF-8; or the encodings do not differ.
  for _, pair in ipairs { { "wtf-8", "utf-8" }, { "mutf-8-lenient", "utf-8" }, { "mutf-8-android", "utf-8" }, { "mutf-8", "wtf-8" },
    { "mutf-8", "tests/specs/utf8/no-plane-one.lua" }, { latin_15, "utf-8" }, { "utf-8", latin_15 }, { "cesu-8", "cesu-8" } } do
    lu.assertNil(ways_of(pair[1], pair[2]), table.concat(pair, " "))
  end
end

---Without vectors, a conversion has no choice of a kernel, and the head of the file names no macro for one.
function TestPair.test_the_head_names_only_macros_of_the_file()
  local folder <const> = WORK .. "/head"
  run("./u8gen gen utf-8 --to utf-8-nonul --prefix c --kernels dfa,shift,swar -o " .. folder)
  lu.assertEquals(files_.read(folder .. "/c.c"):match("\n// Macros.-\n//\n"):gsub("C_%u+", {
    C_STATIC = "", C_TYPES = "" }):match "C_%u+", nil)
end

-- ---- The verifier ----

TestVerifier = {}

TestVerifier.setUp = TestContract.setUp

---The planted changes in the C of mutf8_to_utf8.
local PLANTED <const> = {
  no_room_before_ill_formed = {
    "        item.bytes = to &&",
    "        if (result.written == room) {\n result.status = MUTF8_TO_UTF8_STATUS_NO_ROOM;\n return result;\n }\n"
      .. "        item.bytes = to &&",
  },
  vectors_lose_a_bit_of_a_pair = { "V(splat)(0x30)", "V(splat)(0x10)" },
  the_last_low_surrogate_is_excluded = { "low <= 0xDFFFU", "low <= 0xDFFEU" },
  a_high_surrogate_at_the_end_is_ill_formed = {
    "may_continue ? MUTF8_TO_UTF8_STATUS_INCOMPLETE : MUTF8_TO_UTF8_STATUS_ILL_FORMED", "MUTF8_TO_UTF8_STATUS_ILL_FORMED",
  },
}

---The check of verify/checks/between.c must fail with the changed C. Only the verifier's file that includes the C is compiled again.
for name, change in next, PLANTED do
  TestVerifier["test_notices_" .. name] = function()
    local folder <const> = WORK .. "/planted"
    run(("mkdir -p %s && cp out/mutf8_to_utf8/*.h %s"):format(folder, folder))
    local text <const> = files_.read("out/mutf8_to_utf8/mutf8_to_utf8.c")
    local from <const>, to <const> = text:find(change[1], 1, true)
    lu.assertNotNil(from, change[1])
    files_.write(folder, { { name = "mutf8_to_utf8.c", text = text:sub(1, from - 1) .. change[2] .. text:sub(to + 1) } })
    run(("cc -std=c11 -Og -w -pthread -I %s -I build/model -DENCODING=mutf8_to_utf8 -o %s/verify verify/subject.c "):format(folder, folder)
      .. "build/verify/objects/native/mutf8_to_utf8/reference.o build/verify/objects/native/*.o")
    local output <const>, status <const> = output_of(folder .. "/verify --checks between --kernels public")
    lu.assertEquals(status, 1, output)
    lu.assertStrContains(output, "WRONG")
  end
end

TestRefused = {}

function TestRefused.test_wrong_arguments_are_refused()
  local function expect(arguments, message)
    local text <const>, status <const> = output_of("./u8gen gen " .. arguments)
    lu.assertEquals(status, 2, text)
    lu.assertStrContains(text, message)
  end
  expect("utf-8 --to utf-8", 'u8gen: error: --to must name another encoding than utf-8: both are called "UTF-8"')
  expect("utf-8 mutf-8 --to wtf-8", "--to needs exactly one source spec")
  expect("utf-8 --to ''", "--to needs the catalogue name or the file of a spec; the value is empty")
  expect("utf-8 --to mutf-9", "no encoding of the catalogue is called mutf-9")
  expect("utf-8 --to mutf-8 --trace build/x", "--trace does not apply to conversions")
  expect("utf-8 --to mutf-8 --without check", "--without does not apply to conversions")
  expect("docs/examples/specs/euc-kr.lua --to utf-8", "EUC-KR cannot be converted: the characters of line ")
  expect("utf-8 --to docs/examples/specs/euc-kr.lua", "docs/examples/specs/euc-kr.lua:")
end

os.exit(lu.LuaUnit.run())
