-- SPDX-License-Identifier: 0BSD
-- explain: `u8gen explain` shows how an encoding reads bytes.
--
-- In:  the arguments. Out: lines (explanation.lua).

local lists = require "gen.common.lists"
local catalogue = require "gen.commands.catalogue"
local console = require "gen.commands.console"
local explanation = require "gen.commands.explanation"
local jobs = require "gen.commands.jobs"

local M = {}

---@param root string the project's folder
---@param args table
---@return integer exit status
function M.run(root, args)
  local model <const> = jobs.load_language(root, args.spec)
  local bytes <const>, reason <const> = explanation.read_bytes(args.bytes, model.spec)
  if not bytes then
    console.usage_error("%s", reason)
  end
  local others <const> = lists.map(catalogue.names(root), function(name) return { name = name, model = jobs.load_language(root, name) } end)
  console.put(explanation.show(model, bytes, others, args.verbose))
  return 0
end

return M
