-- SPDX-License-Identifier: 0BSD
-- cover: the fewest products of nibble sets that hold the pairs of bytes to be caught, and no pair of a well-formed text.
--
-- In:  analysis. Out: cover = { products, certificate }: product = { prev_high, prev_low, this_high }, each a 16-bit set of nibbles, which
--      nibble.lua makes tables of; certificate = as many pairs of bytes as products, no two of which fit into one product.
--      UTF-8: 7 products, such as ED A0..ED BF alone; `u8gen tour utf-8` shows them and the pairs that need them.
--
--      a pair that some well-formed text holds (live)                        must lie in no product
--      a pair that no text holds, though one holds its second byte           must lie in a product      C0 80, E0 80, C2 41, 41 80
--      a pair whose second byte no text holds                                is free: the next pair has that byte first
--
-- The cover is found exactly: nibbles that no pair tells apart are merged; the largest products are the closed sets of the Galois
-- connection between nibbles (each is an intersection of rows, dimension by dimension); dominated cells and products go; what is left
-- is branched on. The certificate proves that fewer do not suffice: the least product that holds two of its pairs holds a live one.
-- A search that takes more than EFFORT steps, or than searches for one language may take together, is given up; then products are grown
-- greedily, and the certificate, which is smaller, says how many are needed at least.

local nibble = require "gen.plan.nibble"
local progress = require "gen.common.progress"

local M = {}

---How many steps an exact search may take, counted rather than timed so that the result is the same everywhere; about a second.
local EFFORT <const> = 5000000
local EXHAUSTED <const> = {}

---How many steps the searches for the products of all ways to make a plan may take together.
M.EFFORT_OF_ALL = 6 * EFFORT

---Takes steps from what is left of an effort, or gives the search up.
local function spend(effort, steps)
  progress.stage("fewest products, steps", EFFORT - effort.left, EFFORT)
  effort.left = effort.left - steps
  if effort.left < 0 then
    error(EXHAUSTED, 0)
  end
end

---Pairs of bytes as cells of nibbles: cell[(h1 << 8 | l1 << 4 | h2) << 4 | l2] = LIVE, MUST, both or neither. Where the low nibble
---of the current byte is not looked at, the sixteen cells of one h1, l1, h2 are one, stored at l2 = 0.
local LIVE <const>, MUST <const> = 1, 2
local NONE <const> = {}

---@param free? fun(b1: integer): table  set of the bytes with which, behind this one, something else catches a pair
---@param prompt boolean whether two bytes in a row that no text holds are to be caught, so that a run of them is noticed as it begins
---@return table cells, table coarse, boolean mixed whether a coarse one is both; table pair_at of a coarse cell the first pair to be caught
local function cells_of(analysis, free, prompt)
  local cells, coarse, pair_at, mixed = {}, {}, {}, false
  local live <const>, forbidden <const> = analysis.pairs, analysis.forbidden
  ---The sixteen cells of one corner.
  local function look(corner, caught, refused)
    local together, first = 0, nil
    for at = corner, corner + 15 do
      local b2 <const>, cell = at & 255, MUST
      if live[at] then
        cell = LIVE
      elseif caught[b2] or refused[b2] then
        cell = 0
      else
        first = first or at
      end
      cells[at], together = cell, together | cell
    end
    coarse[corner], pair_at[corner] = together, first
    mixed = mixed or together == LIVE | MUST
  end
  -- By what decides them, the byte that has had such rows.
  local same <const> = {}
  for b1 = 0, 255 do
    local caught <const>, refused <const> = free and free(b1) or NONE, prompt and forbidden[b1] and NONE or forbidden
    local key <const> = analysis.class_of[b1] << 1 | (refused == forbidden and 1 or 0)
    same[caught] = same[caught] or {}
    local row <const>, known <const> = b1 << 8, same[caught][key]
    if known then
      table.move(cells, known, known | 0xFF, row)
      for n = 0, 0xFF, 16 do
        local first <const> = pair_at[known | n]
        coarse[row | n], pair_at[row | n] = coarse[known | n], first and first - known + row
      end
    else
      same[caught][key] = row
      for corner = row, row | 0xFF, 16 do
        look(corner, caught, refused)
      end
    end
  end
  return cells, coarse, mixed, pair_at
