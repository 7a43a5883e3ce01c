-- SPDX-License-Identifier: 0BSD
-- Tests that the npm package (`make npm`), installed into an empty folder, follows the rules of each encoding in node.
--
-- Without clang, lld or node the test is skipped with a message. With ALL=1 (`make npm-test`), npm installs the package, and sizes are
-- printed.

local lu <const> = require "luaunit"
local answers <const> = require "tests.lib.known_answers"
local figures <const> = require "tests.lib.figures"
local files <const> = require "gen.common.files"
local origin <const> = require "gen.common.origin"

local WORK <const> = "build/npm_test"
local PACKAGE <const> = WORK .. "/node_modules/u8gen"
local TOOLS <const> = "build/npm-tools"
local ALL <const> = os.getenv "ALL" ~= nil

local function output_of(command)
  local pipe <const> = io.popen("{ " .. command .. "; } 2>&1")
  local text <const> = pipe:read("a")
  return text, pipe:close() or false
end

---@return string? missing Debian's names of the packages, with spaces between; nil if none is missing
local function missing()
  local names <const> = {}
  for package, probe in pairs { clang = "clang --print-targets | grep wasm32", lld = "command -v wasm-ld", nodejs = "command -v node" } do
    names[#names + 1] = not os.execute("{ " .. probe .. "; } >/dev/null 2>&1") and package or nil
  end
  table.sort(names)
  return #names > 0 and table.concat(names, " ") or nil
end

TestNpm = {}

local without <const> = missing()
if without then
  print(("skipped: npm (missing: %s)"):format(without))
end

local installed = false

function TestNpm.setUp()
  lu.skipIf(without ~= nil, "missing: " .. (without or ""))
  if installed then
    return
  end
  local install <const> = ALL and ("cd %s && npm install --offline --no-audit --no-fund ../npm/u8gen.tgz"):format(WORK)
    or ("mkdir -p %s && tar -C %s --strip-components=1 -xzf build/npm/u8gen.tgz"):format(PACKAGE, PACKAGE)
  local output <const>, done <const> = output_of(("MAKEFLAGS= make -s npm && rm -rf %s && mkdir -p %s && %s"):format(WORK, WORK, install))
  lu.assertTrue(done, output)
  installed = true
end

function TestNpm.test_the_tests_of_the_package_pass_in_node()
  answers.write(WORK .. "/texts")
  local output <const>, done <const> = output_of(("node tests/interface/npm.mjs \"$PWD/%s\" <%s/texts"):format(WORK, WORK))
  lu.assertTrue(done, output)
  lu.assertStrMatches(output, ".*\n%d+ passed, 0 failed\n")
end

---The programs in the README of the package print the output that the README shows.
function TestNpm.test_the_programs_of_the_readme()
  local programs = 0
  for program, output in files.read(PACKAGE .. "/README.md"):gmatch("\n```js\n(.-)```\n\nprints\n\n```\n(.-)```\n") do
    programs = programs + 1
    local file <const> = assert(io.open(WORK .. "/readme.mjs", "w"))
    file:write(program)
    file:close()
    lu.assertEquals(output_of(("cd %s && node readme.mjs"):format(WORK)), output)
  end
  lu.assertEquals(programs, 2)
end

local tools <const> = files.read(TOOLS .. "/node_modules/.package-lock.json")
if not tools then
  print "skipped: npm in bundlers and TypeScript (missing: npm packages; make npm-deps)"
end

---Needs the tools of `make npm-deps`. Without them, tests/interface/npm.mjs checks that bundlers can drop unused code.
function TestNpm.test_bundles_and_types()
  lu.skipIf(not tools, "missing: npm packages (make npm-deps)")
  local output <const>, done <const> = output_of(("node tests/interface/npm_tools.mjs %s %s %s"):format(WORK, TOOLS, ALL and "all" or ""))
  lu.assertTrue(done, output)
  lu.assertStrMatches(output, ".*\n%d+ passed, 0 failed\n")
  for name, label in pairs { isUtf8 = '{ isUtf8 } from "u8gen"` leaves ([%d.]+) KB', firstError = "keep all encodings: ([%d.]+) MB" } do
    local size <const> = tonumber(output:match("bundle esbuild " .. name .. ": (%d+)"))
    figures.check("packaging/npm/README.md", label, size, label:find "MB" and 1000 * 1000 or 1000)
  end
  if ALL then
    print(output)
  end
end

function TestNpm.test_the_contents_of_the_package()
  local listed <const> = output_of "tar -tzf build/npm/u8gen.tgz"
  for name in ("LICENSE README.md package.json index.d.ts utf8.d.cts utf8.wasm utf8-text.wasm wasm.d.ts yaml12.js"):gmatch "%S+" do
    lu.assertStrContains(listed, "package/" .. name .. "\n")
  end
  if ALL then
    print((output_of("du -b build/npm/u8gen.tgz; du -sb " .. PACKAGE)))
  end
  local manifest <const>, version <const> = files.read(PACKAGE .. "/package.json"), files.read("VERSION"):match("%S+")
  lu.assertStrContains(manifest, '"version": "' .. version)
  lu.assertStrContains(manifest, '"author": "' .. (origin.read(".").supplier or ""))
  lu.assertNotStrContains(manifest, "$")
  local size = 0
  for _, name in ipairs { "core", "text", "utf8" } do
    size = size + #files.read(("%s/%s.js"):format(PACKAGE, name))
  end
  figures.check("packaging/npm/README.md", '"u8gen/utf8"` loads ([%d.]+) KB', size, 1000)
  -- This prevents publication by accident.
  lu.assertStrContains(manifest, '"private": true')
end

os.exit(lu.LuaUnit.run())
