-- SPDX-License-Identifier: 0BSD
-- Tests the files of the Rust crates, and with ALL=1 runs the crates' own tests, which follow the rules of each encoding.
--
-- In:  packaging/rust, packaging/bindings, out/; cargo. Out: luaunit's lines.
-- The test compiles the crates only with ALL=1, since this takes long. `make ways` compiles them, too, from an empty folder.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local answers <const> = require "tests.lib.known_answers"
local files <const> = require "gen.common.files"
local functions <const> = require "packaging.bindings.functions"
local shell <const> = require "tests.lib.shell"

local HERE <const> = io.popen("pwd"):read("l")
local WORK <const> = HERE .. "/build/rust_test"
local PACKAGE <const> = WORK .. "/package"

local sh <const> = shell.sh(PACKAGE)
local expect <const> = shell.expect(sh)

os.execute(("rm -rf '%s' && mkdir -p '%s'"):format(WORK, WORK))
local SPECS <const> = select(2, sh("ls *.lua | sed 's/\\.lua$//' | xargs", HERE .. "/gen/specs")):gsub("%s+$", "")
assert(sh(("lua5.4 packaging/bindings/package.lua rust '%s' u8gen-sys/c %s"):format(PACKAGE, SPECS), HERE) == 0)

TestFiles = {}

function TestFiles.test_each_function_of_the_binding_is_a_field()
  local fields <const>, names <const>, at = functions.rust(), {}, 1
  for name in files.read("packaging/bindings/binding.h"):gmatch "\n    X%([%w_ *]+, ([%w_]+), " do
    names[#names + 1] = name
  end
  lu.assertTrue(#names > 15)
  for _, name in ipairs(names) do
    at = fields:find(("    pub %s: unsafe"):format(name), at, true)
    lu.assertNotNil(at, name)
  end
  lu.assertEquals(select(2, fields:gsub("unsafe extern", "")), #names)
  lu.assertStrContains(fields, 'pub trim: unsafe extern "C" fn(text: *const c_void, size: usize) -> usize,')
  lu.assertStrContains(fields, 'pub stream_start: unsafe extern "C" fn(stream: *mut Stream),')
end

function TestFiles.test_placeholders_are_filled()
  expect("grep -rn '@each\\|\\$version\\|\\$functions' --include='*.rs' --include='*.toml' .", 1)
  local manifest <const> = files.read(PACKAGE .. "/u8gen/Cargo.toml")
  for name in SPECS:gmatch "%S+" do
    local feature <const> = name:gsub("%W", "")
    lu.assertStrContains(manifest, ('\n%s = ["u8gen-sys/%s"]\n'):format(feature, feature))
  end
  -- This prevents publication by accident.
  lu.assertStrContains(manifest, "\npublish = false\n")
end

TestCrates = {}

local CARGO <const> = ("CARGO_TARGET_DIR='%s/target' cargo %%s --offline "):format(WORK)

function TestCrates.setUp()
  lu.skipIf(not os.getenv "ALL", "compiles only with ALL=1")
  lu.skipIf(not os.execute "command -v cargo >/dev/null 2>&1", "missing: cargo")
end

function TestCrates.test_the_tests_of_the_crates_pass()
  answers.write(WORK .. "/answers")
  local text <const> = expect(("ANSWERS='%s/answers' RUSTFLAGS='-D warnings' "):format(WORK) .. CARGO:format "test" .. "--all-features", 0)
  local passed = 0
  for count in text:gmatch "test result: ok%. (%d+) passed; 0 failed" do
    passed = passed + tonumber(count)
  end
  lu.assertTrue(passed >= 3 + select(2, SPECS:gsub("%S+", "")), text)
end

function TestCrates.test_without_the_standard_library()
  for _, features in ipairs { "utf8", "utf8 alloc", "" } do
    expect("RUSTFLAGS='-D warnings' " .. CARGO:format "check" .. ("--no-default-features --features '%s'"):format(features), 0)
  end
end

function TestCrates.test_error_messages()
  expect("CC=/none/cc " .. CARGO:format "build", 101, "u8gen-sys: cannot run /none/cc", "Install a C compiler (Debian: gcc, or clang)")
  expect("CC=false " .. CARGO:format "build", 101, "u8gen-sys: exit status: 1: false -std=c11")
  expect("CC= " .. CARGO:format "build", 101, "u8gen-sys: CC is empty")
  expect("AR=/none/ar " .. CARGO:format "build", 101, "u8gen-sys: cannot run /none/ar", "AR=")
end

os.exit(lu.LuaUnit.run())
