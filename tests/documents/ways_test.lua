-- SPDX-License-Identifier: 0BSD
-- Tests the ways of docs/guide/ways.md, each from an empty folder to a program; make install; a release's tarball; libu8gen.so's symbols.
--
-- In: packaging/, CMakeLists.txt, meson.build, docs/guide/ways.md, out/, the tools of the ways. Out: luaunit's lines, and which tools are
-- missing.
-- All ways start from the tarball, which has no .git folder. The guide is followed literally (tests/documents/ways.lua).
-- Environment variables save time: no optimization by default, UTF-8 without vectors, one compilation of libu8gen's objects, no lintian.
-- `make ways` does not set them. The way "CMake" has no test here, since "Generated with CMake" runs the same commands.
-- Ways into other languages have no test here: npm_test.lua, python_test.lua, rust_test.lua and cpp_test.lua test their packages.
-- Example: if line 17 of rules.lua has an error, `cmake --build build` prints "rules.lua:17: error:" and leaves the C unchanged.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local abi <const> = require "packaging.abi"
local catalogue <const> = require "gen.commands.catalogue"
local shell <const> = require "tests.lib.shell"
local shown <const> = require "tests.lib.shown"
local ways <const> = require "tests.documents.ways"

local HERE <const> = io.popen("pwd"):read("l")
local WORK <const> = HERE .. "/build/ways_test"
local LIBRARY <const> = HERE .. "/build/ways_test_library"
local VERSION <const> = io.open("VERSION"):read("l")
local TARBALL <const> = ("%s/dist/u8gen-%s.tar.gz"):format(WORK, VERSION)
local VARIABLES <const> = ("LIBRARY_DIR='%s' CFLAGS='-O0 -DUTF8_NO_SIMD' DEB_BUILD_OPTIONS='noopt noautodbgsym' "
  .. "DPKG_DEB_COMPRESSOR_TYPE=none LINTIAN=:"):format(LIBRARY)

local sh <const> = shell.sh(WORK, "unset MAKEFLAGS MAKELEVEL MFLAGS;")

---Fails unless a command in a folder of WORK exits with this status and prints each of `...`. @return string text
local function expect(command, status, folder, ...)
  return shell.expect(function(line) return sh(line, WORK .. "/" .. (folder or "")) end)(command, status, ...)
end

local function read(name)
  local file <const> = assert(io.open(WORK .. "/" .. name, "rb"))
  local text <const> = file:read("a")
  file:close()
  return text
end

---Follows the way `title` in the new folder `folder`; skips the test if a package is missing.
local function walk(title, folder)
  for _, way in ipairs(ways.ways()) do
    if way.title == title then
      local missing <const> = ways.missing(way)
      if missing then
        print(("skipped: %s (%s is missing)"):format(title, missing))
        lu.skip(missing .. " is missing")
      end
      expect(("mkdir '%s'"):format(folder), 0)
      lu.assertNil((ways.walk(way, TARBALL, WORK .. "/" .. folder, VARIABLES)))
      return
    end
  end
  error("the guide has no way " .. title)
end

-- Set-up for all tests.
os.execute(("rm -rf '%s' '%s' && mkdir -p '%s'"):format(WORK, LIBRARY, WORK))
assert(sh(("cd '%s' && sh packaging/dist.sh '%s/dist'"):format(HERE, WORK)) == 0)
assert(sh(("mkdir tree && tar -xzf '%s' -C tree --strip-components=1"):format(TARBALL)) == 0)
local NO_VECTORS <const> = select(2, sh("for name in tree/out/*/; do echo -D$(basename $name | tr a-z A-Z)_NO_SIMD; done | xargs"))
assert(sh(("make -C tree library LIBRARY_DIR='%s' CFLAGS='-O0 -g' CPPFLAGS='%s'"):format(LIBRARY, NO_VECTORS:gsub("%s+$", ""))) == 0)

-- ---- The ABI of libu8gen.so ----

TestAbi = {}

