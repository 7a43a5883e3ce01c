-- SPDX-License-Identifier: 0BSD
-- Follows the instructions of CONTRIBUTING.md for a new instruction set and a new public function. The test adds a toy instruction set and
-- a toy function to a copy of the project, generates and verifies both, and checks that the changed files are those that CONTRIBUTING.md
-- lists. Other tests compare the map of CONTRIBUTING.md with the files and folders of the tree.
--
-- The instruction set is plain C in sixteen lanes; the function returns the number of bytes after the longest well-formed prefix.

package.path = "./?.lua;" .. package.path

local lu = require "luaunit"
local isas = require "gen.kernel.isas"
local files = require "gen.common.files"

local TREE <const>, BEFORE <const> = "build/toys/tree", "build/toys/before"
local PARTS <const> = "gen templates verify tests docs packaging Makefile README.md VERSION ORIGIN setup.sh u8gen"

local function output_of(command)
  local pipe <const> = assert(io.popen(("{ %s; } 2>&1"):format(command)))
  local text <const> = pipe:read "a"
  return text, (pipe:close())
end

---Runs a command in the copy. If the command fails, the test fails and shows the output.
local function run(command)
  local text <const>, ok <const> = output_of(("cd %s && MAKEFLAGS= nice %s"):format(TREE, command))
  lu.assertTrue(ok, command .. "\n" .. text)
  return text
end

local function write(name, text)
  local file <const> = assert(io.open(TREE .. "/" .. name, "w"))
  file:write(text)
  file:close()
end

---Inserts text after the line in which the first occurrence of some words begins, in a file of the copy.
local function insert(name, words, added)
  local text <const> = assert(files.read(TREE .. "/" .. name))
  local at <const> = text:find(words, 1, true)
  lu.assertNotNil(at, ("%s does not contain: %s"):format(name, words))
  local eol <const> = text:find("\n", at, true)
  write(name, text:sub(1, eol) .. added .. text:sub(eol + 1))
end

---Replaces the first occurrence of a text, which must exist, in a file of the copy. In `by`, %0 is the text.
local function replace(name, words, by)
  local text <const>, count <const> = assert(files.read(TREE .. "/" .. name)):gsub(words:gsub("%p", "%%%0"), by, 1)
  lu.assertEquals(count, 1, ("%s does not contain: %s"):format(name, words))
  write(name, text)
end

