-- SPDX-License-Identifier: 0BSD
-- places: numbers the lines of a spec and of the specs that it is made from (the word `from`), so that a line's number shows its file.
--
-- In:  `files`: [0] = the spec's own file, [1] = the file that file 0 names after `from`, and so on; its field `from`: [1] = the line of
--      file 0 that names file 1, and so on. Out: a line of the spec's own file keeps its number; line 12 of file 1 is 12 - LINES. File 1 is
--      read before file 0, so of several lines, the line with the greatest number was read last.

local M = {}

---More than the lines of a spec, which has at most 1 MiB.
M.LINES = 1 << 21

---@return string? file, integer line in this file, integer number of the file
local function place_of(files, line)
  local number <const> = -((line - 1) // M.LINES)
  return files[number], line + number * M.LINES, number
end

---A line for a message: "line 12", or "line 12 of base.lua" if it is in another file than the spec's own.
---@param files table
---@param line integer
function M.text(files, line)
  local file <const>, number <const> = place_of(files, line)
  return line > 0 and ("line %d"):format(number) or ("line %d of %s"):format(number, file)
end

---Sets the path of an error of a spec, and makes its line a line of that file. In the message, lines of other files than the spec's own get
---the file's name. If the error is in such a file, all lines get names, and the place of `from` is added. Lines that no file has stay.
---@param files table
---@param err table { spec_error, line?, message }
function M.locate(files, err)
  local own <const> = not err.line or err.line > 0
  err.message = err.message:gsub("%f[%w]line (%-?%d+)", function(digits)
    local line <const> = math.tointeger(digits)
    return line and place_of(files, line) and (not own and line > 0 and "%s of %s" or "%s"):format(M.text(files, line), files[0])
  end)
  local number
  err.path, err.line, number = place_of(files, err.line or 1)
  if not own then
    err.message = ("%s; line %d of %s names this spec"):format(err.message, files.from[number], files[number - 1])
  end
end

return M