---Returns the dynamic symbols of a shared library, as nm lists them: name -> default version, or "no version".
local function exported(name)
  local symbols = {}
  for symbol in select(2, sh(("nm -D --defined-only --with-symbol-versions '%s'"):format(name))):gmatch " [^ ] (%S+)\n" do
    local function_ <const>, node <const> = symbol:match "^([%w_]+)@@([%w_.]+)$"
    symbols[function_ or symbol] = node or "no version"
  end
  return symbols
end

function TestAbi.test_the_dynamic_symbol_table_equals_the_abi()
  local symbols <const> = exported(("%s/libu8gen.so.%s"):format(LIBRARY, VERSION))
  lu.assertEquals(symbols["U8GEN_1.0"], "no version", "the node itself")
  symbols["U8GEN_1.0"] = nil
  lu.assertEquals(symbols.utf8_valid, "U8GEN_1.0")
  lu.assertEquals(abi.faults(symbols, "libu8gen.so", abi.promised(abi.nodes(io.open(abi.MAP):read("a")))), {})
end

function TestAbi.test_the_library_has_its_name_with_the_major_version()
  expect(("readelf -d '%s/libu8gen.so.%s'"):format(LIBRARY, VERSION), 0, "", ("[libu8gen.so.%s]"):format(VERSION:match "^%d+"))
end

function TestAbi.test_a_linker_accepts_a_map_with_two_nodes()
  local one <const> = "\nU8GEN_1.0 {\n  global:\n    a_valid;\n    b_valid;\n  local:\n    *;\n};\n"
  local map <const> = assert(io.open(WORK .. "/two.map", "w"))
  map:write(abi.added(one, { c_valid = true }, "1.1.0")):close()
  expect("echo 'int a_valid(void); int b_valid(void); int c_valid(void); int d(void); int a_valid(void) { return 1; }\n"
    .. "int b_valid(void) { return 1; } int c_valid(void) { return 1; } int d(void) { return 1; }' >two.c; "
    .. "cc -shared -fPIC -Wl,--version-script=two.map -o two.so two.c", 0)
  local symbols <const> = exported "two.so"
  lu.assertEquals({ symbols.a_valid, symbols.b_valid, symbols.c_valid, symbols.d }, { "U8GEN_1.0", "U8GEN_1.0", "U8GEN_1.1" })
end

-- ---- The tarball of a release ----

TestDist = {}

function TestDist.test_the_tarball_of_the_tarball_is_the_same()
  expect("umask 077; mkdir other; cp -R tree 'other/a b'; chmod -R go= other; touch 'other/a b/README.md'; mkdir -p 'other/a b/build'; "
    .. "echo x >'other/a b/build/x'", 0)
  expect("umask 002; TZ=Asia/Tokyo LC_ALL=C.UTF-8 LANG=tr_TR.UTF-8 sh packaging/dist.sh out-of-tree/dist", 0, "other/a b")
  expect(("cmp '%s' 'other/a b/out-of-tree/dist/u8gen-%s.tar.gz'"):format(TARBALL, VERSION), 0)
end

function TestDist.test_the_tarball_has_no_data_of_the_machine()
  local list <const> = expect(("tar --numeric-owner -tvzf '%s'"):format(TARBALL), 0)
  for line in list:gmatch "[^\n]+" do
    lu.assertStrMatches(line, "%-rw[x-]r%-[x-]r%-[x-] 0/0 +%d+ %d%d%d%d%-01%-01 00:00 u8gen%-%d+%.%d+%.%d+/.+")
  end
  for _, name in ipairs { "VERSION", "CMakeLists.txt", "meson.build", "out/utf8/utf8.c", "setup.sh", "packaging/debian/control" } do
    lu.assertStrContains(list, ("u8gen-%s/%s\n"):format(VERSION, name))
  end
  lu.assertNotStrContains(list, "/build/")
  lu.assertNotStrContains(list, "/.git/")
  lu.assertStrMatches(list:match "[^\n]+/u8gen\n", "%-rwxr%-xr%-x .*")
end

