-- SPDX-License-Identifier: 0BSD
-- Compiles the emitted C with the flags of users' builds: operating system kernels, sanitizers, warnings, C++ modules, gcc for Windows.
--
-- Prints a line for each compiler that isn't installed. MATRIX has compilers, their flags, and the expected result for out/utf8. For
-- rows without `only`, the compiler's front end also reads the C, and must not warn. `kernels` names the vector kernels that remain after
-- the preprocessor, so macros can imitate compilers that are not available here. With `made`, clang also generates LLVM's intermediate
-- code, and checks the instructions that each function may use. With `scalar`, the object must not use vector registers.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local files <const> = require "gen.common.files"
local isas <const> = require "gen.kernel.isas"

local WORK <const> = "build/foreign_flags"
local STRICT <const> = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Werror"

---The parts of <stddef.h>, <stdint.h> and <stdbool.h> that utf8.c needs; the opening comment of utf8.c lists them.
local TYPES <const> = [[
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
#define SIZE_MAX __SIZE_MAX__
#ifdef __cplusplus
#define NULL 0
#else
#define NULL ((void *)0)
#define bool _Bool
#define true 1
#define false 0
#endif
]]

files.write(WORK .. "/stubs", {
  { name = "string.h", text = "void *memcpy(void *, const void *, __SIZE_TYPE__);\n" }, { name = "intrin.h", text = "" },
  { name = "arm_sve.h", text = "" },
})
-- clang's own immintrin.h does not work when clang imitates Microsoft's compiler.
files.write(WORK .. "/msvc", { { name = "immintrin.h", text = "" } })
files.write(WORK, { { name = "types.h", text = TYPES } })

local X86 <const>, TO_32 <const> = "sse avx2 avx2gfni avx512bw avx512", "sse avx2 avx2gfni"
local FREE <const> = "-ffreestanding "
local MSVC <const> = "-U__clang__ -U__GNUC__ -U__x86_64__ --target=x86_64-pc-windows-msvc -w -ffreestanding -isystem "
  .. WORK .. "/msvc -isystem " .. WORK .. "/stubs "
local OWN_TYPES <const> = FREE .. "-nostdinc -I " .. WORK .. " -DUTF8_TYPES='\"types.h\"'"
local ARM_GCC <const>, ARM_CLANG <const> = "aarch64-linux-gnu-gcc", "clang-19 --target=aarch64-linux-gnu " .. FREE
local RISCV <const> = "clang-19 --target=riscv64-linux-gnu " .. FREE
-- Flags as in Linux's own build on x86-64, and -ffreestanding.
local LINUX_X86 <const> = FREE .. "-mno-sse -mno-mmx -mno-sse2 -mno-3dnow -mno-avx -mno-80387 -mno-red-zone -fno-pic -mcmodel=kernel"

