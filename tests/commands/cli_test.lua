-- SPDX-License-Identifier: 0BSD
-- u8check as its users see it: what it prints and with which status it exits.
--
-- In: build/u8check (or the program that U8CHECK names). Out: luaunit's lines.
-- Needs: build/u8check
-- The one idea: every text goes through twice, as a file, which is mapped, and through a pipe that hands it over
-- in pieces; both must print the same line but for the name. The other encodings bring their texts along: each
-- spec's examples.
-- Example: 61 0A E0 80 prints "line 2, column 1, byte 2: overlong (expected A0..BF after E0, found 80)".

local lu <const> = require "luaunit"

local U8CHECK <const> = os.getenv("U8CHECK") or "build/u8check"
local START <const> = "00..7F or C2..F4"    -- what can begin a character

-- The first fault of each text: hex, line, column, byte, fault, and what stands in the parentheses.
local faults <const> = {
  { "80",                      1, 1, 0, "too_long",   "expected " .. START .. ", found 80" },
  { "C3 A9 BF",                1, 2, 2, "too_long",   "expected " .. START .. ", found BF" },
  { "C2",                      1, 1, 0, "truncated",  "expected 80..BF after C2, found the end" },
  { "61 E4 B8",                1, 2, 1, "truncated",  "expected 80..BF after E4 B8, found the end" },
  { "F0 9F 98",                1, 1, 0, "truncated",  "expected 80..BF after F0 9F 98, found the end" },
  { "F4",                      1, 1, 0, "truncated",  "expected 80..8F after F4, found the end" },
  { "C2 41",                   1, 1, 0, "too_short",  "expected 80..BF after C2, found 41" },
  { "E4 B8 0A",                1, 1, 0, "too_short",  "expected 80..BF after E4 B8, found 0A" },
  { "F1 80 80 C3 A9",          1, 1, 0, "too_short",  "expected 80..BF after F1 80 80, found C3" },
  { "F8 88 80 80 80",          1, 1, 0, "not_a_form", "expected " .. START .. ", found F8" },
  { "61 FF",                   1, 2, 1, "not_a_form", "expected " .. START .. ", found FF" },
  { "C0 AF",                   1, 1, 0, "overlong",   "expected " .. START .. ", found C0" },
  { "C1 80",                   1, 1, 0, "overlong",   "expected " .. START .. ", found C1" },
  { "61 0A E0 80",             2, 1, 2, "overlong",   "expected A0..BF after E0, found 80" },
  { "F0 80 80 80",             1, 1, 0, "overlong",   "expected 90..BF after F0, found 80" },
  { "F4 90 80 80",             1, 1, 0, "too_large",  "expected 80..8F after F4, found 90" },
  { "F5 80 80 80",             1, 1, 0, "too_large",  "expected " .. START .. ", found F5" },
  { "ED A0 80 ED B0 80",       1, 1, 0, "surrogate",  "expected 80..9F after ED, found A0" },
  -- lines end with 0A alone; a column is a code point, of however many bytes
  { "0A 0A 0A 80",             4, 1, 3, "too_long",   "expected " .. START .. ", found 80" },
  { "0D 0A 0D 41 80",          2, 3, 4, "too_long",   "expected " .. START .. ", found 80" },
  { "0A C3 A9 E4 B8 AD F0 9F 98 80 80", 2, 4, 10, "too_long", "expected " .. START .. ", found 80" },
  { "00 E2 80 A8 80",          1, 3, 4, "too_long",   "expected " .. START .. ", found 80" },
}

local folder <const> = assert(io.popen("mktemp -d"):read("l"))

