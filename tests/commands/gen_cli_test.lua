-- SPDX-License-Identifier: 0BSD
-- u8gen's command line as its users see it: what it prints, what it writes, and with which status it exits.
--
-- In: ./u8gen. Out: luaunit's lines. Each test works in a folder of its own under build/, and what must not be written is looked for there.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local api <const> = require "gen.kernel.api"
local isas <const> = require "gen.kernel.isas"

local HERE <const> = io.popen("pwd"):read("l")
local WORK <const> = HERE .. "/build/gen_cli_test"

---Runs a shell command in WORK, in which the word u8gen stands for the program. @return integer status, string output and errors
local function sh(command)
  local program <const> = ("'%s/u8gen' "):format(HERE)
  local line <const> = (command .. " "):gsub("%f[%w_/.]u8gen ", (program:gsub("%%", "%%%%")))
  local pipe <const> = io.popen(("cd '%s' && { %s\n} 2>&1"):format(WORK, line))
  local text <const> = pipe:read("a")
  local _, _, status = pipe:close()
  return status, text
end

local function read(name)
  local file = io.open(WORK .. "/" .. name, "rb")
  local text = file and file:read("a")
  if file then
    file:close()
  end
  return text
end

local function write(name, text)
  local file <const> = assert(io.open(WORK .. "/" .. name, "wb"))
  file:write(text)
  file:close()
end

local function files()
  return (select(2, sh("find . -type f | LC_ALL=C sort | tr '\\n' ' '")))
end

local function expect(command, status, ...)
  local got, text = sh(command)
  lu.assertEquals(got, status, command .. "\n" .. text)
  for _, part in ipairs { ... } do
    lu.assertStrContains(text, part)
  end
  return text
end

TestCommandLine = {}

function TestCommandLine.setUp()
  os.execute(("rm -rf '%s' && mkdir -p '%s'"):format(WORK, WORK))
end

-- ---- gen ----

function TestCommandLine.test_gen_gives_the_committed_files_anywhere()
  expect("TZ=Asia/Tokyo LC_ALL=C.UTF-8 u8gen gen utf-8 -o 'a b/deep' --model 'a b/model'", 0, "5 files in a b/deep: 5 new")
  expect("LC_ALL=POSIX LANG=tr_TR.UTF-8 HOME=/nowhere u8gen gen utf-8", 0, "out/utf8")
  for _, name in ipairs { "utf8.abnf", "utf8.c", "utf8.h", "utf8.json", "utf8.peg" } do
    local committed <const> = assert(io.open(HERE .. "/out/utf8/" .. name, "rb")):read("a")
    lu.assertTrue(read("a b/deep/" .. name) == committed, name .. " in a b/deep")
    lu.assertTrue(read("out/utf8/" .. name) == committed, name .. " in out/utf8")
  end
  lu.assertEquals(expect("ls 'a b/deep' 'a b/model' out/utf8 | tr '\\n' ' '", 0),
    "a b/deep: utf8.abnf utf8.c utf8.h utf8.json utf8.peg  a b/model: utf8.dot utf8.re utf8_model.h  "
    .. "out/utf8: utf8.abnf utf8.c utf8.h utf8.json utf8.peg ")
end

---What nobody copies is written where it is asked for, alone or beside the pair, and is the same.
function TestCommandLine.test_the_model_is_written_where_it_is_asked_for()
  expect("u8gen gen utf-8 mutf-8 --model m", 0, "UTF-8: 3 files in m: 3 new", "MUTF-8: 3 files in m: 3 new")
  expect("u8gen gen utf-8 --to mutf-8 --model m", 0, ": 1 file in m: 1 new")
  lu.assertEquals(files(),
    "./m/mutf8.dot ./m/mutf8.re ./m/mutf8_model.h ./m/utf8.dot ./m/utf8.re ./m/utf8_model.h ./m/utf8_to_mutf8_model.h ")
  expect("u8gen gen utf-8 --kernels dfa --prefix app -o c --model other --depfile d; ls c", 0,
    "app.abnf\napp.c\napp.h\napp.json\napp.peg\n")
  lu.assertStrContains(read "other/app_model.h", "#define MODEL_PREFIX_UPPER APP\n")
  lu.assertStrContains(read "other/app_model.h", "command  u8gen gen utf-8 --prefix app --kernels dfa\n")
  expect("u8gen gen utf-8 -o c --model m && u8gen check --copy c/utf8.c m/utf8_model.h m/utf8.re m/utf8.dot", 0,
    "m/utf8_model.h: unchanged", "m/utf8.re: unchanged", "m/utf8.dot: unchanged")
  expect("sed -i 's/MODEL_LONGEST = 4/MODEL_LONGEST = 5/' m/utf8_model.h && u8gen check --copy m/utf8_model.h", 1, "edited",
    "MODEL_LONGEST = 5")
  expect("u8gen vendor utf-8 v --model m", 2, "unknown option '--model'")
end

function TestCommandLine.test_gen_leaves_equal_files_alone()
  expect("u8gen gen utf-8", 0, "5 files in out/utf8: 5 new")
  expect("touch -d 2001-02-03 out/utf8/*; u8gen gen utf-8; stat -c %y out/utf8/utf8.c", 0, "5 files in out/utf8: 5 unchanged", "2001-02-03")
  -- New, changed and unchanged are told apart.
  expect("rm out/utf8/utf8.c && echo >> out/utf8/utf8.h && echo >> out/utf8/utf8.peg && u8gen gen utf-8", 0,
    "5 files in out/utf8: 1 new, 2 changed, 2 unchanged")
end

