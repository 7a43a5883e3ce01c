-- SPDX-License-Identifier: 0BSD
-- Errors of u8gen, as its users see them: files that are not regular, specs and names that would mean something else in C, wrong usage, and
-- writes that fail. The message names the reason, the exit status is 2, and nothing is written.
--
-- Each test begins in an empty folder, build/gen_refused_test.

package.path = "./?.lua;" .. package.path
local lfs <const> = require "lfs"
local lu <const> = require "luaunit"
local files_ <const> = require "gen.common.files"
local place <const> = require "tests.lib.workplace"("gen_refused_test", "processes")

local HERE <const>, sh <const>, expect <const>, read <const> = place.root, place.sh, place.expect, place.read
local write <const>, files <const> = place.write, place.files

TestCommandLine = {}

TestCommandLine.setUp = place.clear

function TestCommandLine.test_only_regular_files_are_replaced()
  expect("mkfifo pipe; mkdir -p folder out/utf8/utf8.c; ln -s loop loop", 0)
  expect("u8gen gen utf-8 --kernels dfa -o o --depfile pipe", 2,
    "cannot write pipe: it is a named pipe, and only a regular file is replaced")
  expect("u8gen gen utf-8 --kernels dfa -o o --depfile folder", 2, "cannot write folder: it is a directory")
  expect("u8gen gen utf-8 --kernels dfa -o o --depfile loop", 2, "cannot write loop: its symbolic links form a loop")
  expect("u8gen gen utf-8 --kernels dfa", 2, "cannot write out/utf8/utf8.c: it is a directory")
  -- A link to a device. If the check failed and the test ran as root, only the link would be replaced.
  expect("ln -s /dev/null null; u8gen gen utf-8 --kernels dfa -o o --depfile null", 2, "it is a char device")
  expect("test -c /dev/null && test -L null && test -p pipe", 0)
  lu.assertEquals(files(), "")
end

-- /bin may be a symbolic link, such as to usr/bin.
function TestCommandLine.test_a_path_under_the_root_folder_is_not_one_of_the_current_folder()
  for _, folder in ipairs { "/dev", "/bin" } do
    expect("u8gen new --name Mine --force -o " .. folder, 2, "cannot write " .. folder .. ": it is a directory")
    expect("u8gen gen utf-8 --kernels dfa -o o --depfile " .. folder, 2, "cannot write " .. folder .. ": it is a directory")
  end
  lu.assertEquals(files(), "")
  for whole, parts in next, { ["/x"] = { "/", "x" }, x = { "", "x" }, ["../a/x"] = { "../a/", "x" }, ["a/"] = { "a/", "" } } do
    lu.assertEquals({ files_.split(whole) }, parts)
  end
end

function TestCommandLine.test_a_symbolic_link_is_kept_and_its_target_is_written()
  expect("mkdir -p o there; echo old > there/x; ln -s ../there/x o/utf8.c; ln -s ../there/none o/utf8.h", 0)
  expect("u8gen gen utf-8 --kernels dfa -o o && test -L o/utf8.c && test -L o/utf8.h", 0)
  lu.assertStrContains(read "there/x", "#include \"utf8.h\"")
  lu.assertStrContains(read "there/none", "UTF8_H")
end

function TestCommandLine.test_inputs_are_files_or_pipes_of_bounded_size()
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
  expect("u8gen gen a.lua b.lua --kernels dfa", 2, "two outputs would be the same file out/x/x.abnf")
  lu.assertEquals(files(), "./a.lua ./b.lua ")
  expect("u8gen gen a.lua a.lua --kernels dfa", 0, ": 5 new", ": 5 unchanged")
end

function TestCommandLine.test_two_outputs_of_one_place_are_refused()
  expect("mkdir o && ln -s o same", 0)
  for _, folder in ipairs { "o", "./o", "same", "same/../o", place.folder .. "/o" } do
    expect(("u8gen gen utf-8 -o o --kernels dfa --depfile '%s/utf8.h'"):format(folder), 2, "two outputs would be the same file " .. folder)
    lu.assertEquals(files(), "")
  end
end

