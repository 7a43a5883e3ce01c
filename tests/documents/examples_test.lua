-- SPDX-License-Identifier: 0BSD
-- Programs of docs/examples do what their header comments say, and refuse bad input.
--
-- Needs: build/json build/tokens build/mqtt_topic build/xml_outline
--
-- In a program's header comment, each line that begins with `$ ` is a command, and the lines below it are the expected output. The test of
-- the JNI example needs a JDK.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local files <const> = require "gen.common.files"

local WORK <const> = "build/examples_test"

---@return string output of both streams
---@return boolean ok
local function run(command)
  local pipe <const> = assert(io.popen(("{ %s\n} 2>&1"):format(command)))
  local output <const> = pipe:read("a")
  return output, pipe:close() == true
end

local function read(name)
  return assert(files.read(name))
end

---Returns the commands in a program's header comment, each with its output: { command, printed }.
local function shown(source)
  local examples <const> = {}
  for line in read(source):match("/%*(.-)%*/"):gmatch(" %*([^\n]*)\n") do
    local command <const>, printed <const> = line:match("^     %$ (.+)"), line:match("^     (.+)")
    if command then
      examples[#examples + 1] = { command = command, printed = "" }
    elseif not printed then
      examples.done = #examples > 0
    elseif #examples > 0 and not examples.done then
      examples[#examples].printed = examples[#examples].printed .. printed .. "\n"
    end
  end
  return examples
end

---Runs the commands of a program's header comment, and compares their output.
---@param source string
---@param folder string where the program is
local function compare_header_commands(source, folder)
  local examples <const> = shown(source)
  lu.assertTrue(#examples > 0, source)
  for _, example in ipairs(examples) do
    lu.assertEquals(run(("PATH='%s':$PATH; %s"):format(folder, example.command)), example.printed, source)
  end
end

---Tests cases { format for printf, which writes the input; expected output; whether the exit status is 0 }.
local function compare_answers(program, cases)
  for _, case in ipairs(cases) do
    local output <const>, ok <const> = run(("printf '%s' | build/%s"):format(case[1], program))
    lu.assertEquals(output, case[2], case[1])
    lu.assertEquals(ok, case[3] or false, case[1])
  end
end

TestExamples = {}

function TestExamples.setUp()
  os.execute(("rm -rf '%s' && mkdir -p '%s'"):format(WORK, WORK))
end

function TestExamples.test_the_commands_in_header_comments_print_the_output_shown()
  for _, name in ipairs { "json", "tokens", "mqtt_topic", "xml_outline" } do
    compare_header_commands(("docs/examples/%s.c"):format(name), "build")
  end
end

function TestExamples.test_json_prints_values_and_reports_errors()
  compare_answers("json", {
    { [=[[1, {"a": {}, "b": [null]}, -0.5e3]\n]=], "[0] = 1\n[1].b[0] = null\n[2] = -0.5e3\n", true },
    { [["\\u00e9\\n\\u0000"]], "\"\xC3\xA9\\u000a\\u0000\"\n", true },
    { [[{"a":\n "\303\251\\ud800"}]], "json: line 2, column 4: lone surrogate\n" },
    { [["\\udc00\\ud800"]], "json: line 1, column 2: lone surrogate\n" },
    { [["\\ud800\\u0041"]], "json: line 1, column 2: lone surrogate\n" },
    { [[["\303"]=]], "json: line 1, column 3: ill-formed UTF-8: too_short\n" },
    { [["\300\257"]], "json: line 1, column 2: ill-formed UTF-8: overlong\n" },
    { [["a]], "json: line 1, column 3: the text ends inside a string\n" },
    { [["\\]], "json: line 1, column 2: unknown escape\n" },
    { [["\\u12]], "json: line 1, column 6: expected four hexadecimal digits\n" },
    { "[1,]", "[0] = 1\njson: line 1, column 4: expected a value\n" },
    { "1 2", "1\njson: line 1, column 3: more than one value\n" },
    { "truth", "json: line 1, column 1: expected a value\n" },
    { ("1"):rep(63), ("1"):rep(63) .. "\n", true },
    { ("1"):rep(64), "json: line 1, column 1: a word of 64 bytes or more\n" },
    { [[{"a\\nb = 1\\u007f\\"": 2}]], ".a\\u000ab = 1\\u007f\" = 2\n", true },
    { "", "json: line 1, column 1: expected a value\n" },
  })
  local _, ok <const> = run "head -c 100 /dev/zero | tr '\\0' '[' | build/json"
  lu.assertFalse(ok)
end

function TestExamples.test_tokens_prints_chunks_and_reports_errors()
  for _, case in ipairs {
    { [[na\303\257ve \342\202]], 4, "na\xC3\xAF\nve \n\n\u{FFFD}\ntokens: byte 7: truncated\n" },
    { [[a\355\240\200]], 2, "a\n\u{FFFD}\u{FFFD}\u{FFFD}\n\ntokens: byte 1: surrogate\n" },
    { [[ok\377 more]], 3, "ok\u{FFFD}\n mo\nre\n\ntokens: byte 2: not_a_form\n" },
    { [[a\360\237\230\200b]], 1, "a\n\n\n\n\xF0\x9F\x98\x80\nb\n", true },
  } do
    local output <const>, ok <const> = run(("printf '%s' | build/tokens %d"):format(case[1], case[2]))
    lu.assertEquals(output, case[3])
    lu.assertEquals(ok, case[4] or false)
  end
  lu.assertStrContains(run "build/tokens 0", "usage: ")
end

function TestExamples.test_mqtt_topic_counts_levels_and_reports_errors()
  for arguments, printed in pairs {
    ["filter '#' + a/# +/+"] = "#: 1 level\n+: 1 level\na/#: 2 levels\n+/+: 2 levels\n",
    ["filter a+/b"] = "a+/b: byte 1: + must be a whole level\n",
    ["filter '#/a'"] = "#/a: byte 0: # must be the whole last level\n",
    ["name a/b"] = "a/b: 2 levels\n",
    ["name a/+"] = "a/+: byte 2: wildcards are only allowed in filters\n",
    ["name ''"] = ": byte 0: a topic must have 1 to 65535 bytes\n",
    ["name \"$(printf 'a\\001')\""] = "a\1: byte 1: control\n",
    ["name \"$(printf 'a\\357\\277\\277')\""] = "a\xEF\xBF\xBF: byte 1: noncharacter\n",
  } do
    lu.assertEquals(run("build/mqtt_topic " .. arguments), printed)
  end
end

function TestExamples.test_xml_outline_prints_elements_and_reports_errors()
  compare_answers("xml_outline", {
    { [[<?xml version="1.0"?><a><!-- <x> --><b c="1>2">&lt;&amp;&#8364;</b><c/> d\n</a>]],
      "a\n  b\n    \"<&\xE2\x82\xAC\"\n  c\n  \"d\"\n", true },
    { [[<a>&#0;</a>]], "a\nxml_outline: byte 3: not a reference to a Char\n" },
    { [[<a>&#xFFFE;</a>]], "a\nxml_outline: byte 3: not a reference to a Char\n" },
    { [[<a>&#xD800;</a>]], "a\nxml_outline: byte 3: not a reference to a Char\n" },
    { [[<a>&#x110000;</a>]], "a\nxml_outline: byte 3: not a reference to a Char\n" },
    { [[<a>&#x4000000041;</a>]], "a\nxml_outline: byte 3: not a reference to a Char\n" },
    { [[<a>&x</a>]], "a\nxml_outline: byte 3: not a reference to a Char\n" },
    { [[<a><!-- \001 --></a>]], "xml_outline: byte 8: control\n" },
    { [[<a>\303]], "xml_outline: byte 3: truncated\n" },
    { [[<a b=">]], "xml_outline: byte 0: the document ends inside a tag\n" },
    { [[<]], "xml_outline: byte 0: the document ends inside a tag\n" },
  })
  -- A document that is too large is not read to its end, which may be inside a character.
  for _, first in ipairs { "<a>", "<a> " } do
    lu.assertStrMatches((run(("{ printf '%s'; yes '\u{E9}' | head -n 600000 | tr -d '\\n'; } | build/xml_outline"):format(first))),
      "xml_outline: byte 1048576: the document has about 1 MiB or more\n")
  end
  lu.assertStrContains(run "yes '<a>' | head -n 200000 | build/xml_outline | tail -n 1", "nested too deeply")
end

---The example with a user's own spec: make rebuilds after the spec has changed, and only then.
function TestExamples.test_make_rebuilds_the_example_after_a_change_of_its_spec()
  lu.assertTrue(select(2, run(("cp docs/examples/own/* %s"):format(WORK))))
  local make <const> = ("make -C %s U8GEN=\"$PWD/u8gen\" CFLAGS=-Og 2>&1"):format(WORK)
  local output <const>, ok <const> = run(make)
  lu.assertTrue(ok, output)
  compare_header_commands("docs/examples/own/handle.c", WORK .. "/build")
  lu.assertStrContains(run(make), "up to date")
  local change <const> = "sed -i -e 's/, \"U+005F\" }/, \"U+002D\" }/g' -e '/anne_7/d' %s/handle.lua"
  lu.assertTrue(select(2, run(change:format(WORK))))
  lu.assertStrContains(run(make), "u8gen gen handle.lua")
  lu.assertStrContains(run(make), "up to date")
  lu.assertEquals(run(WORK .. "/build/handle a-b a_b"), "a-b: 3 characters\na_b: byte 1: unlisted\n")
end

function TestExamples.test_the_jni_example_converts_strings()
  local java <const> = run("readlink -f \"$(command -v javac)\""):gsub("/bin/javac\n$", "")
  lu.skipIf(not java:find "^/" or not io.open(java .. "/include/jni.h"), "a JDK is missing: apt-get install default-jdk-headless")
  local compile <const> = ("cc -Wall -Wextra -Og -shared -fPIC -I '%s/include' -I '%s/include/linux' -I out/mutf8_to_utf8"
    .. " -I out/utf8_to_mutf8 -o %s/libstrings.so docs/examples/jni/strings.c"
    .. " out/mutf8_to_utf8/mutf8_to_utf8.c out/utf8_to_mutf8/utf8_to_mutf8.c"
    .. " && javac -d %s docs/examples/jni/Strings.java"):format(java, java, WORK, WORK)
  local output <const>, ok <const> = run(compile)
  lu.assertTrue(ok, output)
  lu.assertEquals(run(("java -Xcheck:jni -cp %s -Djava.library.path=%s Strings"):format(WORK, WORK)),
    "5 bytes, true\n4 bytes, true\n3 bytes, true\nlone surrogate\n0 bytes, true\nnull\n")
end

os.exit(lu.LuaUnit.run("-v", table.unpack(arg)))
