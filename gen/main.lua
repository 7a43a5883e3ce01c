-- SPDX-License-Identifier: 0BSD
-- main: runs the command of a command line, and reports its errors.
--
-- In:  the project's folder, arguments. Out: an exit status; unexpected errors are raised again. Each command is a file in commands/.

local outside = require "gen.common.outside"
local progress = require "gen.common.progress"
local spec = require "gen.spec.spec"
local banner = require "gen.emit.banner"
local command_line = require "gen.commands.command_line"
local console = require "gen.commands.console"
local check = require "gen.commands.check"
local diff = require "gen.commands.diff"
local dot = require "gen.commands.dot"
local explain = require "gen.commands.explain"
local gen = require "gen.commands.gen"
local list = require "gen.commands.list"
local new = require "gen.commands.new"
local tour = require "gen.commands.tour"
local vendor = require "gen.commands.vendor"
local verify = require "gen.commands.verify"

local COMMANDS <const> = {
  check = check, diff = diff, dot = dot, explain = explain, gen = gen, list = list, new = new, tour = tour, vendor = vendor,
  verify = verify,
}

local M = {}

---@param root string the project's folder
---@param arguments string[]
---@return integer exit status
function M.run(root, arguments)
  local p <const> = command_line.parser(function()
    console.say("u8gen %s", banner.version(root))
    error({ status = 0 }, 0)
  end)
  p.error = function(_, message)
    error({ usage_error = true, message = message .. " ('u8gen --help' shows the usage)" }, 0)
  end
  local ok, result = pcall(function()
    local args <const> = p:parse(arguments)
    local empty <const> = command_line.empty(args)
    if empty then
      console.usage_error("%s", empty)
    end
    return COMMANDS[args.command].run(root, args)
  end)
  progress.finish()
  if ok then
    return result
  elseif type(result) ~= "table" then
    error(result, 0)
  elseif result.status then
    return result.status
  end
  local message <const> = result.path and spec.message(result) or "u8gen: error: " .. result.message
  io.stderr:write((message:gsub("[^\n]+", outside.shown)), "\n")
  return 2
end

return M
