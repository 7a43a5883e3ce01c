-- SPDX-License-Identifier: 0BSD
-- list: `u8gen list` shows the catalogue.
--
-- In:  gen/specs/, and the certificates in out/. Out: a table, one line per encoding; a note if certificates are missing or old.

local path = require "pl.path"

local spec = require "gen.spec.spec"
local facts = require "gen.emit.facts"
local catalogue = require "gen.commands.catalogue"
local console = require "gen.commands.console"
local pages = require "gen.commands.pages"

local M = {}

---@param root string the project's folder
---@return integer exit status
function M.run(root)
  local entries = {}
  for i, name in ipairs(catalogue.names(root)) do
    local found <const> = catalogue.entry(root, name)
    local read <const> = spec.read(found.text, found.shown)
    entries[i] = { name = name, spec = read, facts = facts.of_file(path.join(root, "out", read.name, read.name .. ".json")) }
  end
  console.put(pages.list(entries))
  return 0
end

return M
