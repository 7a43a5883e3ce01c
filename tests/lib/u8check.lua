-- SPDX-License-Identifier: 0BSD
-- u8check: runs u8check in a separate folder for each test file.
--
-- In:  build/u8check, or the program that the variable U8CHECK names. Out: its output and its exit status. run_tests runs
--      luaunit and removes the folder. In a command, the word u8check means the program.

local lu <const> = require "luaunit"
local json <const> = require "tests.lib.json"

local M = {}

M.PROGRAM = io.popen("realpath " .. (os.getenv("U8CHECK") or "build/u8check")):read("l")
M.FOLDER = assert(io.popen("mktemp -d"):read("l"))
M.START = "00..7F or C2..F4"    -- the bytes that can begin a character

---Quotes a word for the shell.
function M.quote(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

---Writes a file into the folder. @return string name
function M.file(name, text)
  local out <const> = assert(io.open(M.FOLDER .. "/" .. name, "wb"))
  assert(out:write(text) and out:close())
  return name
end

---Writes a file into the folder. @return string path
function M.path(name, text)
  return M.FOLDER .. "/" .. M.file(name, text)
end

---@param command string run by sh in the folder
---@return string output of both streams
---@return integer status
function M.run(command)
  command = command:gsub("%f[%w_/.]u8check%f[%s]", (M.PROGRAM:gsub("%%", "%%%%")))
  local pipe <const> = assert(io.popen(("cd '%s' && { %s\n} 2>&1"):format(M.FOLDER, command), "r"))
  local output <const> = pipe:read("a")
  local _, _, status <const> = pipe:close()
  return output, status
end

function M.u8check(arguments)
  return M.run(M.PROGRAM .. " " .. arguments)
end

---@return string output of stdout alone: no hint, no note
---@return integer status
function M.verdict(arguments)
  return M.u8check(arguments .. " 2>/dev/null")
end

---@return string output of stderr alone
function M.remarks(arguments)
  return (M.u8check(arguments .. " 2>&1 >/dev/null"))
end

---Runs u8check on a text that arrives through a pipe in pieces.
---@param text string
---@param size integer of a piece in bytes
---@param arguments string?
function M.piped(text, size, arguments)
  local path <const> = M.path("piped", text)
  return M.run(("dd if=%s ibs=%d obs=%d 2>/dev/null | %s %s"):format(path, size, size, M.PROGRAM, arguments or ""))
end

---The bytes that hexadecimal digits such as "C3 A9" denote.
function M.bytes(hex)
  return (hex:gsub("%x%x%s*", function(pair) return string.char(tonumber(pair:sub(1, 2), 16)) end))
end

---The kernels that this machine can run.
---@param encoding string?
function M.kernels(encoding)
  local names <const> = {}
  for name in M.u8check("--help --encoding " .. (encoding or "utf-8")):match("Kernels here:([^;]+);"):gmatch("%S+") do
    names[#names + 1] = name
  end
  return names
end

---The line that u8check prints for a fault. `fault` is { hex, line, column, byte, name of the fault, the text in parentheses }.
function M.line_of(name, fault)
  return ("%s: line %d, column %d, byte %d: %s (%s)\n"):format(name, table.unpack(fault, 2))
end

---The decoded lines of JSON.
function M.json_lines(output)
  local list <const> = {}
  for line in output:gmatch("([^\n]*)\n") do
    list[#list + 1] = json.decode(line)
  end
  return list
end

---The places of the faults in lines of JSON.
function M.places(output)
  local list <const> = {}
  for i, found in ipairs(M.json_lines(output)) do
    lu.assertEquals(found.type, "fault")
    list[i] = { line = found.line, column = found.column, byte = found.byte, length = found.length }
  end
  return list
end

---Whether the shell finds a program.
function M.has(program)
  return select(2, M.run("command -v " .. program .. " >/dev/null")) == 0
end

---Runs all tests, or the tests that the command line names, and exits.
function M.run_tests()
  local failures <const> = lu.LuaUnit.run("-v", table.unpack(arg))
  os.execute("rm -rf " .. M.FOLDER)
  os.exit(failures == 0 and 0 or 1)
end

return M
