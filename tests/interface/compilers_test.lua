-- SPDX-License-Identifier: 0BSD
-- Compiles the emitted C with tcc, and with clang without __GNUC__, in MSVC mode and for Windows. The preprocessor of clang imitates
-- compilers that are too old for an instruction set. Also tests the macros that a single header leaves defined, and prefetch addresses.
--
-- Prints a line if tcc isn't installed. Stubs replace the headers of other targets. Code with stubs is
-- compiled, but not run.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local emit <const> = require "gen.emit.emit"
local files <const> = require "gen.common.files"
local isas <const> = require "gen.kernel.isas"
local pipeline <const> = require "gen.pipeline"

local WORK <const> = "build/compilers"
local STRICT <const> = "-O1 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Wstrict-prototypes -Werror"
local STUBS <const> = "-ffreestanding -isystem " .. WORK .. "/stubs"

files.write(WORK .. "/stubs", {
  { name = "string.h", text = "void *memcpy(void *, const void *, __SIZE_TYPE__);\n" },
  { name = "intrin.h", text = "" },
  { name = "arm_sve.h", text = "" },
  { name = "riscv_vector.h", text = "" },
})

local written = {}

local function generated(spec, single_header)
  local folder <const> = WORK .. (single_header and "/single" or "/pair")
  local done = written[folder .. spec]
  if not done then
    local file <const> = ("gen/specs/%s.lua"):format(spec)
    local model <const> = pipeline.compile(assert(files.read(file)), file)
    local options <const> = { prefix = model.spec.name, spec_name = file, command = "test", single_header = single_header }
    files.write(folder, (emit.files(".", model, options)))
    done = model.spec.name
    written[folder .. spec] = done
  end
  return ("%s/%s"):format(folder, done), done
end

-- The most common spec, and two specs with other kinds of vector code (rules on three or more bytes, contexts). A test uses only FIRST
-- if another test with all specs differs from it only in the target or in a macro.
local SPECS <const>, FIRST <const> = { "utf-8", "wtf-8", "yaml-1.2" }, { "utf-8" }

---@return string output, boolean ok
local function run(command, ...)
  local pipe <const> = io.popen(command:format(...) .. " 2>&1")
  local output <const> = pipe:read "a"
  return output, pipe:close() or false
end

local function is_there(compiler)
  local found <const> = select(2, run("command -v %s", compiler))
  if not found then
    print("  not installed: " .. compiler)
  end
  return found
end

---Compiles the C of some specs, and lists the vector kernels in the objects.
---@return table names the name of a kernel -> true if all objects have it
local function kernels_by(compiler, flags, specs)
  local names = {}
  for i, spec in ipairs(specs) do
    local stem <const>, prefix <const> = generated(spec)
    local output, ok <const> = run("%s %s -c -o %s.o %s.c", compiler, flags, stem, stem)
    lu.assertEquals(output, "")
    lu.assertTrue(ok)
    output = run("nm %s.o", stem)
    for _, row in ipairs(isas.rows) do
      local there <const> = output:find((" [tT] _?%s_%s_scan\n"):format(prefix, row.name)) ~= nil
      names[row.name] = there and (i == 1 or names[row.name])
    end
  end
  return names
end

---Returns a map: the name of each kernel -> whether it is a kernel of the given machine.
local function kernels_of(machine)
  local names = {}
  for _, row in ipairs(isas.rows) do
    names[row.name] = row.machine == machine
  end
  return names
end

local ALL_X86 <const>, NONE <const> = kernels_of "x86_64", kernels_of "i686"

---tcc has neither the attributes nor the intrinsics that vectors need, so it compiles only scalar kernels. The test also runs the program.
function TestTccBuildsTheScalarPart()
  if not is_there "tcc" then
    return
  end
  local stem <const> = generated "utf-8"
  files.write(WORK, { { name = "run.c", text = [[
#include "pair/utf8.h"
int main(void)
{
    return !(utf8_valid("\xE2\x82\xAC", 3) && !utf8_valid("\xE2\x82", 2) && utf8_valid_prefix("a\xFF", 2) == 1);
}
]] } })
  lu.assertEquals(run("tcc -Wall -Werror -o %s/run %s/run.c %s.c && %s/run && echo right", WORK, WORK, stem, WORK), "right\n")
