-- SPDX-License-Identifier: 0BSD
-- cover_exact: finds the fewest products of sets that contain all wanted cells of a grid, and no live cell.
--
-- In:  sizes = number of groups of each axis; which cells are not live, the last axis varying fastest; wanted cells, as lists of groups.
--      Out: { products = bit sets of groups, one for each axis; apart = indices of wanted cells such that no product can contain two;
--      candidates = the number of largest products }.
--      Two axes of two groups, the cell 2, 2 is live, the others are wanted: products { {1, 3}, {3, 1} }, apart { 2, 3 }.
--
-- The idea: only the largest products matter, which no other product without a live cell contains. They are computed axis by axis, as
-- intersections of sets (closed sets of a Galois connection). Dominated cells and products are removed. Branch and bound finds the fewest.

local lists = require "gen.common.lists"
local progress = require "gen.common.progress"

local M = {}

---The most steps of an exact search, about a second. Steps are counted, not timed, so that the result is the same everywhere.
local EFFORT <const> = 5000000
local EXHAUSTED <const> = {}
M.EFFORT, M.EXHAUSTED = EFFORT, EXHAUSTED

local NONE <const> = {}

---Subtracts steps from the remaining effort; raises EXHAUSTED if too little is left.
local function spend(effort, steps)
  progress.stage("fewest products, steps", EFFORT - effort.left, EFFORT)
  effort.left = effort.left - steps
  if effort.left < 0 then
    error(EXHAUSTED, 0)
  end
end

