-- SPDX-License-Identifier: 0BSD
-- Compiles a generated header and source in different ways: static, without some functions, with one kernel, freestanding, together with
-- other encodings, prefixes and libraries. Also tests the sizes of the objects, and the symbols that the objects define.
--
-- Needs: build/u8check
-- Omitted code is missing in the object (nm, size), and the compiler does not warn of unused code. Example: with -DUTF8_NO_CHECK, the
-- object has no utf8_check, and no compiler warns that dfa_next is unused.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local dir <const> = require "pl.dir"
local api <const> = require "gen.kernel.api"
local emit <const> = require "gen.emit.emit"
local files <const> = require "gen.common.files"
local isas <const> = require "gen.kernel.isas"
local pipeline <const> = require "gen.pipeline"
local selection <const> = require "gen.kernel.selection"

local WORK <const> = "build/pair_forms"
dir.makepath(WORK)
local WARNINGS <const> = "-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wunused -Werror"
local GCC <const> = "gcc -std=c99 -Og " .. WARNINGS
local CLANG <const> = "clang++ -x c++ -std=c++11 -fsyntax-only -DUTF8_STATIC " .. WARNINGS

-- The most bytes of code and constants in objects. Except MOST_ALONE, the bounds grow with the number of x86's instruction sets.
local SETS <const> = #isas.family("x86").rows
local MOST_UTF8 <const>, MOST_OTHERS <const> = 43 + 12 * SETS << 10, 62 + 14 * SETS << 10
local MOST_ALONE <const>, MOST_VALID <const> = 1 << 10, 4 + 4 * SETS << 10

---@return string output of both streams, boolean ok
local function run(command, ...)
  local pipe <const> = io.popen("{ " .. command:format(...) .. "\n} 2>&1")
  local output <const> = pipe:read "a"
  return output, pipe:close() or false
end

---Runs a command that must print nothing.
local function silently(command, ...)
  local output <const>, ok <const> = run(command, ...)
  lu.assertEquals(output, "", command:format(...))
  lu.assertTrue(ok)
end

