-- SPDX-License-Identifier: 0BSD
-- The sizes in documents are those of the current code. The speeds are those of bench/results. The code needs exactly the functions of libc
-- that the documents name.
--
-- The documents give sizes of object code. The test compares them with the objects that `make build` or the test itself compiles, but only
-- if `cc` is the compiler that docs/performance.md names.
-- Needs: build/u8check build/pages/utf-8.html objects

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local api <const> = require "gen.kernel.api"
local figures <const> = require "tests.lib.figures"
local files <const> = require "gen.common.files"

local WORK <const> = "build/figures_test"

local function output_of(command)
  local pipe <const> = assert(io.popen(command))
  local text <const> = pipe:read("a")
  assert(pipe:close(), command)
  return text
end

---Whether `cc` is the compiler of the figures: gcc 12 for x86-64.
local IS_THAT_COMPILER <const> = output_of("cc -dumpversion; cc -dumpmachine; cc --version"):find "^12[.%d]*\nx86_64.*Free Software" ~= nil

---Returns the size of code and data in an object, in bytes.
local function bytes_of(object)
  local code <const>, data <const> = output_of("size " .. object):match "\n *(%d+)%s+(%d+)"
  return code + data
end

---Returns the size of a section, in bytes.
local function section_of(object, name)
  return tonumber(output_of("size -A " .. object):match("\n" .. name:gsub("%p", "%%%0") .. " +(%d+)"))
end

local function object_of(name)
  return ("build/objects/%s.o"):format(name)
end

