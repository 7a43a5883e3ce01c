-- SPDX-License-Identifier: 0BSD
-- Quick forms of `make sanitize`, `make sanitize-test`, `make fuzz` and `make reproduce`, and tests of steps.lua.
--
-- (`make verify` runs the platforms with vector kernels, `make platforms` runs all.)
-- Needs: build/model/utf8_model.h build/model/wtf8_model.h

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local steps <const> = require "tests.platforms.steps"

local WORK <const> = "build/platforms_test"

---The output of a command, and whether its exit status is 0.
local function run(command)
  return steps.output(command)
end

---Fails unless the command exits with 0 and its output ends with this line. Returns the output.
local function expect(command, last)
  local text <const>, ok <const> = run(command)
  lu.assertTrue(ok, text)
  lu.assertEquals(text:match("[^\n]*$"), last, text)
  return text
end

TestPlatforms = {}

function TestPlatforms.test_a_read_after_the_text_and_a_race_are_noticed()
  expect("JOBS=1 lua5.4 tests/platforms/sanitizers.lua --quick", "4 passed, 0 failed")
end

function TestPlatforms.test_the_fuzzer_finds_nothing_in_a_second()
  expect("JOBS=1 lua5.4 tests/platforms/fuzz.lua 1 utf8", "2 passed, 0 failed")
end

---Each test vector is a line of bytes in hexadecimal: two digits for each byte, and a blank between two bytes.
function TestPlatforms.test_vectors_are_hexadecimal()
  local count = 0
  for line in run("cat tests/platforms/vectors/*.txt"):gmatch "[^\n]+" do
    if line:sub(1, 1) ~= "#" then
      count = count + 1
      lu.assertStrMatches(line .. " ", ("%x%x "):rep((#line + 1) // 3))
    end
  end
  lu.assertTrue(count > 40)
end

function TestPlatforms.test_out_is_the_same_in_another_environment()
  expect("sh tests/platforms/reproduce.sh cesu-8", "3 passed, 0 failed")
end

function TestPlatforms.test_the_name_of_a_folder_in_the_output_is_noticed()
  local text <const>, ok <const> = run("PLANTED=1 sh tests/platforms/reproduce.sh cesu-8")
  lu.assertFalse(ok)
  lu.assertStrContains(text, "failed  two copies")
  lu.assertStrContains(text, "1 passed, 2 failed")
end

---steps.lua gets steps that pass, fail or lack a program, and steps that must fail with a message: one does, one passes, and one fails
---with another message. Then the same list runs again, but steps that have passed do not.
function TestPlatforms.test_the_runner_of_steps()
  os.execute(("rm -rf %s build/steps_test && mkdir -p %s"):format(WORK, WORK))
  local program <const> = ([[
    package.path = "./?.lua;" .. package.path
    local steps = require "tests.platforms.steps"
    local function step(what, more)
      local s = { subject = "s", what = what, by = "sh", sh = "true", from = { "tests/platforms/steps.lua" } }
      for k, v in next, more do s[k] = v end
      return s
    end
    os.exit(steps.run("steps_test", { {
      step("one", { sh = "echo '= 7 texts'; echo x >>%s/ran" }), step("two", { sh = "echo because; false" }),
      step("three", { needs = { { "no_such_command", "package" } } }), step("four", { sh = "echo found; false", notices = "fou.d" }),
      step("five", { sh = "echo found", notices = "found" }), step("six", { sh = "echo other; false", notices = "found" }),
    }, { step("seven", { sh = "test -s %s/ran" }) } }))
  ]]):format(WORK, WORK)
  local file <const> = assert(io.open(WORK .. "/steps.lua", "w"))
  file:write(program)
  file:close()
  for _, before in ipairs { false, true } do
    local text <const>, ok <const> = run(("rm -f %s/results; TRUST_RESULTS=%s/results lua5.4 %s/steps.lua"):format(WORK, WORK, WORK))
    lu.assertFalse(ok)
    lu.assertStrContains(text, "| because")
    lu.assertStrContains(text, before and "passed  before  s: one (7 texts; sh)" or "s: one (sh)")
    lu.assertStrContains(text, "not noticed, exit status 0")
    lu.assertStrContains(text, "not noticed, exit status 1")
    lu.assertEquals(text:match("[^\n]*$"), "3 passed, 3 failed, 1 skipped")
    lu.assertEquals(run(("cut -f 3,4,6 %s/results"):format(WORK)), "one\t7 texts\tpassed\ntwo\tall\tfailed\n"
      .. "three\tall\tskipped: no_such_command (package)\nfour\tall\tpassed\nfive\tall\tfailed\nsix\tall\tfailed\nseven\tall\tpassed")
  end
  lu.assertEquals(run(("cat %s/ran"):format(WORK)), "x")
end

os.exit(lu.LuaUnit.run())
