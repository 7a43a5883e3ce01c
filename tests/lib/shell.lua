-- SPDX-License-Identifier: 0BSD
-- shell: runs commands in a folder, and checks their status and output.

local lu <const> = require "luaunit"

local M = {}

---@param folder string
---@param first string? commands that run before each one: "unset MAKEFLAGS;"
---@return fun(command: string, other: string?): integer, string sh runs a command in the folder, or in another one; returns its status,
---  and the text of both streams
function M.sh(folder, first)
  return function(command, other)
    local pipe <const> = io.popen(("cd '%s' && %s { %s\n} 2>&1"):format(other or folder, first or "", command))
    local text <const> = pipe:read("a")
    local _, _, status <const> = pipe:close()
    return status, text
  end
end

---@param sh function see above
---@return fun(command: string, status: integer, ...: string): string expect fails unless the command exits with this status and prints each
---  of `...`; returns the text
function M.expect(sh)
  return function(command, status, ...)
    local got <const>, text <const> = sh(command)
    lu.assertEquals(got, status, command .. "\n" .. text)
    for _, part in ipairs { ... } do
      lu.assertStrContains(text, part)
    end
    return text
  end
end

return M