---The commands of packaging/README.md, in a folder with the files of a release.
function TestDist.test_a_release_is_checked_without_lua()
  expect("cp -R dist release", 0)
  local text <const>, count = assert(io.open "packaging/README.md"):read "a", 0
  for _, block in ipairs(shown.blocks(text)) do
    for _, step in ipairs(shown.commands(block.text)) do
      local output <const> = expect(step.command, 0, "release")
      lu.assertTrue(shown.is_shown(output, (step.shown:gsub("VERSION", VERSION))), step.command .. "\n" .. output)
      count = count + 1
    end
  end
  lu.assertEquals(count, 3)
  expect("tar -xzf u8gen-*.tar.gz && sha256sum -c SHA256SUMS", 0, "release", ("u8gen-%s/out/utf8/utf8.c: OK\n"):format(VERSION))
  expect("echo >>text.c; sha256sum text.c | cut -c 1-64 | grep -F -f - SHA256SUMS", 1, "release")
  expect("for file in *.gz; do echo >>$file; done; sha256sum -c --ignore-missing --quiet SHA256SUMS", 1, "release", ".tar.gz: FAILED")
end

function TestDist.test_the_unpacked_tree_checks_itself_without_git()
  expect("test ! -e .git && ./u8gen check utf-8 && ./u8gen --version", 0, "tree", "out/ is up to date", "u8gen " .. VERSION)
end

-- ---- make install ----

TestInstall = {}

local function install(words, status, ...)
  return expect(("make -s -C tree install LIBRARY_DIR='%s' %s"):format(LIBRARY, words), status, "", ...)
end