local function quote(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

local function bytes(hex)
  return (hex:gsub("%x%x%s*", function(pair) return string.char(tonumber(pair:sub(1, 2), 16)) end))
end

---@param name string of a file in the test's folder
---@param text string what it shall hold
---@return string path
local function file(name, text)
  local path <const> = folder .. "/" .. name
  local out <const> = assert(io.open(path, "wb"))
  assert(out:write(text) and out:close())
  return path
end

---@param command string run by sh
---@return string output of both streams
---@return integer status
local function run(command)
  local pipe <const> = assert(io.popen("{ " .. command .. "\n} 2>&1", "r"))
  local output <const> = pipe:read("a")
  local _, _, status <const> = pipe:close()
  return output, status
end

local function u8check(arguments)
  return run(U8CHECK .. " " .. arguments)
end

---@return string output of stdout alone: no hint, no note
---@return integer status
local function verdict(arguments)
  return u8check(arguments .. " 2>/dev/null")
end

---@return string output of stderr alone
local function remarks(arguments)
  return (u8check(arguments .. " 2>&1 >/dev/null"))
end

---Runs u8check on a text that comes through a pipe in pieces.
---@param text string
---@param size integer of a piece in bytes
---@param arguments string?
local function piped(text, size, arguments)
  local path <const> = file("piped", text)
  return run(("dd if=%s ibs=%d obs=%d 2>/dev/null | %s %s"):format(path, size, size, U8CHECK, arguments or ""))
end

---@param encoding string?
local function kernels(encoding)
  local names <const> = {}
  for name in u8check("--help --encoding " .. (encoding or "utf-8")):match("Kernels here:([^;]+);"):gmatch("%S+") do
    names[#names + 1] = name
  end
  return names
end

local function line_of(name, fault)
  return ("%s: line %d, column %d, byte %d: %s (%s)\n"):format(name, table.unpack(fault, 2))
end

TestFaults = {}

function TestFaults.test_each_in_a_file()
  for _, fault in ipairs(faults) do
    local path <const> = file("fault", bytes(fault[1]))
    local output <const>, status <const> = verdict(path)
    lu.assertEquals(output, line_of(path, fault), fault[1])
    lu.assertEquals(status, 1)
  end
end

function TestFaults.test_each_through_a_pipe()
  for _, fault in ipairs(faults) do
    for _, size in ipairs { 1, 2, 3, 512 } do
      local output <const>, status <const> = piped(bytes(fault[1]), size, "2>/dev/null")
      lu.assertEquals(output, line_of("stdin", fault), fault[1])
      lu.assertEquals(status, 1)
    end
  end
end

function TestFaults.test_each_kernel()
  for _, kernel in ipairs(kernels()) do
    for _, fault in ipairs(faults) do
      local path <const> = file("fault", bytes(fault[1]))
      lu.assertEquals((verdict("--kernel " .. kernel .. " " .. path)), line_of(path, fault))
    end
  end
end

-- 300,000 characters of three bytes, ten to a line, then the fault: chunks end within characters.
function TestFaults.test_deep_in_a_long_text()
  local line <const> = ("中"):rep(10) .. "\n"
  local text <const> = line:rep(30000) .. "é" .. "\xED\xA0\x80"
  local fault <const> = { nil, 30001, 2, 30000 * 31 + 2, "surrogate", "expected 80..9F after ED, found A0" }
  local path <const> = file("long", text)
  lu.assertEquals((verdict(path)), line_of(path, fault))
  for _, size in ipairs { 1000, 4093, 65536, 262144, 262145, 327680, 327681 } do
    lu.assertEquals((piped(text, size, "2>/dev/null")), line_of("stdin", fault))
  end
end

function TestFaults.test_only_the_first_fault_of_each_file()
  local one <const>, two <const>, three <const> = file("one", "\x80\x80\xFF"), file("two", "ok"), file("three", "a\xFF")
  local output <const>, status <const> = u8check(one .. " " .. two .. " " .. three)
  lu.assertEquals(output, line_of(one, faults[1]) .. line_of(three, faults[11]))
  lu.assertEquals(status, 1)
end

TestWellFormed = {}

function TestWellFormed.test_silence()
  for _, text in ipairs { "", "a", "é", "中文\n", "\0", "😀", ("Ж"):rep(100000), "\xF4\x8F\xBF\xBF" } do
    local output <const>, status <const> = u8check(file("good", text))
    lu.assertEquals(output, "")
    lu.assertEquals(status, 0)
  end
end

function TestWellFormed.test_pieces_of_a_pipe()
  local text <const> = ("aé中😀\n"):rep(2000)
  for _, size in ipairs { 1, 2, 3, 5, 7, 11, 13, 4096 } do
    local output <const>, status <const> = piped(text, size)
    lu.assertEquals(output, "")
    lu.assertEquals(status, 0)
  end
end

function TestWellFormed.test_pauses_between_pieces()
  local output <const>, status <const> =
    run(("(printf '\\360\\237'; sleep 0.1; printf '\\230'; sleep 0.1; printf '\\200') | %s -"):format(U8CHECK))
  lu.assertEquals(output, "")
  lu.assertEquals(status, 0)
end

function TestWellFormed.test_time_names_size_characters_speed_and_kernel()
  local path <const> = file("timed", ("aé中😀"):rep(1000))
  lu.assertStrMatches(u8check("--time " .. path), "^" .. path .. ": 10000 bytes, 4000 characters, %d+%.%d%d GB/s %(%l[%l%d]*%)\n$")
  lu.assertStrMatches(piped(("aé中😀"):rep(1000), 100, "-t"), "^stdin: 10000 bytes, 4000 characters.* %(%l[%l%d]*%)\n$")
  lu.assertStrMatches(u8check("--time " .. file("empty", "")), ".*: 0 bytes, 0 characters %(%l[%l%d]*%)\n")
end

function TestWellFormed.test_time_with_a_kernel_of_choice()
  local path <const> = file("timed", "aé中😀")
  for _, kernel in ipairs(kernels()) do
    lu.assertStrContains(u8check("--time --kernel " .. kernel .. " " .. path), "(" .. kernel .. ")")
  end
end

function TestWellFormed.test_odd_names()
  for _, name in ipairs { "with space", "-t", "--", "naïve", "quote'", "%s%n" } do
    local output <const>, status <const> = u8check("-- " .. quote(file(name, "a\xFF")))
    lu.assertEquals(output, line_of(folder .. "/" .. name, faults[11]))
    lu.assertEquals(status, 1)
  end
end

-- A text that fits the buffer, and texts about as long as it.
function TestWellFormed.test_time_of_a_stream()
  for _, size in ipairs { 1, 327679, 327680, 327681, 700000 } do
    lu.assertStrMatches(piped(("a"):rep(size), 4096, "-t"),
      ("^stdin: %d bytes, %d characters, %%d+%%.%%d%%d GB/s %%(%%l[%%l%%d]*%%)\n$"):format(size, size))
  end
  lu.assertStrMatches(piped("", 1, "-t"), "^stdin: 0 bytes, 0 characters %(%l[%l%d]*%)\n$")
end

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

function TestEncodings.test_spellings()
  for _, name in ipairs(encodings) do
    for _, spelt in ipairs { name, name:gsub("%p", ""), name:upper(), (name:gsub("%-", "_")) } do
      local output <const>, status <const> = u8check(("--encoding=%s --time </dev/null"):format(spelt))
      lu.assertStrMatches(output, "^stdin: 0 bytes.*")
      lu.assertEquals(status, 0, spelt)
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

-- The examples of an encoding as files, and the lines that they shall give, up to the parenthesis.
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

-- encoding, hex, line, column, byte, fault, what stands in the parentheses
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

-- A high surrogate may end a WTF-8 text, and a low one begin it; but one may not follow the other, wherever the pieces part.
function TestEncodings.test_what_depends_on_the_character_before()
  for _, before in ipairs { 0, 1, 2, 5, 327677, 327676, 327675, 327674, 327673, 700000 } do
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
  local output <const> = run(("(printf '\\355\\240\\200'; sleep 0.1; printf '\\355\\260\\200') | %s -e wtf-8"):format(U8CHECK))
  lu.assertStrContains(output, "stdin: line 1, column 2, byte 3: surrogate_pair")
  local well_formed <const> = ("\xED\xA0\x80a\xED\xB0\x80"):rep(1000)
  for _, size in ipairs { 1, 2, 3, 7, 4096 } do
    lu.assertEquals({ piped(well_formed, size, "-e wtf-8") }, { "", 0 })
  end
end

-- A pair is one character where its halves may not stand alone.
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
  local said <const> = "10 bytes, 4 characters, 5 units of UTF-16\n"
  lu.assertEquals({ u8check("--count " .. path) }, { path .. ": " .. said, 0 })
  lu.assertEquals({ piped("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", 1, "-c") }, { "stdin: " .. said, 0 })
  lu.assertStrContains(u8check("-c -e fss-utf " .. file("far", "\xFD\xBF\xBF\xBF\xBF\xBF")), "1 characters, beyond UTF-16\n")
end

-- The examples of Unicode 3.9, table 3-8, and a text longer than a piece.
function TestCopies.test_repair()
  local mended <const> = "\xEF\xBF\xBD"
  local ill_formed <const> = "a\xF1\x80\x80\xE1\x80\xC2b\x80c\x80\xBFd"
  local expected <const> = "a" .. mended:rep(3) .. "b" .. mended .. "c" .. mended:rep(2) .. "d"
  lu.assertEquals({ u8check("--repair " .. file("ill", ill_formed)) }, { expected, 0 })
  for _, size in ipairs { 1, 3, 4096 } do
    lu.assertEquals({ piped(ill_formed:rep(10000), size, "--repair") }, { expected:rep(10000), 0 })
  end
  -- Unpaired surrogates that repair would join stay apart.
  lu.assertEquals({ u8check("-e wtf-8 --repair " .. file("halves", "\xED\xA0\x80\xFF\xED\xB0\x80")) },
    { "\xED\xA0\x80" .. mended .. "\xED\xB0\x80", 0 })
end

function TestCopies.test_to_another_encoding()
  local in_utf8 <const>, in_mutf8 <const> = ("a\0\xF0\x9F\x98\x80"):rep(50000), ("a\xC0\x80\xED\xA0\xBD\xED\xB8\x80"):rep(50000)
  for _, size in ipairs { 5, 4096 } do
    lu.assertIsTrue(piped(in_utf8, size, "--to mutf-8") == in_mutf8)
    lu.assertIsTrue(piped(in_mutf8, size, "-e mutf-8 --to utf-8") == in_utf8)
    lu.assertIsTrue(piped(in_mutf8, size, "-e mutf-8 --to UTF-16BE") == ("\0a\0\0\xD8\x3D\xDE\0"):rep(50000))
    lu.assertIsTrue(piped(("\0a\0\0\xD8\x3D\xDE\0"):rep(50000), size, "-e utf16be --to utf8") == in_utf8)
    lu.assertIsTrue(piped(in_utf8, size, "--to utf-32le") == ("a\0\0\0\0\0\0\0\0\xF6\1\0"):rep(50000))
  end
end

-- What comes before is copied, and the place told.
function TestCopies.test_what_cannot_be_copied()
  for _, case in ipairs {
    { "-e wtf-8 --to utf-8", "ab\xED\xA0\x80c", "ab", "byte 2: utf-8 has no U+D800" },
    { "--to wtf-8", "ab\xE0\x80c", "ab", "byte 2: overlong" },
    { "--to utf-16le", "ab\xF0\x9F", "a\0b\0", "byte 2: truncated" },
    { "-e fss-utf --to utf-16le", "ab\xFD\xBF\xBF\xBF\xBF\xBF", "a\0b\0", "byte 2: beyond UTF-16" },
    { "-e utf-16le --to utf-8", "a\0b\0\0\xDCc\0", "ab", "byte 4: utf-8 has no U+DC00" },
    { "-e utf-16le --to utf-8", "a\0b", "a", "byte 2: truncated" },
  } do
    local path <const> = file("copied", case[2])
    lu.assertEquals({ verdict(case[1] .. " " .. path) }, { case[3], 1 }, case[1])
    lu.assertEquals(remarks(case[1] .. " " .. path), ("%s: %s\n"):format(path, case[4]))
  end
  lu.assertStrContains(u8check("--repair --to utf-8 </dev/null"), "u8check: --repair and --to")
  lu.assertStrContains(u8check("--to utf-17 </dev/null"), "u8check: no encoding utf-17")
end

TestHints = {}

-- Texts in their own scripts, and what their conversions look like.
local texts <const> = {
  french = "Dès Noël, où un zéphyr haï me vêt de glaçons würmiens, je dîne d'exquis rôtis de bœuf au kir à l'aÿ d'âge mûr.\n",
  german = "Falsches Üben von Xylophonmusik quält jeden größeren Zwerg, sagte er: schön und gut, aber für mich?\n",
  typographic = "“Don’t”, she said – and left… That’s all there is to it, or so the story goes, says the fiancé at the door.\n",
  english = "The quick brown fox (it isn't that quick) jumps over the lazy dog's naïve friend at the café.\n",
  russian = "Съешь же ещё этих мягких французских булок, да выпей чаю. И ещё: «в чащах юга жил бы цитрус?»\n",
  greek = "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία, λέει ο γέρος, και φεύγει από το σπίτι του.\n",
  japanese = "いろはにほへと ちりぬるを わかよたれそ つねならむ。日本語の文章です。\n",
  chinese = "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。\n",
  emoji = "a 😀 and then 🎉🎉, for a good while, until the 🐄 come home\n",
}

local LATIN <const>, WINDOWS <const> = "Latin-1 or a relative", "Windows-1252"

---@return string text as iconv converts it
local function converted(text, encoding)
  local path <const> = file("original", text)
  local output <const>, status <const> = run(("iconv -f utf-8 -t %s %s"):format(encoding .. "//TRANSLIT", path))
  lu.assertEquals(status, 0, encoding)
  return output
end

-- What u8check says on stderr about a text as a file, and the same from a pipe.
local function hinted(text, options)
  local path <const> = file("hinted", text)
  local output <const> = remarks((options or "") .. " " .. path)
  local count <const> = select(2, output:gsub("\n", ""))
  lu.assertTrue(count <= 1, output)
  if #text <= 4096 then
    local other <const> = piped(text, #text, (options or "") .. " 2>&1 >/dev/null")
    lu.assertEquals(other:gsub("^stdin", path):gsub("this looks well%-formed", "this is well-formed"), output)
  end
  return output:match("^" .. path:gsub("%p", "%%%0") .. ": hint: this (.*)\n$") or output
end

function TestHints.test_wide_text()
  for name, text in pairs(texts) do
    for order, words in pairs { LE = "little-endian", BE = "big-endian" } do
      for _, bits in ipairs { 16, 32 } do
        local wide <const> = converted(text, ("UTF-%d%s"):format(bits, order))
        local marked <const> = converted("\u{FEFF}" .. text, ("UTF-%d%s"):format(bits, order))
        local hint <const> = ("looks like UTF-%d, %s"):format(bits, words)
        for _, times in ipairs { 1, 3000 } do
          lu.assertEquals(hinted(marked:rep(1) .. wide:rep(times)), hint .. " (its byte order mark)", name)
          if not (bits == 16 and (name == "japanese" or name == "chinese")) then
            local given <const> = hinted(wide:rep(times))
            lu.assertEquals(given, hint .. " (zeros in the place of high bytes)", name)
          end
        end
      end
    end
  end
end

-- ASCII in UTF-16 is well-formed UTF-8, zeros included; the fault stands deep in the file and at an odd place of a sample.
function TestHints.test_a_fault_far_behind()
  for encoding, words in pairs {
    ["UTF-16LE"] = "UTF-16, little-endian", ["UTF-16BE"] = "UTF-16, big-endian",
    ["UTF-32LE"] = "UTF-32, little-endian", ["UTF-32BE"] = "UTF-32, big-endian",
  } do
    for before = 65535, 65537 do
      local text <const> = converted(("a"):rep(before) .. texts.german .. texts.french, encoding)
      lu.assertStrContains(hinted(text), "looks like " .. words)
      lu.assertStrContains(piped(text, 4096, "2>&1 >/dev/null"), "looks like " .. words)
    end
  end
  local latin <const> = ("nothing but ASCII in this line\n"):rep(30000) .. converted(texts.german, "ISO-8859-1")
  lu.assertStrContains(hinted(latin), LATIN)
  lu.assertStrContains(piped(latin, 4096, "2>&1 >/dev/null"), LATIN)
end

function TestHints.test_a_byte_a_character()
  for _, times in ipairs { 1, 2000 } do
    for _, name in ipairs { "german", "english" } do
      lu.assertStrContains(hinted(converted(texts[name], "ISO-8859-1"):rep(times)), LATIN)
    end
    for _, name in ipairs { "french", "typographic" } do
      lu.assertStrContains(hinted(converted(texts[name], "CP1252"):rep(times)), WINDOWS)
    end
  end
  lu.assertStrContains(hinted("caf\xE9"), LATIN)
  lu.assertStrContains(hinted("na\xEFve"), LATIN)
  lu.assertStrContains(hinted("\27[1mna\xEFve\27[0m"), LATIN)
  lu.assertStrContains(hinted(converted(texts.german:rep(50) .. "\7", "ISO-8859-1")), LATIN)
  lu.assertStrContains(hinted("say \x93hello\x94 to them\n"), WINDOWS)
end

function TestHints.test_another_of_the_encodings()
  for _, case in ipairs {
    { "utf-8", "61 ED A0 BD ED B8 80", "cesu-8" },        { "utf-8", "ED A0 80 41", "wtf-8" },
    { "utf-8", "61 C0 80", "mutf-8" },                    { "utf-8", "C0 80 ED A0 BD", "mutf-8" },
    { "utf-8", "ED A0 BD ED B8 80 F0 9F 98 80", "utf-8-generalized" },
    { "utf-8", "C0 80 F0 9F 98 80 ED A0 BD", "mutf-8-android" },
    { "utf-8", "FC 84 80 80 80 80", "fss-utf" },          { "mutf-8", "61 F0 9F 98 80", "utf-8" },
    { "utf-8-nonul", "61 00 62", "utf-8" },               { "xml-1.0", "E4 B8 AD 01", "utf-8" },
    { "cesu-8", "ED A0 80 41", "wtf-8" },                 { "toml-1.0", "ED A0 80 7F", "wtf-8" },
  } do
    lu.assertEquals(hinted(bytes(case[2]), "-e " .. case[1]), "is well-formed with --encoding " .. case[3], case[2])
  end
  local long <const> = ("中文\n"):rep(50000)
  lu.assertEquals(hinted(long .. "\xED\xA0\xBD\xED\xB8\x80" .. long), "looks well-formed with --encoding cesu-8")
end

function TestHints.test_compressed_files()
  for program, magic in pairs { gzip = "\x1F\x8B", xz = "\xFD7zXZ", bzip2 = "BZh", zstd = "\x28\xB5\x2F\xFD" } do
    if select(2, run("command -v " .. program)) == 0 then
      for name, text in pairs(texts) do
        local packed <const> = run(("%s -c <%s"):format(program, file("original", text:rep(20))))
        lu.assertEquals(packed:sub(1, #magic), magic)
        lu.assertEquals(hinted(packed), "looks like a file compressed by " .. program, name)
        lu.assertEquals(hinted(packed:sub(21)), "", name)
      end
    end
  end
end

-- Better none than a wrong one: other code pages, UTF-8 that is damaged or cut, programs, noise.
function TestHints.test_none()
  for _, case in ipairs {
    { "russian", "KOI8-R", "CP1251", "ISO-8859-5", "CP866" }, { "greek", "ISO-8859-7", "CP1253" },
    { "japanese", "EUC-JP", "SHIFT_JIS" }, { "chinese", "GB18030", "BIG5" }, { "german", "CP850", "CP437", "MACINTOSH" },
  } do
    for i = 2, #case do
      local text <const> = converted(texts[case[1]], case[i])
      lu.assertEquals(hinted(text), "", case[i])
      lu.assertEquals(hinted(text:rep(500)), "", case[i])
    end
  end
  for name, text in pairs(texts) do
    local half <const> = utf8.offset(text, utf8.len(text) // 2)
    lu.assertEquals(hinted(text:sub(1, half - 1) .. "\xFF" .. text:sub(half)), "", name)
    if name ~= "english" then
      lu.assertEquals(hinted((text:gsub("[\x80-\xBF]%f[^\x80-\xBF]", "", 1))), "", name)
    end
  end
  for _, text in ipairs { "\x80", "\xFF", "a\xFF", "abcdef\xE4\xB8", "abcdef\xF0\x9F\x98", "\xC0\xAF",
    "abc\x80\0", "abcdefgh\xE9\7" } do
    lu.assertEquals(hinted(text), "", text)
  end
  lu.assertEquals(hinted(("abcdef\0"):rep(8) .. "\xE9"), "")    -- zeros, but in every place
  local marked_up <const> = '<paragraph class="introduction">слово</paragraph>\n'
  lu.assertEquals(hinted(converted(marked_up, "ISO-8859-5"):rep(10)), "")
  local program <const> = assert(io.open(U8CHECK, "rb")):read("a")
  lu.assertEquals(hinted(program), "")
end

function TestHints.test_none_for_noise()
  math.randomseed(9)
  for i = 1, 200 do
    local noise <const> = {}
    for j = 1, 20 + 5 * i do
      noise[j] = string.char(math.random(0, 255))
    end
    lu.assertEquals(hinted("\xFF" .. table.concat(noise)), "", i)
  end
end

TestNotes = {}

function TestNotes.test_a_byte_order_mark()
  local good <const>, bad <const> = "\xEF\xBB\xBFabc", "\xEF\xBB\xBF\xFF"
  for _, text in ipairs { good, bad } do
    local path <const> = file("marked", text)
    local note <const> = ": note: begins with a byte order mark (EF BB BF)\n"
    lu.assertEquals(remarks("-v " .. path), path .. note)
    lu.assertEquals(remarks("--verbose " .. path), path .. note)
    lu.assertEquals(remarks(path), "")
    lu.assertEquals((verdict("-v " .. path):match("^[^\n]*\n?")), (verdict(path)))
    for _, size in ipairs { 1, 2, 3, 4, 10 } do
      lu.assertEquals((piped(text, size, "-v 2>&1 >/dev/null")), "stdin" .. note)
      lu.assertEquals((piped(text, size, "-vt 2>&1 >/dev/null")), "stdin" .. note)
    end
  end
  local paused <const> = run(("(printf '\\357'; sleep 0.1; printf '\\273'; sleep 0.1; printf '\\277a') | %s -v"):format(U8CHECK))
  lu.assertStrContains(paused, "stdin: note: begins with a byte order mark")
  for _, text in ipairs { "", "a", "\xEF\xBB", "\xEF\xBB\xBE", "a\xEF\xBB\xBF" } do
    lu.assertNotStrContains(u8check("-v " .. file("unmarked", text)), "note")
    lu.assertNotStrContains(piped(text, 1, "-v"), "note")
  end
  local long <const> = ("a"):rep(700000) .. "\xEF\xBB\xBF"
  lu.assertEquals((piped(long, 4096, "-v")), "")
  lu.assertStrContains(piped("\xEF\xBB\xBF" .. long, 4096, "-v"), "note")
end

TestNames = {}

-- What shown() does, backwards.
local function unescaped(text)
  local result <const> = {}
  local at = 1
  while at <= #text do
    local hex <const> = text:match("^\\x(%x%x)", at)
    local code <const> = text:match("^\\u{(%x+)}", at)
    local one <const> = hex and string.char(tonumber(hex, 16)) or code and utf8.char(tonumber(code, 16))
      or text:match("^\\\\", at) and "\\" or text:match("^[^\\]", at)
    lu.assertNotNil(one, text)
    result[#result + 1] = one
    at = at + (hex and 4 or code and #code + 4 or one == "\\" and 2 or 1)
  end
  return table.concat(result)
end

-- Neither a terminal nor a reader of lines acts upon this line.
local function assert_safe(line)
  lu.assertNotNil(utf8.len(line), line)
  for _, c in utf8.codes(line) do
    local bidi <const> = c == 0x61C or c == 0x200E or c == 0x200F or c >= 0x202A and c <= 0x202E or c >= 0x2066 and c <= 0x2069
    lu.assertFalse(c < 0x20 or c >= 0x7F and c <= 0x9F or c == 0x2028 or c == 0x2029 or bidi, line)
  end
end

function TestNames.test_as_they_are_shown()
  for name, expected in pairs {
    ["new\nline"] = "new\\x0Aline", ["\27[31mred"] = "\\x1B[31mred", ["\xFF\xC3"] = "\\xFF\\xC3", ["back\\slash"] = "back\\\\slash",
    ["a\u{202E}b"] = "a\\u{202E}b", ["\u{85}"] = "\\u{85}", ["\u{2028}"] = "\\u{2028}", ["\x7F"] = "\\x7F",
    ["naïve 中 😀 ❤️"] = "naïve 中 😀 ❤️",
    ["\xED\xA0\x80"] = "\\xED\\xA0\\x80", ["\u{2067}\u{61C}"] = "\\u{2067}\\u{61C}", ["e\xCC"] = "e\\xCC",
  } do
    local path <const> = quote(file(name, "\xFF"))
    local shown <const> = folder .. "/" .. expected
    lu.assertEquals((u8check(path)), line_of(shown, { nil, 1, 1, 0, "not_a_form", "expected " .. START .. ", found FF" }))
    os.remove(folder .. "/" .. name)
    lu.assertEquals((u8check(path)), "u8check: cannot open " .. shown .. ": No such file or directory\n")
  end
end

function TestNames.test_two_hundred_at_random()
  math.randomseed(200)
  local pieces <const> = { "\n", "\r", "\27]0;x\7", "\u{202E}", "\u{2066}", "\u{9B}", "\u{2029}", "\\", "\\x0A", "\\u{202E}",
    "é", "中", "😀", " ", ": ", "\xE2\x80", "\xF0\x9F", "\xC0\xAF", "%", "'", "\"" }
  local names <const>, words <const> = {}, {}
  for i = 1, 200 do
    local parts <const> = { i .. "" }
    for _ = 1, math.random(12) do
      local byte <const> = string.char(math.random(255))
      parts[#parts + 1] = math.random(2) == 1 and byte ~= "/" and byte or pieces[math.random(#pieces)]
    end
    names[i] = folder .. "/" .. table.concat(parts)
    words[i] = quote(file(table.concat(parts), "\xFF"))
  end
  local function lines_of(pattern, ...)
    local at = 0
    for line in u8check("-- " .. table.concat(words, " ")):gmatch("([^\n]*)\n") do
      at = at + 1
      assert_safe(line)
      lu.assertEquals(unescaped(line:match(pattern, ...)), names[at])
    end
    lu.assertEquals(at, 200)
  end
  lines_of("^(.*): line 1, column 1, byte 0: not_a_form ")
  for _, name in ipairs(names) do
    os.remove(name)
  end
  lines_of("^u8check: cannot open (.*): No such file or directory$")
end

-- A file's name may look like an option, and an option's value like anything.
function TestNames.test_other_words()
  for _, arguments in ipairs { "'--\27[31m'", "-\27", "-e '\27[31m'", "-k '\27[31m\nx'" } do
    local output <const>, status <const> = u8check(arguments .. " </dev/null")
    lu.assertStrContains(output, "u8check: ")
    lu.assertStrContains(output, "\\x1B")
    assert_safe((output:gsub("\n", " ")))
    lu.assertEquals(status, 2)
  end
end

TestTrouble = {}

function TestTrouble.test_what_cannot_be_read()
  for _, path in ipairs { folder .. "/absent", folder, "''" } do
    local output <const>, status <const> = u8check(path)
    lu.assertStrMatches(output, "^u8check: cannot %l+ .*: .+\n$")
    lu.assertEquals(status, 2)
  end
end

function TestTrouble.test_the_others_are_still_checked()
  local bad <const> = file("bad", "\x80")
  local output <const>, status <const> = u8check(folder .. "/absent " .. bad)
  lu.assertStrContains(output, "cannot open")
  lu.assertStrContains(output, line_of(bad, faults[1]))
  lu.assertEquals(status, 2)
end

function TestTrouble.test_wrong_usage()
  for _, arguments in ipairs { "--what", "-x", "--kernel", "--kernel none", "--time=3", "--encoding", "-e", "-tx" } do
    local output <const>, status <const> = u8check(arguments .. " </dev/null")
    lu.assertStrContains(output, "u8check: ")
    lu.assertEquals(status, 2, arguments)
  end
end

function TestTrouble.test_help()
  local output <const>, status <const> = u8check("--help")
  lu.assertStrMatches(output, "^Usage: u8check .*")
  lu.assertEquals(status, 0)
end

function TestTrouble.test_full_disk()
  local bad <const> = file("bad", "\x80")
  local _, status <const> = u8check(bad .. " >/dev/full")
  lu.assertEquals(status, 2)
end

-- A regular file without a size of its own, and a device: neither can be mapped.
function TestTrouble.test_what_cannot_be_mapped()
  for _, path in ipairs { "/proc/self/status", "/dev/null" } do
    local _, status <const> = u8check(path)
    lu.assertEquals(status, 0)
  end
end

-- A file larger than the address space that is left comes in chunks.
function TestTrouble.test_no_room_for_a_map()
  local path <const> = file("large", "")
  assert(select(2, run(("truncate -s 200M %s && printf '\\355\\240' >>%s"):format(path, path))) == 0)
  local output <const>, status <const> = run(("ulimit -v 100000; %s %s"):format(U8CHECK, path))
  os.remove(path)
  lu.assertEquals(output, path .. ": line 1, column 209715201, byte 209715200: surrogate (expected 80..9F after ED, found A0)\n")
  lu.assertEquals(status, 1)
end

-- A hole is zeros, which are well-formed; the byte after it is not. Its offset needs 33 bits.
-- (In memory where there is a file system for that: elsewhere each hole that is read becomes a page, which takes forty times as long.)
function TestTrouble.test_more_than_four_gigabytes()
  local memory <const> = io.popen("mktemp -d /dev/shm/u8check.XXXXXX 2>/dev/null"):read "l"
  local path <const> = (memory or folder) .. "/huge"
  if select(2, run(("truncate -s 4G %s && printf '\\200' >>%s"):format(path, path))) ~= 0 then
    lu.skip("no room for a sparse file")
  end
  local output <const> = u8check(path)
  os.remove(path)
  os.remove(memory or path)
  lu.assertEquals(output, ("%s: line 1, column 4294967297, byte 4294967296: too_long (expected %s, found 80)\n")
    :format(path, START))
end

local failures <const> = lu.LuaUnit.run("-v", table.unpack(arg))
os.execute("rm -rf " .. folder)
os.exit(failures == 0 and 0 or 1)
