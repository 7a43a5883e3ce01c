-- SPDX-License-Identifier: 0BSD
-- facts: what a generated NAME_model.h says of its encoding, read back.
--
-- In:  the text of such a file. Out: what was known of the encoding when it was made: { hash (its spec's), counts, window, bits, kernels },
--      as words to be shown.
--
-- The idea: deriving an encoding's plan takes most of a second, and what a catalogue tells of it is in out/ already; `u8gen check` sees
-- to it that it is right. `listed` is what the template writes, and stands here beside its inverse:
--
--     UTF-8: { window = "4", bits = "7", kernels = "dfa shift ..." }      #define MODEL_LISTED "4", "7", "dfa shift ..."

local files = require "gen.common.files"

local M = {}

---A file of claims is not long; so many bytes at most.
local MOST_BYTES <const> = 1 << 20

---@param model table
---@param kernels string[] names of those that are made
---@return table listed { window, bits, kernels }
function M.listed(model, kernels)
  local products <const> = model.plan and model.plan.cover.products
  return {
    window = tostring(model.analysis.window or "-"), kernels = table.concat(kernels, " "),
    bits = products and ("%d%s"):format(#products, products[1][4] and " L2" or "") or "-",
  }
end

---@param text string of NAME_model.h
---@return table? facts nil if it is no such file
function M.of(text)
  local hash <const> = text:match("\n//   spec     (%x+) ")
  local counts <const> = text:match("model_counts%[%] = {%s*(.-)%s*}")
  local window <const>, bits <const>, kernels <const> = text:match('\n#define MODEL_LISTED "([^"\n]*)", "([^"\n]*)", "([^"\n]*)"\n')
  if not hash or not counts or not window then
    return nil
  end
  return { hash = hash, counts = counts:gsub(",?%s+", "/"):gsub(",$", ""), window = window, bits = bits, kernels = kernels }
end

---@param name string of a file
---@return table? facts nil if it is not there, or is no such file
function M.of_file(name)
  local text <const> = files.read(name, MOST_BYTES)
  return text and M.of(text)
end

return M