function TestInstall.test_uninstall_leaves_nothing_that_install_wrote()
  local words <const> = "DESTDIR=\"$PWD/a 'b' $(echo c)\" PREFIX=/opt/u8 LIBDIR=/opt/u8/./lib/deep/lib BINDIR=/opt/u8/./bin"
  expect("mkdir -p \"a 'b' c/opt/u8/bin\" && echo mine >\"a 'b' c/opt/u8/bin/mine\"", 0)
  expect("cp tree/ORIGIN origin && sed -i 's,^homepage.*,homepage https://u8gen.test/a,' tree/ORIGIN", 0)
  install(words, 0, "u8gen " .. VERSION .. " is in ")
  expect("find \"a 'b' c\" -type f | grep -c .; test -x \"a 'b' c/opt/u8/bin/u8gen\"", 0)
  expect("\"a 'b' c/opt/u8/bin/u8gen\" --version", 0, "", "u8gen " .. VERSION)
  expect("\"a 'b' c/opt/u8/bin/u8gen\" list | grep -c .", 0, "", tostring(1 + #catalogue.names "."))
  expect("cat \"a 'b' c/opt/u8/lib/deep/lib/pkgconfig/u8gen.pc\"", 0, "", "prefix=/opt/u8\nlibdir=${prefix}/lib/deep/lib\n",
    "\nURL: https://u8gen.test/a\n")
  expect("cd \"a 'b' c/opt/u8/share/man\" && tail -n 2 man1/u8gen.1 && { ! command -v mandoc || mandoc -T lint -W warning man*/*; }", 0, "",
    ".Pp\n.Lk https://u8gen.test/a\n")
  expect("cp origin tree/ORIGIN", 0)
  expect(("make -s -C tree uninstall LIBRARY_DIR='%s' %s"):format(LIBRARY, words), 0)
  lu.assertEquals(expect("find \"a 'b' c\" ! -type d", 0), "a 'b' c/opt/u8/bin/mine\n")
  lu.assertEquals(expect("find \"a 'b' c\" -name 'u8gen*'", 0), "")
end

function TestInstall.test_invalid_folders_are_refused()
  for _, wrong in ipairs { "PREFIX='/a\tb'", "PREFIX='/a,b'", "PREFIX=relative", "PREFIX=/a LIBDIR=/b", "PREFIX=/a LIBDIR=/a/../b",
    "PREFIX=", "PREFIX='/a$$(echo b)'" } do
    install("DESTDIR=$PWD/none " .. wrong, 2)
  end
  expect("test ! -e none", 0)
end

function TestInstall.test_a_linked_program_needs_versioned_symbols()
  install("PREFIX=$PWD/here", 0)
  expect("printf '#include <u8gen/mutf8.h>\\n#include <u8gen/utf8_to_mutf8.h>\\nint main() { return !mutf8_valid(0, 0); }\\n' >main.cpp; "
    .. "c++ main.cpp -I here/include -L here/lib -lu8gen -o main && LD_LIBRARY_PATH=here/lib ./main && nm -D main", 0, "",
    "U mutf8_valid@U8GEN_1.0")
  expect("echo '#include \"mutf8.h\"\nbool mine(void); bool mine(void) { return mutf8_valid(0, 0); }' >mine.c; cc -shared -fPIC mine.c "
    .. "-I here/include/u8gen here/lib/libu8gen.a -Wl,--exclude-libs,libu8gen.a -o mine.so", 0)
  lu.assertEquals(exported "mine.so", { mine = "no version" })
end

-- ---- The ways of the guide ----

TestWays = {}

function TestWays.test_the_report_lists_slow_commands_of_slow_ways()
  local way <const> = { title = "A way", commands = { { command = "a" }, { command = "b" } } }
  local total <const>, text <const> = ways.report(way, { 0.5, 11.25 })
  lu.assertEquals(total, 11.75)
  lu.assertEquals(text, "  11.8  A way\n           11.2  b\n")
  lu.assertEquals(select(2, ways.report(way, { 0.5, 2 })), "   2.5  A way\n")
end

function TestWays.test_to_copy_two_files()
  walk("Copy two files", "copy")
end

function TestWays.test_cmake_fetches_the_tarball()
  walk("CMake, from the tarball", "fetch")
end

function TestWays.test_meson()
  walk("Meson", "meson")
  for name in select(2, sh("ls tree/out")):gmatch "%S+" do
    expect(("grep -q '\"u8gen-%s\"\\|u8gen_%s\\|lib%s.a' build/build.ninja"):format(name, name, name), 0, "meson")
  end
end

function TestWays.test_make()
  walk("Make", "make")
end

function TestWays.test_install_and_pkg_config()
  walk("Install", "install")
end

function TestWays.test_install_and_find_package()
  walk("Install, and find_package", "find")
  expect("ldd build/main", 0, "find", "libu8gen.so.1")
  expect("sed -i 's/u8gen::utf8/u8gen::static/' CMakeLists.txt; cmake --build build && ! ldd build/main | grep u8gen && build/main", 0,
    "find", "byte 7: overlong")
  for _, other in ipairs { "0.9", "1.99", "2.0" } do
    expect(("echo 'find_package(u8gen %s REQUIRED)' >other.cmake; cmake -D CMAKE_PREFIX_PATH=$PWD/local -P other.cmake"):format(other), 1,
      "find", "compatible")
  end
end

function TestWays.test_debian_packages()
  walk("Debian packages", "deb")
  expect("root/usr/bin/u8gen --version", 0, "deb", "u8gen " .. VERSION)
  expect("dpkg -I u8gen/build/deb/libu8gen1_*.deb symbols", 0, "deb", "\n utf8_valid@U8GEN_1.0 1.0.0\n")
end

-- ---- Projects that are not in the guide ----

TestProjects = {}

-- A function that calls utf8_valid, and a program that calls this function.
local LIB_C <const> = "#include \"utf8.h\"\nint text_ok(const char *t);\nint text_ok(const char *t)\n{\n    return utf8_valid(t, 2);\n}\n"
local MAIN_C <const> = "int text_ok(const char *t);\nint main(void)\n{\n    return !text_ok(\"ab\") || text_ok(\"a\\xFF\");\n}\n"
local QUICK <const> = "CFLAGS='-O0 -DUTF8_NO_SIMD'"

---Makes a new folder of WORK with these files, and a link to u8gen's tree.
local function project(folder, contents, u8gen)
  expect(("mkdir -p '%s' && ln -s '%s/tree' '%s/%s'"):format(folder, WORK, folder, u8gen or "u8gen"), 0)
  for name, text in next, contents do
    local file <const> = assert(io.open(("%s/%s/%s"):format(WORK, folder, name), "w"))
    file:write(text)
    file:close()
  end
end

---Skips a test if a package that it needs is missing.
local function skip_without(package, probe)
  if not os.execute("(" .. (probe or "command -v " .. package) .. ") >/dev/null 2>&1") then
    print(("skipped: %s is missing"):format(package))
    lu.skip(package .. " is missing")
  end
end

local LIBRARY_CMAKE <const> = [[
cmake_minimum_required(VERSION 3.20)
project(text LANGUAGES C)
set(CMAKE_C_STANDARD 90)
%s
add_library(text %s lib.c)
target_link_libraries(text PRIVATE u8gen::utf8)
install(TARGETS text EXPORT text ARCHIVE DESTINATION lib LIBRARY DESTINATION lib)
install(EXPORT text DESTINATION lib/cmake/text FILE text-targets.cmake NAMESPACE text::)
install(FILES text-config.cmake DESTINATION lib/cmake/text)
]]
local TARGETS_CMAKE <const> = "include(\"${CMAKE_CURRENT_LIST_DIR}/text-targets.cmake\")\n"
local CONFIG_CMAKE <const> = "include(CMakeFindDependencyMacro)\nfind_dependency(u8gen)\n" .. TARGETS_CMAKE
local USER_CMAKE <const> = [[
cmake_minimum_required(VERSION 3.20)
project(main LANGUAGES C)
find_package(text REQUIRED)
add_executable(main main.c)
target_link_libraries(main PRIVATE text::text)
]]

---Installs a library that links with u8gen privately, and builds a program that uses it.
---@param folder string
---@param from string the lines with which the library's CMakeLists.txt finds u8gen
---@param kind string STATIC or SHARED
---@param config string the configuration of the library's CMake package
---@param where string? where u8gen is installed
local function exported_library(folder, from, kind, config, where)
  project(folder, { ["lib.c"] = LIB_C, ["text-config.cmake"] = config, ["CMakeLists.txt"] = LIBRARY_CMAKE:format(from, kind) })
  project(folder .. "/user", { ["main.c"] = MAIN_C, ["CMakeLists.txt"] = USER_CMAKE })
  expect(("%s cmake -B build -D CMAKE_INSTALL_PREFIX=\"$PWD/in\" -D CMAKE_PREFIX_PATH='%s' && cmake --build build && cmake --install build")
    :format(QUICK, where or ""), 0, folder)
  expect(("cmake -B build -D CMAKE_PREFIX_PATH=\"$PWD/../in;%s\" && cmake --build build && LD_LIBRARY_PATH='%s/lib' build/main"):format(
    where or "", where or ""), 0, folder .. "/user")
end

function TestProjects.test_a_library_that_links_privately_is_exported_with_u8gen_in_its_tree()
  skip_without "cmake"
  exported_library("in tree", "add_subdirectory(u8gen)", "STATIC", CONFIG_CMAKE)
  expect("ls in/lib/libu8gen_*.a in/include/u8gen", 0, "in tree", "in/lib/libu8gen_utf8.a\n\nin/include/u8gen:\nutf8.h\n")
  exported_library("in_tree_shared", "add_subdirectory(u8gen EXCLUDE_FROM_ALL)", "SHARED", TARGETS_CMAKE)
  expect("find in -name '*u8gen*' | grep .", 1, "in_tree_shared")
end

function TestProjects.test_a_library_that_links_privately_is_exported_with_u8gen_installed()
  skip_without "cmake"
  install("PREFIX=\"$PWD/a b/local\"", 0, "a b/local")
  local from <const> = "find_package(u8gen 1.0 REQUIRED COMPONENTS utf8 static)"
  for _, kind in ipairs { "STATIC", "SHARED" } do
    exported_library("installed" .. kind, from, kind, CONFIG_CMAKE, WORK .. "/a b/local")
  end
  local found <const> = "find_package(u8gen %s)\nmessage(\"found ${u8gen_FOUND} utf8 ${u8gen_utf8_FOUND} foo ${u8gen_foo_FOUND}\")\n"
  project("components", { ["CMakeLists.txt"] = "cmake_minimum_required(VERSION 3.20)\nproject(x LANGUAGES NONE)\n"
    .. found:format "COMPONENTS utf8 foo" .. found:format "COMPONENTS utf8 OPTIONAL_COMPONENTS foo" .. found:format "REQUIRED foo" })
  expect(("cmake -B build -D CMAKE_PREFIX_PATH='%s/a b/local'"):format(WORK), 1, "components", "found 0 utf8 TRUE foo FALSE",
    "found 1 utf8 TRUE foo FALSE", "u8gen::foo is not installed here")
end

function TestProjects.test_cmake_optimizes_unless_flags_say_otherwise()
  skip_without "cmake"
  local lines <const> = "cmake_minimum_required(VERSION 3.20)\nproject(x LANGUAGES C)\n%sadd_subdirectory(u8gen)\n"
    .. "add_executable(x main.c)\ntarget_link_libraries(x u8gen::utf8)\n"
  for i, case in ipairs { { "", "", true }, { "CFLAGS=-Os ", "", false }, { "", "add_compile_options(-Og)\n", false },
    { "", "set(CMAKE_BUILD_TYPE Debug)\n", false }, { "CFLAGS=-g ", "", true } } do
    local folder <const> = "optimizes" .. i
    project(folder, { ["main.c"] = MAIN_C, ["CMakeLists.txt"] = lines:format(case[2]) })
    local flags <const> = expect(case[1] .. "cmake -B build -D CMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null && grep '/utf8.c.o -c' "
      .. "build/compile_commands.json", 0, folder, "-std=gnu99")
    lu.assertEquals(flags:find(" -O2 ", 1, true) ~= nil, case[3], case[1] .. case[2] .. flags)
  end
end

function TestProjects.test_meson_optimizes_unless_flags_say_otherwise()
  skip_without("meson", "command -v meson && command -v ninja")
  local lines <const> = "project('x', 'c', default_options: ['c_std=gnu89'])\nlibrary('x', 'lib.c', dependencies: dependency('u8gen-utf8', "
    .. "fallback: 'u8gen'))\n"
  for i, case in ipairs { { "", "", true }, { "CFLAGS=-Os ", "--buildtype=plain", false }, { "", "--buildtype=plain", true } } do
    local folder <const> = "meson" .. i
    expect(("mkdir -p %s/subprojects"):format(folder), 0)
    project(folder, { ["lib.c"] = LIB_C, ["meson.build"] = lines }, "subprojects/u8gen")
    expect(("%smeson setup build %s"):format(case[1], case[2]), 0, folder)
    local flags <const> = expect("grep -A4 '^build .*utf8.c.o:' build/build.ninja", 0, folder, "-std=c99")
    lu.assertEquals(flags:find(" -O2 ", 1, true) ~= nil, case[3], flags)
  end
  expect("ninja -C build", 0, "meson1")
  lu.assertNotStrContains(assert(io.open "meson.build"):read "a", "run_command")
end

function TestProjects.test_make_with_an_absolute_path_that_contains_a_space()
  local makefile <const> = ("U8GEN_PAIRS := utf8\ninclude %s/packaging/u8gen.mk\n"):format((WORK .. "/make it/u8gen"):gsub(" ", "\\ "))
    .. "$(eval $(call u8gen_generate,mine,rules.lua,--kernels dfa))\n"
    .. "main: main.c lib.c $(U8GEN_OBJECTS) $(U8GEN_HEADERS)\n"
    .. "\t$(CC) $(CFLAGS) $(U8GEN_CFLAGS) -o $@ main.c lib.c $(U8GEN_OBJECTS)\n"
  local rules <const> = assert(io.open "gen/specs/utf-8.lua"):read "a"
  project("make it", { ["lib.c"] = LIB_C, ["main.c"] = MAIN_C, ["rules.lua"] = rules, Makefile = makefile })
  local output <const> = expect("make CFLAGS='-std=gnu90 -DUTF8_NO_SIMD -DMINE_NO_SIMD' && ./main", 0, "make it", "u8gen gen --prefix mine")
  lu.assertStrContains(output, "cc -O2 ")
  expect("make CFLAGS=-DUTF8_NO_SIMD; touch -d 'now + 1 minute' u8gen/templates/files/encoding.c; make -n", 0, "make it",
    "'main' is up to date",
    "u8gen gen --prefix mine")
  local generated <const> = makefile:gsub("^.-\n", ""):gsub("make\\ it", "make%%2F="):gsub("\nmain:.*", "\n")
  project("make%2F=", { ["rules.lua"] = rules, Makefile = generated })
  expect("make build/u8gen/mine/mine.c", 0, "make%2F=", "u8gen gen --prefix mine -o build/u8gen/mine  --kernels dfa")
end

function TestProjects.test_nothing_is_installed_into_a_path_cut_at_a_space()
  install("PREFIX=$PWD/c d/local", 2, "quote names of folders with spaces", "d/local")
  expect("test ! -e c && test ! -e 'c d'", 0)
end

-- ---- C that a build generates ----

TestGenerated = {}

---Changes the rules, and then files of u8gen, and checks what the build does.
---@param folder string
---@param build string
---@param main string the program
---@param message string a text that a build prints when it generates C
local function rebuilds(folder, build, main, message)
  local minutes = 0
  ---Builds after a change of the rules, each time with a newer time stamp, so that the clock's resolution does not matter.
  local function after(change, status, ...)
    minutes = minutes + 1
    return expect(("%s; touch -d 'now + %d minutes' rules.lua; %s"):format(change, minutes, build), status, folder, ...)
  end
  local function source()
    return read(folder .. "/build/u8gen/utf8/utf8.c")
  end
  local before <const> = source()
  lu.assertNotStrContains(expect(build, 0, folder), message)
  after("sed -i 's/A0..BF/A0.BF/' rules.lua", 2, "rules.lua:17: error: cannot read \"A0.BF\"")
  lu.assertEquals(source(), before)
  lu.assertEquals(expect("find . -name '*.new'", 0, folder), "")
  after("sed -i '/examples/,$d; /well_formed/,/]]/d; /^form \"110xxxxx/d' rules.lua", 0)
  expect(main, 0, folder, "byte 2: not_a_form")
  lu.assertNotEquals(source(), before)
  expect("touch -d 'now + 9 seconds' u8gen/templates/files/encoding.c; " .. build, 0, folder, message)
  expect("touch -d 'now - 1 day' rules.lua u8gen/templates/files/encoding.c; touch u8gen/gen/emit/emit.lua; " .. build, 0, folder, message)
  lu.assertNotStrContains(expect(build, 0, folder), message)
end

function TestGenerated.test_cmake_rebuilds_after_a_change_of_the_rules()
  walk("Generated with CMake", "generated")
  expect("readelf -sW build/libtext.a | grep ' utf8_valid$'", 0, "generated", " HIDDEN ")
  rebuilds("generated", "cmake --build build", "build/main", "Generating utf8 from")
end

function TestGenerated.test_make_rebuilds_after_a_change_of_the_rules()
  walk("Generated with Make", "generated_make")
  rebuilds("generated_make", "make CFLAGS='-O0 -DUTF8_NO_SIMD'", "./main", "u8gen/packaging/../u8gen gen")
end

---A second build generates nothing, unless the rules have changed. Paths with odd characters have no depfile.
function TestGenerated.test_cmake_with_each_generator_and_in_paths_with_odd_characters()
  skip_without("cmake and ninja", "command -v cmake && command -v ninja")
  local lines <const> = "cmake_minimum_required(VERSION 3.20)\nproject(x LANGUAGES C)\n"
    .. "include(../tree/packaging/cmake/u8gen-generate.cmake)\nu8gen_generate(x SPEC rules.lua KERNELS dfa)\n"
  local rules <const> = assert(io.open "gen/specs/mqtt-strict.lua"):read "a"
  for i, case in ipairs { { "Ninja", "plain" }, { "Unix Makefiles", "feature%2F(x)=y" }, { "Ninja", "feature%2F(x)=y$*" } } do
    local folder <const> = case[2] .. i
    project(folder, { ["CMakeLists.txt"] = lines, ["rules.lua"] = rules })
    expect(("cmake -G '%s' -B build && cmake --build build"):format(case[1]), 0, folder, "Generating x from ")
    lu.assertNotStrContains(expect("cmake --build build", 0, folder), "Generating")
    expect("touch -d 'now + 1 minute' rules.lua; cmake --build build", 0, folder, "Generating x from ")
  end
end

os.exit(lu.LuaUnit.run())
