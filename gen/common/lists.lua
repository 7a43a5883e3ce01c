-- SPDX-License-Identifier: 0BSD
-- lists: new lists of old ones.
--
-- In:  lists, and functions of their members. Out: lists, or a text.
--      joined({ 1, 2 }, ", ", function(n) return "x" .. n end) is "x1, x2".

local M = {}

---What a function gives of each member, and of its place.
---@param list table
---@param make fun(member: any, place: integer): any
function M.map(list, make)
  local out <const> = {}
  for i, member in ipairs(list) do
    out[i] = make(member, i)
  end
  return out
end

---The same as one text.
---@param glue string what stands between two
function M.joined(list, glue, make)
  return table.concat(M.map(list, make), glue)
end

---The members for which a test is true.
function M.where(list, test)
  local out <const> = {}
  for _, member in ipairs(list) do
    out[#out + 1] = test(member) and member or nil
  end
  return out
end

---The members of one list, and then of another.
function M.concat(list, other)
  return table.move(other, 1, #other, #list + 1, { table.unpack(list) })
end

---The keys of a table in order.
function M.keys(set)
  local out <const> = {}
  for key in next, set do
    out[#out + 1] = key
  end
  table.sort(out)
  return out
end

return M
