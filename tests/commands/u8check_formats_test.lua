-- SPDX-License-Identifier: 0BSD
-- The output formats of u8check, read back: gcc's, GitHub's, JSON, SARIF, and the dump.
--
-- Needs: build/u8check

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local json <const> = require "tests.lib.json"
local u8 <const> = require "tests.lib.u8check"
local table_3_7 <const> = require "tests.lib.table_3_7"

local folder <const>, quote <const>, file <const>, run <const> = u8.FOLDER, u8.quote, u8.file, u8.run
local has <const> = u8.has
local json_lines <const>, places <const> = u8.json_lines, u8.places
local faults_of <const> = table_3_7.faults_of

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

---Returns the place of each fault in a text: the line, and the byte within the line. Both numbers start at 1.
local function byte_places(text)
  local list <const> = {}
  for _, fault in ipairs(faults_of(text)) do
    local before <const> = text:sub(1, fault.byte)
    list[#list + 1] = ("%d:%d"):format(1 + select(2, before:gsub("\n", "")), #before:match "[^\n]*$" + 1)
  end
  return list
end

-- Columns in gcc's format are bytes, as in Vim, also where u8check's input buffer ends.
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
  -- A long text, from a file and from a pipe.
  file("long", ("\u{20AC}"):rep(70000) .. "\xFF" .. ("\n\u{E9}"):rep(90000) .. "\xC3\n\xC3")
  for _, command in ipairs { "u8check -a --format=gcc long", "cat long | u8check -a --format=gcc" } do
    lu.assertEquals(run(command .. " 2>&1 | grep -o ':[0-9:]*: error'"), ":1:210001: error\n:90001:3: error\n:90002:1: error\n")
  end
end

function TestFormats.test_vim_jumps_to_the_byte()
  lu.skipIf(not has "vim", "missing: vim")
  file("caf", "caf\xC3\xA9\n\u{1F600}\u{E9} b\xE0\x80")
  run("u8check --format=gcc caf >errors")
  local script <const> = [[call writefile([line(".") . " " . col(".")], "where")]]
  lu.assertEquals(run(("vim -u NONE -N -es -c 'cfile errors' -c '%s' -c 'qall!' </dev/null; cat where"):format(script)), "2 9\n")
end

-- GitHub's runner decodes %25 %0D %0A %3A %2C in properties.
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

-- The runner reads stderr, too. A file's name must not be a command that, for example, stops all other commands.
function TestFormats.test_no_name_is_a_command_of_github()
  file("::stop-commands::x", "caf\xE9 noir")
  file("::warning::x", "\xEF\xBB\xBFcaf\xE9")
  local output <const> = run("u8check -v --format=github ::stop-commands::x ::warning::x ::error::x 2>&1 >/dev/null")
  lu.assertEquals(output:gsub("%f[^\n\0]u8check: ", "?"):gsub(":[^:]*\n", "\n"),
    "?::stop-commands::x: hint\n?::warning::x: note\n?cannot open ::error::x\n")
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

-- Checks the members that SARIF 2.1.0 requires, and the optional ones that u8check writes (sections 3.4 to 3.49).
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

---Some characters that each profile leaves out. Sources: XML 1.0, production 2; YAML 1.2.2, production 1; TOML 1.0.0; RFC 7493, section
---2.1; RFC 9839, section 4.3; MQTT 5.0, section 1.5.4; the D-Bus Specification, on strings.
local FORBIDDEN <const> = {
  ["xml-1.0"] = "\u{1} \u{1F} \u{FFFE} \u{FFFF}", ["yaml-1.2"] = "\u{7F} \u{80} \u{9F} \u{FFFE} \u{FFFF}", ["toml-1.0"] = "\u{0} \u{7F}",
  ["utf-8-interchange"] = "\u{FDD0} \u{FDEF} \u{FFFE} \u{1FFFE} \u{10FFFF}", assignables = "\u{0} \u{80} \u{9F} \u{FDD0} \u{FFFFF}",
  ["mqtt-strict"] = "\u{9} \u{9F} \u{FFFF} \u{8FFFE}", ["utf-8-nonul"] = "\u{0}",
}

---Each of these characters counts as one column (not in gcc's format), and as one fault in statistics. Repair replaces it by one U+FFFD.
function TestFormats.test_forbidden_characters_are_one_column()
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
    -- The faults are the same if the text arrives in small pieces.
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

function TestFormats.test_sarif_is_complete_after_limits_and_errors()
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

-- The expected bytes and marks are written by hand, not copied from an output.
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

-- A fault near the end of the first buffer gives the same dump and hint as one near the beginning of the text. Accents in UTF-8
-- after the fault remove the hint.
function TestFormats.test_dump_and_hint_at_the_end_of_a_buffer()
  local buffer <const> = 589824
  local function shown(place, after)
    file("around", ("a"):rep(place) .. "caf\xE9 noir" .. after)
    local output <const> = run("u8check -v around")
    return (output:gsub("column %d+, byte %d+", ""):gsub("\n%x%x%x%x%x%x%x%x ", "\n"))
  end
  for _, place in ipairs { -60, -20, -16, -5, -4, -3, -1, 0, 1, 10 } do
    local expected <const> = shown(64 + place % 16, ("z"):rep(40))
    lu.assertStrContains(expected, "looks like Latin-1")
    lu.assertEquals(shown(buffer + place, ("z"):rep(40)), expected)
    lu.assertNotStrContains(shown(buffer + place, ("n"):rep(60) .. ("été "):rep(40)), "hint")
  end
end

u8.run_tests()
