-- SPDX-License-Identifier: 0BSD
-- nibble: converts products of nibble sets to tables of sixteen bytes, and back.
--
-- In:  products = { prev_high, prev_low, this_high, this_low? }, each a 16-bit set of nibbles. Out: tables with these names,
--      { prev_high = {[0] = byte, ... [15]}, ... }.
--      The product { C-F, *, 0-7 C-F } as bit 01: prev_high[C..F], prev_low[0..F], this_high[0..7] and this_high[C..F] have it.
--
-- A vector instruction looks up sixteen nibbles at once in a table of sixteen bytes. Bit b of
--
--      prev_high[b1 >> 4] & prev_low[b1 & 15] & this_high[b2 >> 4]
--
-- is set exactly if the pair b1 b2 is in product b + 1, prev_high x prev_low x this_high. So tables are lists of products; Keiser and
-- Lemire 2021, section 6, wrote theirs by hand. A fourth table, this_low, distinguishes current bytes with the same high nibble. Single
-- bytes are looked up in the same way, by high[b >> 4] & low[b & 15].

local lists = require "gen.common.lists"

local M = {}

---The names of the tables that every plan by nibbles for pairs of bytes has, in the order of the sets of a product.
M.AXES = { "prev_high", "prev_low", "this_high" }

---The same names, and that of the table that only some of these plans have.
local AXES <const> = { "prev_high", "prev_low", "this_high", "this_low" }

---The names of the tables of a plan. @return string[]
function M.names(tables)
  return tables.this_low and AXES or M.AXES
end

---A 16-bit set of nibbles as "0-7 C-F".
function M.text(set)
  if set == 0xFFFF then
    return "*"
  end
  local words, n = {}, 0
  while n < 16 do
    if set >> n & 1 == 1 then
      local last = n
      while last < 15 and set >> last + 1 & 1 == 1 do
        last = last + 1
      end
      words[#words + 1] = n == last and ("%X"):format(n) or ("%X-%X"):format(n, last)
      n = last
    end
    n = n + 1
  end
  return table.concat(words, " ")
end

---The number of nibbles in a set, or of set bits in a word: adds pairs, nibbles and bytes in parallel.
function M.count(set)
  set = set - (set >> 1 & 0x5555555555555555)
  set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333)
  return (set + (set >> 4) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101 >> 56
end

---The number of cells in a product.
function M.volume(product)
  local volume = 1
  for _, set in ipairs(product) do
    volume = volume * M.count(set)
  end
  return volume
end

---The smallest product that contains some pairs.
---@param prevs table set of previous bytes
---@param thises table set of current bytes
---@param low boolean whether products have the low nibble of the current byte
---@return table product
function M.span(prevs, thises, low)
  local product = { 0, 0, 0, low and 0 or nil }
  for byte in next, prevs do
    product[1], product[2] = product[1] | 1 << (byte >> 4), product[2] | 1 << (byte & 15)
  end
  for byte in next, thises do
    product[3] = product[3] | 1 << (byte >> 4)
    product[4] = low and product[4] | 1 << (byte & 15) or nil
  end
  return product
end

---The smallest product that contains two others.
function M.joined(a, b)
  return lists.map(a, function(set, axis) return set | b[axis] end)
end

---The pairs in a product.
---@return integer[] prevs previous bytes, integer[] thises current bytes
function M.held(product)
  local prevs, thises = {}, {}
  for byte = 0, 255 do
    prevs[#prevs + 1] = product[1] >> (byte >> 4) & product[2] >> (byte & 15) & 1 == 1 and byte or nil
    thises[#thises + 1] = product[3] >> (byte >> 4) & (product[4] or 0xFFFF) >> (byte & 15) & 1 == 1 and byte or nil
  end
  return prevs, thises
end

---Products -> tables: bit b - 1 of an entry is set if the entry's nibble is in the set of product b.
---@param products table list of { prev_high, prev_low, this_high, this_low? }, at most eight, all with the same number of sets
---@return table tables { prev_high = {[0] = byte, ...}, prev_low = ..., this_high = ..., this_low? }
function M.pack(products)
  local tables = {}
  for axis = 1, #products[1] do
    local name <const> = AXES[axis]
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
---@param count integer the number of products; they are in the lowest bits
function M.unpack(tables, count)
  local products = {}
  for b = 1, count do
    products[b] = { 0, 0, 0, tables.this_low and 0 or nil }
    for axis, name in ipairs(M.names(tables)) do
      for n = 0, 15 do
        products[b][axis] = products[b][axis] | (tables[name][n] >> (b - 1) & 1) << n
      end
    end
  end
  return products
end

---The number of bits of a table entry.
local BITS <const> = 8

---The different nonempty rows of a set of bytes. A row is the set of low nibbles that occur with one high nibble.
---@return integer[] rows, integer[] row_of from 0 on, by high nibble
local function rows_of(set, limit)
  local rows, row_of, known <const> = {}, {}, { [0] = true }
  for high = 0, 15 do
    local row = 0
    for low = 0, high < limit >> 4 and 15 or -1 do
      row = row | (set[high << 4 | low] and 1 or 0) << low
    end
    rows[#rows + 1] = not known[row] and row or nil
    row_of[high], known[row] = row, true
  end
  return rows, row_of
end

---The rows that are not unions of others.
local function irreducible(rows)
  local out = {}
  for _, row in ipairs(rows) do
    local inside = 0
    for _, other in ipairs(rows) do
      inside = other ~= row and other & ~row == 0 and inside | other or inside
    end
    out[#out + 1] = inside ~= row and row or nil
  end
  return out
end

---Two tables of sixteen bytes that share a bit exactly for the bytes of a set: byte & 15 selects the low entry, byte >> 4 the high one.
---Each bit is a row of low nibbles. If there are more rows than bits, a row that is the union of other rows has the bits of these.
---@param set table set of bytes below `limit`
---@return table? tables { high, low }, nil if eight bits are not enough; below 80 they always are
function M.pack_bytes(set, limit)
  local bits, row_of <const> = rows_of(set, limit)
  bits = #bits > BITS and irreducible(bits) or bits
  if #bits > BITS then
    return nil
  end
  local tables, mask_of <const> = { high = {}, low = {} }, { [0] = 0 }
  for b, row in ipairs(bits) do
    mask_of[row] = 1 << b - 1
  end
  for n = 0, 15 do
    tables.high[n], tables.low[n] = mask_of[row_of[n]] or 0, 0
    for b, row in ipairs(bits) do
      local has <const> = not mask_of[row_of[n]] and row & ~row_of[n] == 0
      tables.high[n] = tables.high[n] | (has and 1 << b - 1 or 0)
      tables.low[n] = tables.low[n] | (row >> n & 1) << b - 1
    end
  end
  return tables
end

---The set of bytes of two such tables: the inverse of pack_bytes.
---@param tables table { high, low }
---@return table set
function M.unpack_bytes(tables)
  local set = {}
  for byte = 0, 255 do
    set[byte] = tables.high[byte >> 4] & tables.low[byte & 15] ~= 0 or nil
  end
  return set
end

return M
