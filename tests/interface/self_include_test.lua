-- SPDX-License-Identifier: 0BSD
-- An emitted .c file includes itself for each instruction set. Tests that this works under any file name that the compiler reports, and
-- wherever users include the file. If the inclusion cannot work, an error says what to define.
--
-- Each test is a way in which users compile a file. The users' macros V and INLINE have names that the file also uses.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"

local WORK <const> = "build/self_include_test"
local STRICT <const> = "-std=c11 -Og -Wall -Wextra -Wpedantic -Wundef -Werror"
-- These flags leave two instruction sets. Two are enough, since the file includes itself in the same way for each set. The first test of
-- a renamed copy compiles all sets.
local FEW <const> = "-Og -DUTF8_NO_AVX2GFNI -DUTF8_NO_AVX512BW -DUTF8_NO_AVX512 -DCESU8_NO_AVX2GFNI -DCESU8_NO_AVX512BW -DCESU8_NO_AVX512"

local function run(command, ...)
  local pipe <const> = io.popen(("cd %s && { %s; } 2>&1"):format(WORK, command:format(...)))
  local text <const> = pipe:read "a"
  return text, pipe:close() == true
end

local function expect(command, ...)
  local text <const>, ok <const> = run(command, ...)
  lu.assertTrue(ok, text)
  lu.assertEquals(text, "")
end

local function write(name, text)
  local file <const> = assert(io.open(WORK .. "/" .. name, "w"))
  file:write(text)
  file:close()
end

os.execute(("rm -rf %s && mkdir -p %s/sub/deep && cp out/utf8/utf8.[ch] out/cesu8/cesu8.[ch] %s/sub"):format(WORK, WORK, WORK))

local USE <const> = [[
int main(void)
{
    return utf8_valid("\xC3\xA9", 2) && V + INLINE == 5 ? 0 : 1;
}
]]
local THEIRS <const> = "#define V 2\n#define INLINE 3\n"

TestSelfInclude = {}

function TestSelfInclude.test_a_renamed_copy()
  for _, compiler in ipairs { "gcc", "clang" } do
    expect("cp sub/utf8.c sub/deep/text.c && %s %s -I sub -c -o text.o sub/deep/text.c && nm text.o | grep -q utf8_sse_valid",
      compiler, STRICT)
  end
end

function TestSelfInclude.test_a_renamed_copy_if_a_compiler_does_not_define_its_file_name()
  expect "sed s/__FILE_NAME__/__UNDEFINED__/g sub/utf8.c > sub/other.c"
  local text <const>, ok <const> = run("gcc %s -c -o other.o -I sub sub/other.c", FEW)
  lu.assertTrue(ok, "the renamed copy should have included utf8.c next to it:\n" .. text)
  expect "mkdir -p alone && mv sub/other.c alone && cp sub/utf8.h alone"
  local why <const>, fails <const> = run "gcc -c -o other.o alone/other.c"
  lu.assertFalse(fails)
  lu.assertStrContains(why, "#error \"this file includes itself and was not found: define UTF8_FILE as its name in quotes\"")
  expect("gcc %s %s '-DUTF8_FILE=\"other.c\"' -c -o other.o alone/other.c && nm other.o | grep -q utf8_sse_valid", STRICT, FEW)
end

function TestSelfInclude.test_standard_input_needs_a_macro_that_the_message_names()
  local why <const>, ok <const> = run "gcc -I sub -x c -c -o none.o - < sub/utf8.c"
  lu.assertFalse(ok)
  lu.assertStrContains(why, "define UTF8_FILE as its name in quotes")
end

function TestSelfInclude.test_a_single_header()
  expect "../../u8gen gen utf-8 --single-header --kernels dfa,shift,swar,sse,avx2,neon -o one >made.txt"
  write("single.c", THEIRS .. "#define UTF8_IMPLEMENTATION\n#include \"one/utf8.h\"\n#include \"one/utf8.h\"\n" .. USE)
  expect("gcc %s -o single single.c && ./single && nm single | grep -q utf8_avx2_valid", STRICT)
  write("renamed.c", THEIRS .. "#define UTF8_IMPLEMENTATION\n#include \"one/text.h\"\n" .. USE)
  expect("mv one/utf8.h one/text.h && gcc %s -o renamed renamed.c && ./renamed", STRICT)
end

function TestSelfInclude.test_static_and_two_encodings_in_one_unit()
  write("static.c", THEIRS .. "#define UTF8_STATIC\n#define CESU8_STATIC\n#include \"sub/utf8.c\"\n#include \"sub/cesu8.c\"\n" .. USE)
  expect("gcc %s %s -Wno-unused-function -o static static.c && ./static", STRICT, FEW)
end

function TestSelfInclude.test_a_unity_build_and_a_precompiled_header()
  write("unity.c", ("#include \"%s/sub/utf8.c\"\n#include \"%s/sub/cesu8.c\"\n"):format("../" .. WORK:match "[^/]+$", "../"
    .. WORK:match "[^/]+$"))
  expect("gcc %s %s -c -o unity.o unity.c && nm unity.o | grep -q cesu8_avx2_valid", STRICT, FEW)
  write("all.h", "#include <stdio.h>\n#include \"sub/utf8.h\"\n")
  expect("gcc -std=c11 %s -x c-header -o all.h.gch all.h && gcc -std=c11 %s -Winvalid-pch -Werror -include all.h -c -o pch.o sub/utf8.c",
    FEW, FEW)
end

function TestSelfInclude.test_code_that_was_preprocessed_earlier()
  expect("gcc %s -E -o utf8.i -I sub sub/utf8.c && gcc -Og -c -o i.o utf8.i && nm i.o | grep -q utf8_avx2_valid", FEW)
end

function TestSelfInclude.test_an_amalgamation_uses_the_flat_form()
  expect "../../u8gen gen utf-8 --flat --kernels dfa,shift,swar,sse,avx2,neon -o flat >made.txt"
  expect "cat flat/utf8.h flat/utf8.c | grep -v '#include \"utf8.h\"' > all.c"
  expect "gcc -Og -c -o all.o all.c && nm all.o | grep -q utf8_sse_valid"
end

os.exit(lu.LuaUnit.run())
