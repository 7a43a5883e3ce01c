-- SPDX-License-Identifier: 0BSD
-- The npm package (`make npm`): installed into an empty folder, it follows the rules of each encoding in node.
--
-- Without these tools the test is skipped with a message.

local lu <const> = require "luaunit"
local answers <const> = require "tests.lib.known_answers"
local figures <const> = require "tests.lib.figures"
local files <const> = require "gen.common.files"

local WORK <const> = "build/npm_test"
local PACKAGE <const> = WORK .. "/node_modules/u8gen"

local function output_of(command)
  local pipe <const> = io.popen("{ " .. command .. "; } 2>&1")
  local text <const> = pipe:read("a")
  return text, pipe:close() or false
end

---@return string? missing package, by Debian's name
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

function TestNpm.setUp()
  lu.skipIf(without ~= nil, "missing: " .. (without or ""))
  local said <const>, done <const> = output_of(("MAKEFLAGS= make -s npm && rm -rf %s && mkdir -p %s && "
    .. "tar -C %s --strip-components=1 -xzf build/npm/u8gen.tgz"):format(WORK, PACKAGE, PACKAGE))
  lu.assertTrue(done, said)
end

function TestNpm.test_it_keeps_its_promises_in_node()
  answers.write(WORK .. "/texts")
  local said <const>, done <const> = output_of(("node tests/interface/npm.mjs \"$PWD/%s\" <%s/texts"):format(WORK, WORK))
  lu.assertTrue(done, said)
  lu.assertStrMatches(said, ".*\n%d+ passed, 0 failed\n")
end

---The programs in its README print what the README says.
function TestNpm.test_its_readme()
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

---Bundlers leave out unused functions. esbuild is not required: tests/interface/npm.mjs looks at the modules' statements.
function TestNpm.test_bundles()
  lu.skipIf(not os.execute "command -v esbuild >/dev/null 2>&1", "missing: esbuild")
  for import, label in pairs {
    ["import { isUtf8 as used } from 'u8gen'"] = '{ isUtf8 } from "u8gen"` leaves ([%d.]+) KB',
    ["import { firstError as used } from 'u8gen'"] = "keep all encodings: ([%d.]+) MB",
  } do
    local said <const>, done <const> = output_of(("cd %s && printf '%%s\\n' \"%s; console.log(used)\" >bundle.mjs && "
      .. "esbuild bundle.mjs --bundle --format=esm --log-level=error --outfile=bundled.mjs"):format(WORK, import))
    lu.assertTrue(done, said)
    figures.check("packaging/npm/README.md", label, #files.read(WORK .. "/bundled.mjs"), label:find "MB" and 1000 * 1000 or 1000)
  end
end

function TestNpm.test_what_it_holds()
  local listed <const> = output_of "tar -tzf build/npm/u8gen.tgz"
  for _, name in ipairs { "LICENSE", "README.md", "package.json", "index.d.ts", "utf8.d.cts", "yaml12.js" } do
    lu.assertStrContains(listed, "package/" .. name .. "\n")
  end
  local manifest <const>, version <const> = files.read(PACKAGE .. "/package.json"), files.read("VERSION"):match("%S+")
  lu.assertStrContains(manifest, '"version": "' .. version)
  local size = 0
  for _, name in ipairs { "core", "text", "utf8" } do
    size = size + #files.read(("%s/%s.js"):format(PACKAGE, name))
  end
  figures.check("packaging/npm/README.md", '"u8gen/utf8"` loads ([%d.]+) KB', size, 1000)
  -- Never published by accident.
  lu.assertStrContains(manifest, '"private": true')
end

os.exit(lu.LuaUnit.run())
