-- SPDX-License-Identifier: 0BSD
-- json: a table as JSON, for the page.
--
-- In:  strings of UTF-8, integers, booleans, tables. Out: JSON text. A table that has an element 1, or none at all, is an array; so no
--      object may be empty. { a = 1, b = { "x" } } is {"a":1,"b":["x"]}.

local M = {}

local function quoted(text)
  return '"' .. text:gsub('[%c"\\]', function(c) return ("\\u%04x"):format(c:byte()) end) .. '"'
end

---@param value any
---@return string
function M.text(value)
  if type(value) ~= "table" then
    return type(value) == "string" and quoted(value) or tostring(value)
  end
  local parts <const> = {}
  if value[1] ~= nil or next(value) == nil then
    for i, element in ipairs(value) do
      parts[i] = M.text(element)
    end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  local keys <const> = {}
  for key in next, value do
    keys[#keys + 1] = key
  end
  table.sort(keys)
  for i, key in ipairs(keys) do
    parts[i] = quoted(key) .. ":" .. M.text(value[key])
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

return M
