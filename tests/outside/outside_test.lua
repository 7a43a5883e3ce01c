-- SPDX-License-Identifier: 0BSD
-- Compares the emitted C with decoders of other projects, in the quick form of `make outside`. Also tests that it notices an error in the
-- emitted C, in a decoder, or in a difference that decoders.lua lists.
--
-- Needs: outside-judges

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local catalogue <const> = require "gen.commands.catalogue"
local files <const> = require "gen.common.files"
local decoders <const> = dofile "tests/outside/decoders.lua"

local WORK <const> = "build/outside_test"
local CC <const> = os.getenv("CC") or "cc"

local function output_of(command)
  local pipe <const> = io.popen("{ " .. command .. "; } 2>&1")
  local text <const> = pipe:read("a")
  local _, _, status = pipe:close()
  return status, text
end

---Runs a judge (tests/outside/judge.c); returns its exit status and its output.
local function judged(judge, options, decoder)
  return output_of(("%s %s '%s'"):format(judge, options, decoder))
end

local UTF8 <const>, LUA <const> = "build/outside/judge-utf8", "lua5.4 tests/outside/lua.lua strict"
local PYTHON <const> = "python3 tests/outside/cpython.py utf-8"

TestOutside = {}

function TestOutside.setUp()
  os.execute(("rm -rf '%s' && mkdir -p '%s'"):format(WORK, WORK))
end

function TestOutside.test_installed_decoders_agree()
  local status <const>, output <const> = output_of "lua5.4 tests/outside/run.lua quick"
  lu.assertEquals(status, 0, output)
  lu.assertStrMatches(output, ".*%d%d passed, 0 failed[^\n]*\n")
  -- Missing decoders are reported.
  for line in output:gmatch "skipped: [^\n]+" do
    print("** " .. line)
  end
end

