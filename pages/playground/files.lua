-- SPDX-License-Identifier: 0BSD
-- files: replaces gen/common/files.lua in the page, which has no file system: files come from a table, and none is written.
--
-- In:  `page_file(name)`, which the worker sets: the text of a file of the project, or nil. Out: the functions of gen/common/files.lua that
--      a generation calls.

local M = {}

---@param name string "./templates/api/valid.h"
---@param most integer? maximum number of bytes
---@return string? text
---@return string? reason
function M.read(name, most)
  local text <const> = page_file((name:gsub("^%./", "")))
  if not text then
    return nil, name .. ": the page cannot read this file; write its statements into the spec"
  elseif most and #text > most then
    return nil, ("%s: it has more than %d bytes"):format(name, most)
  end
  return text
end

function M.join(...)
  return table.concat({ ... }, "/")
end

return M
