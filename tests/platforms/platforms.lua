-- SPDX-License-Identifier: 0BSD
-- platforms: tests the emitted C on other processors, systems and C libraries, with other compilers and levels of optimization.
--
--     lua5.4 tests/platforms/platforms.lua             builds and runs (make platforms); JOBS, ONLY and TRUST_RESULTS as in steps.lua;
--                                                      PLATFORMS=all: the full tests
--     lua5.4 tests/platforms/platforms.lua --packages  the missing packages, by Debian's names (make platforms-deps)
--     lua5.4 tests/platforms/platforms.lua --list      the steps
--
-- In: out/, verify/, build/model/, trial.c, random.c and its vectors, compilers. Out: a line for each step. On each platform of the table
-- PLATFORMS, the verifier tests UTF-8: each text of one to three bytes alone and in lanes, and the checks of CHECKS or UNGUARDED. Also,
-- trial.c runs test vectors and random texts through every kernel and most functions of several encodings (of all, if `encodings` is
-- "all"). The table LEVELS has compilers and flags that compile UTF-8's C natively, for the exhaustive check, the sweep and trial.c. The
-- compilers of FRONT_ENDS check every C file of out/ in each of LANGUAGES, and clang checks each file for Microsoft's compiler.
-- `make verify` also runs platforms with vector kernels under emulators. To save time, these platforms get fewer tests here unless
-- PLATFORMS=all is set: texts of three bytes are tried only in lanes, `defects` is left out, and only trial.c tests faults, chunks,
-- streams and conversions (the check `units` also tests the vector kernels' conversion to UTF-16).

package.path = "./?.lua;" .. package.path
local isas <const> = require "gen.kernel.isas"
local steps <const> = require "tests.platforms.steps"

local FOLDER <const> = "build/platforms"
local ALL <const> = os.getenv "PLATFORMS" == "all"
local VERIFY <const> = { "verify/*.[ch]", "verify/*/*.[ch]", "verify/wasi/*/*.h", "tests/platforms/windows/*.h",
  "tests/platforms/windows/*/*.h" }
local TRIAL <const> = { "tests/platforms/trial.[ch]", "tests/platforms/random.c", "tests/platforms/vectors/*", table.unpack(VERIFY) }
local WARNINGS <const> = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Werror"
local CHECKS <const> = "automaton,proof,faults,chunks,streams,characters,measures,utf,units,sweep,defects"
-- CHECKS without `utf` and `defects`. These need inaccessible pages and a handler that survives an access to them.
local UNGUARDED <const> = "automaton,proof,faults,chunks,streams,characters,measures,units,sweep"
-- The checks on platforms with vector kernels, unless PLATFORMS=all is set.
local OF_VECTORS <const> = "automaton,proof,characters,measures,units,sweep"
-- Encodings that treat surrogates differently, have a longer form, or have rules on characters.
local SEVERAL <const> = { "utf8", "wtf8", "cesu8", "fssutf", "yaml12" }

local function cross_of(machine)
  for _, family in ipairs(isas.families) do
    if family.machine == machine then
      return family.cross
    end
  end
end

---The row of a platform whose processor has vector kernels, with the compiler and the emulator of gen/kernel/isas.lua.
local function of_isas(machine, note, more)
  local cross <const> = cross_of(machine)
  local row <const> = {
    name = machine, note = note, vectors = true, compiler = cross.compiler, packages = cross.packages, without = cross.without,
    emulator = (cross.cpus and ("QEMU_CPU=%s "):format(cross.cpus[1]) or "") .. cross.emulator,
  }
  for name, value in next, more or {} do
    row[name] = value
  end
  return row
end

---Adds to a row the compiler and the packages of gcc's target.
---@param arch string Debian's name
local function gcc(row, target, arch)
  row.compiler = target .. "-gcc"
  row.packages = { "gcc-" .. target:gsub("_", "-"), ("libc6-dev-%s-cross"):format(arch), "qemu-user" }
  return row
end

---The platforms other than this one. `emulator` runs programs. `checks` and `encodings` replace the usual ones. `vectors` is set if
---`make verify` runs the platform's kernels. `flags` are additional flags of the compiler; `without` are flags that the compiler lacks.
---`macro` is the end of the name of a macro that is defined; an encoding's prefix precedes it. `last` ends the link command.
local PLATFORMS <const> = {
  of_isas("aarch64", "NEON, SVE of 256 bits"),
  gcc({ name = "i386", note = "32 bits; scalar kernels", emulator = "qemu-i386" }, "i686-linux-gnu", "i386"),
  gcc({
    name = "armhf", note = "32 bits, compiled for NEON; scalar kernels: those by NEON are for 64 bits", emulator = "qemu-arm",
    flags = "-march=armv7-a -mfpu=neon -mfloat-abi=hard", encodings = "all",
  }, "arm-linux-gnueabihf", "armhf"),
  of_isas("riscv64", "RVV of 256 bits"),
  gcc({ name = "ppc64le", note = "scalar kernels", emulator = "qemu-ppc64le" }, "powerpc64le-linux-gnu", "ppc64el"),
  gcc({ name = "s390x", note = "big-endian; scalar kernels", emulator = "qemu-s390x", encodings = "all" }, "s390x-linux-gnu", "s390x"),
  of_isas("wasm32", "SIMD128; 32 bits; no page is inaccessible", { checks = UNGUARDED }),
  {
    name = "mingw", note = "x86-64 Windows: SSE to AVX-512; inaccessible pages, but an access ends the program",
    compiler = "x86_64-w64-mingw32-gcc", emulator = ("WINEDEBUG=-all WINEPREFIX=$PWD/%s/wine wine"):format(FOLDER),
    flags = "-D__USE_MINGW_ANSI_STDIO=1 -Wno-format -Wno-format-extra-args -isystem tests/platforms/windows -isystem verify/wasi",
    macro = "ALIGNED_AVX", without = { "-pthread" }, last = "-lwinpthread",
    packages = { "gcc-mingw-w64-x86-64", "wine", "wine64" }, checks = UNGUARDED,
  },
  { name = "musl", note = "the C library musl, natively", compiler = "musl-gcc", emulator = "", packages = { "musl-tools" } },
}

-- The compilers and levels for the emitted C on this machine. gcc compiles the programs that test it.
local LEVELS <const> = {}
for _, compiler in ipairs { { "gcc-12", "gcc-12" }, { "clang-14", "clang-14" }, { "clang-19", "clang-19" } } do
  for _, level in ipairs { "-O0", "-O1", "-O2", "-O3", "-Os" } do
    LEVELS[#LEVELS + 1] = { compiler = compiler[1], package = compiler[2], flags = level .. " " .. WARNINGS }
  end
end
LEVELS[#LEVELS + 1] = { compiler = "gcc-12", package = "gcc-12", flags = "-O2 -flto", link = "gcc-12 -O2 -flto" }
for _, version in ipairs { "14", "19" } do
  LEVELS[#LEVELS + 1] = {
    compiler = "clang-" .. version, package = "clang-" .. version, flags = "-O2 -flto", linker = "lld-" .. version,
    link = ("clang-%s -O2 -flto -fuse-ld=lld-%s"):format(version, version),
  }
end
LEVELS[#LEVELS + 1] = { compiler = "tcc", package = "tcc", flags = "-Wall -Werror", link = "gcc -Wl,-z,noexecstack" }

-- The warnings of clang's -Weverything that are disabled, each with a reason.
local LEFT_OUT <const> = {
  { "declaration-after-statement", "C99 allows it: a value is declared where it is known, and const" },
  { "used-but-marked-unused", "a function that only users call may be unused; one that another function calls is used" },
  { "unused-macros", "PREFIX_API and the macros for attributes serve any of several functions" },
  { "padded", "gaps in structs are not a fault" },
  { "comma", "the condition of a loop takes a step, then tests it" },
  { "unsafe-buffer-usage", "warns of each indexed pointer; C has no alternative" },
  { "old-style-cast", "C++: C has no other casts" },
  { "zero-as-null-pointer-constant", "C++: C has no nullptr before C23" },
  { "c++98-compat-pedantic", "C++98 is not promised" },
  { "tautological-value-range-compare", "`width` is a constant of each kernel, so some comparisons are always true" },
  { "unknown-warning-option", "some compilers do not know all of these warnings" },
}

local function everything()
  local words = { "-Weverything -Werror" }
  for i, left_out in ipairs(LEFT_OUT) do
    words[i + 1] = "-Wno-" .. left_out[1]
  end
  return table.concat(words, " ")
end

local FRONT_ENDS <const> = {
  { compiler = "gcc-12", package = "gcc-12", flags = WARNINGS },
  { compiler = "clang-14", package = "clang-14", flags = everything() },
  { compiler = "clang-19", package = "clang-19", flags = everything() },
}
local LANGUAGES <const> = { "c99", "c11", "c17", "c++11", "c++14", "c++17", "c++20" }

-- ---- The steps ----

---The names of the encodings and of the conversions in out/.
local function names()
  local encodings, pairs_ = {}, {}
  for folder in steps.output("ls out"):gmatch "%S+" do
    local list <const> = folder:find "_to_" and pairs_ or encodings
    list[#list + 1] = folder
  end
  return encodings, pairs_
end
local ENCODINGS <const>, PAIRS <const> = names()

local function program(compiler)
  return compiler:match "^%S+"
end

---The needs of a platform's steps: the compiler with a libc, and the emulator.
local function needs_of(row)
  local packages <const> = table.concat(row.packages, " ")
  local needs = { { program(row.compiler), packages }, {
    ("echo '#include <stdio.h>' | %s %s -E -"):format(row.compiler, row.flags or ""), packages,
  } }
  for word in row.emulator:gmatch "%S+" do
    if not word:find "=" then
      needs[#needs + 1] = { word, packages }
      break
    end
  end
  return needs
end

local function by_of(row)
  local emulator <const> = row.emulator:gsub("%S+=%S+ ", ""):match "^%S+"
  return steps.version(program(row.compiler)) .. (emulator and ", " .. steps.version(emulator) or "")
end

---The command that compiles for a platform.
local function command_of(row)
  local flags = "-std=c11 -O2 -Wall -Wextra -Werror -pthread"
  for _, flag in ipairs(row.without or {}) do
    flags = flags:gsub(flag:gsub("%-", "%%-"), "")
  end
  return ("%s %s %s -I verify -I tests/platforms"):format(row.compiler, flags, row.flags or "")
end

local SOURCES <const> = "verify/subject.c verify/reference/reference.c"
local LIBRARY <const> = "$(ls verify/checks/*.c verify/reference/*.c verify/shared/*.c | grep -v '/reference.c$')"

---The step that compiles the files that do not depend on an encoding. A platform has one such step.
local function harness(row)
  local folder <const> = ("%s/%s"):format(FOLDER, row.name)
  return {
    subject = row.name, what = "verify's own programs compile without a warning", by = by_of(row), needs = needs_of(row), from = TRIAL,
    makes = folder .. "/work.o",
    sh = ("mkdir -p %s; for file in %s verify/verify.c tests/platforms/random.c tests/platforms/trial.c; do "
      .. "%s -c -o %s/$(basename $file .c).o $file || exit 1; done"):format(folder, LIBRARY, command_of(row), folder),
  }
end

local function objects(folder)
  return ("$(ls %s/*.o | grep -vE '/(verify|trial|random).o$')"):format(folder)
end

---The step that compiles an encoding and links its two programs: trial-NAME.exe and verify-NAME.exe.
local function build(row, name)
  local folder <const> = ("%s/%s"):format(FOLDER, row.name)
  local macro <const> = row.macro and (" -D%s_%s"):format(name:upper(), row.macro) or ""
  local own <const> = ("%s -static -I out/%s -I build/model -DENCODING=%s%s"):format(command_of(row), name, name, macro)
  return {
    subject = row.name .. " " .. name, what = "compiles without a warning", by = by_of(row), needs = needs_of(row),
    from = { "out/" .. name .. "/*.[ch]", "build/model/" .. name .. "_model.h", table.unpack(TRIAL) },
    makes = ("%s/verify-%s.exe"):format(folder, name),
    sh = ("for file in %s; do %s -c -o %s/%s.$(basename $file .c) $file || exit 1; done\n"):format(SOURCES, own, folder, name)
      .. ("for program in trial:random verify:; do %s -o %s/$(echo $program | cut -d: -f1)-%s.exe %s/%s.subject %s/%s.reference "):format(
        own, folder, name, folder, name, folder, name)
      .. ("$(echo $program | tr : '\\n' | sed 's|..*|%s/&.o|') %s %s || exit 1; done"):format(folder, objects(folder), row.last or ""),
  }
end

local function runs(row)
  local folder <const>, list = ("%s/%s"):format(FOLDER, row.name), {}
  local function add(name, what, arguments, program_, amount)
    list[#list + 1] = {
      subject = ("%s %s"):format(row.name, name), what = what, amount = amount, by = by_of(row), needs = needs_of(row),
      from = { "out/" .. name .. "/*.[ch]", "build/model/" .. name .. "_model.h", table.unpack(program_ == "trial" and TRIAL or VERIFY) },
      sh = ("%s %s/%s-%s.exe %s"):format(row.emulator, folder, program_, name, arguments),
    }
  end
  local brief <const> = row.vectors and not ALL
  local checks <const> = brief and OF_VECTORS or row.checks or CHECKS
  local function verify(what, how_much, names_, amount)
    add("utf8", what, ("--where emulator %s --threads 1 --checks %s"):format(how_much, names_), "verify", amount)
  end
  if brief then
    verify("exhaustive, each kernel", "--sample", "exhaustive", "all texts of 1 and 2 bytes, and of 3 in lanes")
  else
    verify("exhaustive, each kernel", "--full", "exhaustive", "all texts of 1 to 3 bytes")
  end
  verify(checks:gsub(",", ", "), "--sample", checks, "see verify/")
  for _, name in ipairs(row.encodings == "all" and ENCODINGS or SEVERAL) do
    -- (An absolute path, since WASI has no current folder.)
    add(name, "each kernel, most functions", "1000 \"$PWD\"/tests/platforms/vectors/*.txt", "trial")
  end
  return list
end

---The step that tests the emitted C natively with another compiler, or at another level.
local function level(row)
  local by <const>, encoding <const> = steps.version(row.compiler), "utf8"
  local label <const> = ("%s %s"):format(row.compiler, row.flags:match("^%-O%w+ ?%-?flto") or row.flags:match "^%-O%w+" or "")
  local folder <const> = ("%s/levels/%s"):format(FOLDER, (label:gsub("%W", "")))
  local here <const>, link <const> = FOLDER .. "/here", row.link or row.compiler .. " -O2"
  local standard <const> = row.compiler == "tcc" and "" or "-std=c11"
  return {
    subject = label:gsub("%s+$", ""), what = encoding .. ": exhaustive, sweep; each kernel, most functions", by = by,
    from = { "out/" .. encoding .. "/*.[ch]", "build/model/" .. encoding .. "_model.h", table.unpack(TRIAL) },
    amount = "all texts of 1 to 3 bytes, fewer for kernels that dispatch does not choose; 1000 others",
    needs = { { row.compiler, row.package }, row.linker and { "ld." .. row.linker, row.linker } },
    sh = table.concat({
      "set -e", "mkdir -p " .. folder,
      ("%s %s %s -I verify -I out/%s -I build/model -DENCODING=%s -c -o %s/subject.o verify/subject.c"):format(row.compiler, standard,
        row.flags, encoding, encoding, folder),
      ("for program in trial:random verify:; do %s -o %s/${program%%%%:*} %s/subject.o %s/%s.reference "):format(link, folder, folder, here,
        encoding) .. ("$(echo $program | tr : '\\n' | sed 's|..*|%s/&.o|') %s -pthread; done"):format(here, objects(here)),
      folder .. "/trial 1000 tests/platforms/vectors/*.txt",
      folder .. "/verify --sample --threads 1 --checks exhaustive,sweep",
    }, "\n"),
  }
end

---The step that checks every C file of out/ in one version of a language.
local function front_end(row, language)
  local files = {}
  for _, list in ipairs { ENCODINGS, PAIRS } do
    for _, name in ipairs(list) do
      files[#files + 1] = ("out/%s/%s.c"):format(name, name)
    end
  end
  local kind <const> = language:find "+" and "c++" or "c"
  local flags <const> = row.flags .. (kind == "c" and " -Wstrict-prototypes" or "")
  return {
    subject = ("%s -std=%s"):format(row.compiler, language), by = steps.version(row.compiler), amount = #files .. " files",
    what = row.flags:find "everything" and "no warning of -Weverything except " .. #LEFT_OUT .. " disabled ones" or "no warning",
    needs = { { row.compiler, row.package }, {
      ("echo '#include <stdint.h>' | %s -x %s -fsyntax-only -"):format(row.compiler, kind), kind == "c" and "libc6-dev" or "g++",
    } },
    from = { "out/*/*.[ch]" },
    sh = ("for file in %s; do %s -std=%s -x %s %s -fsyntax-only $file || exit 1; done"):format(table.concat(files, " "), row.compiler,
      language, kind, flags),
  }
end

---The step that checks the code for Microsoft's compiler: clang reads it for that target, with stubs for two headers.
local function msvc()
  local stubs <const> = FOLDER .. "/msvc"
  return {
    subject = "clang for MSVC", what = "syntax only, with stubs for two headers: nothing is linked, nothing runs",
    by = steps.version "clang", amount = #ENCODINGS + #PAIRS .. " files", needs = { { "clang", "clang" } }, from = { "out/*/*.[ch]" },
    sh = table.concat({
      "set -e", "mkdir -p " .. stubs, (": >%s/intrin.h"):format(stubs),
      ("echo 'void *memcpy(void *, const void *, __SIZE_TYPE__);' >%s/string.h"):format(stubs),
      "for file in out/*/*.c; do",
      ("clang --target=x86_64-pc-windows-msvc -ffreestanding -isystem %s -std=c11 %s -fsyntax-only $file"):format(stubs, WARNINGS),
      "done",
    }, "\n"),
  }
end

local HERE <const> = { name = "here", compiler = "gcc", emulator = "", packages = { "gcc" } }

local function phases()
  local harnesses, programs, run = { harness(HERE) }, { build(HERE, "utf8") }, {}
  for _, row in ipairs(PLATFORMS) do
    local encodings <const> = row.encodings == "all" and ENCODINGS or SEVERAL
    harnesses[#harnesses + 1] = harness(row)
    for _, name in ipairs(encodings) do
      programs[#programs + 1] = build(row, name)
    end
    table.move(runs(row), 1, #runs(row), #run + 1, run)
  end
  for _, row in ipairs(LEVELS) do
    run[#run + 1] = level(row)
  end
  for _, row in ipairs(FRONT_ENDS) do
    for _, language in ipairs(LANGUAGES) do
      run[#run + 1] = front_end(row, language)
    end
  end
  run[#run + 1] = msvc()
  return { harnesses, programs, run }
end

if arg[1] == "--packages" then
  local missing = {}
  for _, row in ipairs(PLATFORMS) do
    for _, need in ipairs(needs_of(row)) do
      if not steps.works(need[1]) then
        missing[#missing + 1] = need[2]
      end
    end
  end
  for _, row in ipairs(LEVELS) do
    missing[#missing + 1] = not steps.works(row.compiler) and row.package or nil
    missing[#missing + 1] = row.linker and not steps.works("ld." .. row.linker) and row.linker or nil
  end
  print(table.concat(missing, " "))
elseif arg[1] == "--list" then
  for _, list in ipairs(phases()) do
    for _, step in ipairs(list) do
      print(step.subject .. ": " .. step.what)
    end
  end
else
  os.exit(steps.run("platforms", phases()))
end