---What is asked for, and what that needs, by the names of functions, too; one kernel is called without dispatch.
function TestCommandLine.test_only_and_for()
  expect("u8gen gen utf-8 --only check,valid_prefix --kernels dfa -o one", 0, "")
  expect("u8gen gen utf-8 --only check --kernels dfa -o two", 0, "UTF-8: check needs prefix, which is included")
  expect("u8gen gen utf-8 --only prefix,check --kernels dfa -o three && grep -h '^//   body' */utf8.c | sort -u | wc -l", 0, "1\n")
  lu.assertNil(read "one/utf8.c":find "active")
  expect("cc -c -DUTF8_KERNEL=dfa one/utf8.c -o x.o && ! cc -c -DUTF8_KERNEL=swar one/utf8.c -o x.o", 0,
    "UTF8_KERNEL is dfa: no other kernel was asked for")
  expect("u8gen gen utf-8 --only valid --for aarch64 --kernels dfa -o arm", 0, "operations per vector: neon ")
  expect("cd one && u8gen check --copy utf8.c", 0, "utf8.c: unchanged", "--only check,prefix")
  expect("cd arm && u8gen check --copy utf8.c", 0, "utf8.c: unchanged", "--for aarch64 --only valid")
end

function TestCommandLine.test_prefix_kernels_and_file_name_shape_the_output()
  expect("cp '" .. HERE .. "/gen/specs/utf-8.lua' mine.lua; u8gen gen mine.lua --prefix my_text --kernels dfa,avx2 -o .", 0)
  local source = read("my_text.c")
  lu.assertStrContains(source, "generated by u8gen from mine.lua;")
  lu.assertStrContains(source, '#include "my_text.h"')
  lu.assertStrContains(source, "u8gen gen mine.lua --prefix my_text --kernels dfa,avx2")
  lu.assertStrContains(source, "my_text_avx2_valid")
  for _, word in ipairs { "utf8_", "UTF8_", "my_text_sse", "my_text_shift", "my_text_swar", "my_text_re2c", "neon" } do
    lu.assertNotStrContains(source, word)
  end
  lu.assertEquals(files(), "./mine.lua ./my_text.abnf ./my_text.c ./my_text.h ./my_text.json ./my_text.peg ")
  expect("cc -Og -Wall -Wextra -Wconversion -Werror -c my_text.c && nm -g my_text.o | grep -c ' [TDB] my_text_' && "
    .. "! nm -g my_text.o | grep ' [TDB] [^m]'", 0)
end

