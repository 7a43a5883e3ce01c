-- SPDX-License-Identifier: 0BSD
-- cover_greedy: finds few products of sets, not always the fewest, that contain all wanted cells of a grid, and no live cell.
--
-- In:  as for cover_exact.find. Out: { products, apart }. cover.lua also uses the functions that represent cells as bits of rows.
--      Two axes of two groups, the cell 2, 2 is live, the others are wanted: 1, 1 grows to the product {3, 1}, and 1, 2 to {1, 3}.
--
-- The idea: all axes except the last determine the row of a cell, and the last one its bit in this row. So a product is tested row by row.

local nibble = require "gen.plan.nibble"

local M = {}

---The distances between rows that differ by one group of an axis. The row of a cell is determined by all axes except the last.
---@param sizes integer[] number of groups of each axis
---@return integer[] strides one for each axis except the last
function M.strides_of(sizes)
  local strides <const>, stride = {}, 1
  for axis = #sizes - 1, 1, -1 do
    strides[axis], stride = stride, stride * sizes[axis]
  end
  return strides
end

---The row of a cell, and the bit of the cell in this row.
function M.place_of(which, strides)
  local row = 0
  for axis, stride in ipairs(strides) do
    row = row + (which[axis] - 1) * stride
  end
  return row, 1 << which[#which] - 1
end

---The rows of a product. @param left_out integer? an axis of which only the first group is used
function M.rows_of(product, sizes, strides, left_out)
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

---The live cells, as words by row.
local function live_rows(sizes, not_live)
  local last <const>, live = sizes[#sizes], {}
  for i, free in ipairs(not_live) do
    local row <const> = (i - 1) // last
    live[row] = (live[row] or 0) | (free and 0 or 1 << (i - 1) % last)
  end
  return live
end

---Wanted cells that need a product each. A cell is added if it has no common product with any earlier one. Two cells have
---a common product if the smallest product that contains both has no live cell.
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
      -- The next cell often shares a product with the same cell, which is therefore tried first.
      apart[1], apart[by] = apart[by], apart[1]
    else
      apart[#apart + 1], found[#found + 1] = which, i
    end
  end
  return found
end

---The product that grows from a cell along each axis in turn, as long as it contains no live cell.
---@param space table { sizes, strides, live }
---@param first integer the axis along which the product grows first, from 0
local function grown(space, which, first)
  local sizes <const>, strides <const>, live <const> = space.sizes, space.strides, space.live
  local last <const>, sets <const> = #sizes, {}
  for axis, group in ipairs(which) do
    sets[axis] = 1 << (group - 1)
  end
  for turn = 0, last - 1 do
    local axis <const> = (first + turn) % last + 1
    local rows <const> = M.rows_of(sets, sizes, strides, axis)
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

---Grows products one after the other, each from the first uncovered cell. For each axis, one candidate
---grows along this axis first; the candidate that covers the most uncovered cells is taken.
---@return table found as of cover_exact.find, without candidates
function M.find(sizes, not_live, wanted)
  local last <const>, strides <const>, live <const> = #sizes, M.strides_of(sizes), live_rows(sizes, not_live)
  local space <const> = { sizes = sizes, strides = strides, live = live }
  ---The uncovered wanted cells, as words by row.
  local uncovered <const> = {}
  for _, which in ipairs(wanted) do
    local row <const>, bit <const> = M.place_of(which, strides)
    uncovered[row] = (uncovered[row] or 0) | bit
  end
  local products = {}
  for _, which in ipairs(wanted) do
    local row_of_cell <const>, bit_of_cell <const> = M.place_of(which, strides)
    local best, most, best_rows = nil, 0, nil
    for first = 0, uncovered[row_of_cell] & bit_of_cell == 0 and -1 or last - 1 do
      local product <const>, count = grown(space, which, first), 0
      local rows <const> = M.rows_of(product, sizes, strides)
      for _, row in ipairs(rows) do
        count = count + nibble.count((uncovered[row] or 0) & product[last])
      end
      if count > most then
        best, most, best_rows = product, count, rows
      end
    end
    products[#products + 1] = best
    for _, row in ipairs(best_rows or {}) do
      uncovered[row] = uncovered[row] and uncovered[row] & ~best[last]
    end
  end
  return { products = products, apart = apart_of(wanted, strides, live) }
end

return M