---Returns the files of the copy that changed since the last call. out/ and packaging/completions/ each count as one file.
local function touched()
  local names <const> = {}
  for line in output_of(("diff -rq %s %s"):format(BEFORE, TREE)):gmatch "[^\n]+" do
    local folder <const>, name <const> = line:match "^Only in ([^:]+): (.*)$"
    local changed <const> = folder and folder .. "/" .. name or line:match " and (.-) differ$"
    local file <const> = changed:sub(#TREE + 2)
    names[#names + 1] = file:match "^(out)/" or file:match "^(packaging/completions)/" or file
  end
  output_of(("rm -rf %s && cp -r %s %s"):format(BEFORE, TREE, BEFORE))
  local once, seen = {}, {}
  for _, name in ipairs(names) do
    if not seen[name] and not name:find "^build" then
      once[#once + 1], seen[name] = name, true
    end
  end
  table.sort(once)
  return once
end

---Returns the files that a part of CONTRIBUTING.md lists: in each line of a list, the names in backquotes before the colon.
---@param name string the value of NAME
local function listed(heading, name)
  local text <const> = assert(files.read "CONTRIBUTING.md")
  local part <const> = text:match("\n## " .. heading .. "\n(.-)\n## ")
  lu.assertNotNil(part, "CONTRIBUTING.md has no part called " .. heading)
  local names <const> = {}
  for line in part:gmatch "\n%- ([^\n]-):" do
    for file in line:gmatch "`([^`]+)`" do
      names[#names + 1] = file:gsub("NAME", name):gsub("/$", "")
    end
  end
  table.sort(names)
  return names
end

-- ---- The map ----

TestMap = {}

function TestMap.test_the_map_has_each_file_of_gen_once_in_the_folder_of_its_row()
  local text <const>, seen <const>, folder = assert(files.read "CONTRIBUTING.md"), {}, ""
  for where, names in text:match("\n## The map\n(.-)\n## "):gmatch "\n|([^|\n]*)|[^|\n]*|([^|\n]*)|" do
    folder = where:match "^%s*$" and folder or where:match "^ (.-) $" or ""
    for name in (folder:find "^gen/" and names or ""):gmatch "`([%w_]+)`" do
      local file <const> = folder .. name .. ".lua"
      lu.assertNil(seen[file], file .. " is in the map twice")
      lu.assertNotNil(files.read(file), "the map names a file that does not exist: " .. file)
      seen[file] = true
    end
  end
  for file in output_of("find gen -name '*.lua' ! -path 'gen/specs/*'"):gmatch "[^\n]+" do
    lu.assertTrue(seen[file], "the map lacks " .. file)
  end
end

function TestMap.test_each_test_is_in_a_folder_that_has_a_row()
  local map <const> = assert(files.read "CONTRIBUTING.md"):match "\n## The map\n(.-)\n## "
  local folders <const> = {}
  for row in map:gmatch "\n| ([^|\n]*) |" do
    for folder in row:gmatch "tests/(%w*)/?" do
      folders[folder] = true
    end
  end
  for path in output_of("find tests -name '*_test.*'"):gmatch "[^\n]+" do
    local folder <const> = path:match "^tests/(%w+)/[^/]+$"
    lu.assertTrue(folder and folders[folder], "the map lacks the folder of " .. path)
  end
  for folder in output_of("ls -p tests"):gmatch "(%w+)/\n" do
    lu.assertTrue(folders[folder], "the map lacks tests/" .. folder)
  end
end

function TestMap.test_the_files_that_contributing_md_links_exist()
  for file in assert(files.read "CONTRIBUTING.md"):gmatch "%]%(([^)#]+)%)" do
    lu.assertNotNil(files.read(file), file)
  end
end

-- ---- The toys ----

---The check of the toy function, for verify/.
local CHECK <const> = [[
#include "checks.h"
#include "../shared/report.h"

void rest_check(void)
{
    bool passed = true;
    report_opening(&(struct report_opening){
        .title = "Rest",
        .establishes = "X_rest is the number of bytes after the reference's prefix: every text of 1 and 2 bytes",
        .assumes = "only compiler and processor",
        .excludes = "longer texts: X_rest is size - X_valid_prefix, which sweep compares",
        .oracle = "reference_prefix in reference.c",
    });
    if (!report_begin("rest", "exhaustive")) {
        return;
    }
    for (unsigned n = 0; n < 1U << 16; n++) {
        const uint8_t text[2] = {(uint8_t)(n >> 8), (uint8_t)n};
        for (size_t size = 1; size <= 2; size++) {
            passed = passed && subject.rest(text, size) == size - reference_prefix(text, size);
        }
    }
    report_end("rest", "exhaustive", passed ? "2^16" : NULL, "all to 2 bytes");
}
]]

local BUILD <const> = "make -s -f verify/verify.mk VERIFY_SUBJECT=-Og VERIFY_NATIVE_ONLY=1 VERIFY_NAME=utf8 build/verify/utf8-native"

---Adds an instruction set: a row and a file of words.
local function add_instruction_set()
  local family <const> = isas.row(output_of("uname -m"):find "aarch64" and "neon" or "sse").family
  insert("gen/kernel/isas.lua", "M.rows = {", ([[
  {
    name = "toy", family = %q, bytes = 16, plan = "nibbles", features = {},
    part = true, units = true, block_vectors = 2, prefetch = true, costs = {}, most = { shift = 1000, dfa = 1000 },
  },
]]):format(family))
  write("templates/isa/toy.c", (assert(files.read "templates/isa/plain.c")))
end

---Adds a public function: declaration and code, the expected result, a test.
local function add_function()
  write("templates/api/rest.h", "// The number of bytes after the longest well-formed prefix.\n"
    .. "$(U)_API size_t $(p)rest(const void *text, size_t size);\n")
  write("templates/api/rest.c", "size_t $(p)rest(const void *text, size_t size)\n{\n    return size - $(p)valid_prefix(text, size);\n}\n")
  insert("gen/kernel/api.lua", '{ name = "spec_hash" },', '  { name = "rest", needs = { "prefix" } },\n')
  insert("verify/subject.h", "size_t (*valid_prefix)(const void *text, size_t size);\n    bool (*check)",
    "    size_t (*rest)(const void *text, size_t size);\n")
  insert("verify/subject.c", ".valid_prefix = P(valid_prefix),", "    .rest = P(rest),\n")
  insert("verify/checks/checks.h", "void defects_check(void);",
    "\n// rest.c: X_rest is the number of bytes after the reference's prefix.\nvoid rest_check(void);\n")
  write("verify/checks/rest.c", CHECK)
  replace("verify/verify.c", "static const struct check {",
    "static void do_rest(const struct options *o)\n{\n    (void)o;\n    rest_check();\n}\n\n%0")
  replace("verify/verify.c", '{"defects", do_defects},', '%0 {"rest", do_rest},')
  insert("tests/interface/interface_test.c", '#include "utf8.h"', [[

static void test_rest_is_the_size_after_the_prefix(void **state)
{
    (void)state;
    assert_int_equal(utf8_rest("ab\xFFz", 4), 2);
    assert_int_equal(utf8_rest("ab", 2), 0);
}
]])
  replace("tests/interface/interface_test.c", "cmocka_unit_test(",
    "cmocka_unit_test(test_rest_is_the_size_after_the_prefix),\n        %0")
  insert("docs/functions.md", "| `utf8_valid_prefix` |", "| `utf8_rest` | returns how many bytes follow that prefix |\n")
  insert("docs/functions.md", "## Finding and repairing errors", [[

```c
printf("%zu\n", utf8_rest("ab\xFFz", 4));
```

```text
2
```
]])
end

---Verifies the instruction set and the function.
local function verify()
  run "make -s build/interface_test && build/interface_test"
  run(BUILD)
  -- The words are plain C, so the kernel gets as many texts as other kernels of plain C.
  local output <const> = run "build/verify/utf8-native --where logic --kernels toy,rest --checks proof,exhaustive,rest"
  lu.assertStrMatches(output, ".*\nProof of .-\n  toy +passed.*")
  lu.assertStrMatches(output, ".*\nExhaustive.-\n  toy +passed.*")
  lu.assertStrMatches(output, ".*\nRest of .-\n  rest +passed.*")
end

---The checks find an error planted in the toy kernel and one planted in the toy function. Both are planted at once, since different checks
---find them.
local function find_planted_errors()
  replace("templates/isa/toy.c", "table[nibbles.lane[i] & 15]", "table[~nibbles.lane[i] & 15]")
  replace("templates/api/rest.c", "return size -", "return size / 2 -")
  run "./u8gen gen utf-8"
  run(BUILD)
  for kernel, check in next, { toy = "proof", rest = "rest" } do
    local found <const>, ok <const> = output_of(("%s/build/verify/utf8-native --kernels %s --checks %s"):format(TREE, kernel, check))
    lu.assertNil(ok, found)
    lu.assertStrMatches(found, ".*\n  " .. kernel .. " +FAILED.*")
  end
end

TestToys = {}

function TestToys.test_an_instruction_set_and_a_public_function_touch_the_files_that_are_listed()
  assert(os.execute(("rm -rf build/toys && mkdir -p %s/out && cp -r %s %s && cp -r out/utf8 out/mutf8_to_utf8 %s/out && cp -r %s %s")
    :format(TREE, PARTS, TREE, TREE, TREE, BEFORE)))

  add_instruction_set()
  run "make isas"
  run "./u8gen gen utf-8"
  run "make completions"
  lu.assertEquals(touched(), listed("An instruction set", "toy"))
  local output <const> = run "make -s -f verify/verify.mk conformance-toy"
  lu.assertStrMatches(output, ".*\n  toy +passed .-%d+ words, 0 of them wrong.*")

  add_function()
  run "./u8gen gen utf-8"
  run "make completions"
  lu.assertEquals(touched(), listed("A public function", "rest"))

  run "lua5.4 tests/documents/functions_test.lua"

  verify()
  find_planted_errors()
end

os.exit(lu.LuaUnit.run())