function TestCommandLine.test_the_prefix_names_files_and_folder()
  expect("u8gen gen utf-8 --prefix myu8 --kernels dfa", 0, "5 files in out/myu8")
  expect("u8gen gen utf-8 --prefix other --kernels dfa -o out/myu8", 0, "out/myu8: 5 new")
  expect("cc -Wall -Wextra -Wconversion -Werror -c out/myu8/myu8.c out/myu8/other.c && u8gen gen --help", 0,
    "as in PREFIX.h and PREFIX_valid")
  -- What can follow --kernels and --without is said where they are.
  for _, command in ipairs { "gen", "vendor" } do
    local help <const> = expect("u8gen " .. command .. " --help", 0)
    for heading, names in next, { Kernels = isas.names(), ["Functions for %-%-without"] = api.optional(), Processors = isas.processors(),
      ["Functions for %-%-only"] = api.names() } do
      local listed <const> = help:match("\n" .. heading .. ":([^:]+)") or ""
      for _, name in ipairs(names) do
        lu.assertTrue((listed .. " "):find("%f[%w_]" .. name:gsub("%-", "%%-") .. "%f[^%w_]") ~= nil, heading .. " " .. name)
      end
    end
    for line in help:match("\nKernels:.*"):gmatch "[^\n]+" do
      lu.assertTrue(#line <= 100, line)
    end
  end
  expect("u8gen gen utf-8 --prefix graph --kernels dfa,re2c --model graph", 0)
  lu.assertStrContains(read "graph/graph.dot", 'digraph "graph" {')
  lu.assertStrContains(read "graph/graph.re", "re2c -i -s --no-generation-date --no-version graph.re")
  expect("u8gen gen utf-8 cesu-8 --prefix both", 2, "--prefix names one pair of files, so only one spec is allowed")
end

function TestCommandLine.test_each_kernel_can_stand_alone()
  for _, kernel in ipairs(isas.names()) do
    expect(("u8gen gen utf-8 --kernels %s -o %s && cc -Og -Wall -Wextra -Wconversion -Werror -c %s/utf8.c -o x.o"):format(
      kernel, kernel, kernel), 0)
  end
end

function TestCommandLine.test_a_single_header_is_all_that_is_needed()
  expect("u8gen gen utf-8 --single-header -o .", 0, "4 files")
  write("main.c", '#define UTF8_IMPLEMENTATION\n#include "utf8.h"\nint main(void) { return !utf8_valid("\\xC3\\xA9", 2); }\n')
  write("other.c", '#include "utf8.h"\nbool other(void);\nbool other(void) { return utf8_valid("a", 1); }\n')
  expect("cc -Wall -Wextra -Wconversion -Werror main.c other.c -o main && ./main", 0)
  write("twice.c", '#include "utf8.h"\n#define UTF8_IMPLEMENTATION\n#include "utf8.h"\n#include "utf8.h"\n'
    .. 'int main(void) { return !utf8_valid("\\xC3\\xA9", 2); }\n')
  for _, compiler in ipairs { "gcc -std=c99", "g++ -x c++" } do
    expect(compiler .. " -Wall -Wextra -Wconversion -Werror twice.c -o twice && ./twice", 0)
  end
end

function TestCommandLine.test_a_depfile_names_what_the_output_depends_on()
  expect("cp '" .. HERE .. "/gen/specs/utf-8.lua' mine.lua; u8gen gen mine.lua -o . --depfile utf8.d", 0)
  local rule = read("utf8.d")
  lu.assertStrContains(rule, "./utf8.c")
  for _, input in ipairs { "mine.lua", "/gen/plan/nibble.lua", "/templates/vector/kernel_simd.c" } do
    lu.assertStrContains(rule, input)
  end
  expect("make -rR -f utf8.d -n utf8.c && sed -i 's,gen/plan/nibble.lua,gen/not_there.lua,' utf8.d && make -rR -f utf8.d -n utf8.c", 0)
end

function TestCommandLine.test_a_depfile_names_files_whatever_they_are_called()
  expect("cp '" .. HERE .. "/gen/specs/utf-8.lua' 'my $pec #1: x.lua'", 0)
  expect("u8gen gen './my $pec #1: x.lua' --kernels dfa -o 'o $#:' --depfile x.d && make -rR -f x.d -n 'o $#:/utf8.c'", 0)
  lu.assertStrContains(read "x.d", "o\\ $$\\#\\:/utf8.c")
  lu.assertStrContains(read "x.d", "my\\ $$pec\\ \\#1\\:\\ x.lua\n")
  expect("u8gen gen utf-8 --kernels dfa -o o --depfile y.d && make -rR -f y.d -n o/utf8.c", 0)
  lu.assertStrContains(read "y.d", "/gen/specs/utf-8.lua\n")
  lu.assertNil(read "y.d":find "%f[%S]utf%-8%f[%s]")
  expect("u8gen gen utf-8 --kernels dfa -o 'a=b' --depfile z.d", 2, "a rule of Make cannot name a=b/utf8.abnf: it holds =")
  lu.assertNil(read "z.d")
  lu.assertNil(read "a=b/utf8.c")
end

-- ---- Files that are none ----

function TestCommandLine.test_what_is_no_regular_file_is_not_replaced()
  expect("mkfifo pipe; mkdir -p folder out/utf8/utf8.c; ln -s loop loop", 0)
  expect("u8gen gen utf-8 --kernels dfa -o o --depfile pipe", 2,
    "cannot write ./pipe: it is a named pipe, and only a regular file is replaced")
  expect("u8gen gen utf-8 --kernels dfa -o o --depfile folder", 2, "cannot write ./folder: it is a directory")
  expect("u8gen gen utf-8 --kernels dfa -o o --depfile loop", 2, "cannot write ./loop: its links go round in a circle")
  expect("u8gen gen utf-8 --kernels dfa", 2, "cannot write out/utf8/utf8.c: it is a directory")
  -- A device that a user can make a link to, and that root could replace.
  expect("ln -s /dev/null null; u8gen gen utf-8 --kernels dfa -o o --depfile null", 2, "it is a char device")
  expect("test -c /dev/null && test -L null && test -p pipe", 0)
  lu.assertEquals(files(), "")
end

function TestCommandLine.test_a_link_stays_and_what_it_leads_to_is_written()
  expect("mkdir -p o there; echo old > there/x; ln -s ../there/x o/utf8.c; ln -s ../there/none o/utf8.h; ln -s there/x o/utf8.c.new", 0)
  expect("u8gen gen utf-8 --kernels dfa -o o && test -L o/utf8.c && test -L o/utf8.h", 0)
  lu.assertStrContains(read "there/x", "#include \"utf8.h\"")
  lu.assertStrContains(read "there/none", "UTF8_H")
end

function TestCommandLine.test_what_is_read_has_a_kind_and_a_bound()
  expect("timeout 20 '" .. HERE .. "/u8gen' gen /dev/zero", 2, "cannot read /dev/zero: it is a char device")
  expect("u8gen explain . 41", 2, "cannot read .: it is a directory")
  expect("yes -- '-- x' | timeout 20 '" .. HERE .. "/u8gen' explain /dev/stdin 41", 2, "it has more than 1048576 bytes")
  expect("cat '" .. HERE .. "/gen/specs/utf-8.lua' | u8gen explain /dev/stdin 41", 0, "U+0041 A")
  expect("truncate -s 1G big.lua; timeout 20 '" .. HERE .. "/u8gen' gen big.lua", 2, "cannot read big.lua: it has more than 1048576 bytes")
  expect("u8gen tour utf-8 --against /dev/zero", 2, "cannot read /dev/zero: it is a char device")
end

function TestCommandLine.test_two_specs_of_one_name_are_refused()
  write("a.lua", 'encoding "X" source "a"\nform "0xxxxxxx" { "U+0000..U+007F" }\n')
  write("b.lua", 'encoding "X" source "b"\nform "0xxxxxxx" { "U+0000..U+007F" }\n')
  expect("u8gen gen a.lua b.lua --kernels dfa", 2, "two specs give the file out/x/x.abnf")
  lu.assertEquals(files(), "./a.lua ./b.lua ")
  expect("u8gen gen a.lua a.lua --kernels dfa", 0, ": 5 new", ": 5 unchanged")
end

-- verify's folder never reaches make, which would run $(shell ...) in it.
function TestCommandLine.test_verify_keeps_files_in_any_folder()
  os.execute(("mkdir -p '%s/bin'"):format(WORK))
  write("bin/make", '#!/bin/sh\necho "make is told $*"\nexit 1\n')
  write("x.lua", 'encoding "X"\nsource "this test"\nform "0xxxxxxx" { "U+0000..U+007F" }\n')
  local _, text = sh("chmod +x bin/make; PATH=$PWD/bin:$PATH u8gen verify x.lua -o 'a $(shell touch pwned) b'")
  lu.assertStrContains(text, "make is told ")
  lu.assertNotStrContains(text, "pwned")
  lu.assertNotNil(read "a $(shell touch pwned) b/x.c")
end

-- ---- How a spec was saved ----

local PLAIN <const> = 'encoding "Plain"\nsource "this test"\nform "0xxxxxxx" { "U+0000..U+007F" }\n'

function TestCommandLine.test_ends_of_lines_and_marks()
  write("x.lua", PLAIN)
  expect("u8gen gen x.lua --kernels dfa -o lf", 0)
  write("x.lua", (PLAIN:gsub("\n", "\r\n")))
  expect("u8gen gen x.lua --kernels dfa -o crlf && diff -r lf crlf", 0)
  for _, case in ipairs {
    { PLAIN:gsub("\n", "\r"), 1, "the lines end in CR alone; save it with LF or CR LF" },
    { PLAIN:gsub("\n", " -- \r x\n", 1), 1, "a spec cannot hold U+000D, a control character" },
    { "\u{FEFF}" .. PLAIN, 1, "a spec begins with no byte order mark (EF BB BF); save it as UTF-8 without one" },
    { "\xFF\xFE" .. PLAIN:gsub(".", "%0\0"), 1, "this is UTF-16" }, { PLAIN:gsub(".", "%0\0"), 1, "this looks like UTF-16" },
    { PLAIN:gsub(".", "\0%0"), 1, "this looks like UTF-16" },
    { PLAIN .. "-- \u{202E}", 4, "cannot hold U+202E, a control of the direction" },
    { PLAIN .. "-- \u{2028}", 4, "cannot hold U+2028" }, { PLAIN .. "-- \xE9", 4, "cannot hold the byte E9, which is no UTF-8 there" },
    { PLAIN .. "--\n-- \0", 5, "cannot hold U+0000, a control character" }, { PLAIN .. "-- \u{FEFF}", 4, "cannot hold U+FEFF" },
    { PLAIN .. "-- \\", 4, "cannot end in a backslash or ??/" }, { PLAIN .. "-- ??/ ", 4, "cannot end in a backslash or ??/" },
  } do
    write("x.lua", case[1])
    expect("u8gen gen x.lua -o wrong", 2, ("x.lua:%d: error: "):format(case[2]), case[3])
  end
  lu.assertNil(read "wrong/plain.c")
  write("x.lua", PLAIN .. "-- é 😀 /* \\ x")
  expect("u8gen gen x.lua --kernels dfa -o x && cc -Wall -Wextra -Wconversion -Werror -fsyntax-only x/plain.c", 0)
end

-- ---- Names ----

function TestCommandLine.test_strings_that_become_comments_are_one_line()
  for _, case in ipairs {
    { 'source [[RFC 3629,\nsection 3]]', "source is one line of text and cannot hold an end of line" },
    { 'source "x \\n#error"', "source is one line of text and cannot hold an end of line" },
    { 'source "x" users "\\27[31m"', "users is one line of text and cannot hold U+001B, a control character" },
    { 'source "x /*!re2c"', "source is one line of text and cannot hold /* or */" },
    { 'source "\\u{202E}"', "cannot hold U+202E, a control of the direction of writing" },
  } do
    write("x.lua", 'encoding "X"\n' .. case[1] .. '\nform "0xxxxxxx" { "U+0000..U+007F" }\n')
    expect("u8gen gen x.lua", 2, "x.lua:2: error: ", case[2])
  end
end

local function spec_called(title)
  write("x.lua", ('encoding "%s"\nsource "this test"\nform "0xxxxxxx" { "U+0000..U+007F" }\n'):format(title))
  return "u8gen gen x.lua --kernels dfa -o x"
end

function TestCommandLine.test_names_of_encodings()
  for title, name in next, { utf8_21 = "utf8_21", ["My Text (v2)"] = "mytextv2", int = "int", class = "class", signed = "signed",
    _a__b_ = "a_b", e = "e", UINT8 = "uint8", graph = "graph", std = "std", static = "static", atomic = "atomic" } do
    expect(("%s && cd x && gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror -fsyntax-only %s.c && "
      .. "g++ -x c++ -Wall -Wextra -Wconversion -Werror -fsyntax-only %s.c && rm -r ../x"):format(spec_called(title), name, name), 0)
  end
  for title, says in next, {
    ["---"] = 'cannot be called "---": its letters and digits name files and symbols, and it has none; write "UTF-8", say',
    ["8bit"] = 'names of C begin with a letter; write "bit8", say', ["Ünïcode"] = 'is ASCII; write "Unicode", say',
    string = "would name a file string.h, which would be taken for the standard header", bool = "bool, which is a macro in some C",
    ["a\\\\"] = "a backslash or ??/ would join their lines", ["a??/"] = "a backslash or ??/ would join their lines",
    [("x"):rep(65)] = "which is longer than 64 characters",
  } do
    expect(spec_called(title), 2, "x.lua:1: error: an encoding cannot be called ", says)
  end
end

function TestCommandLine.test_prefixes()
  for prefix, says in next, { _x = "is no C name", ["x-y"] = "is no C name", ["x\n"] = "is no C name", x__y = "two underscores in a row",
    x_ = "two underscores in a row", stdint = "standard header", NULL = "is a macro in some C", [("x"):rep(65)] = "longer than 64" } do
    expect(("u8gen gen utf-8 --prefix '%s'"):format(prefix), 2, says)
  end
end

function TestCommandLine.test_encodings_that_no_spec_describes()
  for name, says in next, { ["utf-7"] = "has modes", SCSU = "has modes", ["iso-2022-jp"] = "has modes", hz = "has modes",
    ["utf-1"] = "modular arithmetic", ["BOCU-1"] = "modular arithmetic", ["UTF-16"] = "units of 16 bits", ["utf-16le"] = "units of 16 bits",
    ["utf-32"] = "units of 32 bits", punycode = "differences between characters" } do
    expect("u8gen gen " .. name, 2, "u8gen: error: no spec of the catalogue describes " .. name, says, "; ")
    -- Units of two bytes or four can be written as bytes.
    local written <const> = says:find("units", 1, true)
    local told <const> = written and "5 files" or "x.lua:1: error: no spec describes " .. name
    expect(spec_called(name), written and 0 or 2, told, written and "" or says)
  end
end

function TestCommandLine.test_faults_that_would_be_called_like_something_else()
  local function spec_with(name)
    write("x.lua", 'encoding "X"\nsource "this test"\nform "0xxxxxxx" { "U+0000..U+007F",\n  except = { fine = "U+0041",\n'
      .. ("    %s = \"U+0042\" } }\n"):format(name))
    return "u8gen gen x.lua -o x"
  end
  for _, name in ipairs { "h", "fault_none", "start", "dead", "table", "kernel", "no_simd", "no_avx512", "no_avx512bw", "no_avx2gfni",
    "copy", "verify", "x86", "arm", "w1", "x16", "kernels", "entry", "shift_start", "avx2_inline", "paste", "model_h", "noinline" } do
    expect(spec_with(name), 2, ("x.lua:5: error: a fault cannot be called %s: in C it is X_%s, which means something else"):format(name,
      name:upper()))
  end
  expect(spec_with "h" .. " --prefix other", 2, "in C it is OTHER_H")
  expect(spec_with "max" .. " --prefix uint8 --kernels dfa", 2, "in C it is UINT8_MAX")
  expect(spec_with "implemented" .. " --single-header --kernels dfa", 2, "in C it is X_IMPLEMENTED")
  local fine = {}
  for i, name in ipairs { "max", "valid", "check", "error", "int", "hh", "fault", "kernel_at", "shift", "avx2" } do
    fine[i] = ('%s = "U+%04X", '):format(name, 0x50 + i)
  end
  expect(spec_with(table.concat(fine) .. "state")
    .. " --kernels dfa,shift,avx2 && cc -Wall -Wextra -Wconversion -Werror -fsyntax-only x/x.c", 0)
  write("x.lua", 'encoding "X"\nsource "this test"\nform "0xxxxxxx" { "U+0000..U+007F" }\n'
    .. 'never { "U+0041", "U+0042", name = "dead" }\n')
  expect("u8gen gen x.lua --kernels dfa", 2, "x.lua:4: error: a fault cannot be called dead")
end

-- ---- UTF8_KERNEL ----

function TestCommandLine.test_a_kernel_of_another_target_is_an_error_with_the_list()
  expect("u8gen gen utf-8 -o .; u8gen gen utf-8 --prefix plain --kernels dfa,swar -o .", 0)
  local machine <const> = io.popen("uname -m"):read "l"
  local scalar <const> = table.concat(isas.scalar, ", ")
  ---All kernels for this machine but those that the macro of a set leaves out.
  local function kernels(left_out)
    local names = { scalar }
    for _, row in ipairs(isas.rows) do
      local gone <const> = left_out and (row.name == left_out or row.left_out_with == left_out)
      names[#names + 1] = row.machine == machine and not gone and row.name or nil
    end
    return table.concat(names, ", ") .. '"'
  end
  local cases <const> = { ["-DUTF8_KERNEL utf8.c"] = scalar, ["-DPLAIN_KERNEL=shift plain.c"] = "dfa, swar" }
  for _, row in ipairs(isas.rows) do
    if row.machine ~= machine then
      cases[("-DUTF8_KERNEL=%s utf8.c"):format(row.name)] = kernels()
    elseif row.optional then
      cases[("-DUTF8_KERNEL=%s -DUTF8_NO_%s utf8.c"):format(row.name, row.name:upper())] = kernels(row.name)
    else
      cases[("-DUTF8_KERNEL=%s -DUTF8_NO_SIMD utf8.c"):format(row.name)] = scalar
    end
  end
  for flags, names in next, cases do
    local text <const> = expect("cc -c -o x.o " .. flags, 1, "_KERNEL is, for this target, one of " .. names)
    lu.assertEquals(select(2, text:gsub("error:", "")), 1, text)
  end
  for _, flags in ipairs { "-DUTF8_KERNEL=swar utf8.c", "-DPLAIN_KERNEL=dfa plain.c", "-DUTF8_KERNEL=dfa -DUTF8_NO_SIMD utf8.c" } do
    expect("cc -Wall -Wextra -Wundef -Werror -c -o x.o " .. flags, 0)
  end
end

-- ---- Tweaks of a spec ----

local FORMS <const> = {
  'form "0xxxxxxx" { "U+0000..U+007F" }\n', 'form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }\n',
  'form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }\n',
  'form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }\n',
}

---UTF-8's forms, some of them changed, and more lines; what `gen` says of it; a text that it must refuse, and the fault's name; a text that
---it must take.
local TWEAKS <const> = {
  { "soft_hyphen", { [2] = FORMS[2]:gsub(" }", ', except = { soft_hyphen = "U+00AD" } }') }, "", "5 files", "C2 AD", "soft_hyphen",
    "C2 AC C2 AE" },
  { "no_plane_4", { [4] = FORMS[4]:gsub(" }", ', except = { plane_4 = "U+40000..U+4FFFF" } }') }, "", "5 files", "F1 80 80 80",
    "plane_4", "F0 BF BF BF F1 90 80 80" },
  { "21_bits", { [4] = FORMS[4]:gsub("10FFFF", "1FFFFF") }, "", "5 files", "F8 88 80 80 80", "not_a_form", "F7 BF BF BF" },
  -- By classes, rules that always count look back here beside rules that count where a bit watches.
  { "no_bidi", { [2] = FORMS[2]:gsub(" }", ', except = { bidi = "U+061C" } }'),
    [3] = FORMS[3]:gsub("except = {", 'except = { bidi = { "U+200E..U+200F", "U+202A..U+202E", "U+2066..U+2069" },') }, "", "5 files",
    "E2 81 A6", "bidi", "E2 81 A5 E2 81 AA D8 9B" },
  { "bmp", { [4] = "" }, "", "5 files", "F0 90 80 80", "not_a_form", "EF BF BF" },
  { "no_pair", {}, 'never { "U+00E4", "U+0301", name = "umlaut_accent" }\n', "5 files", "C3 A4 CC 81", "umlaut_accent",
    "C3 A4 CC 80 CC 81" },
  { "no_pairs", {}, 'never { "U+00E4", "U+0301", name = "umlaut_accent" }\nnever { "U+00E4", "U+0302", name = "umlaut_hat" }\n', "5 files",
    "C3 A4 CC 82", "umlaut_hat", "C3 A4 CC 80 CC 82" },
  { "ascii_pair", {}, 'never { "U+000D", "U+0041", name = "cr_a" }\n', "5 files", "0D 41", "cr_a", "0D 0D 42" },
  { "other_prefixes", { 'form "0xxxxxxx" { "U+0000..U+007F" }\n', 'form "100xxxxx 11xxxxxx" { "U+0080..U+07FF" }\n',
    'form "1010xxxx 11xxxxxx 11xxxxxx" { "U+0800..U+FFFF" }\n', "" }, "", "5 files", "80 C0", "overlong", "82 C0 A1 C0 C0" },
  { "not_local", { 'form "0xxxxxxx" { "U+0000..U+007F" }\n', 'form "1xxxxxxx 1xxxxxxx" { "U+0080..U+3FFF", also = "U+0000..U+007F" }\n',
    "", "" }, "", "no window of any length decides this language: after nothing and after 80", "80 80 80 41", "too_short", "80 80 FF FF" },
  { "ascii", { FORMS[1], "", "", "" }, "", "5 files", "80", "not_a_form", "7F" },
}

local JUDGE <const> = [[
#include <string.h>
int main(void) {
    char text[300];
    int failed = 0;
    PREFIX(error) error;
    memset(text, 'b', sizeof text);
    memcpy(text + 50, BAD, sizeof BAD - 1);
    failed |= PREFIX(check)(text, 112, &error) || error.offset < 50 || error.offset > 50 + sizeof BAD - 2;
    failed |= strcmp(PREFIX(fault_name)(error.fault), FAULT) != 0;
    for (size_t i = 0; i < PREFIX(kernel_count)(); i++) {
        for (size_t at = 0; at < 280; at++) {
            size_t size = at < 100 && at % 2 == 0 ? 112 : sizeof text;
            if (!PREFIX(kernel_at)(i)->supported()) continue;
            memset(text, 'b', sizeof text);
            memcpy(text + at, GOOD, sizeof GOOD - 1);
            failed |= !PREFIX(kernel_at)(i)->valid(text, size);
            memset(text, 'b', sizeof text);
            memcpy(text + at, BAD, sizeof BAD - 1);
            failed |= PREFIX(kernel_at)(i)->valid(text, size);
            failed |= PREFIX(kernel_at)(i)->valid_prefix(text, size) > at + sizeof BAD - 2;
        }
    }
    return failed;
}
]]

function TestCommandLine.test_tweaks_of_a_spec_work_or_say_why_not()
  local function c_string(hex)
    return '"' .. hex:gsub("(%x%x) ?", "\\x%1") .. '"'
  end
  for i, tweak in ipairs(TWEAKS) do
    local name, changed, more, says, bad, fault, good = table.unpack(tweak)
    local text = 'encoding "Tweak" source "this test"\n'
    for n, form in ipairs(FORMS) do
      text = text .. (changed[n] or form)
    end
    write(name .. ".lua", text .. more)
    local said <const> = expect(("u8gen gen ./%s.lua -o %s"):format(name, name), 0, says)
    lu.assertEquals(said:find("no avx2 kernel", 1, true) ~= nil, says:find("^no ") ~= nil, said)
    write(name .. ".c", ('#include "tweak.h"\n#define PREFIX(n) tweak_##n\n#define BAD %s\n#define FAULT "%s"\n#define GOOD %s\n%s'):format(
      c_string(bad), fault, c_string(good), JUDGE))
    -- In turn: that both compile what the templates give is seen on all encodings (tests/interface/compile_test.sh).
    local compiler <const> = i % 2 == 0 and "clang" or "gcc"
    expect(("%s -std=c99 -Og -Wall -Wextra -Wconversion -Werror -I %s %s.c %s/tweak.c -o %s.out && ./%s.out"):format(compiler, name, name,
      name,
      name, name), 0)
  end
end

-- ---- What is wrong is told, and nothing is written ----

function TestCommandLine.test_a_wrong_spec_is_told_by_file_and_line()
  write("bad.lua", 'encoding "Bad" source "test"\n\nform "0xxxxxxx" { "U+0000..U+0FFF" }\n')
  expect("u8gen gen bad.lua", 2, 'bad.lua:3: error: U+0FFF does not fit form "0xxxxxxx"')
  lu.assertEquals(files(), "./bad.lua ")
end

function TestCommandLine.test_one_wrong_spec_of_several_writes_none()
  write("bad.lua", "encodin")
  expect("u8gen gen utf-8 bad.lua", 2, "bad.lua:1: error: ")
  lu.assertEquals(files(), "./bad.lua ")
end

function TestCommandLine.test_wrong_usage_is_told()
  expect("u8gen", 2, "u8gen: error: ", "--help")
  expect("u8gen frobnicate", 2, "u8gen: error: ")
  expect("u8gen gen", 2, "missing argument 'spec'")
  expect("u8gen gen uft-8", 2, "no encoding of the catalogue is called uft-8; the nearest is utf-8")
  expect("u8gen gen ./none.lua", 2, "cannot read ./none.lua: No such file")
  expect("u8gen gen .", 2, "cannot read")
  expect("u8gen gen utf-8 --kernels avx3", 2, "unknown kernel avx3; the nearest is avx2")
  expect("u8gen gen utf-8 --prefix 9x", 2, "the prefix 9x is no C name")
  expect("u8gen gen utf-8 utf-8 -o x", 2, "-o names one folder")
  expect("u8gen gen utf-8 -o ''", 2, "-o needs a folder; the value is empty")
  expect("u8gen gen utf-8 --only chek", 2, "unknown function chek; the nearest is check, known are valid, prefix, ")
  expect("u8gen gen utf-8 --for aarch46", 2,
    "unknown processor aarch46; the nearest is aarch64, known are x86-64, aarch64, riscv64, wasm32")
  expect("u8gen gen utf-8 --to mutf-8 --only check", 2, "--only does not apply to conversions")
  expect("u8gen gen utf-8 --kernels ''", 2, "--kernels needs names of kernels; the value is empty")
  expect("u8gen gen utf-8 --kernels ,", 2, "--kernels needs names of kernels, separated by commas; known are dfa, ")
  expect("u8gen gen utf-8 --depfile ''", 2, "--depfile needs a file; the value is empty")
  expect("u8gen gen utf-8 --prefix ''", 2, "--prefix needs a prefix; the value is empty")
  expect("u8gen tour utf-8 --against ''", 2, "--against needs a file; the value is empty")
  expect("u8gen verify utf-8 -o ''", 2, "-o needs a folder; the value is empty")
  expect("u8gen tour utf-8 --against none.txt", 2, "cannot read none.txt")
  lu.assertEquals(files(), "")
end

function TestCommandLine.test_an_unusable_folder_is_told()
  write("file", "")
  expect("u8gen gen utf-8 -o file/deep", 2, "u8gen: error: cannot make the folder file/deep")
  expect("u8gen gen utf-8 -o file", 2, "u8gen: error: cannot")
  expect("u8gen gen utf-8 -o /proc/nowhere", 2, "u8gen: error: cannot make the folder /proc/nowhere")
  lu.assertEquals(files(), "./file ")
end

function TestCommandLine.test_a_write_that_fails_midway_leaves_the_old_files()
  expect("u8gen gen utf-8 -o .; for f in utf8*; do echo old > $f; done", 0)
  -- A limit on the size of files stands for a full disk: the last blocks of utf8.c cannot be written.
  expect("trap '' XFSZ; ulimit -f 40; u8gen gen utf-8 -o .", 2, "u8gen: error: cannot write ./utf8.c: File too large; no file was changed")
  lu.assertEquals(expect("cat utf8*", 0), ("old\n"):rep(5))
  lu.assertEquals(files(), "./utf8.abnf ./utf8.c ./utf8.h ./utf8.json ./utf8.peg ")
end

function TestCommandLine.test_a_full_standard_output_is_told()
  expect("u8gen tour utf-8 > /dev/full", 2, "cannot write to standard output")
end

local function fake_re2c(body)
  os.execute(("mkdir -p '%s/bin'"):format(WORK))
  write("bin/re2c", "#!/bin/sh\n" .. body)
  os.execute(("chmod +x '%s/bin/re2c'"):format(WORK))
end

function TestCommandLine.test_a_missing_re2c_is_told()
  -- A PATH with what u8gen itself needs, and nothing else.
  expect("mkdir bin; ln -s $(command -v lua5.4) $(command -v env) $(command -v sh) bin/; PATH=$PWD/bin u8gen gen utf-8", 2,
    "u8gen: error: re2c is not installed; 'sh setup.sh' or 'apt-get install re2c' installs it")
  lu.assertNil(read("out/utf8/utf8.c"))
  expect("PATH=$PWD/bin u8gen gen utf-8 --kernels dfa,swar", 0)
end

function TestCommandLine.test_a_failing_re2c_is_told()
  fake_re2c 'case "$1" in --vernum) echo 030000;; *) echo "something broke" >&2; exit 1;; esac\n'
  expect("PATH=$PWD/bin:$PATH u8gen gen utf-8", 2, "u8gen: error: re2c failed on utf8.re: something broke")
  lu.assertEquals(files(), "./bin/re2c ")
end

-- ---- Where Lua is ----

---A folder with some programs under other names, and nothing else in PATH.
local function only(programs)
  local lines = { "rm -rf bin; mkdir -p bin" }
  for name, target in next, programs do
    lines[#lines + 1] = target:find("^#!") and ("printf '%%s\\n' '%s' >bin/%s; chmod +x bin/%s"):format(target, name, name)
      or ("ln -s \"$(command -v %s)\" bin/%s"):format(target, name)
  end
  expect(table.concat(lines, "\n"), 0)
end

function TestCommandLine.test_lua_is_found_by_what_it_is()
  local other <const> = "#!/bin/sh\nexit 1"
  for _, programs in ipairs { { lua = "lua5.4" }, { lua54 = "lua5.4" }, { ["lua5.4"] = "lua5.4", lua = other } } do
    only(programs)
    expect("PATH=$PWD/bin u8gen --version", 0, "u8gen " .. read "../../VERSION":match "%S+")
  end
  -- A lua of another version, and none at all.
  for _, programs in ipairs { { lua = other }, {} } do
    only(programs)
    lu.assertEquals(expect("PATH=$PWD/bin u8gen gen utf-8", 2), "u8gen: error: Lua 5.4 is missing (no lua5.4, and no lua of that version); "
      .. "'sh setup.sh' or 'apt-get install lua5.4' installs it\n")
  end
  -- Arguments and standard input arrive, whichever way it is started.
  local tour <const> = expect("u8gen explain utf-8 '41 C3' -v", 0)
  for _, started in ipairs { "lua5.4", "sh" } do
    lu.assertEquals(expect(("%s '%s/u8gen' explain utf-8 '41 C3' -v"):format(started, HERE), 0), tour, started)
  end
  lu.assertEquals(expect("u8gen explain /dev/stdin '41 C3' -v <'" .. HERE .. "/gen/specs/utf-8.lua'", 0), tour)
end

-- ---- check ----

function TestCommandLine.test_check_names_what_is_stale_missing_and_extra()
  expect("mkdir -p out/another && touch out/another/another.c", 0)
  lu.assertEquals(expect("u8gen check utf-8", 1), "missing: out/utf8, 5 files\n    'u8gen gen utf-8' writes them\n")
  expect("rm -r out", 0)
  -- `make check` compares the whole catalogue; here it is what pairs take.
  expect(("root='%s'; mkdir tree out; cp -r $root/gen tree; ln -s $root/templates $root/u8gen $root/VERSION tree; cd tree/gen/specs; "
    .. "mkdir ../kept; mv utf-8.lua mutf-8.lua cesu-8.lua wtf-8.lua ../kept; rm *; mv ../kept/* .; cd $root/out; "
    .. "cp -r utf8 mutf8 cesu8 wtf8 *_to_* ../build/gen_cli_test/out"):format(HERE), 0)
  expect("u8gen check utf-8", 0, "out/ is up to date")
  expect("sed -i 's/{ 0xE0, 0xF0 }/{ 0xE0, 0xF1 }/' out/utf8/utf8.c; rm out/utf8/utf8.peg; touch out/utf8/notes.txt; mkdir out/old; "
    .. "tree/u8gen check", 1,
    "stale: out/utf8/utf8.c", "{ 0xE0, 0xF0 }", "{ 0xE0, 0xF1 }", "'u8gen gen utf-8' updates it", "missing: out/utf8/utf8.peg",
      "extra: out/utf8/notes.txt",
    "extra: out/old")
  lu.assertNil(read("out/utf8/utf8.peg"))
  expect("u8gen gen utf-8; rm -r out/utf8/notes.txt out/old; u8gen check utf-8", 0)
end

---Where u8gen is installed there is no out/, or nothing in it but certificates: one line says what check is for.
function TestCommandLine.test_check_without_out_says_what_it_is_for()
  for _, made in ipairs { "true", "mkdir -p out/utf8", "touch out/utf8/utf8.json" } do
    expect(made, 0)
    for _, words in ipairs { "", " utf-8" } do
      local text <const> = expect("u8gen check" .. words, 2, "u8gen: error: ./out has no generated C: ",
        "'u8gen check --copy FILE ...' checks generated files in your tree")
      lu.assertEquals(select(2, text:gsub("\n", "")), 1)
    end
  end
end

function TestCommandLine.test_check_leaves_re2cs_section_out_where_re2c_is_another()
  local real <const> = select(2, sh("command -v re2c")):gsub("%s+$", "")
  expect("u8gen gen utf-8", 0)
  fake_re2c(('[ "$1" = --vernum ] && echo 030100 && exit\n%s "$@" | sed s/yych/other/\n'):format(real))
  expect("PATH=$PWD/bin:$PATH u8gen check utf-8", 0, "re2c here is 030100, but out/ is defined for 030000", "out/ is up to date")
  expect("sed -i 's/{ 0xE0, 0xF0 }/{ 0xE0, 0xF1 }/' out/utf8/utf8.c; PATH=$PWD/bin:$PATH u8gen check utf-8", 1, "stale: out/utf8/utf8.c")
end

-- ---- The version ----

function TestCommandLine.test_the_version_stands_in_one_file()
  local version <const> = assert(io.open(HERE .. "/VERSION")):read("l")
  lu.assertStrMatches(version, "%d+%.%d+%.%d+")
  lu.assertEquals(expect("u8gen --version", 0), "u8gen " .. version .. "\n")
  expect("mkdir tree; for name in gen templates u8gen; do ln -s '" .. HERE .. "'/$name tree; done; echo 7.8.9 >tree/VERSION", 0)
  expect("tree/u8gen --version && tree/u8gen gen utf-8 --kernels dfa -o . --model . --man man && tree/u8gen dot utf-8 -o dot", 0,
    "u8gen 7.8.9")
  for _, name in ipairs { "utf8.h", "utf8.c", "utf8.abnf", "utf8_model.h", "dot/utf8.dot" } do
    lu.assertStrMatches(read(name):match("\n%p+ +u8gen +([%d.]+)\n"), "7.8.9", nil, nil, name)
  end
  lu.assertStrContains(read "man/man3/utf8_valid.3", ".Os u8gen 7.8.9\n")
  for _, wrong in ipairs { "", "1.0", "1.0.0 */", "1.0.0\\n\\n" } do
    expect(("printf '%s' >tree/VERSION; tree/u8gen gen utf-8 --kernels dfa -o none"):format(wrong), 2, "tree/VERSION is no version")
  end
  expect("rm tree/VERSION; tree/u8gen --version", 2, "cannot read the version: ")
  expect("rm tree/VERSION; tree/u8gen gen utf-8 --kernels dfa -o none; test ! -e none", 0, "cannot read the version: ")
end

-- ---- tour ----

function TestCommandLine.test_tour_shows_each_stage_on_two_screens()
  local text <const> = expect("u8gen tour utf-8", 0, "E0 A0..BF 80..BF", "after_ED", "window: 4 bytes", "7 of them suffice", "prev_high",
    "272 of the 384 bits matter")
  local lines = 0
  for line in text:gmatch "[^\n]*\n" do
    lines = lines + 1
    lu.assertTrue(#line <= 131, line)
  end
  lu.assertTrue(lines <= 2 * 40, lines .. " lines")
end

function TestCommandLine.test_tour_tells_by_its_status_whether_published_tables_are_right()
  expect("u8gen tour utf-8 --against '" .. HERE .. "/tests/published/simdjson.txt'", 0, "all 48 entries")
  expect("u8gen tour utf-8 --against '" .. HERE .. "/tests/published/article.txt'", 1, "3 of them wrong")
end

os.exit(lu.LuaUnit.run())
