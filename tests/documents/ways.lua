-- SPDX-License-Identifier: 0BSD
-- ways: follows each way of docs/guide/ways.md, from an empty folder to a running program.
--
-- In:  the tarball of a release, and a word that selects ways by their titles (default: all). Out: a line for each way, `SECONDS  TITLE`,
--      or the package that is missing for it; the sum; `N passed, N failed[, N skipped]`; results (tests/lib/results.lua). If a way takes
--      more than ten seconds, also a line for each command that takes more than one second. If an output differs from the guide's, both
--      outputs. Exit status 1 if a way failed, or none passed.
-- The text between the title of a way (##) and the next title is run as tests/lib/shown.lua describes. The text before the first way
-- belongs to every way of the guide. The ways into other languages are sections of their packages' READMEs. If the guide shows only "..."
-- as the output of a command, the command must succeed.
--
--      0.9  Copy two files
--     14.2  Install
--              14.0  make -C u8gen install PREFIX="$PWD/local"
--     15.1  2 ways
-- 2 passed, 0 failed

package.path = "./?.lua;" .. package.path
local files <const> = require "gen.common.files"
local results <const> = require "tests.lib.results"
local shown <const> = require "tests.lib.shown"

local M = {}

M.GUIDE = "docs/guide/ways.md"

---Other documents with a way: the way's title in this file, and the document. The pattern OWN finds the way's section in the document.
local DOCUMENTS <const> = {
  { "JavaScript", "packaging/npm/README.md" },
  { "Python", "packaging/python/README.md" }, { "Rust", "packaging/rust/u8gen/README.md" }, { "C++20", "packaging/cpp/README.md" },
}
local OWN <const> = "\n## From an empty folder\n(.-)\n## "

---The packages that ways need in addition to a C compiler, make and those of setup.sh. A row has a pattern that matches titles of ways,
---Debian's name of a package, and a command that succeeds if the package is installed.
local NEEDS <const> = {
  { "CMake", "cmake", "command -v cmake" }, { "find_package", "cmake", "command -v cmake" },
  { "Meson", "meson", "command -v meson && command -v ninja" }, { "^Install$", "pkgconf", "command -v pkg-config" },
  { "JavaScript", "nodejs", "command -v node" }, { "JavaScript", "lld", "command -v wasm-ld && clang --print-targets | grep wasm32" },
  { "Python", "python3-dev", "python3 -c 'import sysconfig as s, os; os.stat(s.get_path(\"include\") + \"/Python.h\")'" },
  { "Python", "python3-pip", "python3 -m pip --version" },
  { "C%+%+20", "g++", "command -v c++" }, { "Rust", "cargo", "command -v cargo" },
  { "Debian", "debhelper", "command -v dh && command -v dpkg-buildpackage" },
}

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function read(name)
  return assert(files.read(name))
end

local function write(name, text)
  local file <const> = assert(io.open(name, "wb"))
  file:write(text)
  file:close()
end

---@param text string the text of one way; in the guide, the text before the first way is put before it
---@return table way { files: { name, text }[], commands: { command, shown }[] }
local function way_of(text)
  local way <const> = { files = {}, commands = {} }
  for _, block in ipairs(shown.blocks(text)) do
    if block.name then
      way.files[#way.files + 1] = block
    else
      local commands <const> = shown.commands(block.text)
      table.move(commands, 1, #commands, #way.commands + 1, way.commands)
    end
  end
  return way
end

---Returns the ways of the guide, in its order, and then the ways of DOCUMENTS.
---@return table[] ways { title, files, commands }
function M.ways()
  local parts, ways = {}, {}
  for part in (read(M.GUIDE):gsub("\n## ", "\n\0## ") .. "\0"):gmatch "(%Z*)%z" do
    parts[#parts + 1] = part
  end
  for i = 2, #parts do
    ways[i - 1] = way_of(parts[1] .. parts[i])
    ways[i - 1].title = parts[i]:match "^## ([^\n]+)"
  end
  for _, document in ipairs(DOCUMENTS) do
    local way <const> = way_of(assert(read(document[2]):match(OWN), document[2]))
    way.title = document[1]
    ways[#ways + 1] = way
  end
  return ways
end

---@return string? missing Debian's name of a package that a way needs and that is not installed
function M.missing(way)
  for _, need in ipairs(NEEDS) do
    if way.title:find(need[1]) and not os.execute("(" .. need[3] .. ") >/dev/null 2>&1") then
      return need[2]
    end
  end
end

---Returns the seconds of each command of a way that was followed in a folder.
local function seconds_of(folder, count)
  local seconds, before = {}, nil
  for i = 0, count do
    local ended <const> = tonumber((read(("%s/.ended.%d"):format(folder, i))))
    seconds[i], before = before and ended - before, ended
  end
  return seconds
end

---@param way table
---@param seconds number[] of its commands
---@return number total
---@return string text of lines
function M.report(way, seconds)
  local total, lines = 0, {}
  for i, step in ipairs(way.commands) do
    total = total + seconds[i]
    lines[#lines + 1] = seconds[i] > 1 and ("%15.1f  %s"):format(seconds[i], step.command) or nil
  end
  return total, ("%6.1f  %s\n"):format(total, way.title) .. (total > 10 and table.concat(lines, "\n") .. "\n" or "")
end

---Follows a way, in one shell. At the start, the folder has only the tarball, the way's files and hidden files of this function.
---@param way table
---@param tarball string
---@param folder string that is empty
---@param variables string? variables for the shell's environment
---@return string? trouble a message about the first command that does not do what the guide shows
---@return number[] seconds of each command
function M.walk(way, tarball, folder, variables)
  local lines = { ("cd %s || exit\nHOME=$PWD; export HOME"):format(quoted(folder)), "date +%s.%N >.ended.0" }
  assert(os.execute(("cp %s %s"):format(quoted(tarball), quoted(folder .. "/u8gen.tar.gz"))))
  for _, file in ipairs(way.files) do
    assert(os.execute(("mkdir -p %s"):format(quoted((folder .. "/" .. file.name):match "(.*)/"))))
    write(folder .. "/" .. file.name, file.text)
  end
  for i, step in ipairs(way.commands) do
    lines[#lines + 1] = ("{ %s\n} >.output.%d 2>&1 </dev/null; echo $? >.status.%d; date +%%s.%%N >.ended.%d"):format(step.command, i, i, i)
  end
  write(folder .. "/.walk", table.concat(lines, "\n") .. "\n")
  os.execute(("env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS %s sh "):format(variables or "") .. quoted(folder .. "/.walk"))
  local seconds <const> = seconds_of(folder, #way.commands)
  for i, step in ipairs(way.commands) do
    local output <const> = read(("%s/.output.%d"):format(folder, i))
    local status <const> = read(("%s/.status.%d"):format(folder, i))
    if not shown.is_shown(output, step.shown) or step.shown == "...\n" and status ~= "0\n" then
      return ("%s: '%s' printed\n%sand exited with %sthe guide shows\n%s"):format(way.title, step.command, output, status, step.shown),
        seconds
    end
  end
  return nil, seconds
end

---Makes a folder that exists while a function runs.
---@param with fun(folder: string): ...
function M.in_folder(with)
  local folder <const> = assert(io.popen("mktemp -d"):read("l"))
  local returned <const> = table.pack(pcall(with, folder))
  os.execute("rm -rf " .. quoted(folder))
  return assert(table.unpack(returned, 1, returned.n))
end

---@return integer status
local function run(tarball, word)
  local sum, failed, passed, skipped = 0, 0, 0, 0
  local function report(way, verdict)
    results.add("ways", way.title, "from an empty folder to a running program", "each command", "ways.lua", verdict)
  end
  for _, way in ipairs(M.ways()) do
    if way.title:find(word or "", 1, true) then
      local missing <const> = M.missing(way)
      M.in_folder(function(folder)
        if missing then
          skipped = skipped + 1
          print(("skipped: %s (%s is missing)"):format(way.title, missing))
          return report(way, ("skipped: %s is missing"):format(missing))
        end
        local trouble <const>, seconds <const> = M.walk(way, tarball, folder)
        local total <const>, text <const> = M.report(way, seconds)
        sum, passed, failed = sum + total, passed + (trouble and 0 or 1), failed + (trouble and 1 or 0)
        io.write(text, trouble and trouble .. "\n" or "")
        io.stdout:flush()
        report(way, trouble and "failed" or "passed")
      end)
    end
  end
  print(("%6.1f  %d ways"):format(sum, passed + failed))
  print(("%d passed, %d failed%s"):format(passed, failed, skipped > 0 and (", %d skipped"):format(skipped) or ""))
  return failed == 0 and passed > 0 and 0 or 1
end

if arg and arg[0]:find("ways%.lua$") then
  os.exit(run(arg[1], arg[2]))
end
return M
