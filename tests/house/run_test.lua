-- SPDX-License-Identifier: 0BSD
-- Tests tests/run.sh, which adds up passed and failed tests and decides whether `make check` passes, and tests/chosen.lua, which selects
-- tests.
--
-- run.sh runs commands with known counts and times; chosen.lua gets texts with known tests.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local chosen <const> = require "tests.chosen"

local function quote(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

---@return string output of tests/run.sh with these commands, integer status
local function run_sh(...)
  local words <const> = {}
  for i, command in ipairs { ... } do
    words[i] = quote(command)
  end
  local pipe <const> = assert(io.popen("{ env -u RUN_TIMES sh tests/run.sh " .. table.concat(words, " ") .. "\n} 2>&1", "r"))
  local output <const> = pipe:read("a")
  local _, _, status <const> = pipe:close()
  return output, status
end

TestRun = {}

-- run.sh must notice every way in which a command can fail.
function TestRun.test_run_sh_adds_up_tests_and_failures()
  local function sums(expected, expected_status, ...)
    for _, jobs in ipairs { "1", "2", "7" } do
      local output <const>, status <const> = run_sh("-j", jobs, ...)
      lu.assertEquals(output:match("([^\n]*)\n$"), expected)
      lu.assertEquals(status, expected_status)
      lu.assertEquals(select(2, output:gsub("%f[^\n]== ", "")), select("#", ...))
    end
  end
  sums("0 passed, 0 failed", 1)
  sums("2 passed, 0 failed", 0, "true", "echo words")
  sums("1 passed, 2 failed", 1, "false", "exit 77", "true")
  sums("8 passed, 0 failed", 0, "echo 1 passed, 0 failed; echo 3 passed, 0 failed", "echo 5 passed, 0 failed")
  sums("3 passed, 1 failed", 1, "echo 3 passed, 0 failed; false")
  sums("3 passed, 2 failed", 1, "echo 3 passed, 2 failed; false", "echo 0 passed, 0 failed, 2 skipped")
  sums("4 passed, 0 failed", 0, "echo Ran 4 tests in 0.1 seconds, 4 successes, 0 failures")
  sums("1 passed, 3 failed", 1, "echo Ran 4 tests in 0.1 seconds, 1 success, 1 failure, 2 errors; false")
  sums("8 passed, 1 failed", 1, "echo '[  PASSED  ] 8 test(s).'; echo '[  FAILED  ] 1 test(s), listed below:'; false")
  sums("0 passed, 1 failed", 1, "kill -9 $$")
  -- A command that reports zero tests has tested nothing, unless it skipped one.
  sums("0 passed, 2 failed", 1, "echo 0 passed, 0 failed", "echo Ran 0 tests in 0.1 seconds, 0 successes, 0 failures")
  sums("0 passed, 1 failed", 1, "echo '[  PASSED  ] 0 test(s).'")
  sums("1 passed, 0 failed", 0, "echo 0 passed, 0 failed, 1 skipped", "true",
    "echo Ran 0 tests in 0.1 seconds, 0 successes, 0 failures, 1 skipped")
  -- The process that waits for a command can be killed together with the command.
  sums("1 passed, 1 failed", 1, "kill -9 $PPID", "true")
  sums("1 passed, 1 failed", 1, "&false", "")
  sums("2 passed, 2 failed", 1, "true", "& false", "& echo 1 passed, 1 failed; false")
end

-- The end of the output repeats the failures. If a command is itself a run.sh, its failures are repeated, too.
function TestRun.test_failures_are_repeated_at_the_end()
  local failing <const> = "seq 40; false"
  for _, jobs in ipairs { "1", "2" } do
    local output <const> = run_sh("-j", jobs, "& sh tests/run.sh true " .. quote(failing), "echo good")
    local again <const> = output:match "\n\n(!! sh .*)\n\n2 passed, 1 failed\n$"
    lu.assertStrContains(again or output, ("!! sh tests/run.sh true %s\n!! %s\n!!   16\n!!   17\n"):format(quote(failing), failing))
    lu.assertStrContains(again, "\n!!   40")
    lu.assertNil(again:find "good")
  end
end

-- The output of a command that begins with & is shown as a whole, at the command's place in the order.
function TestRun.test_commands_after_an_ampersand_are_shown_in_order()
  local output <const> = run_sh("echo one", "& echo two; sleep 1; echo three", "echo four")
  lu.assertStrContains(output, "== echo one\none\n\n== echo two; sleep 1; echo three\ntwo\nthree\n\n== echo four\nfour\n")
end

-- If N commands run at once, each output is whole and in order, whichever command ends first, and every failure is counted.
function TestRun.test_output_is_in_order_if_several_commands_run_at_once()
  local began <const> = os.time()
  local output <const>, status <const> = run_sh("-j", "3", "echo one; sleep 2; echo two", "echo three; sleep 2; exit 1",
    "& sleep 2; echo four", "sleep 2; echo five")
  lu.assertTrue(os.time() - began < 6, "they ran one after the other")
  lu.assertStrContains(output, "== echo one; sleep 2; echo two\none\ntwo\n\n== echo three; sleep 2; exit 1\nthree\n"
    .. "** failed: echo three; sleep 2; exit 1\n\n== sleep 2; echo four\nfour\n\n== sleep 2; echo five\nfive\n")
  lu.assertStrContains(output, "\n3 passed, 1 failed\n")
  lu.assertEquals(status, 1)
end

function TestRun.test_the_number_of_parallel_commands_is_limited()
  local counted <const> = os.tmpname()
  local command <const> = ("echo + >>%s; sleep 0.3; echo - >>%s"):format(counted, counted)
  run_sh("-j", "2", command, command .. " ", command .. "  ", command .. "   ")
  local running, most = 0, 0
  for line in io.lines(counted) do
    running = running + (line == "+" and 1 or -1)
    most = math.max(most, running)
  end
  os.remove(counted)
  lu.assertEquals({ running, most }, { 0, 2 })
end

---Reads the lines of the table of times.
---@return table times { name = { cpu, seconds } }
---@return string[] order the names in the order of the lines
local function times_of(output)
  local times, order = {}, {}
  for cpu, seconds, name in output:match("\n    CPU s      s\n(.-)\n\n"):gmatch("%s*(%d+%.%d) +(%d+)  ([^\n]*)") do
    times[name], order[#order + 1] = { tonumber(cpu), tonumber(seconds) }, name
  end
  return times, order
end

function TestRun.test_the_times_of_all_commands_are_shown()
  local work <const> = "lua5.4 -e 'local c = os.clock() while os.clock() < c + 0.6 do end'"
  local times, order = times_of((run_sh(work, "& sleep 2", ("sh tests/run.sh %s true"):format(quote(work)),
    'echo 70.5 3 a part of it >>"$RUN_TIMES"')))
  local inner <const> = "   " .. work
  lu.assertEquals(order, { work, "sleep 2", ("sh tests/run.sh %s true"):format(quote(work)):sub(1, 80), inner, "   true",
    'echo 70.5 3 a part of it >>"$RUN_TIMES"', "   a part of it" })
  lu.assertTrue(times[work][1] >= 0.6 and times[inner][1] >= 0.6 and times[order[3]][1] >= 0.6)
  lu.assertEquals(times["   true"][1], 0.0)
  lu.assertTrue(times["sleep 2"][2] >= 2)
  lu.assertEquals(times["   a part of it"], { 70.5, 3 })
end

TestChosen = {}

local LUA <const> = "-- title\n-- Needs: build/a build/b\nfunction TestRows.test_one()\nend\nfunction TestRows.test_two()\nend\n"

function TestChosen.test_by_a_file_or_by_a_test()
  lu.assertEquals(chosen.command("", "tests/x_test.lua", LUA), "lua5.4 tests/lib/counted.lua tests/x_test.lua")
  lu.assertEquals(chosen.command("X_", "tests/x_test.lua", LUA),
    "MAKEFLAGS= make -s build/a build/b && lua5.4 tests/lib/counted.lua tests/x_test.lua")
  lu.assertEquals(chosen.command("two", "tests/x_test.lua", LUA),
    'MAKEFLAGS= make -s build/a build/b && lua5.4 tests/lib/counted.lua tests/x_test.lua -p "^TestRows%.test_two$"')
  lu.assertEquals(chosen.command("rows", "tests/x_test.lua", "function TestRows:test_a()\n" .. LUA),
    'MAKEFLAGS= make -s build/a build/b && lua5.4 tests/lib/counted.lua tests/x_test.lua -p "^TestRows%.test_one$" '
      .. '-p "^TestRows%.test_two$"')
  lu.assertNil(chosen.command("three", "tests/x_test.lua", LUA))
  lu.assertNil(chosen.command("gen", "tests/gen/x_test.lua", LUA))
  lu.assertEquals(chosen.command("gen/", "tests/gen/x_test.lua", LUA),
    "MAKEFLAGS= make -s build/a build/b && lua5.4 tests/lib/counted.lua tests/gen/x_test.lua")
  lu.assertEquals(chosen.command("three", "tests/x_test.lua", LUA .. 'of_each("test_three", function(name)\nend)\n'),
    'MAKEFLAGS= make -s build/a build/b && lua5.4 tests/lib/counted.lua tests/x_test.lua -p "%.test_three_"')
  lu.assertEquals(chosen.command("alone", "tests/x_test.lua", LUA .. "function TestAlone()\nend\n"),
    'MAKEFLAGS= make -s build/a build/b && lua5.4 tests/lib/counted.lua tests/x_test.lua -p "^TestAlone$"')
  lu.assertEquals(chosen.command("x", "tests/x_test.sh", "#\n"), "sh tests/x_test.sh")
  lu.assertEquals(chosen.command("fault", "tests/x.c", "/*\n * Needs: build/x build/y\n */\nstatic void test_fault(void **s)\n"),
    "MAKEFLAGS= make -s build/x build/y && build/x 2>&1 && build/y 2>&1")
  lu.assertNil(chosen.command("other", "tests/x.c", "/*\n * Needs: build/x build/y\n */\nstatic void test_fault(void **s)\n"))
end

function TestChosen.test_make_runs_the_tests_of_a_name()
  local pipe <const> = io.popen("env -u RUN_TIMES MAKEFLAGS= make test TEST=by_a_file_or_by_a_test 2>&1")
  local output <const> = pipe:read("a")
  lu.assertEquals(pipe:close(), true, output)
  lu.assertStrContains(output, "\nRan 1 tests in ")
  lu.assertStrContains(output, "\n1 passed, 0 failed\n")
  local other <const> = io.popen("MAKEFLAGS= make test TEST=no_such_$((1 + 1))_test 2>&1")
  lu.assertStrContains(other:read("a"), "no test and no test file has ")
  other:close()
end

---A test without an assertion fails, and so does a run without a test; a skipped test does not.
function TestChosen.test_a_test_that_compares_nothing_fails()
  local name <const> = os.tmpname()
  local file <const> = assert(io.open(name, "w"))
  file:write [[
    local lu = require "luaunit"
    function test_none() end
    function test_of_an_empty_list() for _ in ipairs {} do lu.assertTrue(true) end end
    function test_one() lu.assertTrue(true) end
    function test_skipped() lu.skip "not here" end
    os.exit(lu.LuaUnit.run())]]
  file:close()
  for pattern, expected in next, {
    [""] = "\nRan 3 tests in [%d.]+ seconds, 1 success, 2 failures, 1 skipped\n", ["-p _one"] = ", 1 success, 0 failures",
    ["-p _none"] = "compares nothing", ["-p _skipped"] = ", 1 skipped", ["-p nosuch"] = "no test of this file was run",
  } do
    local pipe <const> = io.popen(("lua5.4 tests/lib/counted.lua %s %s 2>&1"):format(name, pattern))
    lu.assertNotNil(pipe:read("a"):find(expected), pattern)
    lu.assertEquals(pipe:close(), (pattern == "-p _one" or pattern == "-p _skipped") or nil, pattern)
  end
  os.remove(name)
end

os.exit(lu.LuaUnit.run())
