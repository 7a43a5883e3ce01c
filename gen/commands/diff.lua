-- SPDX-License-Identifier: 0BSD
-- diff: `u8gen diff` shows the shortest texts that only one of two encodings accepts.
--
-- In:  the arguments. Out: lines, from differences.lua (the playground also uses it); exit status 1 if the encodings differ.

local outside = require "gen.common.outside"
local console = require "gen.commands.console"
local differences = require "gen.commands.differences"
local jobs = require "gen.commands.jobs"

local M = {}

---@param root string the project's folder
---@param args table
---@return integer exit status
function M.run(root, args)
  local pair = {}
  for i, word in ipairs { args.one, args.other } do
    pair[i] = { name = outside.shown(word), model = jobs.load_language(root, word) }
  end
  local text, same = differences.show(pair[1], pair[2])
  console.put(text)
  return same and 0 or 1
end

return M
