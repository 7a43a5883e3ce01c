-- SPDX-License-Identifier: 0BSD
-- results: appends a line for each result of a part of `make trust` to the file that the environment variable TRUST_RESULTS names.
--
-- In:  part, subject (such as an encoding or a kernel), the property examined, the number of cases, the tool (and its version), and a
--      verdict: `passed`, `failed`, or `skipped: reason`. Out: a line with these fields, separated by tabs; nothing without TRUST_RESULTS.
--      `read` returns the fields of all lines of such a file, except the part.
--
--     outside   utf8   well-formed or not, as jansson   4311 cases   jansson 2.14   passed

local files <const> = require "gen.common.files"

local M = {}

---@param ... string part, subject, what, how much, by, verdict
function M.add(...)
  local name <const> = os.getenv "TRUST_RESULTS"
  if name and name ~= "" then
    local file <const> = assert(io.open(name, "ab"))
    file:write(table.concat({ ... }, "\t"), "\n")
    file:close()
  end
end

---@param name string a file's name; without the file, there are no results
---@return table[] { { subject, what, much, by, verdict }, ... }
function M.read(name)
  local list <const> = {}
  for line in (files.read(name) or ""):gmatch "[^\n]+" do
    local _, subject <const>, what <const>, much <const>, by <const>, verdict <const> = line:match(("([^\t]*)\t"):rep(5) .. "([^\t]*)$")
    if verdict then
      list[#list + 1] = { subject = subject, what = what, much = much, by = by, verdict = verdict }
    end
  end
  return list
end

return M
