-- SPDX-License-Identifier: 0BSD
-- tour: `u8gen tour` shows the results of the stages before emit for a spec, or compares its tables with published ones.
--
-- In:  the arguments. Out: pages (pages.lua); exit status 1 if published tables are wrong.

local files = require "gen.common.files"
local kernel = require "gen.kernel.kernel"
local selection = require "gen.kernel.selection"
local console = require "gen.commands.console"
local jobs = require "gen.commands.jobs"
local pages = require "gen.commands.pages"

local M = {}

---Upper bound on the bytes of a file with published tables.
local MOST_PUBLISHED <const> = 1 << 20

---@param root string the project's folder
---@param args table
---@return integer exit status
function M.run(root, args)
  local model <const> = jobs.load_model(root, args.spec)
  if not args.against then
    console.put(pages.show(model, kernel.costs(model, selection.of(model, {}).vectors)))
    return 0
  end
  local text, why = files.read(args.against, MOST_PUBLISHED)
  if not text then
    console.usage_error("cannot read %s", why)
  end
  local report, right = pages.against(model, text, args.against)
  console.put(report)
  return right and 0 or 1
end

return M