---@type table[] { compiler, flags, kernels = names in their order, made = true?, scalar = true?, only = "preprocessor"? }
local MATRIX <const> = {
  { "gcc", "", kernels = X86 },
  { "gcc", "-march=x86-64-v4", kernels = X86 },
  { "gcc", "-std=gnu99 -mno-avx", kernels = X86 },
  { "gcc", "-mno-sse", kernels = "", scalar = true },
  { "gcc", "-mno-sse2", kernels = "" },
  { "gcc", "-mgeneral-regs-only", kernels = "", scalar = true },
  { "gcc", LINUX_X86, kernels = "", scalar = true },
  { "gcc", "-m32 -msse4.1 " .. FREE, kernels = "" },
  { "gcc", OWN_TYPES, kernels = "" },
  { "gcc", OWN_TYPES .. " -fno-builtin -mno-sse", kernels = "" },
  { "gcc", "-x c++ -std=c++11 " .. OWN_TYPES, kernels = "" },
  { "gcc", "-U__GNUC__ -D__GNUC__=4", kernels = "", only = "preprocessor" },
  { "gcc", "-D_WIN32", kernels = "sse" },
  { "gcc", "-D__CYGWIN__", kernels = "sse" },
  { "gcc", "-D_WIN32 -DUTF8_ALIGNED_AVX", kernels = X86 },
  { "x86_64-w64-mingw32-gcc", "", kernels = "sse" },
  { "x86_64-w64-mingw32-gcc", "-DUTF8_ALIGNED_AVX", kernels = X86 },
  { "i686-w64-mingw32-gcc", "-msse4.1", kernels = "" },
  { "clang", "-mno-sse", kernels = "", scalar = true },
  { "clang", "-mgeneral-regs-only", kernels = "", scalar = true },
  { "clang", "--target=x86_64-w64-mingw32 -isystem " .. WORK .. "/stubs " .. FREE, kernels = X86 },
  { "clang", "--target=aarch64-linux-gnu " .. FREE, kernels = "neon" },
  { "clang", "--target=wasm32 " .. FREE, kernels = "" },
  { "clang", "--target=wasm32 -msimd128 " .. FREE, kernels = "simd128" },
  { "clang", MSVC, kernels = X86, only = "preprocessor" },
  { "clang", MSVC .. "-D_KERNEL_MODE", kernels = "", only = "preprocessor" },
  { "clang", MSVC .. "-D_M_ARM64EC", kernels = "", only = "preprocessor" },
  { "clang", "-U__clang_major__ -D__clang_major__=3", kernels = "", only = "preprocessor" },
  { "clang", "-D__apple_build_version__=7030031", kernels = "", only = "preprocessor" },
  { "clang", "-D__apple_build_version__=8000038", kernels = X86, only = "preprocessor" },
  { "clang-19", "-mno-evex512", kernels = X86, made = true },
  { "clang-19", "-mavx512f", kernels = X86 },
  { "clang-19", "-mavx512f -mno-evex512", kernels = TO_32 },
  { "clang-19", "-mavx10.1-256", kernels = TO_32 },
  { "clang-19", "-mno-implicit-float", kernels = X86 },
  { "clang-19", OWN_TYPES, kernels = "" },
  { ARM_GCC, "", kernels = "neon sve" },
  { ARM_GCC, "-mgeneral-regs-only", kernels = "", scalar = true },
  { ARM_GCC, "-march=armv8-a+nosimd", kernels = "" },
  { ARM_GCC, "-march=armv8-a+nofp", kernels = "" },
  { ARM_CLANG, "", kernels = "neon sve" },
  { ARM_CLANG, "-mgeneral-regs-only", kernels = "", made = true },
  { ARM_CLANG, "-march=armv8-a+nosimd", kernels = "" },
  { RISCV, "", kernels = "rvv" },
  { RISCV, "-march=rv64imac -mabi=lp64", kernels = "", made = true },
}

---@return string output, boolean ok
local function run(command, ...)
  local pipe <const> = io.popen("{ " .. command:format(...) .. "; } 2>&1")
  local output <const> = pipe:read "a"
  return output, pipe:close() or false
end

local function silently(command, ...)
  local output <const>, ok <const> = run(command, ...)
  lu.assertEquals(output, "", command:format(...))
  lu.assertTrue(ok, command:format(...))
end

local known <const> = {}

---Whether a compiler, a command that may have flags, can compile its own headers.
local function is_there(compiler)
  if known[compiler] == nil then
    known[compiler] = select(2, run("echo '#include <stdint.h>' | %s -fsyntax-only -x c -", compiler))
    if not known[compiler] then
      print("  not installed: " .. compiler)
    end
  end
  return known[compiler]
end