end

---Nibbles of each axis that all cells treat alike, merged. Cells go by rows of the last axis; of rows that are alike one is looked at.
---@return table groups for each axis a list of lists of nibbles
local function merged(shifts, cells)
  local last <const>, numbers <const>, rows <const>, words <const> = shifts[#shifts], {}, {}, {}
  for axis in ipairs(shifts) do
    words[axis] = {}
    for n = 0, 15 do
      words[axis][n] = {}
    end
  end
  local row <const> = {}
  for at = 0, 0xFFFF, 16 << last do
    for n = 0, 15 do
      row[n + 1] = cells[at | n << last]
    end
    local text <const> = table.concat(row)
    if not numbers[text] then
      rows[#rows + 1] = text
      numbers[text] = #rows
    end
    for axis = 1, #shifts - 1 do
      local list <const> = words[axis][at >> shifts[axis] & 15]
      list[#list + 1] = numbers[text]
    end
  end
  for n = 0, 15 do
    for i, text in ipairs(rows) do
      words[#shifts][n][i] = text:byte(n + 1)
    end
  end
  local groups = {}
  for axis in ipairs(shifts) do
    local seen = {}
    groups[axis] = {}
    for n = 0, 15 do
      local key = table.concat(words[axis][n], " ")
      if not seen[key] then
        seen[key] = {}
        table.insert(groups[axis], seen[key])
      end
      table.insert(seen[key], n)
    end
  end
  return groups
end

---All intersections of a family of bit sets, the full set among them, without the empty one; ascending.
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

---The groups of cell i, an index an axis, the cells being counted with the last axis running fastest.
local function groups_at(i, sizes)
  local index, which = i - 1, {}
  for axis = #sizes, 1, -1 do
    which[axis] = index % sizes[axis] + 1
    index = index // sizes[axis]
  end
  return which
end

local function in_product(product, which)
  for axis, group in ipairs(which) do
    if product[axis] >> (group - 1) & 1 == 0 then
      return false
    end
  end
  return true
end

---The largest products of groups that hold no live cell, as lists of bit sets, one an axis.
---@param sizes integer[] how many groups each axis has
---@param free boolean[]  free[i]: cell i, counted with the last axis running fastest, is not live
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
  ---The groups of the first axis that are free in all cells of a product of the others: of those left so far, from the axis on. They cannot
  ---become less than the set that the product was found by.
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
    -- Seen from `set`, a cell of the other axes is free if it is for each member.
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

---Members of a family that no other member makes needless; of those with equal sets the last one stays.
---@param sets table sets[i] of integers, of the member i
---@param smaller_go boolean whether a subset is needless beside what it is a subset of, or the other way round
local function kept(family, sets, smaller_go, effort)
  spend(effort, #family * #family)
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
      return sizes[i] < sizes[j] ~= smaller_go
    end
    return i > j
  end)
  ---What fewest sets have of one.
  local function rarest(set)
    local found
    for n in next, set do
      found = found and count[found] <= count[n] and found or n
    end
    return found
  end
  -- Of the sets that stay, by what they have: all of it where the smaller ones go, else what fewest sets have. What a set is a subset of
  -- has that, and so has what a set has a subset of.
  local staying <const>, stays <const> = {}, {}
  local function note(n, set)
    staying[n] = staying[n] or {}
    table.insert(staying[n], set)
  end
  for _, i in ipairs(order) do
    local set <const>, needed = sets[i], true
    if smaller_go then
      for _, other in ipairs(staying[rarest(set)] or NONE) do
        if subset(set, other) then
          needed = false
          break
        end
      end
    else
      for n in next, set do
        for _, other in ipairs(staying[n] or NONE) do
          needed = needed and not subset(other, set)
        end
        if not needed then
          break
        end
      end
    end
    stays[i] = needed
    if needed and not smaller_go then
      note(rarest(set), set)
    end
    for n in next, needed and smaller_go and set or NONE do
      note(n, set)
    end
  end
  local out <const> = {}
  for i, member in ipairs(family) do
    out[#out + 1] = stays[i] and member or nil
  end
  return out
end

---Takes away cells that are held wherever another one is, and products that hold no more than another one does, while there are any.
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

---The fewest products that hold all cells: dominance until nothing changes, then branch and bound on the cell with fewest products.
---@param holders table holders[cell] = set of products that hold it
---@param best integer a bound: only smaller covers are of interest
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
  local choices = {}
  for product in next, cells[1] do
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

---A set of integers as words of 62 bits: those that are not 0, and their numbers.
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

---As many cells as chosen products, no two with a product in common: each chosen product holds one of them, and no other chosen one does.
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

---The fewest products, as sets of groups. Gives up by an error, EXHAUSTED.
---@param sizes integer[] how many groups each axis has
---@param not_live boolean[]  by cell, counted with the last axis running fastest
---@param wanted table list of cells that must be held, each as its groups
---@param effort table { left = how many steps it may take }
---@param certified boolean whether the cells are sought that need one product each
---@return table found { products, apart = indices of these cells, candidates }
local function exact(sizes, not_live, wanted, effort, certified)
  local candidates <const> = largest_products(sizes, not_live, effort)
  local holders = {}
  for i, which in ipairs(wanted) do
    spend(effort, #candidates)
    holders[i] = {}
    for c, product in ipairs(candidates) do
      holders[i][c] = in_product(product, which) or nil
    end
  end
  local chosen <const>, products = fewest(holders, math.huge, effort), {}
  for i, index in ipairs(chosen) do
    products[i] = candidates[index]
  end
  return { products = products, apart = certified and independent(holders, chosen, effort) or {}, candidates = #candidates }
end

---Cells by rows: all axes but the last tell the row of a cell, and its bit there is the group of the last axis.
---@param sizes integer[] how many groups each axis has
---@return integer[] strides how far two rows lie apart that differ by one group of an axis, for each axis but the last
local function strides_of(sizes)
  local strides <const>, stride = {}, 1
  for axis = #sizes - 1, 1, -1 do
    strides[axis], stride = stride, stride * sizes[axis]
  end
  return strides
end

---The row of a cell, and its bit there.
local function place_of(which, strides)
  local row = 0
  for axis, stride in ipairs(strides) do
    row = row + (which[axis] - 1) * stride
  end
  return row, 1 << which[#which] - 1
end

---The rows of a product. @param left_out integer? an axis of which the first group stands for all
local function rows_of(product, sizes, strides, left_out)
  local rows = { 0 }
  for axis, stride in ipairs(strides) do
    if axis ~= left_out then
      local longer, n = {}, 0
      for _, row in ipairs(rows) do
        for group = 0, sizes[axis] - 1 do
          if product[axis] >> group & 1 == 1 then
            n = n + 1
            longer[n] = row + group * stride
          end
        end
      end
      rows = longer
    end
  end
  return rows
end

---The live cells, as words of the rows.
local function live_rows(sizes, not_live)
  local last <const>, live = sizes[#sizes], {}
  for i, free in ipairs(not_live) do
    local row <const> = (i - 1) // last
    live[row] = (live[row] or 0) | (free and 0 or 1 << (i - 1) % last)
  end
  return live
end

---Of some cells in their order those that need a product each, as far as they are met: two do if the least product that holds both holds
---a live cell.
---@return integer[] indices of these cells
local function apart_of(wanted, strides, live)
  local apart, found <const>, rows <const> = {}, {}, {}
  local axes <const> = #strides
  local function is_free(a, b)
    local bits <const>, count = 1 << a[axes + 1] - 1 | 1 << b[axes + 1] - 1, 1
    rows[1] = 0
    for axis = 1, axes do
      local stride <const> = strides[axis]
      local one <const>, other <const> = (a[axis] - 1) * stride, (b[axis] - 1) * stride
      for n = 1, count do
        if one ~= other then
          rows[count + n] = rows[n] + other
        end
        rows[n] = rows[n] + one
      end
      count = one ~= other and 2 * count or count
    end
    for n = 1, count do
      if live[rows[n]] & bits ~= 0 then
        return false
      end
    end
    return true
  end
  for i, which in ipairs(wanted) do
    local by
    for n, other in ipairs(apart) do
      if is_free(which, other) then
        by = n
        break
      end
    end
    if by then
      -- What has just shared a product with a cell often does with the next one, too.
      apart[1], apart[by] = apart[by], apart[1]
    else
      apart[#apart + 1], found[#found + 1] = which, i
    end
  end
  return found
end

---Products grown one after the other from the first cell that none holds yet, each along its axes in turn, as long as it holds no live
---cell; of the orders of axes the one that gives most.
---@return table found as of exact, without candidates
local function greedy(sizes, not_live, wanted)
  local last <const>, strides <const>, live <const> = #sizes, strides_of(sizes), live_rows(sizes, not_live)
  ---The wanted cells that no product holds yet, as words of the rows.
  local unheld <const> = {}
  for _, which in ipairs(wanted) do
    local row <const>, bit <const> = place_of(which, strides)
    unheld[row] = (unheld[row] or 0) | bit
  end
  local function grown(which, first)
    local sets = {}
    for axis, group in ipairs(which) do
      sets[axis] = 1 << (group - 1)
    end
    for turn = 0, last - 1 do
      local axis <const> = (first + turn) % last + 1
      local rows <const> = rows_of(sets, sizes, strides, axis)
      if axis == last then
        local free = (1 << sizes[last]) - 1
        for _, row in ipairs(rows) do
          free = free & ~live[row]
        end
        sets[last] = sets[last] | free
      else
        local bits <const>, stride <const> = sets[last], strides[axis]
        for group = 0, sizes[axis] - 1 do
          local free = true
          for _, row in ipairs(rows) do
            if live[row + group * stride] & bits ~= 0 then
              free = false
              break
            end
          end
          sets[axis] = sets[axis] | (free and 1 << group or 0)
        end
      end
    end
    return sets
  end
  local products = {}
  for _, which in ipairs(wanted) do
    local row_of_cell <const>, bit_of_cell <const> = place_of(which, strides)
    local best, most, best_rows = nil, 0, nil
    for first = 0, unheld[row_of_cell] & bit_of_cell == 0 and -1 or last - 1 do
      local product <const>, count = grown(which, first), 0
      local rows <const> = rows_of(product, sizes, strides)
      for _, row in ipairs(rows) do
        count = count + nibble.count((unheld[row] or 0) & product[last])
      end
      if count > most then
        best, most, best_rows = product, count, rows
      end
    end
    products[#products + 1] = best
    for _, row in ipairs(best_rows or {}) do
      unheld[row] = unheld[row] and unheld[row] & ~best[last]
    end
  end
  return { products = products, apart = apart_of(wanted, strides, live) }
end

---Drops from each product what the others catch anyway, from the smallest on, so that each says no more than it must; and puts them
---into the order of what they begin with.
---@param products table of groups
---@param wanted table list of cells, each as its groups
---@param sets table for each axis the nibbles of each group, as 16-bit sets
---@return table products of nibbles
local function trimmed(products, wanted, sizes, sets)
  local strides <const>, last <const> = strides_of(sizes), #sizes
  local function in_nibbles(product)
    local whole <const> = {}
    for axis, list in ipairs(sets) do
      whole[axis] = 0
      for g, set in ipairs(list) do
        whole[axis] = whole[axis] | (product[axis] >> (g - 1) & 1) * set
      end
    end
    return whole
  end
  local function by(key)
    return function(a, b)
      local x, y = key(a), key(b)
      for i = 1, #x do
        if x[i] ~= y[i] then
          return x[i] < y[i]
        end
      end
      return false
    end
  end
  local list <const> = {}
  for i, product in ipairs(products) do
    local nibbles <const> = in_nibbles(product)
    list[i] = { product = product, key = { nibble.volume(nibbles), table.unpack(nibbles) } }
  end
  table.sort(list, by(function(one) return one.key end))
  -- Of each row the numbers of its wanted cells, by group; and how many products hold each cell.
  local cells_in <const>, holders <const> = {}, {}
  for c, which in ipairs(wanted) do
    local row <const> = place_of(which, strides)
    cells_in[row] = cells_in[row] or {}
    cells_in[row][which[last]], holders[c] = c, 0
  end
  for _, one in ipairs(list) do
    one.cells = {}
    for _, row in ipairs(rows_of(one.product, sizes, strides)) do
      for group, c in next, cells_in[row] or NONE do
        if one.product[last] >> (group - 1) & 1 == 1 then
          holders[c] = holders[c] + 1
          one.cells[#one.cells + 1] = c
        end
      end
    end
  end
  local out <const> = {}
  for i, one in ipairs(list) do
    local box <const> = {}
    for axis in ipairs(sizes) do
      box[axis] = 0
    end
    for _, c in ipairs(one.cells) do
      for axis, group in ipairs(holders[c] == 1 and wanted[c] or NONE) do
        box[axis] = box[axis] | 1 << (group - 1)
      end
    end
    for _, c in ipairs(one.cells) do
      holders[c] = holders[c] - (in_product(box, wanted[c]) and 0 or 1)
    end
    out[i] = in_nibbles(box)
  end
  table.sort(out, by(function(product)
    return { product[1] & -product[1], -nibble.volume(product), table.unpack(product) }
  end))
  return out
end

---@class cover
---@field products table list of { prev_high, prev_low, this_high, this_low? }, 16-bit sets of nibbles
---@field certificate table pairs { b1, b2 } that each need a product of their own: as many as products if these are the fewest
---@field candidates integer? how many largest products there are; nil if the search was given up and the products need not be the fewest
---@field cells integer how many cells had to be caught
---@field left boolean whether cells that mix live pairs and others were left out

---The fewest products. `low` says what to do where the high nibble of the current byte does not tell a live pair from one that must be
---caught: "look" at its low nibble too, or "leave" those pairs out.
---@param analysis table
---@param low string "look" or "leave"
---@param free? fun(b1: integer): table  set of the bytes with which, behind this one, something else catches a pair
---@param prompt boolean? catch also two bytes in a row that no text holds: then a run of them is noticed as it begins
---@param shared table? { left = how many steps this search and others may still take together }, which have no certificates
---@return cover
function M.find(analysis, low, free, prompt, shared)
  local cells, coarse, mixed, pair_at = cells_of(analysis, free, prompt or false)
  local shifts = { 12, 8, 4 }
  if mixed and low == "look" then
    shifts[4] = 0
  else
    cells = coarse
  end
  local groups, sizes = merged(shifts, cells), {}
  for axis, list in ipairs(groups) do
    sizes[axis] = #list
  end
  local total = 1
  for _, groups_here in ipairs(sizes) do
    total = total * groups_here
  end
  local not_live, wanted, pairs_ = {}, {}, {}
  for i = 1, total do
    -- Where its first pair stands.
    local which <const>, at = groups_at(i, sizes), 0
    for axis, g in ipairs(which) do
      at = at | groups[axis][g][1] << shifts[axis]
    end
    not_live[i] = cells[at] & LIVE == 0
    if cells[at] == MUST then
      wanted[#wanted + 1] = which
      pairs_[#pairs_ + 1] = cells == coarse and pair_at[at] or at
    end
  end
  local most <const> = math.min(shared and shared.left or EFFORT, EFFORT)
  local effort <const> = { left = most }
  local ok, found = pcall(exact, sizes, not_live, wanted, effort, not shared)
  if shared then
    shared.left = shared.left - (most - math.max(effort.left, 0))
  end
  if not ok then
    if found ~= EXHAUSTED then
      error(found, 0)
    end
    found = greedy(sizes, not_live, wanted)
  end
  local sets = {}
  for axis, list in ipairs(groups) do
    sets[axis] = {}
    for g, nibbles in ipairs(list) do
      local set = 0
      for _, n in ipairs(nibbles) do
        set = set | 1 << n
      end
      sets[axis][g] = set
    end
  end
  local certificate, count = {}, 0
  for _, which in ipairs(wanted) do
    local here = 1
    for axis, g in ipairs(which) do
      here = here * #groups[axis][g]
    end
    count = count + here
  end
  for i, index in ipairs(found.apart) do
    certificate[i] = { pairs_[index] >> 8, pairs_[index] & 255 }
  end
  return {
    products = trimmed(found.products, wanted, sizes, sets), certificate = certificate, candidates = found.candidates, cells = count,
    left = mixed and low ~= "look",
  }
end

return M
