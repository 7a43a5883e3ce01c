-- SPDX-License-Identifier: 0BSD
-- ranges: sets of code points or bytes, as ascending lists of { lo, hi } that do not overlap.
--
-- In:  such lists; `union` and `join` take ranges in any order. Out: new lists; a number, a truth value, a text.
--      The union of 30..39 and 3A..40 is 30..40, as { {lo = 0x30, hi = 0x40} }. Without 35, it is 30..34 and 36..40.
--
-- The idea: `subtract` and `intersect` merge both lists in one pass.

local lists = require "gen.common.lists"

local M = {}

---@param list table of {lo, hi} in any order, overlapping or not
---@return table ranges ascending; ranges that touch are joined
function M.union(list)
  local sorted <const>, out = table.move(list, 1, #list, 1, {}), {}
  table.sort(sorted, function(a, b) return a.lo < b.lo end)
  for _, range in ipairs(sorted) do
    local last <const> = out[#out]
    if last and range.lo <= last.hi + 1 then
      last.hi = math.max(last.hi, range.hi)
    else
      out[#out + 1] = { lo = range.lo, hi = range.hi }
    end
  end
  return out
end

---The union of all lists, ascending; ranges that touch are joined.
function M.join(...)
  local all = {}
  for _, list in ipairs { ... } do
    table.move(list, 1, #list, #all + 1, all)
  end
  return M.union(all)
end

---The code points of a that are not in b.
function M.subtract(a, b)
  local out, j = {}, 1
  for _, range in ipairs(a) do
    local lo = range.lo
    while b[j] and b[j].hi < lo do
      j = j + 1
    end
    local at = j
    while b[at] and b[at].lo <= range.hi do
      if b[at].lo > lo then
        out[#out + 1] = { lo = lo, hi = b[at].lo - 1 }
      end
      lo, at = b[at].hi + 1, at + 1
    end
    if lo <= range.hi then
      out[#out + 1] = { lo = lo, hi = range.hi }
    end
  end
  return out
end

---The code points that only one of two lists has.
function M.differing(a, b)
  return M.join(M.subtract(a, b), M.subtract(b, a))
end

---The code points that are in both a and b.
function M.intersect(a, b)
  local out, i, j = {}, 1, 1
  while a[i] and b[j] do
    local lo <const>, hi <const> = math.max(a[i].lo, b[j].lo), math.min(a[i].hi, b[j].hi)
    if lo <= hi then
      out[#out + 1] = { lo = lo, hi = hi }
    end
    if a[i].hi < b[j].hi then
      i = i + 1
    else
      j = j + 1
    end
  end
  return out
end

---The number of members.
function M.count(list)
  return lists.sum(list, function(range) return range.hi - range.lo + 1 end)
end

---Whether a code point or byte is in ascending ranges.
function M.holds(ranges, code_point)
  local first, last = 1, #ranges
  while first < last do
    local middle <const> = (first + last) // 2
    if ranges[middle].hi < code_point then
      first = middle + 1
    else
      last = middle
    end
  end
  return ranges[first] ~= nil and ranges[first].lo <= code_point and code_point <= ranges[first].hi
end

---"U+0041, U+0061..U+007A"
---@param ranges table list of {lo, hi}
function M.text(ranges)
  return lists.joined(ranges, ", ", function(range)
    return range.lo == range.hi and ("U+%04X"):format(range.lo) or ("U+%04X..U+%04X"):format(range.lo, range.hi)
  end)
end

return M
