-- SPDX-License-Identifier: 0BSD
-- u8check as its users see it: what it prints and with which status it exits; and tests/run.sh, which adds up tests.
--
-- In: build/u8check (or the program that U8CHECK names). Out: luaunit's lines.
-- The one idea: every text goes through twice, as a file, which is mapped, and through a pipe that hands it over
-- in pieces; both must print the same line but for the name.
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

---Runs u8check on a text that comes through a pipe in pieces.
---@param text string
---@param size integer of a piece in bytes
---@param arguments string?
local function piped(text, size, arguments)
  local path <const> = file("piped", text)
  return run(("dd if=%s ibs=%d obs=%d 2>/dev/null | %s %s"):format(path, size, size, U8CHECK, arguments or ""))
end

local function kernels()
  local names <const> = {}
  for name in u8check("--help"):match("Kernels here:([^;]+);"):gmatch("%S+") do
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
    local output <const>, status <const> = u8check(path)
    lu.assertEquals(output, line_of(path, fault), fault[1])
    lu.assertEquals(status, 1)
  end
end

function TestFaults.test_each_through_a_pipe()
  for _, fault in ipairs(faults) do
    for _, size in ipairs { 1, 2, 3, 512 } do
      local output <const>, status <const> = piped(bytes(fault[1]), size)
      lu.assertEquals(output, line_of("stdin", fault), fault[1])
      lu.assertEquals(status, 1)
    end
  end
end

function TestFaults.test_each_kernel()
  for _, kernel in ipairs(kernels()) do
    for _, fault in ipairs(faults) do
      local path <const> = file("fault", bytes(fault[1]))
      lu.assertEquals(u8check("--kernel " .. kernel .. " " .. path), line_of(path, fault))
    end
  end
end

-- 300,000 characters of three bytes, ten to a line, then the fault: chunks end within characters.
function TestFaults.test_deep_in_a_long_text()
  local line <const> = ("中"):rep(10) .. "\n"
  local text <const> = line:rep(30000) .. "é" .. "\xED\xA0\x80"
  local fault <const> = { nil, 30001, 2, 30000 * 31 + 2, "surrogate", "expected 80..9F after ED, found A0" }
  local path <const> = file("long", text)
  lu.assertEquals(u8check(path), line_of(path, fault))
  for _, size in ipairs { 1000, 4093, 65536, 262144, 262145 } do
    lu.assertEquals(piped(text, size), line_of("stdin", fault))
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
  for _, arguments in ipairs { "--what", "-x", "--kernel", "--kernel none", "--time=3" } do
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
function TestTrouble.test_more_than_four_gigabytes()
  local path <const> = folder .. "/huge"
  if select(2, run(("truncate -s 4G %s && printf '\\200' >>%s"):format(path, path))) ~= 0 then
    lu.skip("no room for a sparse file")
  end
  local output <const> = u8check(path)
  os.remove(path)
  lu.assertEquals(output, ("%s: line 1, column 4294967297, byte 4294967296: too_long (expected %s, found 80)\n")
    :format(path, START))
end

TestRun = {}

-- tests/run.sh decides whether `make check` passes: it must see every way to fail.
function TestRun.test_adds_up()
  local function run_sh(...)
    local words <const> = {}
    for _, command in ipairs { ... } do
      words[#words + 1] = quote(command)
    end
    local output <const>, status <const> = run("sh tests/run.sh " .. table.concat(words, " "))
    return output:match("([^\n]*)\n$"), status
  end
  local function sums(expected, expected_status, ...)
    local last <const>, status <const> = run_sh(...)
    lu.assertEquals(last, expected)
    lu.assertEquals(status, expected_status)
  end
  sums("0 passed, 0 failed", 0)
  sums("2 passed, 0 failed", 0, "true", "echo words")
  sums("1 passed, 2 failed", 1, "false", "exit 77", "true")
  sums("8 passed, 0 failed", 0, "echo 1 passed, 0 failed; echo 3 passed, 0 failed", "echo 5 passed, 0 failed")
  sums("3 passed, 1 failed", 1, "echo 3 passed, 0 failed; false")
  sums("3 passed, 2 failed", 1, "echo 3 passed, 2 failed; false", "echo 0 passed, 0 failed")
  sums("4 passed, 0 failed", 0, "echo Ran 4 tests in 0.1 seconds, 4 successes, 0 failures")
  sums("1 passed, 3 failed", 1, "echo Ran 4 tests in 0.1 seconds, 1 success, 1 failure, 2 errors; false")
  sums("8 passed, 1 failed", 1, "echo '[  PASSED  ] 8 test(s).'; echo '[  FAILED  ] 1 test(s), listed below:'; false")
  sums("0 passed, 1 failed", 1, "kill -9 $$")
end

local failures <const> = lu.LuaUnit.run("-v")
os.execute("rm -rf " .. folder)
os.exit(failures == 0 and 0 or 1)
