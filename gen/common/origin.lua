-- SPDX-License-Identifier: 0BSD
-- origin: where this project comes from, for package files, banners, bills of materials and manual pages.
--
-- In:  ORIGIN, in the project's folder: a line for each key, `KEY VALUE`, or KEY alone if there is none. Out: the values, by key.
--
--     supplier    the u8gen authors
--     homepage
--
-- A key without a value is nil, and then nothing is written for it: no address is invented. Some values go into C comments, sed, XML-like
-- and shell texts, so only characters that mean nothing there are
-- allowed.

local files = require "gen.common.files"

local M = {}

local ADDRESS <const> = "^https://[%w][%w._~/%%#?=+@:-]*$"

---The form of each key's value.
local FORMS <const> = {
  supplier = "^%w[%w .'-]*$", homepage = ADDRESS, repository = ADDRESS, contact = "^[%w][%w._+-]*@[%w][%w.-]*$",
}

---The keys, sorted.
M.KEYS = { "contact", "homepage", "repository", "supplier" }

---The longest value: a banner's line holds it.
local LONGEST <const> = 80

---The values that were read, by project folder.
local read <const> = {}

local function fail(name, line, format, ...)
  error({ message = ("%s:%d: " .. format):format(name, line, ...) }, 0)
end

---@param text string of a file ORIGIN
---@param name string of the file, for errors
---@return table origin { supplier?, homepage?, repository?, contact? }
function M.of_text(text, name)
  local origin <const>, known <const>, number = {}, {}, 0
  for line in text:gmatch "([^\n]*)\n" do
    number = number + 1
    local key <const>, value <const> = line:match "^(%l+) *(.*)$"
    if not FORMS[key] or known[key] then
      fail(name, number, "expected one line for each of %s", table.concat(M.KEYS, ", "))
    elseif value ~= "" and (not value:find(FORMS[key]) or #value > LONGEST) then
      fail(name, number, "this is no %s: %s", key, value)
    end
    known[key], origin[key] = true, value ~= "" and value or nil
  end
  if number < #M.KEYS then
    fail(name, number, "expected one line for each of %s", table.concat(M.KEYS, ", "))
  end
  return origin
end

---@param root string the project's folder
---@return table origin see M.of_text
function M.read(root)
  if not read[root] then
    local name <const> = files.join(root, "ORIGIN")
    local text <const>, why <const> = files.read(name)
    if not text then
      error({ message = "cannot read the origin: " .. why }, 0)
    end
    read[root] = M.of_text(text, name)
  end
  return read[root]
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
