-- SPDX-License-Identifier: 0BSD
-- Tests that the C++20 headers follow the rules of each encoding, at compile time and at run time.
--
-- In:  packaging/cpp, out/; clang, and with ALL=1 the installed ones of COMPILERS. Out: luaunit's lines.
-- The C that the headers call is tested elsewhere, so here it is compiled quickly, without optimization and vectors. Without ALL=1, the
-- test uses one compiler and three encodings.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local automaton <const> = require "packaging.cpp.automaton"
local files <const> = require "gen.common.files"
local pipeline <const> = require "gen.pipeline"
local answers <const> = require "tests.lib.known_answers"
local shell <const> = require "tests.lib.shell"

local HERE <const> = io.popen("pwd"):read("l")
local WORK <const> = HERE .. "/build/cpp_test"
local ALL <const> = os.getenv "ALL"
local COMPILERS <const> = ALL and { "clang++", "clang++-19", "g++-12", "g++" } or { "clang++" }
local QUICK <const> = { "utf-8", "mutf-8", "wtf-8" }

local sh <const> = shell.sh(WORK)
local expect <const> = shell.expect(sh)

local function there(compiler)
  return (os.execute(("command -v %s >/dev/null 2>&1"):format(compiler)))
end

---@return string[] names of specs
local function specs()
  local list <const> = {}
  for name in io.popen("cd gen/specs && ls *.lua"):lines() do
    list[#list + 1] = name:match "^(.*)%.lua$"
  end
  return ALL and list or QUICK
end

-- Set-up for all tests: the headers, the commands that compile the C, and encodings.inc for the test program.
os.execute(("rm -rf '%s' && mkdir -p '%s'"):format(WORK, WORK))
local SPECS <const> = specs()
assert(sh(("lua5.4 packaging/bindings/package.lua cpp '%s/package' c %s"):format(WORK, table.concat(SPECS, " ")), HERE) == 0)
local includes <const>, list <const>, compile <const> = {}, {}, {}
for i, name in ipairs(SPECS) do
  local prefix <const> = name:gsub("%W", "")
  includes[i], list[i] = ('#include "%s.hpp"\n'):format(prefix), ("X(%s)"):format(prefix)
  compile[i] = ("clang -O0 -D%s_NO_SIMD -c package/c/%s.c"):format(prefix:upper(), prefix)
end
local inc <const> = assert(io.open(WORK .. "/encodings.inc", "w"))
inc:write(table.concat(includes), "#define ENCODINGS(X) ", table.concat(list, " "), "\n")
inc:close()

local FLAGS <const> = " -std=c++20 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I . -I package -I package/c "

TestCpp = {}

function TestCpp.setUp()
  lu.skipIf(not there "clang++", "missing: clang")
end

function TestCpp.test_the_tests_of_the_headers_pass()
  answers.write(WORK .. "/texts")
  expect(table.concat(compile, " && "), 0)
  for _, compiler in ipairs(COMPILERS) do
    if there(compiler) then
      expect(("%s%s '%s/tests/interface/cpp.cpp' *.o -o test && ./test <texts"):format(compiler, FLAGS, HERE), 0, " texts of wtf8\n")
    end
  end
end

function TestCpp.test_an_ill_formed_literal_does_not_compile()
  lu.skipIf(not ALL, "compiles again only with ALL=1")
  for _, compiler in ipairs(COMPILERS) do
    if there(compiler) then
      expect(("%s%s-fsyntax-only -DILL_FORMED_LITERAL '%s/tests/interface/cpp.cpp'"):format(compiler, FLAGS, HERE), 1, "ill_formed_literal")
    end
  end
end

---The automaton of a literal has the rules for the start of a text. No encoding of the catalogue has such rules.
function TestCpp.test_a_rule_for_the_start_of_a_text()
  local file <const> = "tests/specs/starts/no-bom.lua"
  files.write(WORK, { { name = "start.cpp", text = ([[
#include "utf8.hpp"
namespace u8gen {
struct rules {
    U8GEN_BIND(utf8)
%s
};
}
using code = u8gen::encoding<u8gen::rules>;
static_assert(!code::valid("\xEF\xBB\xBF") && code::valid("a\xEF\xBB\xBF") && code::valid(""));
]]):format(automaton.cpp(pipeline.understand(files.read(file), file))) } })
  expect("clang++" .. FLAGS .. "-fsyntax-only start.cpp", 0)
end

---If a character must not be the last one, trim may cut off all units of a piece. No encoding of the catalogue has such characters.
function TestCpp.test_characters_that_must_not_be_last()
  files.write(WORK, { { name = "held.lua", text = [[
from "utf-8"
encoding "held"
never { "U+0020", "end", name = "blank_last" }
]] }, { name = "held.cpp", text = [[
#include "held.h"
#include "u8gen.hpp"
#include <iostream>
struct rules { U8GEN_BIND(held) };
using held = u8gen::encoding<rules>;
int main()
{
    for (std::size_t size : {1u, 510u, 511u, 512u, 513u, 1023u, 1024u, 5000u, 1000000u}) {
        const std::string text = "a" + std::string(size, ' ') + "b", last = "a" + std::string(size, ' ');
        const auto units = held::to_utf16(text), short_units = held::to_utf16(last);
        const auto points = held::to_utf32(text);
        if (!units || short_units || held::from_utf16(*units) != text || held::from_utf32(*points) != text
            || held::from_utf16(units->substr(0, size + 1)) || held::from_utf32(points->substr(0, size + 1))) {
            return 1;
        }
    }
}
]] } })
  expect(("cd '%s' && ./u8gen gen '%s/held.lua' -o '%s' --kernels dfa"):format(HERE, WORK, WORK), 0)
  expect("clang -O1 -c held.c -o held.obj && clang++" .. FLAGS .. "-O1 held.cpp held.obj -o held && timeout 30 ./held", 0)
end

---The sanitizers find nothing in the test program.
function TestCpp.test_under_sanitizers()
  lu.skipIf(not ALL, "only with ALL=1")
  expect(("clang++%s-O1 -fsanitize=address,undefined -fno-sanitize-recover=all '%s/tests/interface/cpp.cpp' *.o -o test && ./test <texts")
    :format(FLAGS, HERE), 0)
end

os.exit(lu.LuaUnit.run())
