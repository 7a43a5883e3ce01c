-- SPDX-License-Identifier: 0BSD
-- cover: finds the fewest products of nibble sets that contain all pairs of bytes that must be errors, and no pair of a well-formed text.
--
-- In:  analysis. Out: cover, see below. product = { prev_high, prev_low, this_high, this_low? }, each a 16-bit set of nibbles; nibble.lua
--      turns these into tables. certificate = pairs of bytes such that no product can contain two of them; each needs a product.
--      UTF-8: 7 products, such as ED A0..ED BF alone; `u8gen tour utf-8` shows them and the 7 pairs that need them.
--
--      a pair that some well-formed text contains (live)                     is in no product
--      another pair, if some well-formed text contains its second byte       must be in a product       C0 80, E0 80, C2 41, 41 80
--      a pair whose second byte no well-formed text contains                 need not be: a later pair that begins with such a byte is
--
-- The idea: nibbles that no pair distinguishes are merged into groups; then cover_exact.lua finds the fewest products of groups. A
-- certificate with a pair for each product proves that fewer do not suffice: a product with two of the pairs also contains a live pair.
-- The steps of each search are limited, and so are the steps of all searches for the plans of a language together. Beyond a limit,
-- cover_greedy.lua grows products instead. The certificate may then have fewer pairs than there are products.

local nibble = require "gen.plan.nibble"
local exact = require "gen.plan.cover_exact"
local greedy = require "gen.plan.cover_greedy"

local M = {}

---The most steps of all searches for the products of one language's plans.
M.EFFORT_OF_ALL = 6 * exact.EFFORT

---Pairs of bytes are cells of nibbles: cell[(h1 << 8 | l1 << 4 | h2) << 4 | l2] = LIVE, MUST or 0. Without a table for the low nibble of
---the current byte, the sixteen cells of one h1, l1, h2 are one coarse cell, stored at l2 = 0; it may be both LIVE and MUST.
local LIVE <const>, MUST <const> = 1, 2
local NONE <const> = {}

---@param free? fun(b1: integer): table  set of the bytes b2 for which another check catches the pair b1, b2
---@param prompt boolean whether two forbidden bytes in a row must be an error, so that a run of them is noticed where it begins
---@return table cells, table coarse, boolean mixed whether some coarse cell is both LIVE and MUST; table pair_at for each coarse cell, its
---  first pair that must be in a product
local function cells_of(analysis, free, prompt)
  local cells, coarse, pair_at, mixed = {}, {}, {}, false
  local live <const>, forbidden <const> = analysis.pairs, analysis.forbidden
  ---Computes the sixteen cells of one first byte and one high nibble of the second byte, and their coarse cell.
  local function compute(corner, caught, refused)
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
  -- First bytes with the same `caught` and `key` have equal rows of cells. `same` has the place of the first such row.
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
        compute(corner, caught, refused)
      end
    end
  end
  return cells, coarse, mixed, pair_at
end

---On each axis, merges nibbles whose cells are equal. Equal rows of the last axis are compared once.
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

---The groups of cell i, one for each axis. The last axis varies fastest.
local function groups_at(i, sizes)
  local index, which = i - 1, {}
  for axis = #sizes, 1, -1 do
    which[axis] = index % sizes[axis] + 1
    index = index // sizes[axis]
  end
  return which
end

---A list of nibbles as a 16-bit set.
local function set_of(nibbles)
  local set = 0
  for _, n in ipairs(nibbles) do
    set = set | 1 << n
  end
  return set
end

---A product of groups as a product of nibbles.
---@param sets table for each axis the nibbles of each group, as 16-bit sets
local function in_nibbles(product, sets)
  local whole <const> = {}
  for axis, list in ipairs(sets) do
    whole[axis] = 0
    for g, set in ipairs(list) do
      whole[axis] = whole[axis] | (product[axis] >> (g - 1) & 1) * set
    end
  end
  return whole
end

---Lexicographic order of two lists of numbers of the same length.
local function precedes(a, b)
  for i = 1, #a do
    if a[i] ~= b[i] then
      return a[i] < b[i]
    end
  end
  return false
end

