-- SPDX-License-Identifier: 0BSD
-- Tests that the Python package, installed into an empty folder, follows the rules of each encoding.
--
-- In:  packaging/python, out/; python3 with its headers, clang. Out: luaunit's lines.
-- `make python` compiles for most of a minute. Here the same C is compiled without optimization and without vector kernels, which
-- other tests cover; with ALL=1, it is compiled with the flags of `make python`. Without the tools the test is skipped with a message.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local answers <const> = require "tests.lib.known_answers"
local files <const> = require "gen.common.files"
local shell <const> = require "tests.lib.shell"

local HERE <const> = io.popen("pwd"):read("l")
local WORK <const> = HERE .. "/build/python_test"
local PACKAGE <const>, INSTALLED <const> = WORK .. "/package", WORK .. "/installed"
local PROBE <const> = "command -v clang && python3 -c 'import sys, sysconfig, os; sys.exit(sys.version_info < (3, 11) or "
  .. "not os.path.exists(sysconfig.get_path(\"include\") + \"/Python.h\"))'"

local sh <const> = shell.sh(WORK)
local expect <const> = shell.expect(sh)

---CFLAGS that make compilation quick; empty with ALL=1.
local function quick()
  local flags <const> = { "-O0" }
  for name in io.popen("ls out"):lines() do
    flags[#flags + 1] = ("-D%s_NO_SIMD"):format(name:upper())
  end
  return os.getenv "ALL" and "" or table.concat(flags, " ")
end

local BUILD <const> = ("CC=clang CFLAGS='%s' python3 package/backend.py "):format(quick())

-- Set-up for all tests.
local has_tools <const> = os.execute("{ " .. PROBE .. "; } >/dev/null 2>&1")
if has_tools then
  os.execute(("rm -rf '%s' && mkdir -p '%s/made'"):format(WORK, WORK))
  local specs <const> = io.popen("cd gen/specs && ls *.lua | sed 's/\\.lua$//' | xargs"):read("l")
  assert(os.execute(("lua5.4 packaging/bindings/package.lua python '%s' c %s"):format(PACKAGE, specs)))
  local status <const>, output <const> = sh(BUILD .. "made")
  assert(status == 0, output)
  assert(sh("python3 -m zipfile -e made/*.whl installed") == 0)
else
  print "skipped: python (missing: python3-dev 3.11 or later, or clang)"
end

TestPython = {}

function TestPython.setUp()
  lu.skipIf(not has_tools, "missing: python3-dev 3.11 or later, or clang")
end

function TestPython.test_the_tests_of_the_package_pass()
  answers.write(WORK .. "/texts")
  expect(("python3 -X dev -W error '%s/tests/interface/python.py' installed <texts"):format(HERE), 0, " passed, 0 failed\n")
end

---The program in the README of the package prints the output that the README shows.
function TestPython.test_the_program_of_the_readme()
  local program <const>, output <const> = files.read(PACKAGE .. "/README.md"):match "\n```python\n(.-)```\n\nprints\n\n```\n(.-)```\n"
  local file <const> = assert(io.open(INSTALLED .. "/readme.py", "w"))
  file:write(program)
  file:close()
  lu.assertEquals(expect("cd installed && PYTHONIOENCODING=utf-8 python3 readme.py", 0), output)
end

---The archive has all files. Another build has the same archive and the same wheel, byte for byte.
function TestPython.test_the_archive_builds_the_same_wheel()
  expect("mkdir again && tar -C again -xzf made/*.tar.gz --strip-components=1 && diff -r again package", 1, "Only in again: PKG-INFO\n")
  lu.skipIf(not os.getenv "ALL", "compiles again only with ALL=1")
  expect("mkdir again/made && cd again && " .. BUILD:gsub("package/", "")
    .. "made && cmp made/*.whl ../made/*.whl && cmp made/*.tar.gz ../made/*.tar.gz", 0)
end

function TestPython.test_the_contents_of_the_wheel()
  local names <const> = expect("python3 -m zipfile -l made/*.whl", 0)
  for _, name in ipairs { "u8gen/__init__.py", "u8gen/_u8gen.abi3.so", ".dist-info/RECORD", ".dist-info/WHEEL", ".dist-info/LICENSE" } do
    lu.assertStrContains(names, name)
  end
  expect("ls made/*.whl", 0, "-cp311-abi3-")
  -- The module uses only the stable ABI. Of Python's symbols that begin with _Py, it has only those that macros of Python.h use.
  expect("nm -D --undefined-only installed/u8gen/_u8gen.abi3.so | grep ' _Py' "
    .. "| grep -v ' _Py_\\(Dealloc\\|NoneStruct\\|TrueStruct\\)\\|_SizeT$'", 1)
  lu.assertEquals(expect("nm -D --defined-only installed/u8gen/_u8gen.abi3.so | grep ' T '", 0):match " T (%S+)\n$", "PyInit__u8gen")
end

---The sanitizers of gcc find nothing. Their libraries must be loaded before Python.
function TestPython.test_under_sanitizers()
  lu.skipIf(not os.getenv "ALL", "compiles again only with ALL=1")
  expect("mkdir sane && CC=gcc CFLAGS='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined' python3 package/backend.py "
    .. "sane && python3 -m zipfile -e sane/*.whl sanitized", 0)
  expect("ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD=\"$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)\" "
    .. ("$(python3 -c 'import sys; print(sys.executable)') '%s/tests/interface/python.py' sanitized <texts"):format(HERE), 0,
    " passed, 0 failed\n")
end

function TestPython.test_error_messages()
  expect("CC=/none/cc python3 package/backend.py made", 1, "cannot run the C compiler '/none/cc'", "Install gcc or clang")
  expect("CC=false python3 package/backend.py made", 1, "compiling failed: false -std=c11")
  expect("cp -r installed broken && echo x >broken/u8gen/_u8gen.abi3.so && cd broken && python3 -c 'import u8gen'", 1,
    "its compiled part does not load in Python 3", "Install the wheel of this platform")
  expect("rm broken/u8gen/_u8gen.abi3.so; cd broken && python3 -c 'import u8gen'", 1, "pip install u8gen-VERSION.tar.gz")
  expect("ls made | wc -l", 0, "2\n")
end

os.exit(lu.LuaUnit.run())
