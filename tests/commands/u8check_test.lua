-- SPDX-License-Identifier: 0BSD
-- u8check at work: all faults, formats, folders, threads, and what goes wrong around it.
--
-- In: build/u8check (or the program that U8CHECK names). Out: luaunit's lines.
-- Needs: build/u8check
-- The one idea: what must be said of a text comes from a reading of Unicode's table 3-7 in this file, byte by byte; formats are read back
-- by tests/lib/json.lua; and whatever is said must be the same however many threads say it and however the text is cut into pieces.
-- tests/commands/cli_test.lua has the first fault of each file, the encodings, copies, hints and names.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local json <const> = require "tests.lib.json"

local U8CHECK <const> = io.popen("realpath " .. (os.getenv("U8CHECK") or "build/u8check")):read("l")
local folder <const> = assert(io.popen("mktemp -d"):read("l"))

local function quote(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

local function file(name, text)
  local out <const> = assert(io.open(folder .. "/" .. name, "wb"))
  assert(out:write(text) and out:close())
  return name
end

---Runs a command by sh in the test's folder; the word u8check stands for the program.
---@return string output of both streams
---@return integer status
local function run(command)
  command = command:gsub("%f[%w_/.]u8check%f[%s]", (U8CHECK:gsub("%%", "%%%%")))
  local pipe <const> = assert(io.popen(("cd '%s' && { %s\n} 2>&1"):format(folder, command), "r"))
  local output <const> = pipe:read("a")
  local _, _, status <const> = pipe:close()
  return output, status
end

local function has(program)
  return select(2, run("command -v " .. program .. " >/dev/null")) == 0
end

-- ---- The faults of a text, by table 3-7 of Unicode ----

-- For a first byte: how many bytes follow, and the range of the first of them.
local function row_of(byte)
  if byte < 0x80 then
    return 0
  elseif byte >= 0xC2 and byte <= 0xDF then
    return 1, 0x80, 0xBF
  elseif byte >= 0xE0 and byte <= 0xEF then
    return 2, byte == 0xE0 and 0xA0 or 0x80, byte == 0xED and 0x9F or 0xBF
  elseif byte >= 0xF0 and byte <= 0xF4 then
    return 3, byte == 0xF0 and 0x90 or 0x80, byte == 0xF4 and 0x8F or 0xBF
  end
end

-- The maximal subpart at a place (Unicode 3.9, D93b): its length, and whether it is a whole character.
local function subpart(text, at)
  local more <const>, low, high = row_of(text:byte(at))
  if not more then
    return 1, false
  end
  for i = 1, more do
    local byte <const> = text:byte(at + i)
    if not byte or byte < low or byte > high then
      return i, false
    end
    low, high = 0x80, 0xBF
  end
  return more + 1, true
end

---@return { line: integer, column: integer, byte: integer, length: integer }[]
local function faults_of(text)
  local faults <const> = {}
  local at, line, column = 1, 1, 1
  while at <= #text do
    local length <const>, whole <const> = subpart(text, at)
    if not whole then
      faults[#faults + 1] = { line = line, column = column, byte = at - 1, length = length }
    end
    if text:byte(at) == 10 then
      line, column = line + 1, 0
    end
    at, column = at + length, column + 1
  end
  return faults
end

local PIECES <const> = { "a", "\n", "é", "中", "😀", "\x80", "\xC3", "\xE0\x80", "\xE4\xB8", "\xF0\x9F\x98", "\xFF", "\xED\xA0\x80",
  "\xF4\x90" }

local function random_text(count, plain)
  local parts <const> = {}
  for i = 1, count do
    parts[i] = PIECES[math.random(1, math.random() < plain and 5 or #PIECES)]
  end
  return table.concat(parts)
end

local function json_lines(output)
  local list <const> = {}
  for line in output:gmatch("([^\n]*)\n") do
    list[#list + 1] = json.decode(line)
  end
  return list
end

local function places(output)
  local list <const> = {}
  for i, found in ipairs(json_lines(output)) do
    lu.assertEquals(found.type, "fault")
    list[i] = { line = found.line, column = found.column, byte = found.byte, length = found.length }
  end
  return list
end

TestAll = {}

function TestAll.test_random_texts_in_files_and_pieces()
  math.randomseed(12)
  for i = 1, 12 do
    local text <const> = random_text(20 * i, 0.7)
    local name <const> = file("random", text)
    local expected <const> = faults_of(text)
    local output <const>, status <const> = run("u8check --all --format=json " .. name)
    lu.assertEquals(places(output), expected)
    lu.assertEquals(status, #expected > 0 and 1 or 0)
    for _, size in ipairs { 1, 2, 3, 7, 100 } do
      local pieces <const> = run(("dd if=%s ibs=%d obs=%d 2>/dev/null | u8check -a --format=json 2>/dev/null"):format(name, size, size))
      lu.assertEquals(places(pieces), expected, size)
    end
  end
end

-- A block is 512 KiB, and the buffer 64 KiB more; faults lie on both sides of each border.
function TestAll.test_across_blocks()
  math.randomseed(13)
  local borders <const> = { 65536, 524288, 589824, 1048576, 1114112 }
  local line <const>, parts <const> = ("中é\n"):rep(100), {}
  for _, border in ipairs(borders) do
    local size <const> = #table.concat(parts)
    parts[#parts + 1] = line:rep((border - size - 200) // #line) .. random_text(200, 0.8)
  end
  local text <const> = table.concat(parts) .. "\xE4\xB8"
  local name <const> = file("blocks", text)
  local expected <const> = faults_of(text)
  lu.assertTrue(#expected > 50)
  lu.assertEquals(places((run("u8check -a --format=json " .. name))), expected)
  lu.assertEquals(places((run("cat blocks | u8check -a --format=json"))), expected)
  local count <const> = #expected
  for _, options in ipairs { "-a", "-av", "-a --format=gcc", "-a --format=github" } do
    local output <const> = run(("u8check %s %s 2>/dev/null"):format(options, name))
    lu.assertEquals(select(2, output:gsub("%f[^\0\n][^\n]-blocks", "")), count, options)
  end
end

-- More newlines than a byte counts, in each lane of a vector.
function TestAll.test_many_lines()
  for _, line in ipairs { "\n", "\n\n\n", ("a"):rep(63) .. "\n", "é\n" } do
    local count <const> = 120000 // #line
    file("lines", line:rep(count) .. "b\xFF")
    local bytes <const>, lines <const> = count * #line + 1, count * select(2, line:gsub("\n", "")) + 1
    for _, command in ipairs { "u8check --format=json lines", "cat lines | u8check --format=json" } do
      lu.assertEquals(places((run(command))), { { line = lines, column = 2, byte = bytes, length = 1 } })
    end
  end
end

function TestAll.test_the_other_encodings()
  local name <const> = file("halves", "\xED\xA0\x80\xED\xB0\x80a\xFF\n\xED\xA0\x80\xED\xB0\x80")
  lu.assertEquals(places((run("u8check -a -e wtf-8 --format=json " .. name))),
    { { line = 1, column = 2, byte = 3, length = 3 }, { line = 1, column = 4, byte = 7, length = 1 },
      { line = 2, column = 2, byte = 12, length = 3 } })
  -- A newline may be the fault itself, and ends its line nevertheless.
  lu.assertEquals(places((run("printf 'a\\nb\\001' | u8check -a -e mqtt-strict --format=json"))),
    { { line = 1, column = 2, byte = 1, length = 1 }, { line = 2, column = 2, byte = 3, length = 1 } })
end

function TestAll.test_at_most()
  local name <const> = file("many", ("a\xFF\n"):rep(100))
  for _, most in ipairs { 1, 2, 99, 100, 101 } do
    local output <const>, status <const> = run(("u8check -m %d --format=gcc %s %s"):format(most, name, name))
    local _, count <const> = output:gsub(": error: ", "")
    lu.assertEquals(count, most)
    lu.assertStrContains(output, ("u8check: stopped after %d faults"):format(most))
    lu.assertEquals(status, 1)
  end
  lu.assertNotStrContains(run("u8check -m 201 many many"), "stopped")
  lu.assertStrContains(run("printf 'caf\\351 noir' | u8check -m 1"), "hint: this looks like Latin-1")    -- what belongs to the last one
end

TestLikeIsutf8 = {}

-- What moreutils' isutf8 1.2 prints and exits with for one good file and one bad one.
function TestLikeIsutf8.test_lists()
  local bad <const>, good <const> = file("bad", "a\xFF"), file("good", "é")
  for _, case in ipairs {
    { "-l", "bad\n", 1 }, { "--list", "bad\n", 1 }, { "-i", "good\n", 1 }, { "--invert", "good\n", 1 }, { "-il", "good\n", 1 },
    { "-q", "", 1 }, { "--quiet", "", 1 }, { "-qv", "", 1 }, { "-ql", "bad\n", 1 },
  } do
    local command <const> = ("u8check %s %s %s"):format(case[1], bad, good)
    if case[1] == "-ql" then
      case[2] = ""    -- isutf8 lists here; quiet is quiet
    elseif has "isutf8" and case[1] ~= "-qv" then
      lu.assertEquals({ run((command:gsub("u8check", "isutf8"))) }, { case[2], case[3] })
    end
    lu.assertEquals({ run(command) }, { case[2], case[3] })
  end
  lu.assertEquals({ run("u8check -i good") }, { "good\n", 0 })
  lu.assertEquals({ run("u8check -l good") }, { "", 0 })
  lu.assertEquals({ run("printf '\\377' | u8check -l") }, { "stdin\n", 1 })
  if not has "isutf8" then
    print "skipped: the comparison with isutf8 (Debian's moreutils is missing)"
  end
end

function TestLikeIsutf8.test_names_with_a_zero_byte()
  local names <const> = { "new\nline\xFF", "sp ace\\" }
  for _, name in ipairs(names) do
    file(name, "\xFF")
  end
  local words <const> = quote(names[1]) .. " " .. quote(names[2])
  lu.assertEquals({ run("u8check -l0 " .. words) }, { names[1] .. "\0" .. names[2] .. "\0", 1 })
  lu.assertEquals({ run("u8check --list --null " .. words) }, { names[1] .. "\0" .. names[2] .. "\0", 1 })
  lu.assertEquals({ run("u8check -l " .. words) }, { "new\\x0Aline\\xFF\nsp ace\\\\\n", 1 })
  lu.assertEquals({ run("u8check -l0 " .. words .. " | u8check -l0 --files0-from=-") }, { names[1] .. "\0" .. names[2] .. "\0", 1 })
end

TestFormats = {}

local ODD <const> = { "plain", "sp ace", "co:lon,comma%percent", "quo\"te\\back", "new\nline\rreturn", "na\u{EF}ve\u{202E}", "\xFFbad\xC3",
  "\27[31m" }

local function odd_files()
  local words <const> = {}
  for i, name in ipairs(ODD) do
    words[i] = quote(file(name, "caf\xC3\xA9\n\xE0\x80"))
  end
  return table.concat(words, " ")
end

function TestFormats.test_gcc()
  file("bad", "caf\xC3\xA9\nb\xE0\x80")
  lu.assertEquals({ run("u8check --format=gcc bad") }, { "bad:2:2: error: overlong: expected A0..BF after E0, found 80 [utf-8]\n", 1 })
end

---The places of faults in a text, by lines and bytes of the line, both from 1 on.
local function byte_places(text)
  local list <const> = {}
  for _, fault in ipairs(faults_of(text)) do
    local before <const> = text:sub(1, fault.byte)
    list[#list + 1] = ("%d:%d"):format(1 + select(2, before:gsub("\n", "")), #before:match "[^\n]*$" + 1)
  end
  return list
end

-- gcc's format counts bytes, as Vim does, wherever pieces of the text begin and end.
function TestFormats.test_columns_of_gcc_are_bytes()
  for i, text in ipairs {
    "caf\xC3\xA9 \xFF\n\xE0\x80 \xC3\xA9\xFF\n\n\u{1F600}\t\xED\xA0\x80x\xC3", "\xFF", "a\nb\xFF\xFF\n\xFF",
  } do
    local name <const>, list <const> = file("bytes" .. i, text), {}
    local options <const> = "u8check -a --format=gcc "
    for place in run(options .. name):gmatch("[^\n]*:(%d+:%d+): error: ") do
      list[#list + 1] = place
    end
    lu.assertTrue(#list > 0)
    lu.assertEquals(list, byte_places(text))
  end
  -- Over the ends of blocks.
  file("long", ("\u{20AC}"):rep(70000) .. "\xFF" .. ("\n\u{E9}"):rep(90000) .. "\xC3\n\xC3")
  for _, command in ipairs { "u8check -a --format=gcc long", "cat long | u8check -a --format=gcc" } do
    lu.assertEquals(run(command .. " 2>&1 | grep -o ':[0-9:]*: error'"), ":1:210001: error\n:90001:3: error\n:90002:1: error\n")
  end
end

function TestFormats.test_vim_goes_to_the_byte()
  if not has "vim" then
    print "skipped: vim is not here"
    return
  end
  file("caf", "caf\xC3\xA9\n\u{1F600}\u{E9} b\xE0\x80")
  run("u8check --format=gcc caf >errors")
  local told <const> = [[call writefile([line(".") . " " . col(".")], "where")]]
  lu.assertEquals(run(("vim -u NONE -N -es -c 'cfile errors' -c '%s' -c 'qall!' </dev/null; cat where"):format(told)), "2 9\n")
end

-- GitHub's runner takes %25 %0D %0A %3A %2C back in properties.
function TestFormats.test_github()
  local output <const> = run("u8check --format=github " .. odd_files())
  local lines <const> = {}
  for line in output:gmatch("([^\n]*)\n") do
    local name <const> = line:match("^::error file=([^,:]*),line=2,col=1,title=ill%-formed utf%-8::byte 6: overlong: "
      .. "expected A0%.%.BF after E0, found 80$")
    lines[#lines + 1] = lu.assertNotNil(name, line) or name:gsub("%%(%x%x)", function(hex) return string.char(tonumber(hex, 16)) end)
  end
  lu.assertEquals(lines, { ODD[1], ODD[2], ODD[3], "quo\"te\\\\back", "new\\x0Aline\\x0Dreturn", "na\u{EF}ve\\u{202E}", "\\xFFbad\\xC3",
    "\\x1B[31m" })
end

function TestFormats.test_json()
  local output <const>, status <const> = run("u8check --format=json " .. odd_files())
  lu.assertEquals(status, 1)
  for i, found in ipairs(json_lines(output)) do
    local hex <const> = found.file_hex
    lu.assertEquals(hex and hex:gsub("%x%x ?", function(byte) return string.char(tonumber(byte:sub(1, 2), 16)) end) or found.file, ODD[i])
    found.file, found.file_hex = nil, nil
    lu.assertEquals(found, { type = "fault", encoding = "utf-8", line = 2, column = 1, byte = 6, length = 1, fault = "overlong",
      expected = { "A0..BF" }, after = "E0", found = "80" })
  end
  lu.assertEquals(json.decode((run("u8check --format=json " .. quote(ODD[7])))).file, "\u{FFFD}bad\u{FFFD}")
  local ended <const> = json.decode((run("printf 'caf\\303' | u8check --format=json")))
  lu.assertEquals({ ended.file, ended.expected, ended.after, ended.found }, { "stdin", { "80..BF" }, "C3", "" })
  local hinted <const> = json.decode((run("printf 'caf\\351 noir' | u8check --format=json")))
  lu.assertStrContains(hinted.hint, "this looks like Latin-1")
  local counts <const> = json.decode((run("printf 'a\\360\\237\\230\\200' | u8check --count --format=json")))
  lu.assertEquals(counts, { type = "text", file = "stdin", encoding = "utf-8", bytes = 5, characters = 2, utf16_units = 3 })
end

-- The members that SARIF 2.1.0 demands, and the types of all that are there (sections 3.13 to 3.30).
local function assert_sarif(log, count)
  lu.assertEquals(log.version, "2.1.0")
  lu.assertEquals(#log.runs, 1)
  local one <const> = log.runs[1]
  lu.assertEquals(one.tool.driver.name, "u8check")
  lu.assertEquals(one.columnKind, "unicodeCodePoints")
  lu.assertEquals(type(one.invocations[1].executionSuccessful), "boolean")
  local rules <const> = {}
  for _, rule in ipairs(one.tool.driver.rules) do
    rules[rule.id] = true
  end
  lu.assertEquals(#one.results, count)
  for _, result in ipairs(one.results) do
    lu.assertTrue(rules[result.ruleId], result.ruleId)
    lu.assertEquals(result.level, "error")
    lu.assertStrContains(result.message.text, "ill-formed utf-8: expected ")
    local place <const> = result.locations[1].physicalLocation
    lu.assertStrMatches(place.artifactLocation.uri, "[%w%-._~/:%%]+")
    for _, name in ipairs { "startLine", "startColumn", "byteOffset", "byteLength" } do
      lu.assertEquals(math.type(place.region[name]), "integer")
    end
    lu.assertTrue(place.region.startLine >= 1 and place.region.startColumn >= 1)
  end
  return one
end

---Characters that profiles forbid, by what their standards say: XML 1.0, production 2; YAML 1.2.2, production 1; RFC 7493, section 2.1;
---RFC 9839, section 4.3; MQTT 5.0, section 1.5.4.
local FORBIDDEN <const> = {
  ["xml-1.0"] = "\u{1} \u{1F} \u{FFFE} \u{FFFF}", ["yaml-1.2"] = "\u{7F} \u{80} \u{9F} \u{FFFE} \u{FFFF}", ["toml-1.0"] = "\u{0} \u{7F}",
  ["utf-8-interchange"] = "\u{FDD0} \u{FDEF} \u{FFFE} \u{1FFFE} \u{10FFFF}", assignables = "\u{0} \u{80} \u{9F} \u{FDD0} \u{FFFFF}",
  ["mqtt-strict"] = "\u{9} \u{9F} \u{FFFF} \u{8FFFE}", ["utf-8-nonul"] = "\u{0}",
}

---Each such character is one column, whole, and one fault of the statistics; repaired it is one U+FFFD.
function TestFormats.test_what_a_profile_forbids_is_one_column()
  for encoding, characters in pairs(FORBIDDEN) do
    local text, at, known, gcc, github, names = "\u{E9}", 2, {}, {}, {}, 0
    for character in characters:gmatch("[^ ]+") do
      known[#known + 1] = { line = 1, column = 2 * #known + 2, byte = at, length = #character }
      gcc[#known], github[#known] = ("profile:1:%d"):format(at + 1), ("col=%d byte %d"):format(2 * #known, at)
      text, at = text .. character .. "\u{E9}", at + #character + 2
    end
    file("profile", text)
    local command <const> = ("u8check -a -e %s "):format(encoding)
    lu.assertEquals(places((run(command .. "--format=json profile 2>/dev/null"))), known, encoding)
    -- The same in small pieces.
    lu.assertEquals(places((run(("dd if=profile bs=1 2>/dev/null | %s --format=json 2>/dev/null"):format(command)))), known, encoding)
    local lines <const> = {}
    for line in run(command .. "--format=gcc profile 2>/dev/null"):gmatch("[^\n]+") do
      lines[#lines + 1] = line:match("^profile:%d+:%d+")
    end
    lu.assertEquals(lines, gcc, encoding)
    local annotations <const> = {}
    for column, byte in run(command .. "--format=github profile 2>/dev/null"):gmatch("(col=%d+)[^\n]-::(byte %d+):") do
      annotations[#annotations + 1] = column .. " " .. byte
    end
    lu.assertEquals(annotations, github, encoding)
    local sarif <const> = json.decode((run(command .. "--format=sarif profile 2>/dev/null"))).runs[1].results
    lu.assertEquals(#sarif, #known, encoding)
    for i, result in ipairs(sarif) do
      local region <const> = result.locations[1].physicalLocation.region
      lu.assertEquals({ region.startLine, region.startColumn, region.byteOffset, region.byteLength },
        { 1, known[i].column, known[i].byte, known[i].length }, encoding)
    end
    for _, count in pairs(json_lines((run(command .. "--stats --format=json profile 2>/dev/null")))[#known + 1].faults) do
      names = names + count
    end
    lu.assertEquals(names, #known, encoding)
    lu.assertEquals((run(("u8check -e %s --repair profile"):format(encoding))),
      "\u{E9}" .. ("\u{FFFD}\u{E9}"):rep(#known), encoding)
  end
end

function TestFormats.test_sarif()
  local output <const> = run("u8check --format=sarif " .. odd_files())
  local one <const> = assert_sarif(json.decode(output), #ODD)
  for i, result in ipairs(one.results) do
    local place <const> = result.locations[1].physicalLocation
    lu.assertEquals(place.artifactLocation.uri:gsub("%%(%x%x)", function(hex) return string.char(tonumber(hex, 16)) end), ODD[i])
    lu.assertEquals(place.region, { startLine = 2, startColumn = 1, byteOffset = 6, byteLength = 1 })
  end
  local absolute <const> = assert_sarif(json.decode((run("u8check --format=sarif " .. folder .. "/plain"))), 1)
  lu.assertEquals(absolute.results[1].locations[1].physicalLocation.artifactLocation.uri, "file://" .. folder .. "/plain")
end

function TestFormats.test_sarif_is_whole_whatever_happens()
  file("good", "ok")
  file("many", ("\xFF"):rep(100))
  assert_sarif(json.decode((run("u8check --format=sarif good"))), 0)
  for _, jobs in ipairs { 1, 4 } do
    local limited <const> = run(("u8check -j%d --format=sarif -m 30 many good many many 2>/dev/null"):format(jobs))
    lu.assertFalse(assert_sarif(json.decode(limited), 30).invocations[1].exitCode ~= 1)
    assert_sarif(json.decode((run(("u8check -j%d --format=sarif -a many good many 2>/dev/null"):format(jobs)))), 200)
  end
  local absent <const> = assert_sarif(json.decode((run("u8check --format=sarif absent many 2>/dev/null"))), 1)
  lu.assertEquals(absent.invocations, { { executionSuccessful = false, exitCode = 2 } })
end

-- The places of bytes and marks are counted, not compared with a print.
function TestFormats.test_dump()
  local text <const> = ("0123456789abcdef"):rep(2) .. "0123456789\xC3\xA9cd\xE4\xB8\nxyz" .. ("."):rep(40)
  file("dumped", text)
  local output <const> = run("u8check -v dumped 2>/dev/null")
  local lines <const> = {}
  for line in output:gmatch("([^\n]*)\n") do
    lines[#lines + 1] = line
  end
  lu.assertStrContains(lines[1], "byte 46: too_short (expected 80..BF after E4 B8, found 0A)")
  lu.assertEquals(lines[2], "00000010  30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66  |0123456789abcdef|")
  lu.assertEquals(lines[3], "00000020  30 31 32 33 34 35 36 37 38 39 C3 A9 63 64 E4 B8  |0123456789..cd..|")
  lu.assertEquals(lines[4], (" "):rep(10 + 3 * 14) .. "^^ ^^" .. (" "):rep(3) .. (" "):rep(14) .. "^^")
  lu.assertEquals(lines[5], "00000030  0A 78 79 7A 2E 2E 2E 2E 2E 2E 2E 2E 2E 2E 2E 2E  |.xyz............|")
  lu.assertEquals(lines[6], (" "):rep(10) .. "~~" .. (" "):rep(48) .. "~")
  lu.assertEquals(#lines, 6)
  for _, size in ipairs { 1, 5, 46, 48, 50 } do
    local pieces <const> = run(("dd if=dumped ibs=%d obs=%d 2>/dev/null | u8check -v 2>/dev/null"):format(size, size))
    lu.assertEquals(pieces, "stdin" .. output:sub(#"dumped" + 1))
  end
  for _, size in ipairs { 49, 50 } do
    local pieces <const> = run(("{ head -c %d dumped; sleep 0.1; tail -c +%d dumped; } | u8check -v 2>/dev/null"):format(size, size + 1))
    lu.assertEquals(pieces, "stdin" .. output:sub(#"dumped" + 1))
  end
end

-- The same fault around the end of the first buffer, and at the beginning: the same bytes around it, the same hint.
function TestFormats.test_dump_and_hint_at_the_end_of_a_buffer()
  local buffer <const> = 589824
  local function said(place, behind)
    file("around", ("a"):rep(place) .. "caf\xE9 noir" .. behind)
    local output <const> = run("u8check -v around")
    return (output:gsub("column %d+, byte %d+", ""):gsub("\n%x%x%x%x%x%x%x%x ", "\n"))
  end
  for _, place in ipairs { -60, -20, -16, -5, -4, -3, -1, 0, 1, 10 } do
    local expected <const> = said(64 + place % 16, ("z"):rep(40))
    lu.assertStrContains(expected, "looks like Latin-1")
    lu.assertEquals(said(buffer + place, ("z"):rep(40)), expected)
    lu.assertNotStrContains(said(buffer + place, ("n"):rep(60) .. ("été "):rep(40)), "hint")
  end
end

TestFolders = {}

local function tree()
  run [[
    rm -rf tree; mkdir -p tree/b/.hidden tree/.git tree/a tree/empty
    printf 'x\377' >tree/b/2; printf ok >tree/b/10; printf '\377' >tree/b/.hidden/1; printf '\377' >tree/.git/2; printf '\377' >tree/.dot
    printf 'x\377\000\001\002' >tree/a/program; printf '\037\213\010\000x' >tree/a/packed; printf 'a\000b\000\351\000\n\000c\000' \
      >tree/a/wide
    printf 'zeros\000are text' >tree/a/zeros; ln -s .. tree/b/loop; ln -s 2 tree/b/link; mkfifo tree/b/pipe; printf '\377' >'tree/new
line']]
end

function TestFolders.test_what_is_taken()
  tree()
  local passed <const> = "u8check: skipped: %d hidden (--hidden), %d binary (--binary), %d neither files nor folders\n"
  lu.assertEquals({ run("u8check -rl tree") }, { "tree/a/wide\ntree/b/2\ntree/new\\x0Aline\n" .. passed:format(3, 2, 3), 1 })
  lu.assertEquals({ run("u8check -ri tree/") }, { "tree/a/zeros\ntree/b/10\n" .. passed:format(3, 2, 3), 1 })
  lu.assertEquals({ run("u8check -rl --hidden tree 2>/dev/null") },
    { "tree/.dot\ntree/.git/2\ntree/a/wide\ntree/b/.hidden/1\ntree/b/2\ntree/new\\x0Aline\n", 1 })
  lu.assertEquals({ run("u8check -rl --binary tree 2>/dev/null") },
    { "tree/a/packed\ntree/a/program\ntree/a/wide\ntree/b/2\ntree/new\\x0Aline\n", 1 })
  lu.assertEquals({ run("u8check -rq tree/empty") }, { "", 0 })
  lu.assertEquals({ run("cd tree/b && u8check -rl 2>/dev/null") }, { "./2\n", 1 })
end

-- What is named is taken as it is.
function TestFolders.test_what_is_named()
  tree()
  lu.assertEquals({ run("u8check -l tree/a/program tree/.dot tree/b/link") }, { "tree/a/program\ntree/.dot\ntree/b/link\n", 1 })
  lu.assertEquals({ run("u8check -l --no-binary tree/a/program tree/.dot 2>&1") },
    { "tree/.dot\nu8check: skipped: 0 hidden (--hidden), 1 binary (--binary), 0 neither files nor folders\n", 1 })
  lu.assertEquals({ run("u8check tree") }, { "u8check: cannot read tree: Is a directory\n", 2 })
  lu.assertEquals({ run("ln -s loop1 loop2; ln -s loop2 loop1; u8check loop1") },
    { "u8check: cannot open loop1: Too many levels of symbolic links\n", 2 })
  lu.assertEquals({ run("printf 'x\\377' >tree/b/pipe & u8check -l tree/b/pipe; wait") }, { "tree/b/pipe\n", 0 })
end

function TestFolders.test_lists_of_names()
  tree()
  lu.assertEquals({ run("find tree -type f -name '[0-9]*' -print0 | sort -z | u8check -l --files0-from=-") },
    { "tree/.git/2\ntree/b/.hidden/1\ntree/b/2\n", 1 })
  lu.assertEquals({ run("printf 'tree/b/2\\0tree/b/10' >list; u8check -l --files0-from list") }, { "tree/b/2\n", 1 })
  lu.assertEquals({ run("printf 'gone\\0\\0-\\0tree/b/2\\0' | u8check -l --files0-from=-") },
    { "u8check: cannot open gone: No such file or directory\nu8check: cannot open a file without a name: No such file or directory\n"
      .. "u8check: cannot read stdin, which has the names,: Device or resource busy\ntree/b/2\n", 2 })
  lu.assertEquals({ run("u8check --files0-from=absent") }, { "u8check: cannot open absent: No such file or directory\n", 2 })
  lu.assertEquals({ run("u8check --files0-from=/dev/null") }, { "", 0 })
end

-- A path may be longer than any that the system takes at once, and the folders more than the handles that a process has.
function TestFolders.test_deep_folders()
  local name <const>, depth <const> = ("d"):rep(60), 90
  run(("mkdir deep && cd deep; for part in 1 2 3; do mkdir -p %s; i=0\n"
    .. "while [ $i -lt %d ]; do cd -P %s && printf '\\377' >f; i=$((i + 1)); done; done")
    :format((name .. "/"):rep(depth // 3), depth // 3, name))
  local lines <const> = {}
  for i = depth, 1, -1 do
    lines[#lines + 1] = "deep/" .. (name .. "/"):rep(i) .. "f\n"
  end
  local all <const> = table.concat(lines)
  for _, jobs in ipairs { 1, 3 } do
    lu.assertEquals({ run(("ulimit -n 24; u8check -rl -j %d deep"):format(jobs)) }, { all, 1 })
  end
  -- The longest one by its name, as a file, in a list, copied; and its folder.
  local longest <const> = lines[1]:sub(1, -2)
  file("names", longest .. "\0")
  lu.assertEquals({ run("u8check -l --files0-from=names") }, { lines[1], 1 })
  lu.assertEquals({ run("u8check -l " .. longest) }, { lines[1], 1 })
  lu.assertEquals({ run("u8check --repair " .. longest) }, { "\u{FFFD}", 0 })
  lu.assertEquals({ run("u8check -rl " .. longest:gsub("f$", "///")) }, { longest:gsub("f$", "///f\n"), 1 })
  -- What is not there is told, and so is a name that no folder can have.
  lu.assertEquals(run("u8check -l " .. longest .. "f"), ("u8check: cannot open %sf: No such file or directory\n"):format(longest))
  for _, before in ipairs { "", "/", "deep/", longest:gsub("f$", "") } do
    lu.assertStrContains(run(("u8check -r %s%s"):format(before, ("x"):rep(5000))), "File name too long")
  end
end

function TestFolders.test_without_permission()
  if io.popen("id -u"):read("l") == "0" then
    print "skipped: folders that cannot be read (root reads all)"
    return
  end
  run "mkdir -p shut/in && printf '\\377' >shut/f && chmod 0 shut/in"
  lu.assertEquals({ run("u8check -rl shut; s=$?; chmod 700 shut/in; exit $s") },
    { "shut/f\nu8check: cannot open shut/in: Permission denied\n", 2 })
end

TestThreads = {}

-- Long and short files, faulty or not, and some that are not there.
local function mixed_files()
  math.randomseed(14)
  local names <const> = {}
  for i = 1, 400 do
    local count <const> = i % 50 == 0 and 30000 or math.random(0, 40)
    names[i] = math.random(20) == 1 and "absent" .. i or file("mixed" .. i, random_text(count, 0.98))
  end
  file("mixed", table.concat(names, "\0"))
end

function TestThreads.test_the_same_in_the_same_order()
  mixed_files()
  for _, options in ipairs { "", "-a", "-av --format=text", "-a --format=sarif", "-i", "-m 100", "-m 3000 --format=gcc" } do
    local expected <const> = { run(("u8check -j1 --stats %s --files0-from=mixed 2>&1 | grep -v GB/s; "):format(options)) }
    lu.assertTrue(#expected[1] > 1000)
    for _, jobs in ipairs { 2, 9 } do
      local given <const> = { run(("u8check -j%d --stats %s --files0-from=mixed 2>&1 | grep -v GB/s"):format(jobs, options)) }
      lu.assertTrue(given[1] == expected[1], options .. " " .. jobs)
    end
  end
end

function TestThreads.test_stats()
  file("s1", "a\xFF\xFF\n")
  file("s2", "é")
  local output <const>, status <const> = run("u8check --stats -q s1 s2 absent 2>&1")
  lu.assertEquals(status, 2)
  lu.assertStrContains(output, "u8check: 1 files well-formed, 1 ill-formed, 1 not read; 0 faults reported\n")
  local told <const> = run("u8check --stats -a s1 s2 2>&1 >/dev/null")
  lu.assertStrMatches(told, "u8check: 1 files well%-formed, 1 ill%-formed, 0 not read; 2 faults reported\n"
    .. "u8check: +2 not_a_form\nu8check: 6 bytes in .*\n")
  local stats <const> = json_lines((run("u8check --stats -a --format=json s1 s2")))[3]
  lu.assertEquals({ stats.type, stats.well_formed, stats.ill_formed, stats.not_read, stats.bytes, stats.faults },
    { "stats", 1, 1, 0, 6, { not_a_form = 2 } })
end

TestTrouble = {}

-- The status of u8check in a pipe goes to a file.
local function in_pipe(command, reader)
  local output <const> = run(("{ %s; echo $? >status; } | %s"):format(command, reader))
  return output, tonumber((run("cat status")))
end

function TestTrouble.test_broken_pipes()
  file("many", ("a\xFF\n"):rep(100000))
  for _, options in ipairs { "-a", "-a --format=json", "-a --format=sarif", "-a -j2", "-av" } do
    local output <const>, status <const> = in_pipe("u8check " .. options .. " many many many", "head -c 10 >/dev/null")
    lu.assertEquals({ output, status }, { "", 1 }, options)
  end
  file("good", "ok")
  lu.assertEquals({ in_pipe("sleep 0.1; u8check -i good good", "true") }, { "", 2 })    -- no fault, but not everything was checked
  lu.assertEquals({ in_pipe("sleep 0.1; u8check --repair good", "true") }, { "", 2 })
end

function TestTrouble.test_full_disk()
  file("bad", "\xFF")
  file("good", "ok")
  for _, options in ipairs { "bad", "-a --format=json bad", "--format=sarif good", "-i good", "--count good", "--repair good",
    "-j2 bad bad good bad" } do
    local output <const>, status <const> = run("u8check " .. options .. " 2>&1 >/dev/full")
    lu.assertEquals(output:gsub("bad: hint[^\n]*\n", ""), "u8check: cannot write stdout: No space left on device\n", options)
    lu.assertEquals(status, 2)
  end
  lu.assertEquals({ run("u8check -q bad >/dev/full") }, { "", 1 })
end

-- Nothing of an endless input stays: what it may take of memory is bounded.
function TestTrouble.test_endless_inputs()
  lu.assertEquals({ run("u8check -e utf-8-nonul --format=gcc -m 2 /dev/zero 2>/dev/null") },
    { ("/dev/zero:1:%d: error: nul: expected 01..7F or C2..F4, found 00 [utf-8-nonul]\n"):rep(2):format(1, 2), 1 })
  local bounded <const> = "ulimit -v 40000; head -c %d /dev/zero | tr '\\0' '%s' | u8check -a - 2>/dev/null | tail -n 1"
  lu.assertEquals((run(bounded:format(60000000, "a"))), "")
  lu.assertStrContains(run(bounded:format(700000, "\\377")), "stdin: line 1, column 700000, byte 699999: not_a_form (")
  -- Two files side by side: the one whose turn it is not waits.
  file("all", ("\xFF"):rep(400000))
  local lines <const> = run("ulimit -v 200000; u8check -a -j2 --format=gcc all all all | wc -l")
  lu.assertEquals(tonumber(lines), 1200000)
end

-- Each file is there when its folder is read.
function TestTrouble.test_vanishing_files()
  run "mkdir vanishing; cd vanishing; for i in $(seq 2000); do echo >f$i; done"
  local output <const>, status <const> = run("(rm -r vanishing) & u8check -r vanishing; s=$?; wait; exit $s")
  for line in output:gmatch("[^\n]+") do
    lu.assertStrMatches(line, "u8check: cannot %l+ vanishing.*: No such file or directory")
  end
  lu.assertEquals(status, output == "" and 0 or 2)
end

-- A file that is cut short while it is read is shorter, and nothing else.
function TestTrouble.test_files_cut_short()
  file("cut", ("中"):rep(3000000))
  local output <const>, status <const> = run("(for i in 7000000 5000000 3000000 1000000 0; do truncate -s $i cut; done) & "
    .. "u8check -q cut; s=$?; wait; exit $s")
  lu.assertEquals(output, "")
  lu.assertTrue(status == 0 or status == 1)
end

function TestTrouble.test_wrong_usage()
  for _, case in ipairs {
    { "--format=xml", "--format xml; allowed: text, gcc" },
    { "--format='\27[31m'", "\\x1B[31m" }, { "--color=blue", "--color blue; allowed: auto" },
    { "-m 0", "--max-errors 0; allowed: a number" }, { "-m -1", "a number" }, { "-m 1x", "a number" },
    { "-m 99999999999999999999", "a number" }, { "-j 0", "--jobs 0" }, { "-0", "--null needs" },
    { "-la", "print no faults" }, { "-q --count", "print no faults" }, { "-i --format=json", "print no faults" },
    { "-t --format=gcc", "need --format text or json" }, { "--files0-from=- good", "not both" },
    { "--repair -r", "copy files" }, { "--to mutf-8 -q", "copy files" }, { "--repair --format=json", "copy files" },
  } do
    local output <const>, status <const> = run("u8check " .. case[1] .. " </dev/null")
    lu.assertStrMatches(output, "u8check: [^\n]*\n")
    lu.assertStrContains(output, case[2])
    lu.assertEquals(status, 2, case[1])
  end
end

TestTerminal = {}

---What a terminal would get, with this environment.
local function on_terminal(command, environment)
  local line <const> = command:gsub("u8check", (U8CHECK:gsub("%%", "%%%%")))
  return run(("env -u NO_COLOR -u TERM %s script -qec %s /dev/null </dev/null"):format(environment, quote(line)))
end

function TestTerminal.test_colours_only_where_they_are_wanted()
  if not has "script" then
    print "skipped: terminals (script, of Debian's bsdutils, is missing)"
    return
  end
  file("bad", "a\xFF")
  lu.assertStrContains(on_terminal("u8check -v bad", "TERM=xterm"), "\27[1mbad\27[m: line 1, column 2, byte 1: \27[1;31mnot_a_form\27[m")
  for _, environment in ipairs { "TERM=dumb", "TERM=xterm NO_COLOR=1", "OTHER=1" } do
    lu.assertNotStrContains(on_terminal("u8check -v bad", environment), "\27")
  end
  lu.assertStrContains(on_terminal("u8check bad", "TERM=xterm NO_COLOR="), "\27")
  lu.assertNotStrContains(on_terminal("u8check --color=never bad", "TERM=xterm"), "\27")
  lu.assertNotStrContains(on_terminal("u8check --format=json bad", "TERM=xterm"), "\27")
  lu.assertNotStrContains(on_terminal("u8check -v bad | cat", "TERM=xterm"), "\27")
  lu.assertStrContains(run("u8check --color=always --format=gcc bad"), "bad:1:2: \27[1;31merror:\27[m not_a_form")
end

function TestTerminal.test_progress()
  if not has "script" then
    print "skipped: progress (script, of Debian's bsdutils, is missing)"
    return
  end
  local slow <const> = "(for i in 1 2 3 4; do head -c 3000000 /dev/zero; sleep 0.25; done) | u8check -"
  local shown <const> = on_terminal(slow, "TERM=xterm")
  lu.assertStrMatches(shown, ".*u8check: 0 files, 0%.0 GB, %d+%.%d%d GB/s.*\r\27%[K")
  lu.assertEquals((on_terminal(slow, "TERM=dumb")), "")
  lu.assertEquals((on_terminal(slow .. " 2>&1 | cat", "TERM=xterm")), "")
  lu.assertEquals((on_terminal(slow .. " -q", "TERM=xterm")), "")
end

local failures <const> = lu.LuaUnit.run("-v", table.unpack(arg))
os.execute("rm -rf " .. folder)
os.exit(failures == 0 and 0 or 1)
