-- SPDX-License-Identifier: 0BSD
-- u8check with each encoding of the catalogue, and some conversions between them and to or from UTF-16 and UTF-32.
--
-- Needs: build/u8check
-- Most texts are the examples of the specs. Each example is read from a file, and from a pipe in pieces.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local u8 <const> = require "tests.lib.u8check"

local U8CHECK <const>, quote <const>, bytes <const>, file <const> = u8.PROGRAM, u8.quote, u8.bytes, u8.path
local run <const>, u8check <const> = u8.run, u8.u8check
local verdict <const>, remarks <const>, piped <const>, kernels <const> = u8.verdict, u8.remarks, u8.piped, u8.kernels
local line_of <const> = u8.line_of

TestEncodings = {}

-- The catalogue, and each spec's examples: hex, and the fault's name or nil.
local encodings <const>, examples <const> = {}, {}
for path in io.popen("ls gen/specs/*.lua"):lines() do
  local name <const> = path:match("([^/]+)%.lua$")
  encodings[#encodings + 1] = name
  examples[name] = {}
  local text <const> = assert(io.open(path)):read("a"):match("\nexamples %[%[\n(.-)%]%]")
  for verb, hex, rest in text:gmatch("(%l+) +(%x%x[%x ]-)  +([^\n]*)") do
    table.insert(examples[name], { hex = hex, fault = verb == "invalid" and rest:match("^[%l_%d]+") or nil })
  end
end

function TestEncodings.test_the_catalogue_is_known()
  local names <const> = {}
  for name in u8check("--help"):match("Encodings:\n(.-)\nKernels"):gmatch("%S+") do
    names[#names + 1] = name
  end
  table.sort(names)
  table.sort(encodings)
  lu.assertEquals(names, encodings)
  lu.assertTrue(#names >= 16)
end

function TestEncodings.test_names_may_be_spelled_in_several_ways()
  for _, name in ipairs(encodings) do
    for _, spelling in ipairs { name, name:gsub("%p", ""), name:upper(), (name:gsub("%-", "_")) } do
      local output <const>, status <const> = u8check(("--encoding=%s --time </dev/null"):format(spelling))
      lu.assertStrMatches(output, "^stdin: 0 bytes.*")
      lu.assertEquals(status, 0, spelling)
    end
  end
end

function TestEncodings.test_unknown_names()
  for name, nearest in pairs { ["utf-9"] = "utf-8", cesu = "cesu-8", ["mutf-8-leniant"] = "mutf-8-lenient", xml = "xml-1.0",
      ["Modified UTF-8 Paired"] = "mutf-8-paired", ["utf-16"] = "utf-8", asignable = "assignables" } do
    local output <const>, status <const> = u8check("-e " .. quote(name) .. " </dev/null")
    lu.assertStrContains(output, ("u8check: no encoding %s; the nearest is %s; known encodings:\n"):format(name, nearest))
    for _, known in ipairs(encodings) do
      lu.assertStrContains(output, " " .. known)
    end
    lu.assertEquals(status, 2)
  end
  for _, name in ipairs { "''", "--", ("utf-8"):rep(1000), ("x"):rep(31), ("x"):rep(32) } do
    lu.assertStrMatches(u8check("-e " .. name .. " </dev/null"), "^u8check: no encoding [^\n]*; the nearest is .*")
  end
end

-- Writes the examples of an encoding to files. Returns their paths, and the expected "PATH: FAULT" of each ill-formed example.
local function example_files(name)
  local paths <const>, faults_of <const> = {}, {}
  for i, example in ipairs(examples[name]) do
    paths[i] = file("example" .. i, bytes(example.hex))
    faults_of[#faults_of + 1] = example.fault and paths[i] .. ": " .. example.fault
  end
  return paths, faults_of
end

local function faults_in(output)
  local found <const> = {}
  for path, fault in output:gmatch("([^\n]-): line [^\n]- byte %d+: ([%l%d_]+) %(") do
    found[#found + 1] = path .. ": " .. fault
  end
  return found
end

function TestEncodings.test_the_examples_of_each_spec()
  for _, name in ipairs(encodings) do
    local paths <const>, expected <const> = example_files(name)
    lu.assertTrue(#paths > 3, name)
    local output <const>, status <const> = verdict("-e " .. name .. " " .. table.concat(paths, " "))
    lu.assertEquals(faults_in(output), expected)
    lu.assertEquals(status, 1)
    for _, size in ipairs { 1, 3 } do
      local line <const> = ("for path in %s; do dd if=$path ibs=%d obs=%d | %s -e %s | sed \"s|^stdin|$path|\"; done 2>/dev/null")
        :format(table.concat(paths, " "), size, size, U8CHECK, name)
      lu.assertEquals((run(line)), output)
    end
  end
end

function TestEncodings.test_each_kernel()
  for _, name in ipairs(encodings) do
    local paths <const> = example_files(name)
    for i, example in ipairs(examples[name]) do
      file("example" .. i, bytes(example.hex):rep(100))
    end
    local options <const> = ("-e %s %s"):format(name, table.concat(paths, " "))
    local expected <const> = { verdict(options) }
    lu.assertTrue(#kernels(name) >= 4, name)
    for _, kernel in ipairs(kernels(name)) do
      lu.assertEquals({ verdict(("-k %s %s"):format(kernel, options)) }, expected, name .. " " .. kernel)
    end
    local first <const> = kernels(name)[1]
    lu.assertStrContains(u8check(("-t -k %s -e %s </dev/null"):format(first, name)), "(" .. first .. ")\n")
  end
end

-- encoding, hex, line, column, byte, fault, the text in parentheses
local others <const> = {
  { "mutf-8", "C0 80 ED A0 BD ED B8 80 00", 1, 4, 8, "unlisted", "expected 01..7F or C0 or C2..EF, found 00" },
  { "mutf-8-paired", "C0 80 ED A0 BD ED B8 80 00", 1, 3, 8, "unlisted", "expected 01..7F or C0 or C2..EF, found 00" },
  { "mutf-8-lenient", "C1 81 E0 80 80 0A E0 81", 2, 1, 6, "truncated", "expected 80..BF after E0 81, found the end" },
  { "cesu-8", "61 ED A0 BD ED B8 80 FF", 1, 3, 7, "not_a_form", "expected 00..7F or C2..EF, found FF" },
  { "cesu-8-lax", "61 ED A0 BD ED B8 80 FF", 1, 4, 7, "not_a_form", "expected 00..7F or C2..EF, found FF" },
  { "cesu-8", "ED A0 80 41", 1, 1, 0, "unpaired", "expected ED after ED A0 80, found 41" },
  { "cesu-8", "61 0A ED A0 80 ED", 2, 1, 2, "truncated", "expected B0..BF after ED A0 80 ED, found the end" },
  { "fss-utf", "F7 BF BF BF FC 83", 1, 2, 4, "overlong", "expected 84..BF after FC, found 83" },
  { "utf-8-nonul", "41 00", 1, 2, 1, "nul", "expected 01..7F or C2..F4, found 00" },
  { "xml-1.0", "EF BF BE", 1, 1, 0, "noncharacter", "expected 80..BD after EF BF, found BE" },
}

function TestEncodings.test_places_and_reasons()
  for _, fault in ipairs(others) do
    local text <const> = bytes(fault[2])
    local path <const> = file("other", text)
    local line <const> = line_of("", { nil, table.unpack(fault, 3) })
    lu.assertEquals((verdict("-e " .. fault[1] .. " " .. path)), path .. line)
    for size = 1, 4 do
      lu.assertEquals((piped(text, size, "2>/dev/null -e " .. fault[1])), "stdin" .. line)
    end
  end
end

-- A WTF-8 text may end with a high surrogate and may begin with a low one, but a low one directly after a high one is a fault. u8check also
-- finds this fault if a piece or the buffer of 576 KiB ends between the two surrogates.
function TestEncodings.test_rules_that_depend_on_the_previous_character()
  for _, before in ipairs { 0, 1, 2, 5, 589821, 589820, 589819, 589818, 589817, 700000 } do
    local text <const> = ("a"):rep(before) .. "\xED\xA0\x80\xED\xB0\x80"
    local path <const> = file("pair", text)
    local output <const>, status <const> = verdict("-e wtf-8 " .. path)
    lu.assertStrContains(output, ("%s: line 1, column %d, byte %d: surrogate_pair (expected "):format(path, before + 2, before + 3))
    lu.assertStrContains(output, " after ED A0 80")
    lu.assertEquals(status, 1)
    for _, size in ipairs(before < 10 and { 1, 2, 3, 4, 5, 6 } or { 65536 }) do
      lu.assertEquals((piped(text, size, "2>/dev/null -e wtf-8")), "stdin" .. output:sub(#path + 1))
    end
  end
  -- All bytes of the low surrogate are one fault, wherever a piece or the buffer ends.
  local bytes_of_pair <const> = { "\\355", "\\240", "\\200", "\\355", "\\260", "\\200" }
  for cut = 1, 5 do
    local first <const>, second <const> = table.concat(bytes_of_pair, "", 1, cut), table.concat(bytes_of_pair, "", cut + 1)
    local output <const> = run(("(printf '%s'; sleep 0.1; printf '%s') | %s -a -e wtf-8 2>/dev/null"):format(first, second, U8CHECK))
    lu.assertEquals(output, "stdin: line 1, column 2, byte 3: surrogate_pair (expected 80..AF after ED A0 80, found ED B0)\n")
  end
  for before = 589817, 589822 do
    local path <const> = file("pair", "\xFF" .. ("a"):rep(before - 1) .. "\xED\xA0\x80\xED\xB0\x80")
    lu.assertEquals(select(2, verdict("-a -e wtf-8 " .. path):gsub("\n", "")), 2)
  end
  local well_formed <const> = ("\xED\xA0\x80a\xED\xB0\x80"):rep(1000)
  for _, size in ipairs { 1, 2, 3, 7, 4096 } do
    lu.assertEquals({ piped(well_formed, size, "-e wtf-8") }, { "", 0 })
  end
end

-- A surrogate pair is one character in encodings in which a surrogate may not be alone.
function TestEncodings.test_characters()
  local path <const> = file("pairs", ("a\xED\xA0\xBD\xED\xB8\x80\xEE\x80\x80"):rep(70000))
  for name, characters in pairs { ["cesu-8"] = 3, ["mutf-8-paired"] = 3, ["cesu-8-lax"] = 4, ["mutf-8"] = 4, ["mutf-8-android"] = 4,
    ["utf-8-generalized"] = 4 } do
    local expected <const> = (": 700000 bytes, %d characters, "):format(characters * 70000)
    lu.assertStrContains(u8check(("-t -e %s %s"):format(name, path)), expected)
    lu.assertStrContains(u8check(("-t -e %s <%s"):format(name, path)), expected)
  end
end

TestCopies = {}

function TestCopies.test_count()
  local path <const> = file("counted", "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80")
  local counts <const> = "10 bytes, 4 characters, 5 units of UTF-16\n"
  lu.assertEquals({ u8check("--count " .. path) }, { path .. ": " .. counts, 0 })
  lu.assertEquals({ piped("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", 1, "-c") }, { "stdin: " .. counts, 0 })
  lu.assertStrContains(u8check("-c -e fss-utf " .. file("far", "\xFD\xBF\xBF\xBF\xBF\xBF")), "1 characters, beyond UTF-16\n")
end

-- An example of section 3.9 in earlier versions of The Unicode Standard, once, and repeated to more than u8check's 64 KiB.
function TestCopies.test_repair()
  local replacement <const> = "\xEF\xBF\xBD"
  local ill_formed <const> = "a\xF1\x80\x80\xE1\x80\xC2b\x80c\x80\xBFd"
  local expected <const> = "a" .. replacement:rep(3) .. "b" .. replacement .. "c" .. replacement:rep(2) .. "d"
  lu.assertEquals({ u8check("--repair " .. file("ill", ill_formed)) }, { expected, 0 })
  for _, size in ipairs { 1, 3, 4096 } do
    lu.assertEquals({ piped(ill_formed:rep(10000), size, "--repair") }, { expected:rep(10000), 0 })
  end
  -- Repair does not join lone surrogates.
  lu.assertEquals({ u8check("-e wtf-8 --repair " .. file("halves", "\xED\xA0\x80\xFF\xED\xB0\x80")) },
    { "\xED\xA0\x80" .. replacement .. "\xED\xB0\x80", 0 })
end

function TestCopies.test_to_another_encoding()
  local in_utf8 <const>, in_mutf8 <const> = ("a\0\xF0\x9F\x98\x80"):rep(50000), ("a\xC0\x80\xED\xA0\xBD\xED\xB8\x80"):rep(50000)
  for _, size in ipairs { 5, 4096 } do
    lu.assertIsTrue(piped(in_utf8, size, "--to mutf-8") == in_mutf8)
    lu.assertIsTrue(piped(in_mutf8, size, "-e mutf-8 --to utf-8") == in_utf8)
    lu.assertIsTrue(piped(in_mutf8, size, "-e mutf-8 --to UTF-16BE") == ("\0a\0\0\xD8\x3D\xDE\0"):rep(50000))
    lu.assertIsTrue(piped(("\0a\0\0\xD8\x3D\xDE\0"):rep(50000), size, "-e utf16be --to utf8") == in_utf8)
    lu.assertIsTrue(piped(in_mutf8, size, "-e mutf-8 --to UTF_16-BE") == ("\0a\0\0\xD8\x3D\xDE\0"):rep(50000))
    lu.assertIsTrue(piped(in_utf8, size, "--to utf-32le") == ("a\0\0\0\0\0\0\0\0\xF6\1\0"):rep(50000))
  end
end

-- The text before the fault is copied, and the place of the fault is reported.
function TestCopies.test_faults_end_a_copy()
  for _, case in ipairs {
    { "-e wtf-8 --to utf-8", "ab\xED\xA0\x80c", "ab", "byte 2: utf-8 has no U+D800" },
    { "--to wtf-8", "ab\xE0\x80c", "ab", "byte 2: overlong" },
    { "--to utf-16le", "ab\xF0\x9F", "a\0b\0", "byte 2: truncated" },
    { "-e fss-utf --to utf-16le", "ab\xFD\xBF\xBF\xBF\xBF\xBF", "a\0b\0", "byte 2: beyond UTF-16" },
    { "-e utf-16le --to utf-8", "a\0b\0\0\xDCc\0", "ab", "byte 4: utf-8 has no U+DC00" },
    { "-e utf-16le --to utf-8-interchange", "a\0\x3F\xD8\xFE\xDF", "a", "byte 2: utf-8-interchange has no U+1FFFE" },
    { "-e utf-16le --to utf-8", "a\0b", "a", "byte 2: truncated" },
  } do
    local path <const> = file("copied", case[2])
    lu.assertEquals({ verdict(case[1] .. " " .. path) }, { case[3], 1 }, case[1])
    lu.assertEquals(remarks(case[1] .. " " .. path), ("%s: %s\n"):format(path, case[4]))
  end
  lu.assertStrContains(u8check("--to utf-17 </dev/null"), "u8check: no encoding utf-17")
  for _, words in ipairs { "-e utf-16le", "-e utf-32be --to utf-16le" } do
    lu.assertStrContains(u8check(words .. " </dev/null"), "--to converts utf-16le only to or from one of these encodings:\n  utf-8 ")
  end
end

-- With --repair, a conversion writes U+FFFD for each ill-formed part, and for each surrogate or character that the target cannot write.
function TestCopies.test_to_another_encoding_repaired()
  local replacement <const>, in_16 <const> = "\xEF\xBF\xBD", "\xFD\xFF"
  for _, case in ipairs {
    { "-e utf-16le --to utf-8", "a\0\0\xD8\0\xDC\0\xD8b\0\0\xDC", "a\xF0\x90\x80\x80" .. replacement .. "b" .. replacement },
    { "-e utf-16be --to utf-8", "\xD8\0\xD8\0\0a", replacement:rep(2) .. "a" },
    { "-e utf-16le --to utf-8", "a\0\0\xD8", "a" .. replacement },
    { "-e utf-16le --to utf-8", "a\0b", "a" .. replacement },
    { "-e utf-16le --to wtf-8", "a\0\0\xD8", "a\xED\xA0\x80" },
    { "-e utf-32le --to utf-8", "a\0\0\0\0\0\x11\0", "a" .. replacement },
    { "--to utf-16le", "ab\xF0\x9F\xFF", "a\0b\0" .. in_16 .. in_16 },
    { "-e wtf-8 --to utf-8", "\xED\xA0\x80c\xFF", replacement .. "c" .. replacement },
    { "-e fss-utf --to utf-16le", "a\xFD\xBF\xBF\xBF\xBF\xBFb", "a\0" .. in_16 .. "b\0" },
    { "--to utf-8", "a\x80", "a" .. replacement },
  } do
    local path <const> = file("replacement", case[2])
    lu.assertEquals({ u8check(("%s --repair %s"):format(case[1], path)) }, { case[3], 0 }, case[1])
  end
  local many <const> = ("a\0\0\xD8\x3D\xD8\0\xDE"):rep(40000)
  for _, size in ipairs { 5, 4096 } do
    lu.assertIsTrue(piped(many, size, "-e utf-16le --to utf-8 --repair") == ("a" .. replacement .. "\xF0\x9F\x98\x80"):rep(40000))
  end
end

u8.run_tests()
