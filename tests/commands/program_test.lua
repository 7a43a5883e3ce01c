-- SPDX-License-Identifier: 0BSD
-- u8gen as a program: where it looks for Lua and re2c, its version, `check` and `tour`; its output and exit status.
--
-- Each test begins in an empty folder, build/program_test.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local place <const> = require "tests.lib.workplace"("program_test", "processes")

local HERE <const>, sh <const>, expect <const>, read <const> = place.root, place.sh, place.expect, place.read
local write <const>, files <const> = place.write, place.files

TestCommandLine = {}

TestCommandLine.setUp = place.clear

-- ---- re2c ----

local function fake_re2c(body)
  os.execute(("mkdir -p '%s/bin'"):format(place.folder))
  write("bin/re2c", "#!/bin/sh\n" .. body)
  os.execute(("chmod +x '%s/bin/re2c'"):format(place.folder))
end

function TestCommandLine.test_a_missing_re2c_is_reported()
  -- A PATH with only the programs that u8gen itself needs.
  expect("mkdir bin; ln -s $(command -v lua5.4) $(command -v env) $(command -v sh) bin/; PATH=$PWD/bin u8gen gen utf-8", 2,
    "u8gen: error: re2c is not installed; 'sh setup.sh' or 'apt-get install re2c' installs it")
  lu.assertNil(read("out/utf8/utf8.c"))
  expect("PATH=$PWD/bin u8gen gen utf-8 --kernels dfa,swar", 0)
end

function TestCommandLine.test_a_failing_re2c_is_reported()
  fake_re2c 'case "$1" in --vernum) echo 030000;; *) echo "something broke" >&2; exit 1;; esac\n'
  expect("PATH=$PWD/bin:$PATH u8gen gen utf-8", 2, "u8gen: error: re2c failed on utf8.re: something broke")
  lu.assertEquals(files(), "./bin/re2c ")
end

-- ---- The path of Lua ----

