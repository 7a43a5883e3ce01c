-- SPDX-License-Identifier: 0BSD
-- nibble: the pairs of bytes to be caught become the fewest products of nibble sets, and those three tables of sixteen bytes.
--
-- In:  analysis. Out: cover = { products, certificate }: product = { prev_high, prev_low, this_high }, each a 16-bit set of nibbles;
--      certificate = as many pairs of bytes as products, no two of which fit into one product.
--
-- A vector instruction looks up sixteen nibbles at once in a table of sixteen bytes. Bit b of
--
--      prev_high[b1 >> 4] & prev_low[b1 & 15] & this_high[b2 >> 4]
--
-- is set exactly if b1 b2 lies in product number b: prev_high x prev_low x this_high. So tables are lists of products (Keiser and
-- Lemire 2021, section 6, typed theirs in by hand), and the fewest bits are a minimum cover:
--
--      a pair that some well-formed text holds (live)                        must lie in no product
--      a pair that no text holds, though one holds its second byte           must lie in a product      C0 80, E0 80, C2 41, 41 80
--      a pair whose second byte no text holds                                is free: the next pair has that byte first
--
-- The cover is found exactly: nibbles that no pair tells apart are merged; the largest products are the closed sets of the Galois
-- connection between nibbles (each is an intersection of rows, dimension by dimension); dominated cells and products go; what is left
-- is branched on. The certificate proves that fewer do not suffice: the least product that holds two of its pairs holds a live one.

local M = {}

local AXES <const> = { "prev_high", "prev_low", "this_high" }
M.AXES = AXES

---The 16 x 16 x 16 cells of nibbles, each { live = b, must = b, pair = {b1, b2} }.
local function cells_of(analysis)
  local cells = {}
  for h1 = 0, 15 do
    cells[h1] = {}
    for l1 = 0, 15 do
      cells[h1][l1] = {}
      for h2 = 0, 15 do
        local cell = { live = false, must = false }
        for b2 = h2 << 4, h2 << 4 | 15 do
          local b1 <const> = h1 << 4 | l1
          if analysis.pairs[b1 << 8 | b2] then
            cell.live = true
          elseif not analysis.alone[b2] then
            cell.must = true
            cell.pair = cell.pair or { b1, b2 }
          end
        end
        cells[h1][l1][h2] = cell
      end
    end
  end
  return cells
end

