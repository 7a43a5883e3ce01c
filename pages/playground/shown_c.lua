-- SPDX-License-Identifier: 0BSD
-- shown_c: the data of the emitted C for the page: the possible options, and the files of a choice with the origins of their lines.
--
-- In:  a model with its plan; a choice of options, see packed.pair. Out of `choices`: { prefix, kernels, functions }. Out of `of`:
--      { command, files = { {name, text, bytes, lines} }, origins, with = see gen/commands/options.lua }.

local api = require "gen.kernel.api"
local origins = require "pages.origins"
local packed = require "pages.packed"
local selection = require "gen.kernel.selection"

local M = {}

---@param model table
---@return table
function M.choices(model)
  local shown <const>, refused <const> = { prefix = model.spec.name, functions = {} }, {}
  local parts <const>, missing <const> = api.of(model)
  for _, one in ipairs(missing) do
    refused[one.name] = one.reason
  end
  for i, row in ipairs(api.functions) do
    shown.functions[i] = {
      name = row.name, always = row.always, refused = not api.has(parts, row.name) and (refused[row.name] or "it is not possible") or nil,
    }
  end
  shown.kernels = selection.of(model, { no_scanner = true }).names
  return shown
end

---@param model table
---@param choice table
---@return table
function M.of(model, choice)
  local files <const>, options <const> = packed.pair(model, choice)
  local shown <const> = { command = options.command, files = {}, origins = origins.of(model, files, options.prefix), with = options.with }
  for i, file in ipairs(files) do
    local _ <const>, lines <const> = file.text:gsub("\n", "")
    shown.files[i] = { name = file.name, text = file.text, bytes = #file.text, lines = lines }
  end
  return shown
end

return M
