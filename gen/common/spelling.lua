-- SPDX-License-Identifier: 0BSD
-- spelling: finds the known word that is nearest to an unknown one, for messages.
--
-- In:  "utf-9" and { "cesu-8", "utf-8", "wtf-8" }. Out: "utf-8", one edit away.

local M = {}

---The number of single edits between two words (Levenshtein 1965). Uses no string methods: sandbox.lua disables them while a spec runs.
local function edits(a, b)
  local row = {}
  for j = 0, #b do
    row[j] = j
  end
  for i = 1, #a do
    local corner
    corner, row[0] = row[0], i
    for j = 1, #b do
      corner, row[j] = row[j], math.min(row[j] + 1, row[j - 1] + 1, corner + (string.byte(a, i) == string.byte(b, j) and 0 or 1))
    end
  end
  return row[#b]
end

---@param word string
---@param known string[]
---@return string? the nearest known word, the first of several equally near ones; nil if `known` is empty
function M.nearest(word, known)
  local best, distance
  for _, other in ipairs(known) do
    local between <const> = edits(word, other)
    if not best or between < distance then
      best, distance = other, between
    end
  end
  return best
end

return M
