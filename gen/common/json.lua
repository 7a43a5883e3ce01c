-- SPDX-License-Identifier: 0BSD
-- json: writes a table as JSON, in one line for programs or laid out for readers.
--
-- In:  strings of UTF-8, integers, booleans, tables. Out: JSON text. A table is an array if it has an element 1 or is empty, so no object
--      may be empty. { a = 1, b = { "x" } } is {"a":1,"b":["x"]}. `laid_out` puts each element of a long table on a line of its own.

local lists = require "gen.common.lists"

local M = {}

---The most bytes of a table on one line. They include the indent of its elements, but not the key before the table.
local WIDTH <const> = 120

local function quoted(text)
  return '"' .. text:gsub('[%c"\\]', function(c) return ("\\u%04x"):format(c:byte()) end) .. '"'
end

---The elements of an array, or the members of an object, sorted by their keys.
---@param write fun(value: any): string
---@param colon string
---@return string[] parts
---@return string brackets
local function parts_of(value, write, colon)
  local parts <const> = {}
  if value[1] ~= nil or next(value) == nil then
    for i, element in ipairs(value) do
      parts[i] = write(element)
    end
    return parts, "[]"
  end
  local keys <const> = lists.keys(value)
  for i, key in ipairs(keys) do
    parts[i] = quoted(key) .. colon .. write(value[key])
  end
  return parts, "{}"
end

local function atom(value)
  return type(value) == "string" and quoted(value) or tostring(value)
end

---@param value any
---@return string
function M.text(value)
  if type(value) ~= "table" then
    return atom(value)
  end
  local parts <const>, brackets <const> = parts_of(value, M.text, ":")
  return brackets:sub(1, 1) .. table.concat(parts, ",") .. brackets:sub(2)
end

---As `text`, but with a space after each comma and colon. In arrays and objects that are too long for one line, each element begins a line.
---@param value any
---@param indent string? of the line on which the value begins
---@return string
function M.laid_out(value, indent)
  if type(value) ~= "table" then
    return atom(value)
  end
  local inner <const> = (indent or "") .. "  "
  local parts <const>, brackets <const> = parts_of(value, function(element) return M.laid_out(element, inner) end, ": ")
  local line <const> = brackets:sub(1, 1) .. table.concat(parts, ", ") .. brackets:sub(2)
  if #inner + #line <= WIDTH and not line:find("\n", 1, true) then
    return line
  end
  return ("%s\n%s%s\n%s%s"):format(brackets:sub(1, 1), inner, table.concat(parts, ",\n" .. inner), indent or "", brackets:sub(2))
end

return M