function TestOutside.test_every_encoding_has_a_decoder_and_every_difference_a_reason()
  local covered <const> = {}
  for _, decoder in ipairs(decoders) do
    for _, way in ipairs(decoder.ways) do
      covered[way[2]] = true
      for _, kind in ipairs { "leave_out", "refuses", "joins" } do
        for _, difference in ipairs(way[kind] or {}) do
          lu.assertTrue(#difference.rows > 0 and #difference.reason > 0 and #difference.source > 0, decoder.name)
        end
      end
    end
  end
  local names <const> = catalogue.names "."
  for source, target in assert(files.read "gen/common/pairs.lua"):gmatch '\n  "([%w-]+):([%w-]+)"' do
    names[#names + 1] = source .. "_to_" .. target
  end
  for _, name in ipairs(names) do
    name = name:gsub("[^%w_]", "")
    lu.assertTrue(covered[name], name)
    covered[name] = nil
  end
  lu.assertEquals(covered, {})
end

function TestOutside.test_a_missing_decoder_is_named_and_results_are_recorded()
  files.write(WORK, { { name = "node", text = "#!/bin/sh\nexit 1\n" } })
  local status <const>, output <const> = output_of(("chmod +x %s/node; TRUST_RESULTS=%s/results PATH=\"$PWD/%s:$PATH\" lua5.4"
    .. " tests/outside/run.lua quick node; TRUST_RESULTS=%s/results lua5.4 tests/outside/run.lua quick jansson")
    :format(WORK, WORK, WORK, WORK))
  lu.assertEquals(status, 0, output)
  lu.assertStrMatches(output, "%s+skipped: node %(missing: nodejs%)\n0 passed, 0 failed, 1 skipped\n.*\n1 passed, 0 failed\n")
  lu.assertStrMatches(assert(files.read(WORK .. "/results")), "outside\tutf8\tas node\tnone\tnode\tskipped: missing: nodejs\n"
    .. "outside\tutf8\twell%-formed or not, as jansson\t%d+ cases\tjansson [%d.]+\tpassed\n")
end

-- ---- Wrong C ----

---A judge of utf8 with a changed table: the only occurrence of `line` in utf8.c is replaced.
local function judge_of(line, wrong, flags)
  local text <const> = assert(files.read "out/utf8/utf8.c")
  local from <const>, to <const> = text:find(line, 1, true)
  lu.assertNotNil(from, line)
  lu.assertNil(text:find(line, to, true), line)
  files.write(WORK, { { name = "utf8.c", text = text:sub(1, from - 1) .. wrong .. text:sub(to + 1) } })
  local status <const>, output <const> = output_of(("%s -std=c11 -Og %s -I out/utf8 -o %s/judge %s/utf8.c build/outside/judge.o"
    .. " build/outside/cases.o build/outside/pair.o build/outside/subject-utf8.o"):format(CC, flags, WORK, WORK))
  lu.assertEquals(status, 0, output)
  return WORK .. "/judge"
end

local function noticed(judge, options)
  local status <const>, output <const> = judged(judge, options, LUA)
  lu.assertEquals(status, 1, output)
  return output
end

function TestOutside.test_a_bit_of_the_automatons_table_is_noticed()
  local judge <const> = judge_of("     9,  9,  2,  2,", "     9,  8,  2,  2,", "-DUTF8_NO_SIMD")
  lu.assertStrContains(noticed(judge, "check short 2"), "    C2 C1\n        here:  ill-formed at 0, length 2")
end

function TestOutside.test_a_bit_of_the_shift_table_is_noticed()
  local judge <const> = judge_of("0x000061800C306000),  // A_", "0x000061800C304000),  // A_", "-DUTF8_NO_SIMD")
  lu.assertStrContains(noticed(judge, "check short 2"), "    C2 A0\n        here:  ill-formed at 0, length 2")
end

---The changed tables accept C2 F0 90 80 80. Texts of up to four bytes do not show the error, and vectors check only long texts.
function TestOutside.test_a_bit_of_the_vectors_tables_is_noticed()
  local text <const> = assert(files.read "out/utf8/utf8.c")
  if select(2, output_of "uname -m") ~= "x86_64\n" then
    lu.skip "the kernel sse needs an x86-64 processor"
  end
  local table_ <const> = text:match("utf8_this_high%[16%] = {\n.-\n};")
  local wrong <const>, changes <const> = table_:gsub("UTF8_RULE_TOO_SHORT,(%s+// F)", "0,%1")
  lu.assertEquals(changes, 1)
  local output <const> = noticed(judge_of(table_, wrong, "-DUTF8_KERNEL=sse"), "check random 20000")
  lu.assertStrContains(output, "otherwise by ")
end

-- ---- Wrong decoders ----

function TestOutside.test_a_decoder_that_gives_no_answer_is_reported()
  for command, reason in pairs {
    ["exit 1"] = "ended with status 1 after 0 cases", ["kill -SEGV $$"] = "ended by signal 11 after 0 cases",
    ["head -c 9 >/dev/null; printf y"] = "ended with status 0 after 1 cases", ["no-such-decoder"] = "ended with status 127",
    ["exec sleep 60"] = "silent for 1 seconds after 0 cases", ["echo x; exec cat >/dev/null"] = "no answer in the form of stream.h",
  } do
    local status <const>, output <const> = judged(UTF8, "check short 1 seconds 1", command)
    lu.assertEquals(status, 3, command .. "\n" .. output)
    lu.assertStrContains(output, reason)
  end
end

function TestOutside.test_a_decoder_that_answers_wrongly_is_shown()
  for command, shown in pairs {
    ['yes y | tr -d "\\n" | head -c 257; exec cat >/dev/null'] =
      "    80\n        here:  ill-formed at 0, length 1\n        there: well-formed\n",
    ['yes n | tr -d "\\n" | head -c 257; exec cat >/dev/null'] = "    01\n        here:  well-formed\n        there: ill-formed\n",
    [LUA .. "; printf y"] = "more answers than cases\n",
  } do
    local status <const>, output <const> = judged(UTF8, "check short 1", command)
    lu.assertEquals(status, 1, command .. "\n" .. output)
    lu.assertStrContains(output, shown)
  end
end

function TestOutside.test_a_decoder_that_can_answer_no_case_fails()
  local status <const>, output <const> = judged(UTF8, "check short 1", "yes ? | tr -d \"\\n\" | head -c 257; exec cat >/dev/null")
  lu.assertEquals(status, 3, output)
end

-- ---- Wrong differences ----

function TestOutside.test_a_declared_difference_that_does_not_occur_is_noticed()
  lu.assertEquals(judged(UTF8, "check short 2", LUA), 0)
  lu.assertEquals(judged(UTF8, "check short 2 refuses \"anywhere:C3 A9\"", LUA), 1)
  lu.assertEquals(judged(UTF8, "check short 2 refuses \"end:41\"", LUA), 1)
  lu.assertEquals(judged(UTF8, "check short 2 joins \"anywhere:C0 80\"", PYTHON), 1)
  lu.assertEquals(judged(UTF8, "repair short 2 joins \"anywhere:C0 80\"", "python3 tests/outside/cpython.py replace"), 1)
end

function TestOutside.test_an_undeclared_difference_is_noticed()
  for _, decoder in ipairs(decoders) do
    for _, way in ipairs(decoder.ways) do
      if decoder.quick and way.refuses and (not decoder.build or output_of(decoder.build) == 0) then
        local status <const>, text <const> = judged("build/outside/judge-" .. way[2], way[3] .. " random 100", decoder.run .. " " .. way[1])
        lu.assertEquals(status, 1, decoder.name .. "\n" .. text)
      end
    end
  end
end

function TestOutside.test_omitted_cases_are_counted()
  local status <const>, output <const> = judged(UTF8, "check short 1 leave-out \"anywhere:80..FF\"", LUA)
  lu.assertEquals({ status, output }, { 0, "129 cases, 128 left out, 0 not asked, 0 differ\n" })
end

function TestOutside.test_wrong_arguments_are_refused()
  for _, options in ipairs { "guess short 1", "check long 1", "check leave-out \"C3 A9\"", "check leave-out \"anywhere:\"",
    "check leave-out \"anywhere:GG\"" } do
    lu.assertEquals(judged(UTF8, options, LUA), 2, options)
  end
end

os.exit(lu.LuaUnit.run())