---All intersections of a family of bit sets, including the full set but not the empty one; ascending.
local function intersections(family, full, effort)
  local seen, list = { [full] = true }, { full }
  for _, set in ipairs(family) do
    spend(effort, #list)
    for i = 1, #list do
      local cut = list[i] & set
      if cut ~= 0 and not seen[cut] then
        seen[cut] = true
        list[#list + 1] = cut
      end
    end
  end
  table.sort(list)
  return list
end

---Whether a product contains a cell.
function M.holds(product, which)
  for axis, group in ipairs(which) do
    if product[axis] >> (group - 1) & 1 == 0 then
      return false
    end
  end
  return true
end

---The largest products of groups without a live cell, as lists of bit sets, one for each axis.
---@param sizes integer[] number of groups of each axis
---@param free boolean[]  free[i]: cell i is not live; the last axis varies fastest
local function largest_products(sizes, free, effort)
  local first <const> = sizes[1]
  local full <const> = (1 << first) - 1
  local rest = #free // first
  if #sizes == 1 then
    local set = 0
    for a = 1, first do
      set = set | (free[a] and 1 << (a - 1) or 0)
    end
    return set ~= 0 and { { set } } or {}
  end
  local allowed = {}
  for i = 1, rest do
    allowed[i] = 0
    for a = 1, first do
      allowed[i] = allowed[i] | (free[(a - 1) * rest + i] and 1 << (a - 1) or 0)
    end
  end
  local found, seen = {}, {}
  local rest_sizes <const> = { table.unpack(sizes, 2) }
  ---The groups of the first axis that are in `left` and form only free cells with a product of the other axes. The result contains `set`,
  ---for which the product was found. `axis` and `index` are the state of the recursion.
  local function widest(product, set, axis, index, left)
    if not rest_sizes[axis] then
      return left & allowed[index + 1]
    end
    for group = 0, rest_sizes[axis] - 1 do
      if product[axis] >> group & 1 == 1 then
        left = widest(product, set, axis + 1, index * rest_sizes[axis] + group, left)
        if left == set then
          break
        end
      end
    end
    return left
  end
  for _, set in ipairs(intersections(allowed, full, effort)) do
    spend(effort, rest)
    -- A cell of the other axes is free here if its cells for all groups in `set` are free.
    local free_rest = {}
    for i = 1, rest do
      free_rest[i] = allowed[i] & set == set
    end
    for _, product in ipairs(largest_products(rest_sizes, free_rest, effort)) do
      spend(effort, rest)
      local whole = { widest(product, set, 1, 0, full), table.unpack(product) }
      local key = table.concat(whole, ":")
      if not seen[key] then
        seen[key] = true
        found[#found + 1] = whole
      end
    end
  end
  return found
end

local function subset(a, b)
  for i in next, a do
    if not b[i] then
      return false
    end
  end
  return true
end

---For each integer, the number of sets that contain it; and an order of the sets: those that can make others superfluous come first.
local function counted(sets, drop_smaller)
  local count <const>, sizes <const>, order <const> = {}, {}, {}
  for i, set in ipairs(sets) do
    local size = 0
    for n in next, set do
      size, count[n] = size + 1, (count[n] or 0) + 1
    end
    sizes[i], order[i] = size, i
  end
  table.sort(order, function(i, j)
    if sizes[i] ~= sizes[j] then
      return sizes[i] < sizes[j] ~= drop_smaller
    end
    return i > j
  end)
  return count, order
end

---The members of a family that no other member makes superfluous; of members with equal sets, the last one stays.
---@param sets table sets[i]: the set of integers of member i
---@param drop_smaller boolean true: a set is superfluous if another one contains it; false: if it contains another one
local function kept(family, sets, drop_smaller, effort)
  spend(effort, #family * #family)
  local count <const>, order <const> = counted(sets, drop_smaller)
  ---The member of a set that the fewest sets contain.
  local function rarest(set)
    local found
    for n in next, set do
      found = found and count[found] <= count[n] and found or n
    end
    return found
  end
  -- staying[n]: sets that stay and contain n. Without drop_smaller, a set is listed only at its rarest member; supersets also have it.
  local staying <const>, stays <const> = {}, {}
  local function note(n, set)
    staying[n] = staying[n] or {}
    table.insert(staying[n], set)
  end
  local function is_needless(set)
    for n in next, drop_smaller and { [rarest(set) or NONE] = true } or set do
      for _, other in ipairs(staying[n] or NONE) do
        if subset(drop_smaller and set or other, drop_smaller and other or set) then
          return true
        end
      end
    end
    return false
  end
  for _, i in ipairs(order) do
    local set <const> = sets[i]
    stays[i] = not is_needless(set)
    if stays[i] and not drop_smaller then
      note(rarest(set), set)
    end
    for n in next, stays[i] and drop_smaller and set or NONE do
      note(n, set)
    end
  end
  return lists.picked(family, function(member, i) return stays[i] and member end)
end

---Removes cells that are covered whenever another cell is, and products whose cells another product has, until no cell is removed.
local function reduced(holders, effort)
  local before
  repeat
    before = #holders
    holders = kept(holders, holders, false, effort)
    local cells_of_product, products = {}, {}
    for i, holder in ipairs(holders) do
      for product in next, holder do
        if not cells_of_product[product] then
          cells_of_product[product] = {}
          products[#products + 1] = product
        end
        cells_of_product[product][i] = true
      end
    end
    table.sort(products)
    local best, cells = {}, {}
    for i, product in ipairs(products) do
      cells[i] = cells_of_product[product]
    end
    for _, product in ipairs(kept(products, cells, true, effort)) do
      best[product] = true
    end
    for i, holder in ipairs(holders) do
      local thin = {}
      for product in next, holder do
        thin[product] = best[product]
      end
      holders[i] = thin
    end
  until #holders == before
  return holders
end

local function size(set)
  local n = 0
  for _ in next, set do
    n = n + 1
  end
  return n
end

---The fewest products that contain all cells: removes dominated cells and products, then branches on the cell with the fewest products.
---@param holders table holders[cell] = set of products that contain it
---@param best integer a bound: only smaller covers are searched for
---@return table? products of a smallest cover below the bound
local function fewest(holders, best, effort)
  local cells = reduced(holders, effort)
  if #cells == 0 then
    return {}
  end
  local sizes <const> = {}
  for _, holder in ipairs(cells) do
    sizes[holder] = size(holder)
  end
  table.sort(cells, function(a, b) return sizes[a] < sizes[b] end)
  -- Cells without a common product need one product each.
  local apart, used = 0, {}
  for _, holder in ipairs(cells) do
    local free = true
    for product in next, holder do
      free = free and not used[product]
    end
    if free then
      apart = apart + 1
      for product in next, holder do
        used[product] = true
      end
    end
  end
  if apart >= best then
    return nil
  end
  local choices <const> = lists.keys(cells[1])
  local found
  for _, product in ipairs(choices) do
    local rest = {}
    for _, holder in ipairs(cells) do
      if not holder[product] then
        rest[#rest + 1] = holder
      end
    end
    local deeper = fewest(rest, best - 1, effort)
    if deeper then
      table.insert(deeper, 1, product)
      found, best = deeper, #deeper
    end
    if found and best <= apart then
      break
    end
  end
  return found
end

---A set of integers as words of 62 bits: the nonzero words, and their places.
---@return table words { size = of the set, places, bits }
local function words_of(set)
  local words <const>, by_place <const> = { size = 0, places = {}, bits = {} }, {}
  for i in next, set do
    by_place[i // 62], words.size = (by_place[i // 62] or 0) | 1 << i % 62, words.size + 1
  end
  for place, bits in next, by_place do
    table.insert(words.places, place)
    table.insert(words.bits, bits)
  end
  return words
end

---For each chosen product, a cell that no other chosen product contains, such that no candidate contains two of these cells; or nil.
---@return integer[]? cells
local function independent(holders, chosen, effort)
  local choices, words = {}, {}
  for i, product in ipairs(chosen) do
    choices[i] = {}
    for cell, holder in ipairs(holders) do
      local alone = holder[product]
      for j, other in ipairs(chosen) do
        alone = alone and (i == j or not holder[other])
      end
      if alone then
        table.insert(choices[i], cell)
      end
    end
    for _, cell in ipairs(choices[i]) do
      words[cell] = words_of(holders[cell])
    end
    table.sort(choices[i], function(a, b)
      local x, y = words[a].size, words[b].size
      return x < y or x == y and a < b
    end)
  end
  local picked, used = {}, {}
  local function is_apart(one)
    for n, place in ipairs(one.places) do
      if one.bits[n] & (used[place] or 0) ~= 0 then
        return false
      end
    end
    return true
  end
  local function extend(i)
    if i > #choices then
      return true
    end
    for _, cell in ipairs(choices[i]) do
      local one <const> = words[cell]
      spend(effort, i)
      if is_apart(one) then
        picked[i] = cell
        for n, place in ipairs(one.places) do
          used[place] = (used[place] or 0) | one.bits[n]
        end
        if extend(i + 1) then
          return true
        end
        for n, place in ipairs(one.places) do
          used[place] = used[place] & ~one.bits[n]
        end
      end
    end
    return false
  end
  return extend(1) and picked or nil
end

---The fewest products, as sets of groups. Raises EXHAUSTED if the search takes too many steps.
---@param sizes integer[] number of groups of each axis
---@param not_live boolean[]  by cell, the last axis varying fastest
---@param wanted table list of cells that must be covered, each as its groups
---@param effort table { left = the most steps }
---@param certified boolean whether to find the cells that need one product each
---@return table found { products, apart = indices of these cells, candidates }, see the head of this file
function M.find(sizes, not_live, wanted, effort, certified)
  local candidates <const> = largest_products(sizes, not_live, effort)
  local holders = {}
  for i, which in ipairs(wanted) do
    spend(effort, #candidates)
    holders[i] = {}
    for c, product in ipairs(candidates) do
      holders[i][c] = M.holds(product, which) or nil
    end
  end
  local chosen <const>, products = fewest(holders, math.huge, effort), {}
  for i, index in ipairs(chosen) do
    products[i] = candidates[index]
  end
  return { products = products, apart = certified and independent(holders, chosen, effort) or {}, candidates = #candidates }
end

return M
