-- SPDX-License-Identifier: 0BSD
-- origin: where this project comes from, for package files, bills of materials and vendored copies.
--
-- In:  ORIGIN, in the project's folder: a line for each key, `KEY VALUE`, or KEY alone if it has no value. Out: the values, by key.
--
--     supplier    the u8gen authors
--     homepage
--
-- A key without a value gives nil, and `filled` omits the lines that name such a key. Values are inserted into package files and sed
-- commands, so few punctuation characters are allowed.

local files = require "gen.common.files"

local M = {}

local EXPECTED <const>, LONGEST <const> = "expected one line for each of %s", 80
local ADDRESS <const> = "^https://[%w][%w._~/%%#?=+@:-]*$"

---The pattern of each key's value.
local FORMS <const> = {
  supplier = "^%w[%w .'-]*$", homepage = ADDRESS, repository = ADDRESS, contact = "^[%w][%w._+-]*@[%w][%w.-]*$",
}

---The keys, sorted.
M.KEYS = { "contact", "homepage", "repository", "supplier" }

---@param text string of a file ORIGIN
---@param name string of the file, for errors
---@return table origin { supplier?, homepage?, repository?, contact? }
function M.of_text(text, name)
  local origin <const>, known <const>, number = {}, {}, 0
  local function must(condition, format, ...)
    return condition or error({ message = ("%s:%d: " .. format):format(name, number, ...) }, 0)
  end
  for line in text:gmatch "([^\n]*)\n" do
    number = number + 1
    local key <const>, value <const> = line:match "^(%l+) *(.*)$"
    must(FORMS[key] and not known[key], EXPECTED, table.concat(M.KEYS, ", "))
    must(value == "" or value:find(FORMS[key]) and #value <= LONGEST, "this is not a %s: %s", key, value)
    known[key], origin[key] = true, value ~= "" and value or nil
  end
  must(number == #M.KEYS, EXPECTED, table.concat(M.KEYS, ", "))
  return origin
end

---@param root string the project's folder
---@return table origin see M.of_text
function M.read(root)
  local name <const> = files.join(root, "ORIGIN")
  local text <const>, why <const> = files.read(name)
  return M.of_text(text or error({ message = "cannot read the origin: " .. why }, 0), name)
end

---Replaces each $KEY in a text. A line with a key that has no value is omitted.
---@param text string
---@param origin table
---@return string text
function M.filled(text, origin)
  local lines <const> = {}
  for line in text:gmatch "[^\n]*\n" do
    local whole = true
    line = line:gsub("%$(%l+)", function(key)
      whole = whole and (not FORMS[key] or origin[key] ~= nil)
      return origin[key]
    end)
    lines[#lines + 1] = whole and line or nil
  end
  return table.concat(lines)
end

return M
