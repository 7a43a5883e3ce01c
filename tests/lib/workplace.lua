-- SPDX-License-Identifier: 0BSD
-- workplace: a separate folder under build/ for a test file, and commands that run there.
--
-- In:  a name. Out: { folder, root, sh, expect, read, write, edit, files, clear } for the folder build/NAME. In a command, the word u8gen
--      means the program. To save time, a command that only runs u8gen runs in this process, and each spec is compiled once. A place that
--      is made with "processes" starts a process for each command.

local lfs <const> = require "lfs"
local lu <const> = require "luaunit"
local main <const> = require "gen.main"
local pipeline <const> = require "gen.pipeline"
local outside <const> = require "gen.common.outside"
local shell <const> = require "tests.lib.shell"

local HERE <const> = io.popen("pwd"):read("l")

-- Commands run in another current folder, where `require` must still find gen/.
package.path = HERE .. "/?.lua;" .. package.path

local compile <const>, compiled <const> = pipeline.compile, {}

---Replaces pipeline.compile: the same text with the same name is compiled only once.
function pipeline.compile(text, name)
  local key <const> = name .. "\0" .. text
  compiled[key] = compiled[key] or compile(text, name)
  return compiled[key]
end

---Runs u8gen in a folder.
---@param words string[] its arguments
---@return integer status
---@return string text of both streams
local function run_here(folder, words)
  local name <const>, output <const>, errors <const> = os.tmpname(), io.output(), io.stderr
  local file <const> = assert(io.open(name, "w+b"))
  io.output(file)
  io.stderr = file
  assert(lfs.chdir(folder))
  local ok <const>, status <const> = pcall(main.run, HERE, words)
  assert(lfs.chdir(HERE))
  io.output(output)
  io.stderr = errors
  file:seek("set")
  local text <const> = file:read("a")
  file:close()
  os.remove(name)
  return ok and status or error(status, 0), text
end

---Adds the functions that run commands in the folder of a place.
---@param as_processes boolean whether each command is a separate process
local function add_commands(place, as_processes)
  local sh <const> = shell.sh(place.folder)
  ---@return integer status
  ---@return string text of both streams
  function place.sh(command)
    local words <const> = not as_processes and outside.words(command)
    if words and words[1] == "u8gen" then
      return run_here(place.folder, { table.unpack(words, 2) })
    end
    local program <const> = ("'%s/u8gen' "):format(HERE)
    local line <const> = (command .. " "):gsub("%f[%w_/.]u8gen ", (program:gsub("%%", "%%%%")))
    return sh(line)
  end

  place.expect = shell.expect(place.sh)
end

---Adds the functions that read and write files in the folder of a place.
local function add_files(place)
  ---@return string? text nil if there is no such file
  function place.read(file)
    local handle <const> = io.open(place.folder .. "/" .. file, "rb")
    local text <const> = handle and handle:read("a")
    if handle then
      handle:close()
    end
    return text
  end

  function place.write(file, text)
    local handle <const> = assert(io.open(place.folder .. "/" .. file, "wb"))
    handle:write(text)
    handle:close()
  end

  ---Replaces the first occurrence of a string in a file; fails if there is none.
  function place.edit(file, from, to)
    local text <const> = assert(place.read(file))
    local at <const>, stop <const> = text:find(from, 1, true)
    lu.assertNotNil(at, file .. " has no " .. from)
    place.write(file, text:sub(1, at - 1) .. to .. text:sub(stop + 1))
  end

  ---The paths of all files below the folder, sorted, with a space after each: "./a ./sub/b ".
  function place.files()
    return (select(2, place.sh("find . -type f | LC_ALL=C sort | tr '\\n' ' '")))
  end

  function place.clear()
    os.execute(("rm -rf '%s' && mkdir -p '%s'"):format(place.folder, place.folder))
  end
end

---@param name string
---@param processes string? "processes": each command is a separate process, as users run it
---@return table place
return function(name, processes)
  local place <const> = { folder = HERE .. "/build/" .. name, root = HERE }
  add_commands(place, processes == "processes")
  add_files(place)
  return place
end