-- The folders .u8gen1 and .u8gen2 belong to two other runs.
function TestCommandLine.test_temporary_files_are_those_of_one_run()
  expect("mkdir -p o/.u8gen1 o/.u8gen2 && echo mine > o/utf8.h.new && echo 1 > o/.u8gen2/1", 0)
  expect("u8gen gen utf-8 -o o --kernels dfa --only valid", 0)
  lu.assertEquals(files(), "./o/.u8gen2/1 ./o/utf8.abnf ./o/utf8.c ./o/utf8.h ./o/utf8.h.new ./o/utf8.json ./o/utf8.peg ")
  expect("cat o/utf8.h.new o/.u8gen2/1; ls -d o/.u8gen*", 0, "mine\n1\no/.u8gen1\no/.u8gen2\n")
end

function TestCommandLine.test_another_run_may_make_the_same_folders()
  local mkdir <const> = lfs.mkdir
  lfs.mkdir = function(name)
    local made <const>, reason <const>, code <const> = mkdir(name)
    return made and name:find("u8gen1$") and made or nil, reason or "File exists", code or 17
  end
  local ok <const>, problem <const> = pcall(files_.write, place.folder .. "/a//b/", { { name = "x", text = "" } })
  lfs.mkdir = mkdir
  lu.assertTrue(ok, not ok and problem.message)
  lu.assertEquals(files(), "./a/b/x ")
end

function TestCommandLine.test_a_failed_rename_names_the_files()
  local rename <const> = os.rename
  rawset(os, "rename", function() return nil, "Device or resource busy" end)
  local ok <const>, problem <const> = pcall(files_.write, place.folder, { { name = "x", text = "" } })
  rawset(os, "rename", rename)
  lu.assertFalse(ok)
  lu.assertEquals(problem.message:gsub(place.folder, "", 2), "cannot rename /.u8gen1/1 to /x: Device or resource busy")
  lu.assertEquals(place.sh("ls -A | grep ."), 1)
end

-- The name of verify's folder never becomes part of a makefile, in which make would run $(shell ...).
function TestCommandLine.test_verify_keeps_files_in_any_folder()
  os.execute(("mkdir -p '%s/bin'"):format(place.folder))
  write("bin/make", '#!/bin/sh\necho "make gets $*"\nexit 1\n')
  write("x.lua", 'encoding "X"\nsource "this test"\nform "0xxxxxxx" { "U+0000..U+007F" }\n')
  local _, text = sh("chmod +x bin/make; PATH=$PWD/bin:$PATH u8gen verify x.lua -o 'a $(shell touch pwned) b'")
  lu.assertStrContains(text, "make gets ")
  lu.assertNotStrContains(text, "pwned")
  lu.assertNotNil(read "a $(shell touch pwned) b/x.c")
end

-- ---- Files saved by editors ----

local PLAIN <const> = 'encoding "Plain"\nsource "this test"\nform "0xxxxxxx" { "U+0000..U+007F" }\n'

function TestCommandLine.test_line_ends_and_byte_order_marks()
  write("x.lua", PLAIN)
  expect("u8gen gen x.lua --kernels dfa -o lf", 0)
  write("x.lua", (PLAIN:gsub("\n", "\r\n")))
  expect("u8gen gen x.lua --kernels dfa -o crlf && diff -r lf crlf", 0)
  for _, case in ipairs {
    { PLAIN:gsub("\n", "\r"), 1, "the lines end in CR alone; save the spec with LF or CR LF at line ends" },
    { PLAIN:gsub("\n", " -- \r x\n", 1), 1, "a spec cannot contain U+000D, a control character" },
    { "\u{FEFF}" .. PLAIN, 1, "the spec begins with a byte order mark (EF BB BF); save it as UTF-8 without one" },
    { "\xFF\xFE" .. PLAIN:gsub(".", "%0\0"), 1, "this is UTF-16" }, { PLAIN:gsub(".", "%0\0"), 1, "this looks like UTF-16" },
    { PLAIN:gsub(".", "\0%0"), 1, "this looks like UTF-16" },
    { PLAIN .. "-- \u{202E}", 4, "cannot contain U+202E, a character that changes the direction" },
    { PLAIN .. "-- \u{2028}", 4, "cannot contain U+2028, a line end for some" },
    { PLAIN .. "-- \xE9", 4, "cannot contain the byte E9, which is not valid UTF-8 here" },
    { PLAIN .. "--\n-- \0", 5, "cannot contain U+0000, a control character" }, { PLAIN .. "-- \u{FEFF}", 4, "cannot contain U+FEFF" },
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
    { 'source [[RFC 3629,\nsection 3]]', "source must be one line of text and cannot contain a line end" },
    { 'source "x \\n#error"', "source must be one line of text and cannot contain a line end" },
    { 'source "x" users "\\27[31m"', "users must be one line of text and cannot contain U+001B, a control character" },
    { 'source "x /*!re2c"', "source must be one line of text and cannot contain /* or */" },
    { 'source "\\u{202E}"', "cannot contain U+202E, a character that changes the direction of text" },
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
    ["---"] = 'cannot be called "---": files and symbols are named by its letters and digits, and it has none; a valid name is "UTF-8"',
    ["8bit"] = 'names in C begin with a letter; choose a name such as "bit8"', ["Ünïcode"] = 'must be ASCII, such as "Unicode"',
    string = "would give a file string.h, which compilers could include instead of the standard header",
    bool = "bool, which is a macro of C or of some compilers",
    ["a\\\\"] = "a backslash or ??/ would join two lines", ["a??/"] = "a backslash or ??/ would join two lines",
    [("x"):rep(65)] = "which is longer than 64 characters",
  } do
    expect(spec_called(title), 2, "x.lua:1: error: an encoding cannot be called ", says)
  end