---Returns the size of an object that has only utf8_valid.
local function alone(flags)
  local words <const> = { flags }
  for _, name in ipairs(api.optional()) do
    words[#words + 1] = "-DUTF8_NO_" .. name:upper()
  end
  output_of(("mkdir -p %s && cc -std=c11 -O2 %s -c -o %s/alone.o out/utf8/utf8.c"):format(WORK, table.concat(words, " "), WORK))
  lu.assertEquals(output_of(("nm --defined-only %s/alone.o | grep ' T '"):format(WORK)):match " T (.*)\n$", "utf8_valid")
  return bytes_of(WORK .. "/alone.o")
end

TestFigures = {}

function TestFigures.test_numbers_are_rounded_as_they_are_written()
  for _, case in ipairs {
    { 21.994, "22.0", "22.0" }, { 21.94, "22.0", "21.9" }, { 112.051, "110", "110" }, { 116, "110", "120" }, { 39.4, "40", "40" },
    { 2.304, "2.3", "2.3" }, { 50, "50", "50" }, { 256, "384", "256" }, { 0.51, "0.5", "0.5" }, { 114.9, "112", "115" },
  } do
    lu.assertEquals(figures.rounded(case[1], case[2]), case[3])
  end
end

---For each kernel in the README's table of speeds, the validators of its cells, by their names in bench/results/readme-zen5.md.
local MEASURED <const> = {
  ["AVX-512"] = { "avx512", "simdutf-icelake", "", "" },
  AVX2 = { "avx2", "simdutf-haswell", "simdutf8", "" },
  portable = { "swar", "simdutf-fallback", "", "smoothutf8" },
}

---Returns the cells of a row of a table, without blanks at their ends, and without bold marks.
local function cells_of(row)
  local cells <const> = {}
  for cell in row:gmatch "|([^|\n]*)%f[|]" do
    cells[#cells + 1] = cell:gsub("%*", ""):match "^%s*(.-)%s*$"
  end
  return cells
end

---The speeds in the README are those of bench/results.
function TestFigures.test_the_speeds_in_the_readme_are_those_of_bench_results()
  local speeds <const>, texts = {}, nil
  for row in assert(files.read "bench/results/readme-zen5.md"):gmatch "\n(| [^\n]*)" do
    local cells <const> = cells_of(row)
    texts = texts or cells
    speeds[cells[1]] = {}
    for i = 4, #cells do
      speeds[cells[1]][texts[i]] = tonumber(cells[i]:match "^[%d.]+")
    end
  end
  local count, kernel = 0, nil
  for row in assert(files.read "README.md"):match("\n| kernel |[^\n]*\n[^\n]*\n(.-\n)\n"):gmatch "[^\n]+" do
    local cells <const> = cells_of(row)
    kernel = cells[1] ~= "" and cells[1] or kernel
    for i, name in ipairs(MEASURED[kernel]) do
      local written <const> = cells[2 + i]
      local speed <const> = name ~= "" and speeds[name][cells[2]:lower():match "^%a+"]
      lu.assertEquals(written, speed and figures.rounded(speed, written) or "", row)
      count = count + (speed and 1 or 0)
    end
  end
  lu.assertTrue(count >= 15)
end

---For each row of docs/performance.md's tables of functions: patterns for the rows of bench/results/functions-zen5.md, and
---`texts`, the columns of those rows that are used; without it, all are used.
local FUNCTIONS <const> = {
  ["`to_utf16`"] = { "^to_utf16 / peer" },
  ["`from_utf16`"] = { "^from_utf16 / peer" },
  ["`to_utf32`"] = { "^to_utf32 / peer" },
  ["`from_utf32`"] = { "^from_utf32 / peer" },
  ["sizes"] = { "^utf%d%d_size / peer", "^size_of_utf%d%d / peer" },
  ["`valid_utf16`, `valid_utf32`"] = { "^valid_utf%d%d / peer" },
  ["Latin-1, both ways"] = { "latin1.* / peer" },
  ["`valid_rows`"] = { "^rows of 12 B / valid" },
  ["lossy conversions"] = { "_lossy / strict" },
  ["MUTF-8, CESU-8, emoji"] = { "mutf8.* / to_utf16", "cesu8.* / to_utf16", texts = { emoji = true, mix = true } },
  ["WTF-8, emoji"] = { "wtf8.* / to_utf16", texts = { emoji = true, mix = true } },
  ["`repair`, errors"] = { ": repair / Rust" },
  ["`to_utf16_lossy`, errors"] = { ": to_utf16_lossy / Rust" },
  ["both, 1% errors"] = { "^one in 100: .* / well%-formed" },
}

---Returns the lowest and the highest figure of a kernel in the wanted rows of the results (see FUNCTIONS), with `!` if the kernel misses a
---goal: "0.93-2.61!".
local function range_of(results, kernel, wanted)
  local low, high, missed = math.huge, 0, ""
  for rows in results:gmatch("## " .. kernel .. ": [^\n]+\n\n([^#]+)") do
    local head <const> = cells_of(rows:match "^[^\n]+")
    for row in rows:gmatch "[^\n]+" do
      local cells <const> = cells_of(row)
      for _, pattern in ipairs(wanted) do
        for i = 2, cells[1]:find(pattern) and #cells or 0 do
          local counts <const> = not wanted.texts or wanted.texts[head[i]]
          missed = (counts or i == 2) and cells[i]:find "!" and "!" or missed
          for figure in (counts and i > 2 and cells[i] or ""):gmatch "[%d.]+" do
            low, high = math.min(low, tonumber(figure)), math.max(high, tonumber(figure))
          end
        end
      end
    end
  end
  return ("%.2f-%." .. (high < 10 and 2 or 1) .. "f%s"):format(low, high, missed)
end

---The ranges in docs/performance.md are those of bench/results.
function TestFigures.test_the_ranges_in_performance_md_are_those_of_bench_results()
  local results <const> = assert(files.read "bench/results/functions-zen5.md")
  local section <const> = assert(files.read "docs/performance.md"):match "\n## The functions\n(.-)\n## "
  local rest, head = {}, nil
  for name in next, FUNCTIONS do
    rest[name] = true
  end
  for row in section:gmatch "\n(|[^\n]*)" do
    local cells <const> = cells_of(row)
    head = cells[#cells] == "avx512" and cells or head
    local wanted <const> = FUNCTIONS[cells[1]]
    for i = #cells - 3, wanted and #cells or 0 do
      lu.assertEquals(cells[i], range_of(results, head[i], wanted), row)
    end
    lu.assertTrue(wanted ~= nil or cells == head or row:find "^|%-" ~= nil, row)
    rest[cells[1]] = nil
  end
  lu.assertEquals(rest, {})
end

function TestFigures.test_the_sizes_of_object_code_in_performance_md()
  lu.skipIf(not IS_THAT_COMPILER, "the documents' sizes are gcc 12's for x86-64")
  local all <const> = bytes_of(object_of "utf8")
  figures.check("docs/performance.md", "every function and kernel %b(), is ([%d.]+) KB of object code", all, 1000)
  figures.check("docs/performance.md", "([%d.]+) KB without unwind tables", all - section_of(object_of "utf8", ".eh_frame"), 1000)
  figures.check("docs/performance.md", "the largest of the catalogue, ([%d.]+) KB", bytes_of(object_of "assignables"), 1000)
  figures.check("docs/performance.md", "xml10 ([%d.]+) KB", bytes_of(object_of "xml10"), 1000)
  local most = 0
  for name in output_of("ls out"):gmatch "%S+" do
    most = math.max(most, bytes_of(object_of(name)))
  end
  lu.assertEquals(most, bytes_of(object_of "assignables"))
  local units = 0
  for size in output_of("nm -S " .. object_of "utf8"):gmatch "%x+ (%x+) [rR] utf8_[upgq]%a+_[lcb]%a+\n" do
    units = units + tonumber(size, 16)
  end
  figures.check("docs/performance.md", "those of conversions are ([%d.]+) KB", units, 1000)
end

function TestFigures.test_the_sizes_of_utf8_valid_alone_in_the_readme()
  lu.skipIf(not IS_THAT_COMPILER, "the documents' sizes are gcc 12's for x86-64")
  local dispatched <const>, small <const> = alone "", alone "-DUTF8_KERNEL=dfa"
  figures.check("README.md", "alone is ([%d.]+) KB", dispatched, 1000)
  figures.check("README.md", "alone is [%d.]+ KB, or ([%d.]+) KB", small, 1000)
end

function TestFigures.test_the_sizes_of_tables_in_performance_md()
  local tables <const> = assert(files.read "out/utf8/utf8.c"):match "\n//   tables +in bytes: ([^\n]+)"
  figures.check("docs/performance.md", "The checks' tables are (%d+) bytes", tonumber(tables:match "nibbles (%d+)"))
  figures.check("docs/performance.md", "bytes %(`avx512`: (%d+)%)", tonumber(tables:match "classes (%d+)"))
end

---Returns the undefined symbols of utf8 with all kernels, compiled by this compiler: "U memcpy"; for a weak symbol, "w getauxval".
local function undefined_symbols(compiler)
  output_of(("mkdir -p %s && %s -std=c11 -O1 -DUTF8_ALL_KERNELS -c -o %s/needs.o out/utf8/utf8.c"):format(WORK, compiler, WORK))
  local list <const> = {}
  for kind, name in output_of(("nm -u %s/needs.o"):format(WORK)):gmatch "(%a) ([%w_]+)" do
    list[#list + 1] = kind .. " " .. name
  end
  table.sort(list)
  return list
end

---docs/guide/kernels.md has the sizes of the C for three choices of options, as `vendor` prints them.
function TestFigures.test_the_sizes_for_three_choices_of_options()
  local count = 0
  for command in assert(files.read "docs/guide/kernels.md"):gmatch "`u8gen (vendor utf%-8 text[^`]*)`" do
    local folder <const> = WORK .. "/" .. command:gsub("%W", "")
    local output <const> = output_of("./u8gen " .. command:gsub(" text", " " .. folder) .. " --force"):match "utf8%.c: ([^;\n]+)"
    local all_lines <const>, all_bytes <const> = output:match "^(%d+) lines, (%d+) bytes$"
    local text <const> = assert(files.read(folder .. "/utf8.c"))
    lu.assertEquals({ tonumber(all_lines), tonumber(all_bytes) }, { select(2, text:gsub("\n", "")), #text })
    local place <const> = "`u8gen " .. command:gsub("%p", "%%%0") .. "` | "
    figures.check("docs/guide/kernels.md", place .. "(%d+) lines", tonumber(all_lines))
    figures.check("docs/guide/kernels.md", place .. "%d+ lines, ([%d.]+) KB", all_bytes, 1000)
    count = count + 1
  end
  lu.assertEquals(count, 3)
end

---Returns the number of lines of the source that `gen` writes with these options.
local function lines_with(options, folder)
  output_of(("./u8gen gen utf-8 %s -o %s/%s"):format(options, WORK, folder))
  return select(2, assert(files.read(("%s/%s/utf8.c"):format(WORK, folder))):gsub("\n", ""))
end

---The source of `valid` with dfa alone has at most 150 lines, so it can be read in one session. docs/review.md has its length, the
---length of the source of all functions with this kernel, and the bytes of stack that utf8_valid uses, with the return address.
function TestFigures.test_the_length_of_the_smallest_source()
  local lines <const> = lines_with("--only valid --kernels dfa", "smallest")
  lu.assertTrue(lines <= 150)
  figures.check("docs/review.md", "to justify: (%d+) lines", lines)
  figures.check("docs/review.md", "with `%-%-kernels dfa` has (%d+) lines", lines_with("--kernels dfa", "dfa"))
  if IS_THAT_COMPILER then
    output_of(("cc -std=c99 -O2 -fstack-usage -c -o %s/smallest.o %s/smallest/utf8.c"):format(WORK, WORK))
    local frame <const> = assert(files.read(WORK .. "/smallest.su")):match ":utf8_valid\t(%d+)\tstatic\n"
    figures.check("docs/review.md", "| `%-%-kernels dfa` | `utf8_valid` | `%-O2` | (%d+) |", frame + 8)
  end
end

function TestFigures.test_the_functions_of_libc_that_the_code_needs()
  for _, compiler in ipairs { "aarch64-linux-gnu-gcc", "clang-19 --target=riscv64-linux-gnu -isystem /usr/riscv64-linux-gnu/include" } do
    lu.assertEquals(undefined_symbols(compiler), { "U memcpy", "w getauxval" }, compiler)
  end
  local native <const> = output_of("nm -u " .. object_of "utf8"):gsub("_GLOBAL_OFFSET_TABLE_", "")
  lu.assertEquals(native:match "^[%sU]*(.-)%s*$", "memcpy")
  lu.assertStrContains((assert(files.read "docs/review.md"):gsub("%s+", " ")),
    "calls `memcpy` and, on Linux for aarch64 and riscv64, `getauxval`, a weak symbol. It calls nothing else.")
  lu.assertStrContains((assert(files.read "SECURITY.md"):gsub("%s+", " ")),
    "calls anything other than `memcpy` and, on Linux for aarch64 and riscv64, `getauxval`.")
end

function TestFigures.test_the_sizes_of_pages_in_playground_md()
  local function size_of(name)
    local text <const> = files.read("build/pages/" .. name)
    return text and #text
  end
  figures.check("docs/playground.md", "of about ([%d.]+) KB", assert(size_of "utf-8.html", "make build/pages/utf-8.html"), 1000)
  if not size_of "playground.html" then
    print "skipped: the playground's page (make pages)"
    return
  end
  figures.check("docs/playground.md", "playground.html, ([%d.]+) MB", size_of "playground.html", 1000 * 1000)
end

os.exit(lu.LuaUnit.run())