---Returns the vector kernels of out/utf8/utf8.c that remain after the preprocessor.
local function kernels_by(compiler, flags)
  silently("%s %s -E -P -o %s/kernels.i out/utf8/utf8.c", compiler, flags, WORK)
  local found <const>, names = run("grep -oE ' utf8_[a-z0-9]+_scan[(]' %s/kernels.i", WORK), {}
  for _, row in ipairs(isas.rows) do
    names[#names + 1] = found:find((" utf8_%s_scan("):format(row.name), 1, true) and row.name or nil
  end
  return table.concat(names, " ")
end

---Whether the disassembled object has vector registers as operands.
local function has_vector_registers(compiler, flags)
  local arm <const> = compiler:match "^(aarch64.*-)gcc$"
  silently("%s %s -O1 -c -o %s/scalar.o out/utf8/utf8.c", compiler, flags, WORK)
  local found <const> = run("%sobjdump -d --no-show-raw-insn %s/scalar.o | sed 's/^[^\t]*\t//; s/[0-9a-f]* <.*//' | grep -cE '%s'",
    arm or "", WORK, arm and "\\b[vqdsbhz][0-9]+\\b" or "%[xyz]mm[0-9]")
  return assert(tonumber(found), found) > 0
end

TestMatrix = {}

for _, row in ipairs(MATRIX) do
  local compiler <const>, flags <const> = row[1], row[2]
  TestMatrix[("test_%s %s"):format(compiler, flags)] = function()
    if not is_there(compiler) then
      lu.skip(compiler .. " is missing")
    end
    lu.assertEquals(kernels_by(compiler, flags), row.kernels)
    if row.only ~= "preprocessor" then
      silently("%s %s %s %s out/utf8/utf8.c -o %s/made.o", compiler, flags, STRICT, row.made and "-c -emit-llvm" or "-fsyntax-only", WORK)
    end
    if row.scalar then
      lu.assertFalse(has_vector_registers(compiler, flags))
    end
  end
end

---Checks the search itself: an object with a vector kernel has vector registers.
function TestMatrix.test_registers_are_found()
  lu.assertTrue(has_vector_registers("gcc", "-DUTF8_KERNEL=sse"))
  lu.assertTrue(not is_there(ARM_GCC) or has_vector_registers(ARM_GCC, "-DUTF8_KERNEL=neon"))
end

---Other encodings, and a conversion, do not need standard headers, either.
function TestMatrix.test_other_encodings_need_no_standard_headers()
  for _, folder in ipairs { "assignables", "fssutf", "mutf8paired", "wtf8_to_utf8" } do
    silently("gcc -std=c99 %s -ffreestanding -nostdinc -I %s -D%s_TYPES='\"types.h\"' -fsyntax-only out/%s/%s.c", STRICT, WORK,
      folder:upper(), folder, folder)
  end
end

-- ---- Warnings about the header ----

TestHeader = {}

-- All warnings of clang, except warnings about C99 or C++11 itself and about indexed pointers.
local EVERYTHING <const> = "-Weverything -Werror -Wno-unknown-warning-option -Wno-c++98-compat -Wno-c++98-compat-pedantic "
  .. "-Wno-unsafe-buffer-usage -Wno-declaration-after-statement -Wno-pre-c23-compat"
local CPLUSPLUS <const> = "-Wold-style-cast -Wuseless-cast -Wzero-as-null-pointer-constant -Wsign-conversion -Wcast-align=strict "
  .. "-Wcast-qual -Wredundant-decls -Wmissing-declarations -Wunused-macros -Wextra-semi -Weffc++"

function TestHeader.test_no_compiler_warns_about_a_header()
  local lines, folders = {}, {}
  for folder in run("ls out"):gmatch "%S+" do
    lines[#lines + 1], folders[#folders + 1] = ("#include \"%s.h\"\n"):format(folder), "-I out/" .. folder
  end
  files.write(WORK, { { name = "headers.c", text = table.concat(lines) } })
  for _, command in ipairs {
    "g++ -x c++ -std=c++11 " .. STRICT .. " " .. CPLUSPLUS, "clang -x c++ -std=c++17 " .. EVERYTHING, "clang -std=c99 " .. EVERYTHING,
    "gcc -std=c99 " .. STRICT .. " -Wc++-compat -Wbad-function-cast -Wunused-macros -Wmissing-prototypes",
  } do
    if is_there(command:match "^%S+") then
      silently("%s -fsyntax-only %s %s/headers.c", command, table.concat(folders, " "), WORK)
    end
  end
end

-- ---- C++ modules, and one definition of each function ----

---Returns the functions and types that a header declares.
local function names_of(header)
  local names, seen = {}, {}
  local function add(name)
    names[#names + 1] = not seen[name] and name or nil
    seen[name] = true
  end
  for line in header:gmatch "\nUTF8_[AI][^\n]+" do
    add(line:match "(utf8_[%w_]+)%(")
  end
  for name in header:gmatch "\n} (utf8_[%w_]+);" do
    add(name)
  end
  return names
end

function TestHeader.test_a_module_exports_all_names_of_a_header()
  if not is_there "clang-19" then
    lu.skip "clang-19 is missing"
  end
  local lines <const> = { "module;\n#include \"utf8.h\"\nexport module text;\nexport using ::UTF8_LONGEST;" }
  for _, name in ipairs(names_of(assert(files.read "out/utf8/utf8.h"))) do
    lines[#lines + 1] = ("export using ::%s;"):format(name)
  end
  lu.assertTrue(#lines > 30)
  files.write(WORK, {
    { name = "text.cppm", text = table.concat(lines, "\n") .. "\n" },
    { name = "use.cpp", text = "import text;\nint main()\n{\n    unsigned long at = 0;\n"
      .. "    return !(utf8_valid(\"a\", 1) && utf8_next(\"a\", 1, &at) == 'a' && at == 1 && UTF8_LONGEST == 4);\n}\n" },
  })
  silently("cd %s && clang-19 -std=c++20 -I ../../out/utf8 --precompile -o text.pcm text.cppm && clang-19 -O0 -c -DUTF8_NO_SIMD "
    .. "-o utf8.o ../../out/utf8/utf8.c && clang-19 -std=c++20 -fmodule-file=text=text.pcm -o use use.cpp text.pcm utf8.o && ./use", WORK)
end

---Files of C and C++, and a file in which all functions are static, form one program.
function TestHeader.test_one_definition_of_each_function()
  local two <const> = "#include \"utf8.h\"\n%sint %s(void);\n%sint %s(void)\n{\n    size_t at = 0;\n"
    .. "    return utf8_next(\"\\xC3\\xA9\", 2, &at) == 0xE9 && utf8_previous(\"\\xC3\\xA9\", 2, &at) == 0xE9 && at == 0;\n}\n"
  local function text(name, language)
    local linkage <const> = language == "c++" and "extern \"C\" " or ""
    return two:format(linkage, name, linkage, name)
  end
  files.write(WORK, {
    { name = "one.c", text = text("one", "c") }, { name = "two.cpp", text = text("two", "c++") },
    { name = "three.cpp", text = text("three", "c++") },
    { name = "static.cpp", text = "#define UTF8_STATIC\n#include \"../../out/utf8/utf8.c\"\n" .. text("four", "c++") },
    { name = "main.c", text = "int one(void);\nint two(void);\nint three(void);\nint four(void);\n"
      .. "int main(void)\n{\n    return !(one() && two() && three() && four());\n}\n" },
  })
  silently("cd %s && for file in one.c main.c two.cpp three.cpp static.cpp ../../out/utf8/utf8.c; do "
    .. "gcc -O0 -DUTF8_NO_SIMD %s -I ../../out/utf8 -c -o $(basename $file).o $file || exit 1; done; "
    .. "gcc -o definitions one.c.o main.c.o two.cpp.o three.cpp.o static.cpp.o utf8.c.o && ./definitions", WORK, STRICT)
end

-- ---- Programs with such flags ----

TestRuns = {}

-- Calls of most functions of P, on random texts. If the header lacks a function, its line is removed.
local CALLS <const> = [[
    P_error e;
    P_check(b, n, &e);
    P_valid(b, n);
    const size_t v = P_valid_prefix(b, n);
    P_measure(b, n);
    P_count(b, v);
    P_seek(b, v, next() % (v + 1));
    { int32_t i[4] = { 0, (int32_t)(n / 3), (int32_t)(n / 2), (int32_t)n }; P_valid_rows(b, i, 3); }
    { int64_t i[4] = { 0, (int64_t)(n / 3), (int64_t)(n / 2), -1 }; P_valid_rows64(b, i, 2); P_valid_rows64(b, i, 3); }
    P_repaired_size(b, n);
    P_repair(b, n, o, sizeof o);
    P_to_utf16(b, n, u, 8000);
    { const P_result r = P_to_utf16(b, v, u, 8000); P_from_utf16(u, r.written, o, sizeof o); }
    { const P_result r = P_to_utf32(b, v, w, 8000); P_from_utf32(w, r.written, o, sizeof o); }
    P_utf16_size(b, n);
    P_utf32_size(b, n);
    for (size_t i = 0; i < 100; i++) { u[i] = (uint16_t)(next() % 3 ? 0xD7F0 + next() % 0x820 : next()); }
    for (size_t i = 0; i < 100; i++) { w[i] = (uint32_t)(next() * (next() % 9000)); }
    P_from_utf16(u, 100, o, 200);
    P_size_of_utf16(u, 100);
    P_from_utf32(w, 100, o, 200);
    P_size_of_utf32(w, 100);
    for (size_t i = 0; i < 100; i++) { u[i] = (uint16_t)(next() % 0x90); w[i] = (uint32_t)(next() % 0x90); }
    P_from_utf16(u, 100, o, 200);
    P_from_utf32(w, 100, o, 200);
    P_to_utf16_lossy(b, n, u, 8000, NULL);
    P_to_utf32_lossy(b, n, w, 8000, NULL);
    P_utf16_lossy_size(b, n);
    P_utf32_lossy_size(b, n);
    for (size_t i = 0; i < 100; i++) { u[i] = (uint16_t)next(); w[i] = (uint32_t)(next() * (next() % 9000)); }
    P_from_utf16_lossy(u, 100, o, 400, NULL);
    P_from_utf32_lossy(w, 100, o, 400, NULL);
    P_size_of_utf16_lossy(u, 100);
    P_size_of_utf32_lossy(w, 100);
    P_valid_utf16(u, 100);
    P_valid_utf32(w, 100);
    for (size_t at = 0; at < n;) { P_next(b, n, &at); }
    for (size_t at = n; at > 0;) { P_previous(b, n, &at); }
    for (size_t i = 0; i < 4 && i < n; i++) { P_floor(b, n, n - i); P_trim(b, n - i); }
    for (size_t i = 0; i < 4 && i < n; i++) { uint32_t c = 0; P_decode(b + i, n - i, &c); P_decode_last(b, n - i, &c); }
    P_encode((uint32_t)next() & 0x1FFFFF, o);
    P_stream s;
    P_stream_start(&s);
    for (size_t at = 0, z; at < n; at += z) { z = 1 + next() % 50; z = z > n - at ? n - at : z; P_stream_feed(&s, b + at, z); }
    P_stream_end(&s);
    P_stream_error(&s, &e);
    for (size_t at = 0; at < n;) { const P_chunk c = P_next_chunk(b + at, n - at); at += c.valid + c.invalid; }
]]

local PROGRAM <const> = [[
#include "P.h"
#include <stdio.h>
#include <string.h>

static uint64_t state = 1;
static uint64_t next(void)
{
    state = (state & 0xFFFFFFFF) * 1664525 + 1013904223;
    return state >> 8 & 0xFFFFFF;
}

static uint8_t b[8000], o[40000];
static uint16_t u[8000];
static uint32_t w[8000];

static void calls(size_t n)
{
    (void)o, (void)u, (void)w;
%s}

int main(void)
{
    static const char *const parts[] = { "a", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "hello there ", "\xED\xA0\x80\xED\xB0\x80",
        "\xC0\x80", "\xEF\xBF\xBF", "\x80", "\xE2\x82", "\xFF", "\xFD\xBF\xBF\xBF\xBF\xBF" };
    for (size_t k = 0; k < %s; k++) {
        %s
        for (int round = 0; round < 200; round++) {
            const size_t most = next() %% (round %% 20 ? 300 : 6000), kinds = 1 + next() %% 12;
            size_t n = 0;
            while (n < most) {
                const char *part = parts[next() %% (next() %% 8 ? (kinds < 5 ? kinds : 5) : kinds)];
                memcpy(b + n, part, strlen(part));
                n += strlen(part);
            }
            calls(n);
        }
    }
    return 0;
}
]]

local LIMIT <const> = "if (!P_kernel_at(k)->supported()) { continue; } P_limit_kernels(P_kernel_at(k)->name); puts(P_kernel_at(k)->name);"

---Writes a program that calls the functions of out/NAME with each kernel, or a conversion only with the kernel that dispatch chooses.
local function write_program(name)
  local header <const>, calls = assert(files.read(("out/%s/%s.h"):format(name, name))), {}
  for line in CALLS:gmatch "[^\n]+" do
    local has = true
    for called in line:gmatch "P_([%w_]+)%(" do
      has = has and header:find((" %s_%s("):format(name, called), 1, true) ~= nil
    end
    calls[#calls + 1] = has and line or nil
  end
  lu.assertTrue(#calls > 10 or name:find "_to_" ~= nil, name .. " has few of the functions")
  local text = PROGRAM:format(table.concat(calls, "\n") .. "\n", "P_kernel_count()", LIMIT)
  if name:find "_to_" then
    text = PROGRAM:format("    P(b, n, o, sizeof o);\n    P(b, n, o, n / 2);\n    P_size(b, n);\n", "1", "")
  end
  files.write(WORK, { { name = name .. "_calls.c", text = (text:gsub("%f[%w]P%f[^%w]", name)) } })
end

-- clang must not report wrap-around that an attribute in the C marks as intended. A trap needs no library; one for reports may be missing.
local INTEGER <const> = "clang -O0 -fsanitize=integer -fsanitize-trap=integer -w"

function TestRuns.test_fsanitize_integer_reports_nothing()
  for _, case in ipairs {
    { "utf8", "-DUTF8_ALL_KERNELS" }, { "utf8", "-x c++ -DUTF8_NO_SIMD" }, { "xml10", "-DXML10_KERNEL=avx2" },
    { "assignables", "-DASSIGNABLES_NO_SIMD" }, { "fssutf", "-DFSSUTF_NO_SIMD" },
    { "utf8_to_cesu8", "-DUTF8_TO_CESU8_NO_SIMD" }, { "cesu8_to_utf8", "-DCESU8_TO_UTF8_NO_SIMD" },
  } do
    local name <const> = case[1]
    write_program(name)
    local output <const>, ok <const> = run("%s %s -I out/%s -o %s/integer %s/%s_calls.c out/%s/%s.c && %s/integer", INTEGER, case[2], name,
      WORK, WORK, name, name, name, WORK)
    lu.assertTrue(ok, ("%s %s: without -fsanitize-trap=integer, the program reports where: %s"):format(name, case[2], output))
  end
end

---Without the attribute, the program ends with a trap. This shows that the texts reach the code with wrap-around.
function TestRuns.test_without_the_attribute_fsanitize_integer_reports()
  write_program "utf8"
  silently("%s -DUTF8_NO_SIMD '-D__has_attribute(x)=0' -I out/utf8 -o %s/planted %s/utf8_calls.c out/utf8/utf8.c", INTEGER, WORK, WORK)
  lu.assertFalse((select(2, run("%s/planted", WORK))))
end

---With __CYGWIN__, a macro of Cygwin's gcc, the C has no kernels with wide vectors. The program runs on this machine.
function TestRuns.test_the_macro_of_gcc_for_windows_leaves_no_wide_vectors()
  if not run("uname -m"):find "x86_64" then
    lu.skip "not x86-64"
  end
  write_program "utf8"
  local names <const> = run("gcc -O0 -D__CYGWIN__ -I out/utf8 -o %s/narrow %s/utf8_calls.c out/utf8/utf8.c && %s/narrow", WORK, WORK, WORK)
  lu.assertStrMatches(names, "shift\nswar\nsse\n")
  local refused <const>, ok <const> = run("gcc -D__CYGWIN__ -DUTF8_KERNEL=avx2 -fsyntax-only out/utf8/utf8.c")
  lu.assertFalse(ok)
  lu.assertStrContains(refused, "one of dfa, shift, re2c, swar, sse; and, unless left out, avx2")
end

os.exit(lu.LuaUnit.run())
