-- SPDX-License-Identifier: 0BSD
-- u8check: all faults of texts of any size, threads, and errors of the system.
--
-- Needs: build/u8check
-- Most of the expected faults come from tests/lib/table_3_7.lua. The output must be the same for any number of threads and any division of
-- the text into pieces.
-- tests/commands/cli_test.lua tests the first fault of each file.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local u8 <const> = require "tests.lib.u8check"
local table_3_7 <const> = require "tests.lib.table_3_7"

local file <const>, run <const>, json_lines <const>, places <const> = u8.file, u8.run, u8.json_lines, u8.places
local faults_of <const> = table_3_7.faults_of

local PIECES <const> = { "a", "\n", "é", "中", "😀", "\x80", "\xC3", "\xE0\x80", "\xE4\xB8", "\xF0\x9F\x98", "\xFF", "\xED\xA0\x80",
  "\xF4\x90" }

local function random_text(count, plain)
  local parts <const> = {}
  for i = 1, count do
    parts[i] = PIECES[math.random(1, math.random() < plain and 5 or #PIECES)]
  end
  return table.concat(parts)
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

-- A block is 512 KiB, and the buffer is 64 KiB larger. The text has faults less than 1,000 bytes from each border.
function TestAll.test_faults_across_blocks()
  math.randomseed(13)
  local borders <const> = { 65536, 524288, 589824, 1048576, 1114112 }
  local line <const>, parts <const> = ("中é\n"):rep(100), {}
  for _, border in ipairs(borders) do
    local left <const> = border - #table.concat(parts) - 100
    parts[#parts + 1] = line:rep(left // #line) .. ("a"):rep(left % #line) .. random_text(200, 0.8)
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

-- Some or all lanes of vectors have more than 255 newlines, so that counters of one byte would overflow.
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

function TestAll.test_faults_in_other_encodings()
  local name <const> = file("halves", "\xED\xA0\x80\xED\xB0\x80a\xFF\n\xED\xA0\x80\xED\xB0\x80")
  lu.assertEquals(places((run("u8check -a -e wtf-8 --format=json " .. name))),
    { { line = 1, column = 2, byte = 3, length = 3 }, { line = 1, column = 4, byte = 7, length = 1 },
      { line = 2, column = 2, byte = 12, length = 3 } })
  -- A newline that is a fault still ends its line.
  lu.assertEquals(places((run("printf 'a\\nb\\001' | u8check -a -e mqtt-strict --format=json"))),
    { { line = 1, column = 2, byte = 1, length = 1 }, { line = 2, column = 2, byte = 3, length = 1 } })
end

function TestAll.test_at_most_n_errors()
  local name <const> = file("many", ("a\xFF\n"):rep(100))
  for _, most in ipairs { 1, 2, 99, 100, 101 } do
    local output <const>, status <const> = run(("u8check -m %d --format=gcc %s %s"):format(most, name, name))
    local _, count <const> = output:gsub(": error: ", "")
    lu.assertEquals(count, most)
    lu.assertStrContains(output, ("u8check: stopped after %d faults"):format(most))
    lu.assertEquals(status, 1)
  end
  lu.assertNotStrContains(run("u8check -m 201 many many"), "stopped")
  lu.assertStrContains(run("printf 'caf\\351 noir' | u8check -m 1"), "hint: this looks like Latin-1")    -- the hint of the last fault
end

TestThreads = {}

-- Long and short files, with and without faults, and some that do not exist.
local function mixed_files()
  math.randomseed(14)
  local names <const> = {}
  for i = 1, 400 do
    local count <const> = i % 50 == 0 and 30000 or math.random(0, 40)
    names[i] = math.random(20) == 1 and "absent" .. i or file("mixed" .. i, random_text(count, 0.98))
  end
  file("mixed", table.concat(names, "\0"))
end

function TestThreads.test_threads_print_the_same_output_in_the_same_order()
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
  local report <const> = run("u8check --stats -a s1 s2 2>&1 >/dev/null")
  lu.assertStrMatches(report, "u8check: 1 files well%-formed, 1 ill%-formed, 0 not read; 2 faults reported\n"
    .. "u8check: +2 not_a_form\nu8check: 6 bytes in .*\n")
  local stats <const> = json_lines((run("u8check --stats -a --format=json s1 s2")))[3]
  lu.assertEquals({ stats.type, stats.well_formed, stats.ill_formed, stats.not_read, stats.bytes, stats.faults },
    { "stats", 1, 1, 0, 6, { not_a_form = 2 } })
end

TestTrouble = {}

-- u8check's status is written to a file, since a pipe hides it.
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

-- The memory is bounded, even if the input is endless.
function TestTrouble.test_endless_inputs()
  lu.assertEquals({ run("u8check -e utf-8-nonul --format=gcc -m 2 /dev/zero 2>/dev/null") },
    { ("/dev/zero:1:%d: error: nul: expected 01..7F or C2..F4, found 00 [utf-8-nonul]\n"):rep(2):format(1, 2), 1 })
  local bounded <const> = "ulimit -v 40000; head -c %d /dev/zero | tr '\\0' '%s' | u8check -a - 2>/dev/null | tail -n 1"
  lu.assertEquals((run(bounded:format(60000000, "a"))), "")
  lu.assertStrContains(run(bounded:format(700000, "\\377")), "stdin: line 1, column 700000, byte 699999: not_a_form (")
  -- With two threads, the thread with the later file delays its output.
  file("all", ("\xFF"):rep(400000))
  local lines <const> = run("ulimit -v 200000; u8check -a -j2 --format=gcc all all all | wc -l")
  lu.assertEquals(tonumber(lines), 1200000)
end

-- The files are deleted while u8check reads their folder. Each message names a file or folder that no longer exists.
function TestTrouble.test_files_deleted_during_the_run()
  run "mkdir vanishing; cd vanishing; for i in $(seq 2000); do echo >f$i; done"
  local output <const>, status <const> = run("(rm -r vanishing) & u8check -r vanishing; s=$?; wait; exit $s")
  for line in output:gmatch("[^\n]+") do
    lu.assertStrMatches(line, "u8check: cannot %l+ vanishing.*: No such file or directory")
  end
  lu.assertEquals(status, output == "" and 0 or 2)
end

-- If a file is truncated while u8check reads it, u8check treats it as a shorter file.
function TestTrouble.test_files_truncated_during_the_run()
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
    { "--nosuch", "wrong option --nosuch;" }, { "-Z", "wrong option -Z;" }, { "-e", "option -e needs a value;" },
    { "-l -é good", "wrong option -é;" }, { "-lé good", "wrong option -lé;" }, { "good -$(printf '\\377')a", "wrong option -\\xFFa;" },
    { "-l$(printf '\\377') good", "wrong option -l\\xFF;" },
    { "--color", "option --color needs a value;" },
  } do
    local output <const>, status <const> = run("u8check " .. case[1] .. " </dev/null")
    lu.assertStrMatches(output, "u8check: [^\n]*\n")
    lu.assertStrContains(output, case[2])
    lu.assertEquals(status, 2, case[1])
  end
end

u8.run_tests()