end

function TestCommandLine.test_invalid_prefixes_are_refused()
  for prefix, says in next, { _x = "is not a C name", ["x-y"] = "is not a C name", ["x\n"] = "is not a C name",
    x__y = "two underscores in a row",
    x_ = "two underscores in a row", stdint = "standard header", features = "standard header", emmintrin = "standard header",
    NULL = "is a macro of C or of some compilers",
    [("x"):rep(65)] = "longer than 64" } do
    expect(("u8gen gen utf-8 --prefix '%s'"):format(prefix), 2, says)
  end
  -- The prefix of a conversion is also the name of its main function.
  for _, prefix in ipairs { "int", "class", "memcpy" } do
    expect("u8gen gen utf-8 --to mutf-8 --prefix " .. prefix, 2, "the prefix " .. prefix .. " is a keyword of C or C++")
  end
end

function TestCommandLine.test_a_conversion_reports_missing_kernels()
  expect("u8gen gen utf-8 --to wtf-8 --kernels re2c,dfa", 0, "UTF-8 to WTF-8: no re2c kernel: a conversion has none")
  write("rule.lua", 'from "utf-8"\nencoding "Rule"\nsource "invented"\nnever { "U+0041", "U+0042", name = "a" }\n')
  expect("u8gen gen rule.lua --to cesu-8", 0, "no avx512 kernel: ")
end

function TestCommandLine.test_encodings_that_no_spec_describes()
  for name, says in next, { ["utf-7"] = "has modes", SCSU = "has modes", ["iso-2022-jp"] = "has modes", hz = "has modes",
    ["utf-1"] = "by division", ["BOCU-1"] = "by division", ["UTF-16"] = "units of 16 bits", ["utf-16le"] = "units of 16 bits",
    ["utf-32"] = "units of 32 bits", punycode = "the differences between them" } do
    expect("u8gen gen " .. name, 2, "u8gen: error: no spec of the catalogue describes " .. name, says, "; ")
    -- A spec can describe the units of UTF-16 and UTF-32 as bytes.
    local written <const> = says:find("units", 1, true)
    local message <const> = written and "5 files" or "x.lua:1: error: a spec cannot describe " .. name
    expect(spec_called(name), written and 0 or 2, message, written and "" or says)
  end
end

function TestCommandLine.test_faults_whose_names_would_collide()
  local function spec_with(name)
    write("x.lua", 'encoding "X"\nsource "this test"\nform "0xxxxxxx" { "U+0000..U+007F",\n  except = { fine = "U+0041",\n'
      .. ("    %s = \"U+0042\" } }\n"):format(name) .. 'form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }\n')
    return "u8gen gen x.lua --only check,kernels -o x"
  end
  for _, name in ipairs { "h", "fault_none", "start", "dead", "table", "kernel", "no_simd", "no_avx512", "no_avx512bw", "no_avx2gfni",
    "copy", "verify", "x86", "arm", "x16", "kernels", "entry", "shift_start", "avx2_inline", "paste", "model_h", "noinline" } do
    expect(spec_with(name), 2, ("x.lua:5: error: a fault cannot be called %s: its name in C would be X_%s, which has"):format(name,
      name:upper()))
  end
  expect(spec_with "h" .. " --prefix other", 2, "its name in C would be OTHER_H")
  expect(spec_with "max" .. " --prefix uint8 --kernels dfa", 2, "its name in C would be UINT8_MAX")
  expect(spec_with "least8_max" .. " --prefix int --kernels dfa", 2, "its name in C would be INT_LEAST8_MAX")
  expect(spec_with "implemented" .. " --single-header --kernels dfa", 2, "its name in C would be X_IMPLEMENTED")
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

