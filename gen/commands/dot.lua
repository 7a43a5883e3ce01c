-- SPDX-License-Identifier: 0BSD
-- dot: `u8gen dot` writes the automaton as a graph.
--
-- In:  the arguments. Out: NAME.dot, for Graphviz.

local path = require "pl.path"

local files = require "gen.common.files"
local emit = require "gen.emit.emit"
local console = require "gen.commands.console"
local jobs = require "gen.commands.jobs"
local options_ = require "gen.commands.options"

local M = {}

---@param root string the project's folder
---@param args table
---@return integer exit status
function M.run(root, args)
  args.spec_word = args.spec
  local model <const>, spec_name <const> = jobs.load_language(root, args.spec)
  local folder <const> = args.output or "."
  local texts <const> = emit.picture(root, model, options_.of(model, spec_name, args))
  files.write(folder, texts)
  console.say("%s: %s; 'dot -Tsvg' draws it", model.spec.title, args.output and path.join(folder, texts[1].name) or texts[1].name)
  return 0
end

return M