---Nibbles of one axis that all cells treat alike, merged. @return table list of lists of nibbles
local function merged(axis, cells)
  local seen, groups = {}, {}
  for n = 0, 15 do
    local words = {}
    for a = 0, 15 do
      for b = 0, 15 do
        local cell = axis == 1 and cells[n][a][b] or axis == 2 and cells[a][n][b] or cells[a][b][n]
        words[#words + 1] = (cell.live and "L" or "-") .. (cell.must and "M" or "-")
      end
    end
    local key = table.concat(words)
    if not seen[key] then
      groups[#groups + 1] = {}
      seen[key] = groups[#groups]
    end
    table.insert(seen[key], n)
  end
  return groups
end

---All intersections of a family of bit sets, the full set among them, without the empty one; ascending.
local function intersections(family, full)
  local seen, list = { [full] = true }, { full }
  for _, set in ipairs(family) do
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

---The largest products of merged nibbles that hold no live cell, as bit sets { A, B, C } over the groups of the three axes.
local function largest_products(groups, live)
  local na <const>, nb <const>, nc <const> = #groups[1], #groups[2], #groups[3]
  local free_a = {}
  for b = 1, nb do
    for c = 1, nc do
      local set = 0
      for a = 1, na do
        set = set | (live(a, b, c) and 0 or 1 << (a - 1))
      end
      free_a[#free_a + 1] = set
    end
  end
  local found, seen = {}, {}
  for _, A in ipairs(intersections(free_a, (1 << na) - 1)) do
    -- Seen from A, a cell (b, c) is free if it is for each a in A.
    local free_b, free_c = {}, {}
    for c = 1, nc do
      free_b[c] = 0
    end
    for b = 1, nb do
      free_c[b] = 0
      for c = 1, nc do
        if free_a[(b - 1) * nc + c] & A == A then
          free_b[c] = free_b[c] | 1 << (b - 1)
          free_c[b] = free_c[b] | 1 << (c - 1)
        end
      end
    end
    for _, B in ipairs(intersections(free_b, (1 << nb) - 1)) do
      local C = (1 << nc) - 1
      for b = 1, nb do
        C = B >> (b - 1) & 1 == 1 and C & free_c[b] or C
      end
      if C ~= 0 then
        local widest = (1 << na) - 1
        for b = 1, nb do
          for c = 1, nc do
            if B >> (b - 1) & C >> (c - 1) & 1 == 1 then
              widest = widest & free_a[(b - 1) * nc + c]
            end
          end
        end
        local key = widest .. ":" .. B .. ":" .. C
        if not seen[key] then
          seen[key] = true
          found[#found + 1] = { widest, B, C }
        end
      end
    end
  end
  return found
end

local function set_of(indices)
  local set = {}
  for _, i in ipairs(indices) do
    set[i] = true
  end
  return set
end

local function subset(a, b)
  for i in next, a do
    if not b[i] then
      return false
    end
  end
  return true
end

---The fewest products that hold all cells: dominance until nothing changes, then branch and bound on the cell with fewest products.
---@param holders table holders[cell] = set of products that hold it
---@param best integer a bound: only smaller covers are of interest
---@return table? products of a smallest cover below the bound
local function fewest(holders, best)
  local cells = {}
  for i, holder in ipairs(holders) do
    -- A cell that is held wherever another one is needs no thought of its own.
    local needed = true
    for j, other in ipairs(holders) do
      if i ~= j and needed and subset(other, holder) and (j < i or not subset(holder, other)) then
        needed = false
      end
    end
    if needed then
      cells[#cells + 1] = holder
    end
  end
  if #cells == 0 then
    return {}
  end
  -- Cells with no product in common need one each.
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
  local function size(set)
    local n = 0
    for _ in next, set do
      n = n + 1
    end
    return n
  end
  local tightest = cells[1]
  for _, holder in ipairs(cells) do
    tightest = size(holder) < size(tightest) and holder or tightest
  end
  local choices = {}
  for product in next, tightest do
    choices[#choices + 1] = product
  end
  table.sort(choices)
  local found
  for _, product in ipairs(choices) do
    local rest = {}
    for _, holder in ipairs(cells) do
      if not holder[product] then
        rest[#rest + 1] = holder
      end
    end
    local deeper = fewest(rest, best - 1)
    if deeper then
      table.insert(deeper, 1, product)
      found, best = deeper, #deeper
    end
  end
  return found
end

---As many cells as asked for, no two with a product in common.
local function independent(holders, wanted)
  local function extend(chosen, from)
    if #chosen == wanted then
      return chosen
    end
    for i = from, #holders do
      local apart = true
      for _, j in ipairs(chosen) do
        for product in next, holders[i] do
          apart = apart and not holders[j][product]
        end
      end
      if apart then
        chosen[#chosen + 1] = i
        local whole = extend(chosen, i + 1)
        if whole then
          return whole
        end
        chosen[#chosen] = nil
      end
    end
  end
  return extend({}, 1)
end

---Drops from each product what the others catch anyway, so that a table says no more than it must.
local function trimmed(products, must)
  local function inside(product, cell)
    return product[1] >> cell[1] & product[2] >> cell[2] & product[3] >> cell[3] & 1 == 1
  end
  for i = 1, #products do
    local box = { 0, 0, 0 }
    for _, cell in ipairs(must) do
      local others = false
      for j, product in ipairs(products) do
        others = others or (j ~= i and inside(product, cell))
      end
      if inside(products[i], cell) and not others then
        for axis = 1, 3 do
          box[axis] = box[axis] | 1 << cell[axis]
        end
      end
    end
    products[i] = box
  end
  return products
end

---@param analysis table
---@return table? cover { products = { {prev_high, prev_low, this_high} }, certificate = { {b1, b2} } }, string? why there is none
function M.cover(analysis)
  local cells = cells_of(analysis)
  local groups = { merged(1, cells), merged(2, cells), merged(3, cells) }
  local function cell(a, b, c)
    return cells[groups[1][a][1]][groups[2][b][1]][groups[3][c][1]]
  end
  local candidates = largest_products(groups, function(a, b, c) return cell(a, b, c).live end)
  local holders, pairs_, must = {}, {}, {}
  for a = 1, #groups[1] do
    for b = 1, #groups[2] do
      for c = 1, #groups[3] do
        if cell(a, b, c).must then
          if cell(a, b, c).live then
            return nil, ("the pair %02X %02X is ill-formed, but its nibbles %X %X %X are also those of a well-formed pair"):format(
              cell(a, b, c).pair[1], cell(a, b, c).pair[2], groups[1][a][1], groups[2][b][1], groups[3][c][1])
          end
          local indices = {}
          for i, product in ipairs(candidates) do
            if product[1] >> (a - 1) & product[2] >> (b - 1) & product[3] >> (c - 1) & 1 == 1 then
              indices[#indices + 1] = i
            end
          end
          holders[#holders + 1] = set_of(indices)
          pairs_[#pairs_ + 1] = cell(a, b, c).pair
        end
      end
    end
  end
  for h1 = 0, 15 do
    for l1 = 0, 15 do
      for h2 = 0, 15 do
        if cells[h1][l1][h2].must then
          must[#must + 1] = { h1, l1, h2 }
        end
      end
    end
  end
  local chosen = fewest(holders, math.huge)
  local products = {}
  for i, index in ipairs(chosen) do
    local sets = { 0, 0, 0 }
    for axis = 1, 3 do
      for g, nibbles in ipairs(groups[axis]) do
        if candidates[index][axis] >> (g - 1) & 1 == 1 then
          for _, n in ipairs(nibbles) do
            sets[axis] = sets[axis] | 1 << n
          end
        end
      end
    end
    products[i] = sets
  end
  local certificate = {}
  for i, index in ipairs(independent(holders, #products) or {}) do
    certificate[i] = pairs_[index]
  end
  return { products = trimmed(products, must), certificate = certificate, candidates = #candidates, cells = #must }
end

---Products -> tables: bit b - 1 of an entry is set if the entry's nibble is in the set of product b.
---@param products table list of { prev_high, prev_low, this_high }, at most eight
---@return table tables { prev_high = {[0] = byte, ...}, prev_low = ..., this_high = ... }
function M.pack(products)
  local tables = {}
  for axis, name in ipairs(AXES) do
    tables[name] = {}
    for n = 0, 15 do
      local byte = 0
      for b, product in ipairs(products) do
        byte = byte | (product[axis] >> n & 1) << (b - 1)
      end
      tables[name][n] = byte
    end
  end
  return tables
end

---Tables -> products, the inverse of pack.
---@param count integer how many bits, from the lowest, are products
function M.unpack(tables, count)
  local products = {}
  for b = 1, count do
    products[b] = { 0, 0, 0 }
    for axis, name in ipairs(AXES) do
      for n = 0, 15 do
        products[b][axis] = products[b][axis] | (tables[name][n] >> (b - 1) & 1) << n
      end
    end
  end
  return products
end

return M
