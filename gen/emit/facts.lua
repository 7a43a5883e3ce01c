-- SPDX-License-Identifier: 0BSD
-- facts: what a generated NAME.json says of its encoding, read back.
--
-- In:  the text of a certificate (certificate.lua). Out: what was known of the encoding when it was made, as words to be shown:
--
--     UTF-8: { hash = "05909d0dbaf15650", counts = "128/1920/61440/1048576", window = "4", bits = "7", kernels = "dfa shift ..." }
--
-- The idea: deriving an encoding's plan takes most of a second, and what a catalogue tells of it is in out/ already; `u8gen check` sees
-- to it that it is right.

local files = require "gen.common.files"

local M = {}

---A certificate is not long; so many bytes at most.
local MOST_BYTES <const> = 1 << 20

---@param text string of NAME.json
---@return table? facts { hash (its spec's), counts, window, bits (of the nibble tables; L2: which look up the low nibble of the current
---  byte, too), kernels }; nil if it is no such file
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
---@return table? facts nil if it is not there, or is no such file
function M.of_file(name)
  local text <const> = files.read(name, MOST_BYTES)
  return text and M.of(text)
end

return M
