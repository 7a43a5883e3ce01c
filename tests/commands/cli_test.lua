-- SPDX-License-Identifier: 0BSD
-- u8check as its users see it: its output and exit status.
--
-- Needs: build/u8check
-- u8check reads each ill-formed text from a file, and from a pipe in pieces. It must print the same line for both, except for the name.
-- Example: 61 0A E0 80 prints "NAME: line 2, column 1, byte 2: overlong (expected A0..BF after E0, found 80)".

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local u8 <const> = require "tests.lib.u8check"

local U8CHECK <const>, START <const>, folder <const>, quote <const> = u8.PROGRAM, u8.START, u8.FOLDER, u8.quote
local bytes <const>, file <const>, run <const> = u8.bytes, u8.path, u8.run
local u8check <const>, verdict <const>, piped <const>, kernels <const> = u8.u8check, u8.verdict, u8.piped, u8.kernels
local line_of <const> = u8.line_of

-- The first fault of each text: hex, line, column, byte, fault, and the text in parentheses.
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
  -- only 0A ends a line; columns count code points, not bytes
  { "0A 0A 0A 80",             4, 1, 3, "too_long",   "expected " .. START .. ", found 80" },
  { "0D 0A 0D 41 80",          2, 3, 4, "too_long",   "expected " .. START .. ", found 80" },
  { "0A C3 A9 E4 B8 AD F0 9F 98 80 80", 2, 4, 10, "too_long", "expected " .. START .. ", found 80" },
  { "00 E2 80 A8 80",          1, 3, 4, "too_long",   "expected " .. START .. ", found 80" },
}

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

-- The fault is after 300,000 characters of three bytes, ten to a line, so that pieces end inside characters.
function TestFaults.test_a_fault_far_into_a_long_text()
  local line <const> = ("中"):rep(10) .. "\n"
  local text <const> = line:rep(30000) .. "é" .. "\xED\xA0\x80"
  local fault <const> = { nil, 30001, 2, 30000 * 31 + 2, "surrogate", "expected 80..9F after ED, found A0" }
  local path <const> = file("long", text)
  lu.assertEquals((verdict(path)), line_of(path, fault))
  for _, size in ipairs { 1000, 4093, 65536, 262144, 262145, 589824, 589825 } do
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

function TestWellFormed.test_nothing_is_printed()
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

function TestWellFormed.test_time_prints_size_characters_speed_and_kernel()
  local path <const> = file("timed", ("aé中😀"):rep(1000))
  lu.assertStrMatches(u8check("--time " .. path), "^" .. path .. ": 10000 bytes, 4000 characters, %d+%.%d%d GB/s %(%l[%l%d]*%)\n$")
  lu.assertStrMatches(piped(("aé中😀"):rep(1000), 100, "-t"), "^stdin: 10000 bytes, 4000 characters.* %(%l[%l%d]*%)\n$")
  lu.assertStrMatches(u8check("--time " .. file("empty", "")), ".*: 0 bytes, 0 characters %(%l[%l%d]*%)\n")
end

function TestWellFormed.test_time_with_a_chosen_kernel()
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

-- Texts that are shorter than the buffer of 576 KiB, exactly as long, and longer.
function TestWellFormed.test_time_of_a_stream()
  for _, size in ipairs { 1, 589823, 589824, 589825, 700000 } do
    lu.assertStrMatches(piped(("a"):rep(size), 4096, "-t"),
      ("^stdin: %d bytes, %d characters, %%d+%%.%%d%%d GB/s %%(%%l[%%l%%d]*%%)\n$"):format(size, size))
  end
  lu.assertStrMatches(piped("", 1, "-t"), "^stdin: 0 bytes, 0 characters %(%l[%l%d]*%)\n$")
end

TestTrouble = {}

function TestTrouble.test_unreadable_paths()
  for _, path in ipairs { folder .. "/absent", folder, "''" } do
    local output <const>, status <const> = u8check(path)
    lu.assertStrMatches(output, "^u8check: cannot %l+ .*: .+\n$")
    lu.assertEquals(status, 2)
  end
end

function TestTrouble.test_other_files_are_still_checked()
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

-- A regular file that reports the size 0, and a device, are read to the end.
function TestTrouble.test_files_without_a_size()
  for _, path in ipairs { "/proc/self/status", "/dev/null" } do
    local _, status <const> = u8check(path)
    lu.assertEquals(status, 0)
  end
end

-- A file may be larger than the remaining address space, since it is read in blocks.
function TestTrouble.test_a_file_larger_than_the_address_space()
  local path <const> = file("large", "")
  assert(select(2, run(("truncate -s 200M %s && printf '\\355\\240' >>%s"):format(path, path))) == 0)
  local output <const>, status <const> = run(("ulimit -v 100000; %s %s"):format(U8CHECK, path))
  os.remove(path)
  lu.assertEquals(output, path .. ": line 1, column 209715201, byte 209715200: surrogate (expected 80..9F after ED, found A0)\n")
  lu.assertEquals(status, 1)
end

-- A hole reads as zeros, which are well-formed; the byte after the hole is not. The offset of this byte needs 33 bits.
-- The file is in a file system in memory, if there is one. Elsewhere this test takes much longer, since the system allocates a page for
-- each part of the hole that is read.
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

u8.run_tests()
