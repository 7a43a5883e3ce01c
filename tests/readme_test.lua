-- SPDX-License-Identifier: 0BSD
-- README.md keeps its word: its examples run as they stand there.
--
-- Needs: build/u8check
-- In: README.md. Out: luaunit's lines. The one idea: the commands and programs are taken out of the text, not
-- typed again, so that a change of either is noticed.
-- Example: the block that begins with "```c" becomes example.c, and the command below it is run beside it.

local lu <const> = require "luaunit"

local readme <const> = assert(io.open("README.md")):read("a")
local root <const> = io.popen("pwd"):read("l")
local folder <const> = assert(io.popen("mktemp -d"):read("l"))

---@param language string
---@return string code of the first block in that language
local function block(language)
  return assert(readme:match("\n```" .. language .. "\n(.-\n)```\n"), "README.md has no block of " .. language)
end

---@param beginning string of a command in README.md
---@return string command
local function command(beginning)
  local at <const> = assert(readme:find("\n    " .. beginning, 1, true), "README.md has no command " .. beginning)
  return readme:match("^    ([^\n]+)", at + 1)
end

---Runs a command in a folder that looks like the project's, but for build/.
---@return string output of both streams
local function run(text)
  local pipe <const> = io.popen(("{ cd '%s' && %s\n} 2>&1"):format(folder, text))
  local output <const> = pipe:read("a")
  local ok <const> = pipe:close()
  return output, ok
end

local function write(name, text)
  assert(io.open(folder .. "/" .. name, "w")):write(text):close()
end

TestReadme = {}

function TestReadme.setUp()
  run(("mkdir build && ln -s '%s'/* . ; rm -f build/build; cp '%s/build/u8check' build"):format(root, root))
end

function TestReadme.tearDown()
  run("rm -rf ./*")
end

-- README.md says `prints X` after each example.
local function promised(after)
  local at <const> = assert(readme:find(after, 1, true))
  return readme:match("prints `([^`]+)`", at):gsub("\n", " ") .. "\n"
end

function TestReadme.test_the_program()
  write("example.c", block("c"))
  local compile <const> = command("cc -O2 -I build/app")
  local _, ok <const> = run(command("./u8gen gen utf-8 --prefix"))
  lu.assertTrue(ok)
  lu.assertEquals(run(compile), promised(compile))
end

function TestReadme.test_u8check()
  local check <const> = command("printf ")
  lu.assertEquals(run(check), promised(check))
end

-- A block of ```console is commands, each after "$ ", and all that they print.
function TestReadme.test_the_consoles()
  local count = 0
  for text in readme:gmatch("\n```console\n(.-\n)```\n") do
    for one, output in (text .. "$ "):gmatch("%$ ([^\n]+)\n(.-)%f[$]") do
      count = count + 1
      lu.assertEquals(run(one), output, one)
    end
  end
  lu.assertTrue(count >= 2)
end

function TestReadme.test_the_spec()
  write("build/utf8mb3.lua", block("lua"))
  for _, beginning in ipairs { "./u8gen tour build/", "./u8gen gen build/" } do
    local output <const>, ok <const> = run(command(beginning))
    lu.assertTrue(ok, output)
  end
  local output <const>, ok <const> = run("cc -O2 -c build/utf8mb3/utf8mb3.c -o build/utf8mb3.o && nm build/utf8mb3.o")
  lu.assertTrue(ok, output)
  lu.assertStrContains(output, "utf8mb3_valid")
end

function TestReadme.test_there_are_exactly_two_commands_to_set_up()
  local set_up <const> = readme:match("\n## Set%-up\n(.-)\n## ")
  local count <const> = select(2, set_up:gsub("\n    %S", ""))
  lu.assertEquals(count, 2)
end

function TestReadme.test_links_lead_somewhere()
  for path in readme:gmatch("%]%(([^)#]+)[^)]*%)") do
    lu.assertNotNil(io.open(path), path)
  end
end

function TestReadme.test_targets_of_make_exist()
  local help <const> = run("make help")
  for target in readme:gmatch("`make ([%l-]+)`") do
    lu.assertStrContains(help, "  " .. target .. " ")
  end
end

local failures <const> = lu.LuaUnit.run("-v")
os.execute("rm -rf " .. folder)
os.exit(failures == 0 and 0 or 1)