---Fills bin/ with some programs, perhaps under other names. The tests set PATH to this folder alone.
local function only(programs)
  local lines = { "rm -rf bin; mkdir -p bin" }
  for name, target in next, programs do
    lines[#lines + 1] = target:find("^#!") and ("printf '%%s\\n' '%s' >bin/%s; chmod +x bin/%s"):format(target, name, name)
      or ("ln -s \"$(command -v %s)\" bin/%s"):format(target, name)
  end
  expect(table.concat(lines, "\n"), 0)
end

function TestCommandLine.test_lua_is_found_by_its_version()
  local other <const> = "#!/bin/sh\nexit 1"
  for _, programs in ipairs { { lua = "lua5.4" }, { lua54 = "lua5.4" }, { ["lua5.4"] = "lua5.4", lua = other } } do
    only(programs)
    expect("PATH=$PWD/bin u8gen --version", 0, "u8gen " .. read "../../VERSION":match "%S+")
  end
  -- A lua of another version, and no lua.
  for _, programs in ipairs { { lua = other }, {} } do
    only(programs)
    lu.assertEquals(expect("PATH=$PWD/bin u8gen gen utf-8", 2), "u8gen: error: Lua 5.4 is missing (tried lua5.4, lua54 and lua); "
      .. "'sh setup.sh' or 'apt-get install lua5.4' installs it\n")
  end
  -- Arguments and standard input reach u8gen, however it is started.
  local explained <const> = expect("u8gen explain utf-8 '41 C3' -v", 0)
  for _, started in ipairs { "lua5.4", "sh" } do
    lu.assertEquals(expect(("%s '%s/u8gen' explain utf-8 '41 C3' -v"):format(started, HERE), 0), explained, started)
  end
  lu.assertEquals(expect(("ln -s '%s/u8gen' linked; ./linked explain utf-8 '41 C3' -v"):format(HERE), 0), explained)
  lu.assertEquals(expect("u8gen explain /dev/stdin '41 C3' -v <'" .. HERE .. "/gen/specs/utf-8.lua'", 0), explained)
end

-- ---- check ----

function TestCommandLine.test_check_lists_stale_missing_and_extra_files()
  expect("mkdir -p out/another && touch out/another/another.c", 0)
  lu.assertEquals(expect("u8gen check utf-8", 1), "missing: out/utf8, 5 files\n    'u8gen gen utf-8' writes them\n")
  expect("rm -r out", 0)
  -- `make check` compares the whole catalogue. This test compares only the specs of the conversions.
  expect(("root='%s'; mkdir tree out; cp -r $root/gen tree; ln -s $root/templates $root/u8gen $root/VERSION $root/ORIGIN tree; "
    .. "cd tree/gen/specs; mkdir ../kept; mv utf-8.lua mutf-8.lua cesu-8.lua wtf-8.lua ../kept; rm *; mv ../kept/* .; cd $root/out; "
    .. "cp -r utf8 mutf8 cesu8 wtf8 *_to_* ../build/program_test/out"):format(HERE), 0)
  expect("u8gen check utf-8", 0, "out/ is up to date")
  expect("sed -i 's/{ 0xE0, 0xF0 }/{ 0xE0, 0xF1 }/' out/utf8/utf8.c; rm out/utf8/utf8.peg; touch out/utf8/notes.txt; mkdir out/old; "
    .. "tree/u8gen check", 1,
    "stale: out/utf8/utf8.c", "{ 0xE0, 0xF0 }", "{ 0xE0, 0xF1 }", "'u8gen gen utf-8' updates it", "missing: out/utf8/utf8.peg",
      "extra: out/utf8/notes.txt",
    "extra: out/old")
  lu.assertNil(read("out/utf8/utf8.peg"))
  expect("u8gen gen utf-8; rm -r out/utf8/notes.txt out/old; u8gen check utf-8", 0)
end

---If ./out does not exist or has no generated C (an installed u8gen has only certificates), `check` prints one line about its use.
function TestCommandLine.test_check_without_out_explains_its_use()
  for _, made in ipairs { "true", "mkdir -p out/utf8", "touch out/utf8/utf8.json" } do
    expect(made, 0)
    for _, words in ipairs { "", " utf-8" } do
      local text <const> = expect("u8gen check" .. words, 2, "u8gen: error: ./out has no generated C: ",
        "'u8gen check --copy FILE ...' checks generated files in your tree")
      lu.assertEquals(select(2, text:gsub("\n", "")), 1)
    end
  end
end

function TestCommandLine.test_check_omits_re2cs_section_if_re2c_has_another_version()
  local real <const> = select(2, sh("command -v re2c")):gsub("%s+$", "")
  expect("u8gen gen utf-8", 0)
  fake_re2c(('[ "$1" = --vernum ] && echo 030100 && exit\n%s "$@" | sed s/yych/other/\n'):format(real))
  expect("PATH=$PWD/bin:$PATH u8gen check utf-8", 0, "re2c here has version 030100, but out/ needs 030000", "out/ is up to date")
  expect("sed -i 's/{ 0xE0, 0xF0 }/{ 0xE0, 0xF1 }/' out/utf8/utf8.c; PATH=$PWD/bin:$PATH u8gen check utf-8", 1, "stale: out/utf8/utf8.c")
end

-- ---- The version ----

function TestCommandLine.test_the_version_is_in_one_file()
  local version <const> = assert(io.open(HERE .. "/VERSION")):read("l")
  lu.assertStrMatches(version, "%d+%.%d+%.%d+")
  lu.assertEquals(expect("u8gen --version", 0), "u8gen " .. version .. "\n")
  expect("mkdir tree; for name in gen templates ORIGIN u8gen; do ln -s '" .. HERE .. "'/$name tree; done; echo 7.8.9 >tree/VERSION", 0)
  expect("tree/u8gen --version && tree/u8gen gen utf-8 --kernels dfa -o . --model . --man man && tree/u8gen dot utf-8 -o dot", 0,
    "u8gen 7.8.9")
  for _, name in ipairs { "utf8.h", "utf8.c", "utf8.abnf", "utf8_model.h", "dot/utf8.dot" } do
    lu.assertStrMatches(read(name):match("\n%p+ +u8gen +([%d.]+)\n"), "7.8.9", nil, nil, name)
  end
  lu.assertStrContains(read "man/man3/utf8_valid.3", ".Os u8gen 7.8.9\n")
  for _, wrong in ipairs { "", "1.0", "1.0.0 */", "1.0.0\\n\\n" } do
    expect(("printf '%s' >tree/VERSION; tree/u8gen gen utf-8 --kernels dfa -o none"):format(wrong), 2, "tree/VERSION is not a version")
  end
  expect("rm tree/VERSION; tree/u8gen --version", 2, "cannot read the version: ")
  expect("rm tree/VERSION; tree/u8gen gen utf-8 --kernels dfa -o none; test ! -e none", 0, "cannot read the version: ")
end

-- ---- tour ----

function TestCommandLine.test_tour_shows_each_stage_on_two_screens()
  local text <const> = expect("u8gen tour utf-8", 0, "E0 A0..BF 80..BF", "after_ED", "window: 4 bytes", "7 cover all errors", "prev_high",
    "272 of the 384 bits matter")
  local lines = 0
  for line in text:gmatch "[^\n]*\n" do
    lines = lines + 1
    lu.assertTrue(#line <= 131, line)
  end
  lu.assertTrue(lines <= 2 * 40, lines .. " lines")
end

---No character may be a pad in alternating.lua. All characters of latin-1.lua have one byte, so none is incomplete.
function TestCommandLine.test_tour_omits_pads_and_later_bytes_where_there_are_none()
  lu.assertNil(expect("u8gen tour '" .. HERE .. "/tests/specs/never/alternating.lua'", 0, "; there are no pads\n"):find "pads are")
  local text <const> = expect("u8gen tour '" .. HERE .. "/docs/examples/specs/latin-1.lua'", 0, "; pads are 00\n")
  lu.assertNil(text:find "pads flag" or text:find "later bytes")
end

function TestCommandLine.test_the_exit_status_of_tour_reports_whether_published_tables_are_right()
  expect("u8gen tour utf-8 --against '" .. HERE .. "/tests/published/simdjson.txt'", 0, "all 48 entries")
  expect("u8gen tour utf-8 --against '" .. HERE .. "/tests/published/article.txt'", 1, "3 of them wrong")
  expect(("u8gen tour '%s/docs/examples/specs/hex.lua' --against '%s/tests/published/article.txt'"):format(HERE, HERE), 2,
    "this encoding's tables hold the allowed bytes, not rules")
  local text <const> = expect("u8gen tour utf-8 --against '" .. HERE .. "/VERSION'", 2, "; allowed are bit, add, ")
  lu.assertStrContains(text, "^[^:]*/VERSION:1: error: unknown word ", true)
end

os.exit(lu.LuaUnit.run())