-- ---- Errors are reported, and nothing is written ----

function TestCommandLine.test_a_wrong_spec_is_reported_with_file_and_line()
  write("bad.lua", 'encoding "Bad" source "test"\n\nform "0xxxxxxx" { "U+0000..U+0FFF" }\n')
  expect("u8gen gen bad.lua", 2, 'bad.lua:3: error: U+0FFF does not fit form "0xxxxxxx"')
  lu.assertEquals(files(), "./bad.lua ")
end

function TestCommandLine.test_one_wrong_spec_of_several_writes_none()
  write("bad.lua", "encodin")
  expect("u8gen gen utf-8 bad.lua", 2, "bad.lua:1: error: ")
  lu.assertEquals(files(), "./bad.lua ")
end

function TestCommandLine.test_wrong_usage_is_reported()
  expect("u8gen", 2, "u8gen: error: ", "--help")
  expect("u8gen frobnicate", 2, "u8gen: error: ")
  expect("u8gen gen", 2, "missing argument 'spec'")
  for word, name in next, { Shift_JIS = "shift_jis", ["euc-kr"] = "euc-kr", big5 = "big5", EUCKR = "euc-kr", latin1 = "latin-1" } do
    expect("u8gen gen " .. word, 2,
      ("%s is an example, not in the catalogue; write its path: docs/examples/specs/%s.lua"):format(word, name))
  end
  expect("u8gen gen latin-9", 2, "called latin-9; the nearest is the example docs/examples/specs/latin-1.lua ('u8gen list'")
  expect("u8gen gen uft-8", 2, "no encoding of the catalogue is called uft-8; the nearest is utf-8")
  expect("u8gen gen ./none.lua", 2, "cannot read ./none.lua: No such file")
  expect("u8gen gen .", 2, "cannot read")
  expect("u8gen gen utf-8 --kernels avx3", 2, "unknown kernel avx3; the nearest is avx2")
  expect("u8gen gen utf-8 --prefix 9x", 2, "the prefix 9x is not a C name")
  expect("u8gen gen utf-8 utf-8 -o x", 2, "-o names one folder")
  expect("u8gen gen utf-8 -o ''", 2, "-o needs a folder; the value is empty")
  expect("u8gen gen utf-8 --only chek", 2, "unknown function chek; the nearest is check, known are valid, prefix, ")
  expect("u8gen gen utf-8 --without valid", 2, "the function valid cannot be omitted")
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

function TestCommandLine.test_an_unusable_folder_is_reported()
  write("file", "")
  expect("u8gen gen utf-8 -o file/deep", 2, "u8gen: error: cannot make the folder file/deep")
  expect("u8gen gen utf-8 -o file", 2, "u8gen: error: cannot")
  expect("u8gen gen utf-8 -o /proc/nowhere", 2, "u8gen: error: cannot make the folder /proc/nowhere")
  lu.assertEquals(files(), "./file ")
end

function TestCommandLine.test_a_write_that_fails_midway_leaves_the_old_files()
  expect("u8gen gen utf-8 -o .; for f in utf8*; do echo old > $f; done", 0)
  -- A limit on the size of files acts like a full disk: only the first blocks of utf8.c can be written.
  expect("trap '' XFSZ; ulimit -f 40; u8gen gen utf-8 -o .", 2, "u8gen: error: cannot write ./utf8.c: File too large; no file was changed")
  lu.assertEquals(expect("cat utf8*", 0), ("old\n"):rep(5))
  lu.assertEquals(files(), "./utf8.abnf ./utf8.c ./utf8.h ./utf8.json ./utf8.peg ")
end

function TestCommandLine.test_a_full_standard_output_is_reported()
  for _, words in ipairs { "tour utf-8", "--help", "gen -h", "diff --help" } do
    expect("u8gen " .. words .. " > /dev/full", 2, "cannot write to standard output")
  end
end

function TestCommandLine.test_a_refused_prefix_is_not_recommended()
  expect("u8gen vendor mutf-8 copy --to utf-8 --prefix linux", 2, "choose another, such as mutf8_to_utf8")
end

os.exit(lu.LuaUnit.run())