end

function TestClangWithoutGnuC()
  lu.assertEquals(kernels_by("clang", STRICT .. " --target=x86_64-linux-gnu -U__GNUC__ " .. STUBS, FIRST), ALL_X86)
end

function TestClangForMsvc()
  lu.assertEquals(kernels_by("clang", STRICT .. " --target=x86_64-pc-windows-msvc " .. STUBS, SPECS), ALL_X86)
end

---Microsoft's own compiler is not available here. clang imitates its preprocessor, which must expand these macros of the C.
function TestMsvcKnowsAllMacros()
  local stem <const> = generated "utf-8"
  local output <const>, ok <const> = run("clang --target=x86_64-pc-windows-msvc -U__clang__ -U__GNUC__ -w -E -P %s %s.c", STUBS, stem)
  lu.assertTrue(ok)
  for _, name in ipairs { "NOINLINE", "COPY", "TABLE", "API", "WRAPS", "INLINE", "CAST" } do
    lu.assertNil(output:find("%f[%w_]UTF8_" .. name .. "%f[^%w_]"), name)
  end
  lu.assertStrContains(output, "static const uint8_t utf8_dfa_class")
end

---Clang for Windows has vector kernels for 64 bits, and none for 32 bits. (tests/interface/foreign_flags_test.lua has gcc for Windows.)
function TestClangForWindows()
  lu.assertEquals(kernels_by("clang", STRICT .. " --target=x86_64-w64-mingw32 " .. STUBS, FIRST), ALL_X86)
  lu.assertEquals(kernels_by("clang", STRICT .. " --target=i686-w64-mingw32 " .. STUBS, FIRST), NONE)
end

---The C has a kernel only for versions of a compiler that support the kernel's instruction set.
function TestOldCompilersOmitNewKernels()
  local stem <const> = generated "utf-8"
  for _, row in ipairs(isas.rows) do
    for version, from in next, row.since or isas.family(row.family).since or {} do
      -- Only the preprocessor runs here, so clang can imitate gcc for any machine.
      local other <const> = version == "__GNUC__" and "-U__clang__" or ""
      if version ~= "_MSC_VER" then
        for _, case in ipairs { { from - 1, false }, { from, true } } do
          local output <const> =
            run("clang --target=%s-linux-gnu -w %s -U%s -D%s=%d -E -P %s %s.c", row.machine, other, version, version, case[1], STUBS, stem)
          lu.assertEquals(output:find(("utf8_%s_scan"):format(row.name)) ~= nil, case[2], version .. case[1])
        end
      end
    end
  end
end

---A single header leaves no macro defined, except its guards and the macro that its user has defined.
function TestNoMacroLeaks()
  for _, spec in ipairs(SPECS) do
    local stem <const>, prefix <const> = generated(spec, true)
    local U <const> = prefix:upper()
    local allowed <const> = { [U .. "_H"] = true, [U .. "_IMPLEMENTATION"] = true, [U .. "_IMPLEMENTED"] = true }
    local output <const>, ok <const> = run("gcc -dM -E -x c -D%s_IMPLEMENTATION %s.h", U, stem)
    lu.assertTrue(ok)
    local leaked, seen = {}, 0
    for name in output:gmatch "#define ([%w_]+)" do
      if name:sub(1, #U + 1) == U .. "_" then
        seen = seen + 1
        leaked[#leaked + 1] = not allowed[name] and name or nil
      end
    end
    lu.assertEquals(leaked, {})
    lu.assertEquals(seen, 3)
  end
end

---The address of a prefetch may be after the end of the text, where C allows no pointer (C11 6.5.6p8). So it is computed as an integer.
function TestPrefetchAddressesAreComputedAsIntegers()
  local text <const>, hints = assert(files.read(generated "utf-8" .. ".c")), 0
  for line in text:gmatch "[^\n]*V%(prefetch%)%([^\n]*AHEAD[^\n]*;" do
    hints = hints + 1
    lu.assertStrContains(line, "(uintptr_t)")
  end
  lu.assertTrue(hints > 3)
end

os.exit(lu.LuaUnit.run())