---@param kind string a pattern for nm's letters: "[A-Z]" for exported symbols, "[^U]" for defined ones
---@return string[] names of an object's symbols
local function symbols(object, kind)
  local names = {}
  for letter, name in run("nm %s", object):gmatch "%f[^ \n](%a) ([%w_.]+)\n" do
    names[#names + 1] = letter:find(kind) and letter ~= "U" and name or nil
  end
  return names
end

local function bytes_of(object)
  return math.tointeger(run("size %s", object):match "\n%s*(%d+)")
end

local function write(name, text)
  files.write(WORK, { { name = name, text = text } })
end

---Returns the functions that a part declares, without their prefix.
local function functions_of(part)
  local names = {}
  for name in files.read("templates/api/" .. part .. ".h"):gmatch "\n%$%(U%)_API [^\n]-%$%(p%)([%w_]+)%(" do
    names[#names + 1] = name
  end
  return names
end

---Returns the macros that leave out all optional parts.
local function all_macros(U)
  local words = {}
  for i, name in ipairs(api.optional()) do
    words[i] = ("-D%s_NO_%s"):format(U, name:upper())
  end
  return table.concat(words, " ")
end

-- ---- Parts ----

TestParts = {}

---@param macros string that leave out parts
---@param gone string[] these parts
local function compile_without(macros, gone)
  silently("%s %s -c -o %s/part.o out/utf8/utf8.c", GCC, macros, WORK)
  local there = {}
  for _, name in ipairs(symbols(WORK .. "/part.o", "T")) do
    there[name] = true
  end
  lu.assertTrue(there.utf8_valid)
  for _, part in ipairs(gone) do
    for _, name in ipairs(functions_of(part)) do
      lu.assertNil(there["utf8_" .. name], macros)
    end
  end
  silently("%s %s out/utf8/utf8.c", CLANG, macros)
end

for _, part in ipairs(api.optional()) do
  TestParts["test_a_macro_leaves_out_" .. part] = function()
    compile_without("-DUTF8_NO_SIMD -DUTF8_NO_" .. part:upper(), { part })
  end
end

function TestParts.test_macros_omit_everything_except_valid()
  compile_without(all_macros "UTF8", api.optional())
  lu.assertEquals(symbols(WORK .. "/part.o", "[A-Z]"), { "utf8_valid" })
  for _, other in ipairs { "-DUTF8_KERNEL=dfa", "-DUTF8_KERNEL=avx2", "-DUTF8_NO_SIMD" } do
    compile_without(all_macros "UTF8" .. " " .. other, api.optional())
  end
end

---`--without` leaves out the same parts as a macro.
function TestParts.test_gen_omits_each_part()
  local model <const> = pipeline.compile(assert(files.read "gen/specs/utf-8.lua"), "gen/specs/utf-8.lua")
  local all <const> = api.optional()
  for i = 0, #all do
    local without <const> = i == 0 and all or { all[i] }
    local options <const> = { prefix = "utf8", spec_name = "utf-8", command = "test", without = without, kernels = { "dfa", "swar" } }
    files.write(WORK .. "/without", (emit.files(".", model, options)))
    silently("cd %s/without && %s utf8.c%s", WORK, CLANG, i == 0 and " && " .. GCC .. " -c utf8.c" or "")
    for _, part in ipairs(without) do
      local header <const> = files.read(WORK .. "/without/utf8.h")
      for _, name in ipairs(functions_of(part)) do
        lu.assertNotStrContains(header, ("utf8_%s("):format(name))
      end
    end
  end
end

---If no function reports faults, a fault may have the name of a macro of C.
function TestParts.test_without_check_a_fault_may_have_the_name_of_a_macro()
  write("fault.lua", [[
encoding "Mine"
source "none"
form "0xxxxxxx" { "U+0000..U+007F", except = { gnu = "U+0001" } }
]])
  lu.assertStrContains(run("./u8gen gen %s/fault.lua -o %s/fault", WORK, WORK), "a fault cannot be called gnu")
  lu.assertStrContains(run("./u8gen gen %s/fault.lua -o %s/fault --without check", WORK, WORK), "files in")
  silently("%s -DMINE_NO_SIMD -c -o %s/fault.o %s/fault/mine.c", GCC, WORK, WORK)
end

-- ---- Kernels ----

TestKernels = {}

---With -fkeep-static-functions gcc keeps unused functions, so the object shows all that is compiled.
function TestKernels.test_no_other_kernel_is_compiled()
  local model <const> = pipeline.compile(assert(files.read "gen/specs/utf-8.lua"), "gen/specs/utf-8.lua")
  local kernels <const> = selection.of(model, {}).kernels
  local machine <const> = run "uname -m":match "%S+"
  for _, kernel in ipairs(kernels) do
    local row <const> = isas.row(kernel.name)
    if not row or row.machine == machine then
      silently("%s -fkeep-static-functions -DUTF8_KERNEL=%s -c -o %s/kernel.o out/utf8/utf8.c", GCC, kernel.name, WORK)
      local compiled <const> = {}
      for _, name in ipairs(symbols(WORK .. "/kernel.o", "[^U]")) do
        for _, other in ipairs(kernels) do
          compiled[other.name] = compiled[other.name] or name:find(("^utf8_%s_"):format(other.name)) and name or nil
        end
      end
      -- Every kernel may use the automaton's tables, whose names begin with utf8_dfa_.
      compiled.dfa = kernel.name == "dfa" or nil
      local like <const> = row and row.like
      -- An instruction set without `units` uses the conversions of an earlier set.
      local unitless <const> = row and not row.units
      local short <const> = {
        shift = row or kernel.name == "swar", sse = kernel.name == "avx2" or like == "avx2" or unitless,
        avx2 = unitless,
      }
      short[like or "none"] = true
      for _, other in ipairs(kernels) do
        local needed <const> = other.name == kernel.name or short[other.name] and true or false
        lu.assertEquals(compiled[other.name] ~= nil, needed, ("%s for %s"):format(other.name, kernel.name))
      end
    end
  end
end

function TestKernels.test_valid_alone_is_small()
  for _, compiler in ipairs { "gcc", "clang" } do
    silently("%s -Os -DUTF8_KERNEL=dfa %s -c -o %s/alone.o out/utf8/utf8.c", compiler, all_macros "UTF8", WORK)
    print(("  valid alone, dfa, %s -Os: %d bytes"):format(compiler, bytes_of(WORK .. "/alone.o")))
    lu.assertTrue(bytes_of(WORK .. "/alone.o") <= MOST_ALONE)
    lu.assertEquals(symbols(WORK .. "/alone.o", "[A-Z]"), { "utf8_valid" })
  end
end

---If all optional parts are left out, the kernels, too, have only the code that `valid` needs.
function TestKernels.test_valid_alone_has_no_code_of_other_functions()
  silently("gcc -O2 %s -c -o %s/alone.o out/utf8/utf8.c", all_macros "UTF8", WORK)
  local all <const>, alone <const> = bytes_of "build/objects/utf8.o", bytes_of(WORK .. "/alone.o")
  print(("  valid with every kernel: %d bytes, everything: %d"):format(alone, all))
  lu.assertTrue(alone <= MOST_VALID and alone < all)
  for _, name in ipairs(symbols(WORK .. "/alone.o", "[^U]")) do
    lu.assertNil(name:find "prefix_from" or name:find "_fault" or name:find "avx2_valid_prefix", name)
  end
end

-- ---- Symbols and sizes ----

TestObjects = {}

local function objects()
  local names = {}
  for name in run "ls build/objects":gmatch "([%w_]+)%.o\n" do
    names[#names + 1] = name
  end
  lu.assertTrue(#names >= 16)
  return names
end

function TestObjects.test_all_symbols_have_the_prefix()
  for _, name in ipairs(objects()) do
    local seen <const> = symbols(("build/objects/%s.o"):format(name), "[A-Z]")
    -- A conversion has few functions. The main one is named like its file.
    lu.assertTrue(#seen > (name:find "_to_" and 1 or 10))
    for _, symbol in ipairs(seen) do
      lu.assertTrue(symbol == name or symbol:sub(1, #name + 1) == name .. "_", symbol)
    end
  end
end

---Conversions are pairs of files, too. gcc compiles them without vectors; clang, with vectors, must not find unused code.
function TestObjects.test_conversions_have_their_prefix_and_no_unused_code()
  local count = 0
  for name in run "ls out":gmatch "([%w]+_to_[%w]+)\n" do
    count = count + 1
    silently("%s -D%s_NO_SIMD -c -o %s/between.o out/%s/%s.c", GCC, name:upper(), WORK, name, name)
    for _, symbol in ipairs(symbols(WORK .. "/between.o", "[A-Z]")) do
      lu.assertEquals(symbol:sub(1, #name), name)
    end
    silently("%s out/%s/%s.c", (CLANG:gsub("UTF8", (name:upper()))), name, name)
  end
  lu.assertTrue(count >= 6)
end

function TestObjects.test_objects_are_within_their_bounds()
  local sizes = {}
  for i, name in ipairs(objects()) do
    local bytes <const> = bytes_of(("build/objects/%s.o"):format(name))
    sizes[i] = ("%s %d"):format(name, bytes)
    lu.assertTrue(bytes <= (name == "utf8" and MOST_UTF8 or MOST_OTHERS), sizes[i])
  end
  print("  with everything, -O2: " .. table.concat(sizes, ", "))
end

-- ---- In programs ----

TestPrograms = {}

local TEXTS <const> = [["\xED\xA0\x80\xED\xB0\x80", 6]]

local made = false

---Generates and compiles, once, a project's utf8 and cesu8 with prefixes of its own, with vector kernels for x86-64 and aarch64.
---@return string folder
local function project()
  if not made then
    made = true
    for prefix, spec in pairs { app_utf8 = "utf-8", app_cesu8 = "cesu-8" } do
      lu.assertTrue(select(2, run("./u8gen gen %s --prefix %s --kernels dfa,sse,neon -o %s/app", spec, prefix, WORK)))
      silently("gcc -Og -Wall -Wextra -Wconversion -Werror -c -o %s/app/%s.o %s/app/%s.c", WORK, prefix, WORK, prefix)
    end
  end
  return WORK .. "/app"
end

---A program has objects of the same encoding with two prefixes, and of two encodings; one file includes all their headers.
function TestPrograms.test_two_encodings_and_two_prefixes()
  write("several.c", ([[
#include "utf8.h"
#include "cesu8.h"
#include "app_utf8.h"
#include "app_cesu8.h"
int main(void)
{
    return utf8_valid(TEXTS) || !cesu8_valid(TEXTS) || app_utf8_valid(TEXTS) || !app_cesu8_valid(TEXTS)
        || utf8_valid_prefix("a\x80", 2) != 1 || app_utf8_valid_prefix("a\x80", 2) != 1;
}
]]):gsub("TEXTS", TEXTS))
  silently("gcc -Og -Wall -Wextra -Wconversion -Werror -I out/utf8 -I out/cesu8 -I %s -o %s/several %s/several.c %s/app_utf8.o "
    .. "%s/app_cesu8.o "
    .. "build/objects/utf8.o build/objects/cesu8.o && %s/several", project(), WORK, WORK, project(), project(), WORK)
end

---Two files that each include the same two pairs form one program without duplicate definitions.
function TestPrograms.test_static_pairs()
  local pair <const> = [[
#define APP_UTF8_STATIC
#include "app_utf8.c"
#define APP_CESU8_STATIC
#include "app_cesu8.c"
]]
  local other <const> = "int other(void);\nint other(void) { return app_cesu8_valid(%s) && !app_utf8_valid(%s); }\n"
  write("other.c", pair .. other:format(TEXTS, TEXTS))
  write("static.c", pair .. ("int other(void);\nint main(void) { return !other() || app_utf8_valid(%s); }\n"):format(TEXTS))
  local flags <const> = WARNINGS:gsub("%-Wpedantic ", "")
  silently("gcc -std=c99 -O0 -DAPP_CESU8_NO_SIMD %s -I %s -o %s/static %s/static.c %s/other.c && %s/static",
    flags, project(), WORK, WORK, WORK, WORK)
  silently("clang -O0 -DAPP_CESU8_NO_SIMD %s -I %s -c -o %s/static.o %s/static.c", flags, project(), WORK, WORK)
  lu.assertEquals(symbols(WORK .. "/static.o", "[A-Z]"), { "main" })
end

---A single header can be static, too.
function TestPrograms.test_a_static_single_header()
  lu.assertTrue(select(2, run("./u8gen gen utf-8 --single-header --prefix one_utf8 -o %s/one", WORK)))
  write("one.c", [[
#define ONE_UTF8_STATIC
#define ONE_UTF8_IMPLEMENTATION
#include "one/one_utf8.h"
int main(void) { return !one_utf8_valid("a", 1); }
]])
  for _, compiler in ipairs { "gcc -std=c99", "g++ -x c++ -std=c++11", "clang -std=c99", "clang++ -x c++ -std=c++11" } do
    silently("%s -O0 -DONE_UTF8_NO_SIMD %s -c -o %s/one.o %s/one.c", compiler, WARNINGS, WORK, WORK)
    lu.assertEquals(symbols(WORK .. "/one.o", "[A-Z]"), { "main" })
  end
end

---libjansson.a defines utf8_encode, so a program cannot link this library and utf8.c. A prefix of the program's own avoids the clash, and
---so does UTF8_STATIC.
function TestPrograms.test_a_prefix_avoids_a_clash_with_jansson()
  local function program(name, prefix, first)
    write(name, ([[
%s
#include <jansson.h>
int main(void)
{
    json_t *json = json_loads("[\"\\u00e9\"]", 0, NULL);
    const char *text = json_string_value(json_array_get(json, 0));
    char written[8];
    int right = json && PREFIX_valid(text, 2) && PREFIX_encode(0xE9, written) == 2 && written[0] == text[0];
    json_decref(json);
    return !right;
}
]]):format(first):gsub("PREFIX", prefix))
  end
  lu.assertTrue(select(2, run "test -f $(gcc -print-file-name=libjansson.a)"), "missing: libjansson-dev (Debian's name)")
  program("clash.c", "utf8", '#include "utf8.h"')
  local output <const>, ok <const> = run("gcc -I out/utf8 -o %s/clash %s/clash.c build/objects/utf8.o -l:libjansson.a", WORK, WORK)
  lu.assertFalse(ok)
  lu.assertStrContains(output, "multiple definition of `utf8_encode'")
  program("prefixed.c", "app_utf8", '#include "app_utf8.h"')
  silently("gcc -I %s -o %s/prefixed %s/prefixed.c %s/app_utf8.o -l:libjansson.a && %s/prefixed", project(), WORK, WORK, project(), WORK)
  program("inside.c", "utf8", '#define UTF8_STATIC\n#include "utf8.c"')
  silently("gcc -DUTF8_NO_SIMD -I out/utf8 -o %s/inside %s/inside.c -l:libjansson.a && %s/inside", WORK, WORK, WORK)
end

---Compiles the C++ example as C++11, and runs it with the arguments of its opening comment.
function TestPrograms.test_the_example_in_cplusplus()
  for _, compiler in ipairs { "g++", "clang++" } do
    silently("%s -x c++ -std=c++11 -O0 -DAPP_UTF8_NO_SIMD %s -I %s -o %s/cplusplus docs/examples/cplusplus.cpp %s/app_utf8.c",
      compiler, WARNINGS, project(), WORK, project())
    lu.assertEquals(run("%s/cplusplus \"caf$(printf '\\303\\251')\" \"$(printf 'na\\357ve')\"", WORK),
      "café: well-formed\nargument 2: too_short at byte 2\n")
  end
end

local SIZES <const> = [[
#include "utf8.h"
#include "utf8_to_cesu8.h"
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 50000 };
static uint16_t narrow[COUNT];
static uint32_t wide[COUNT];
static uint8_t wrong[COUNT], text[4 * COUNT];

static void expect(const char *what, size_t threes, size_t ones, size_t got, size_t each)
{
    const size_t want = each * threes + ones > SIZE_MAX ? SIZE_MAX : each * threes + ones;
    if (got != want) {
        printf("%s of %zu long and %zu short characters: %zu, not %zu\n", what, threes, ones, got, want);
        exit(1);
    }
}

int main(void)
{
    memset(wrong, 0xFF, COUNT);
    for (size_t ones = 0; ones < 300; ones += 7) {
        for (size_t threes = 33100; threes < 33334 + 200; threes += threes < 33300 ? 61 : 1) {
            for (size_t i = 0; i < threes + ones; i++) {
                narrow[i] = i < threes ? 0x4E00 : 0x41;
                wide[i] = narrow[i];
            }
            expect("size_of_utf16", threes, ones, utf8_size_of_utf16(narrow, threes + ones), 3);
            expect("size_of_utf32", threes, ones, utf8_size_of_utf32(wide, threes + ones), 3);
            expect("size_of_utf16_lossy", threes, ones, utf8_size_of_utf16_lossy(narrow, threes + ones), 3);
            expect("valid_utf16", 0, 1, utf8_valid_utf16(narrow, threes + ones), 1);
        }
    }
    for (size_t n = 33300; n < 33400; n++) {
        expect("repaired_size", n, 0, utf8_repaired_size(wrong, n), 3);
    }
    for (size_t n = 0; n < COUNT; n++) {
        memcpy(text + 4 * n, "\xF0\x9F\x98\x80", 4);
    }
    for (size_t n = 16600; n < 16800; n++) {
        expect("to_cesu8_size", n, 0, utf8_to_cesu8_size(text, 4 * n), 6);
    }
    return 0;
}
]]

---A size that does not fit in size_t is SIZE_MAX: here, NAME_TYPES makes SIZE_MAX small, as if it were that of a small machine.
function TestPrograms.test_sizes_above_SIZE_MAX()
  write("small.h", [[
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#undef SIZE_MAX
#define SIZE_MAX ((size_t)99999)
]])
  write("sizes.c", SIZES)
  silently("gcc -O1 %s -I %s -I out/utf8 -I out/utf8_to_cesu8 -DUTF8_TYPES='\"small.h\"' -DUTF8_TO_CESU8_TYPES='\"small.h\"'"
    .. " -include %s/small.h -o %s/sizes %s/sizes.c out/utf8/utf8.c out/utf8_to_cesu8/utf8_to_cesu8.c && %s/sizes",
    WARNINGS, WORK, WORK, WORK, WORK, WORK)
end

---Compiles and runs the freestanding example as its opening comment says, without any library.
function TestPrograms.test_the_freestanding_example()
  lu.assertTrue(select(2, run("./u8gen gen utf-8 --prefix boot_utf8 -o %s/boot", WORK)))
  for _, compiler in ipairs { "gcc -O2", "gcc -Os", "clang -O2" } do
    silently("%s %s -ffreestanding -nostdlib -static -I %s/boot -o %s/freestanding docs/examples/freestanding.c", compiler, WARNINGS,
      WORK, WORK)
    lu.assertEquals(run("printf 'caf\\303\\251' | %s/freestanding; echo $?; printf '\\303' | %s/freestanding; echo $?", WORK, WORK),
      "0\n1\n")
  end
end

---With all parts, the code calls no library function except memcpy. clang compiles it without vectors.
function TestPrograms.test_everything_needs_memcpy_alone()
  for _, compiler in ipairs { "gcc -Os", "clang -O2 -DUTF8_NO_SIMD" } do
    silently("%s -ffreestanding -c -o %s/all.o out/utf8/utf8.c", compiler, WORK)
    local asked <const> = run("nm -u %s/all.o", WORK):gsub(" +U ", ""):gsub("_GLOBAL_OFFSET_TABLE_\n", ""):gsub("memcpy\n", "")
    lu.assertEquals(asked, "", compiler)
  end
end

os.exit(lu.LuaUnit.run())