---Adds to each member { product } of a list the wanted cells that its product contains.
---@return integer[] holders the number of products that contain each cell
local function note_cells(list, wanted, sizes)
  local strides <const>, last <const> = greedy.strides_of(sizes), #sizes
  -- The numbers of the wanted cells of each row, by group.
  local cells_in <const>, holders <const> = {}, {}
  for c, which in ipairs(wanted) do
    local row <const> = greedy.place_of(which, strides)
    cells_in[row] = cells_in[row] or {}
    cells_in[row][which[last]], holders[c] = c, 0
  end
  for _, one in ipairs(list) do
    one.cells = {}
    for _, row in ipairs(greedy.rows_of(one.product, sizes, strides)) do
      for group, c in next, cells_in[row] or NONE do
        if one.product[last] >> (group - 1) & 1 == 1 then
          holders[c] = holders[c] + 1
          one.cells[#one.cells + 1] = c
        end
      end
    end
  end
  return holders
end

---Shrinks each product, the smallest first, since it only has to contain the wanted cells that no other product contains. Then sorts the
---products by the lowest nibble of their first set.
---@param products table of groups
---@param wanted table list of cells, each as its groups
---@param sets table for each axis the nibbles of each group, as 16-bit sets
---@return table products of nibbles
local function trimmed(products, wanted, sizes, sets)
  local list <const>, out <const> = {}, {}
  for i, product in ipairs(products) do
    local nibbles <const> = in_nibbles(product, sets)
    list[i] = { product = product, key = { nibble.volume(nibbles), table.unpack(nibbles) } }
  end
  table.sort(list, function(a, b) return precedes(a.key, b.key) end)
  local holders <const> = note_cells(list, wanted, sizes)
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
      holders[c] = holders[c] - (exact.holds(box, wanted[c]) and 0 or 1)
    end
    out[i] = in_nibbles(box, sets)
  end
  local function key(product)
    return { product[1] & -product[1], -nibble.volume(product), table.unpack(product) }
  end
  table.sort(out, function(a, b) return precedes(key(a), key(b)) end)
  return out
end

---@class cover
---@field products table list of { prev_high, prev_low, this_high, this_low? }, 16-bit sets of nibbles
---@field certificate table pairs { b1, b2 } that each need their own product: one for each product, or fewer if the search found no more
---@field candidates integer? the number of largest products; nil if the search was given up and the products may not be the fewest
---@field cells integer the number of cells that must be caught
---@field left boolean whether pairs that must be caught were left out, since they share a cell with live pairs

---The cells of groups. @param groups table for each axis lists of nibbles
---@param at_pair? table the first wanted pair of a coarse cell
---@return boolean[] not_live, table wanted, integer[] pairs of wanted cells; integer count of wanted cells of nibbles
local function cells_of_groups(groups, sizes, shifts, cells, at_pair)
  local total, not_live <const>, wanted <const>, pairs_ <const>, count = 1, {}, {}, {}, 0
  for _, groups_here in ipairs(sizes) do
    total = total * groups_here
  end
  for i = 1, total do
    -- The first cell of nibbles in this cell of groups, and the number of such cells.
    local which <const>, at, here = groups_at(i, sizes), 0, 1
    for axis, g in ipairs(which) do
      at, here = at | groups[axis][g][1] << shifts[axis], here * #groups[axis][g]
    end
    not_live[i] = cells[at] & LIVE == 0
    if cells[at] == MUST then
      wanted[#wanted + 1], pairs_[#pairs_ + 1] = which, at_pair and at_pair[at] or at
      count = count + here
    end
  end
  return not_live, wanted, pairs_, count
end

---Products that contain the wanted cells: the fewest; or few, but perhaps not the fewest, if the search takes too many steps.
---@param shared table? see M.find
local function search(sizes, not_live, wanted, shared)
  local most <const> = math.min(shared and shared.left or exact.EFFORT, exact.EFFORT)
  local effort <const> = { left = most }
  local ok <const>, found <const> = pcall(exact.find, sizes, not_live, wanted, effort, not shared)
  if shared then
    shared.left = shared.left - (most - math.max(effort.left, 0))
  end
  if not ok and found ~= exact.EXHAUSTED then
    error(found, 0)
  end
  return ok and found or greedy.find(sizes, not_live, wanted)
end

---Finds a cover. `low` matters if the high nibble of the current byte does not distinguish all live pairs from pairs that must be caught.
---With "look", products then also have a set for this byte's low nibble. With "leave", pairs in cells with live pairs need not be caught.
---@param analysis table
---@param low string "look" or "leave"
---@param free? fun(b1: integer): table  set of the bytes b2 for which another check catches the pair b1, b2
---@param prompt boolean? whether two forbidden bytes in a row must be an error, so that a run of them is noticed where it begins
---@param shared table? { left = the steps that this and later searches may take together }; exact searches with it make no certificates
---@return cover
function M.find(analysis, low, free, prompt, shared)
  local cells <const>, coarse <const>, mixed <const>, pair_at <const> = cells_of(analysis, free, prompt or false)
  local fine <const> = mixed and low == "look"
  local shifts <const> = { 12, 8, 4, fine and 0 or nil }
  local groups <const>, sizes <const>, sets <const> = merged(shifts, fine and cells or coarse), {}, {}
  for axis, list in ipairs(groups) do
    sizes[axis], sets[axis] = #list, {}
    for g, nibbles in ipairs(list) do
      sets[axis][g] = set_of(nibbles)
    end
  end
  local not_live <const>, wanted <const>, pairs_ <const>, count <const> =
    cells_of_groups(groups, sizes, shifts, fine and cells or coarse, not fine and pair_at or nil)
  local found <const>, certificate <const> = search(sizes, not_live, wanted, shared), {}
  for i, index in ipairs(found.apart) do
    certificate[i] = { pairs_[index] >> 8, pairs_[index] & 255 }
  end
  return {
    products = trimmed(found.products, wanted, sizes, sets), certificate = certificate, candidates = found.candidates, cells = count,
    left = mixed and low ~= "look",
  }
end

return M
