-- SPDX-License-Identifier: 0BSD
-- lists: maps, filters, sums and copies of lists and tables.
--
-- In:  lists or tables, and functions of their members. Out: lists, sets, tables, numbers, truth values, a text, or a function that caches.
--      joined({ 1, 2 }, ", ", function(n) return "x" .. n end) is "x1, x2".

local M = {}

---The results of a function for each member and its place.
---@param list table
---@param make fun(member: any, place: integer): any
function M.map(list, make)
  local out <const> = {}
  for i, member in ipairs(list) do
    out[i] = make(member, i)
  end
  return out
end

---The results of `map`, joined to one text.
---@param glue string the text between two results
function M.joined(list, glue, make)
  return table.concat(M.map(list, make), glue)
end

---The results of a function for each member, except nil and false.
---@param make fun(member: any, place: integer): any
function M.picked(list, make)
  local out <const> = {}
  for i, member in ipairs(list) do
    out[#out + 1] = make(member, i) or nil
  end
  return out
end

---Whether a test is true for some member.
---@param test fun(member: any, place: integer): any
function M.any(list, test)
  for i, member in ipairs(list) do
    if test(member, i) then
      return true
    end
  end
  return false
end

---The sum of the results of a function for each member.
function M.sum(list, number)
  local sum = 0
  for _, member in ipairs(list) do
    sum = sum + number(member)
  end
  return sum
end

---The greatest result of a function for a member; 0 if no result is greater than 0.
function M.most(list, number)
  local most = 0
  for _, member in ipairs(list) do
    most = math.max(most, number(member))
  end
  return most
end

---A set of the members, each with the value true.
function M.set(list)
  local set <const> = {}
  for _, member in ipairs(list) do
    set[member] = true
  end
  return set
end

---A new list: the members of one list, then those of another.
function M.concat(list, other)
  return table.move(other, 1, #other, #list + 1, { table.unpack(list) })
end

---Copies all fields of other tables into a table.
---@return table target
function M.update(target, ...)
  for _, source in ipairs { ... } do
    for key, value in next, source do
      target[key] = value
    end
  end
  return target
end

---`make` with a cache: the result for a table is kept as long as the table exists.
---@param make fun(one: table): table
function M.remembered(make)
  local known <const> = setmetatable({}, { __mode = "k" })
  return function(one)
    known[one] = known[one] or make(one)
    return known[one]
  end
end

---The cached value of a key. If none is cached, `make` computes it; nil is cached as false.
---@param cache table
---@param make fun(): any
function M.once(cache, key, make)
  if cache[key] == nil then
    cache[key] = make() or false
  end
  return cache[key]
end

---The keys of a table, sorted.
function M.keys(set)
  local out <const> = {}
  for key in next, set do
    out[#out + 1] = key
  end
  table.sort(out)
  return out
end

return M
