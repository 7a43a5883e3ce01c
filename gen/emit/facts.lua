-- SPDX-License-Identifier: 0BSD
-- facts: reads back the facts about an encoding in a generated NAME.json.
--
-- In:  the text of a certificate (certificate.lua). Out: the facts as text for display:
--
--     UTF-8: { hash = "57eb66e8962668c9", counts = "128/1920/61440/1048576", window = "4", bits = "7", kernels = "dfa shift ..." }
--
-- The idea: deriving a plan takes time, and out/ already has the facts that a catalogue shows. `u8gen check` ensures that they are right.

local files = require "gen.common.files"

local M = {}

---The most bytes of a certificate.
local MOST_BYTES <const> = 1 << 20

---@param text string of NAME.json
---@return table? facts { hash (the spec's), counts, window, bits (the number of products in the cover; with L2 if the low nibble of the
---  current byte is also looked up), kernels }; nil if the text is not a certificate. `window` and `bits` are "-" if there are none
function M.of(text)
  local hash <const>, counts <const> = text:match '\n  "spec": "(%x+)"', text:match '\n  "characters": %[(.-)%]'
  local kernels <const> = text:match '\n  "kernels": %[(.-)%]'
  if not hash or not counts or not kernels then
    return nil
  end
  local products <const> = text:match '"products": %[(.-)%]'
  local bits <const> = products and ("%d%s"):format(select(2, products:gsub("{", "")), products:find '"this_low"' and " L2" or "")
  return {
    hash = hash, counts = counts:gsub("[%s,]+", "/"), window = text:match '\n  "window": {"bytes": (%d+)' or "-", bits = bits or "-",
    kernels = kernels:gsub('"', ""):gsub("[%s,]+", " "),
  }
end

---@param name string of a file
---@return table? facts nil if the file does not exist or is not a certificate
function M.of_file(name)
  local text <const> = files.read(name, MOST_BYTES)
  return text and M.of(text)
end

return M
