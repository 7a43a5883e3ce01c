-- SPDX-License-Identifier: 0BSD
-- look: finds table bits that select the blocks of a text for the automaton. This kind of filter (filters.lua) replaces the deep rules of a
-- plan if they are too many or too expensive.
--
-- In:  spec, automaton, common windows, and a check without deep rules (window_check.lua). Out: nil if none is needed, or look = {
--        products = for each bit its nibbles, a 16-bit set for each of AXES
--        axes     = the AXES that are looked up: { {number, distance, nibble, name} }
--        distances = the distances of these axes, each once, ascending
--        tables   = { look_2_low = {[0] = byte, ...}, ... }, a bit for each product
--        likely   = the frequency of common windows in each product, summed over the products (common_windows.lua)
--        open     = the beginnings that need a bit: { {bytes, character} }
--      }
--      UTF-8 without format characters: E2 80 8B..8F (U+200B..U+200F) is in the product { *, 2, 8, 0, 8 A, A-F } of bit 10; E2 80 93, a
--      dash, has no bit, though it has the same first two bytes.
--
-- The idea: without deep rules the check accepts some ill-formed characters. A look recognizes each of them by its first two or three
-- bytes. A window has a bit if the nibbles of its last three bytes are all in the sets of a product: lookups in tables of sixteen bytes,
-- joined by `and`. If a product contains too much, the automaton also checks blocks without errors, which costs time. If a product contains
-- too little, the kernel accepts ill-formed text. So the products contain all these beginnings, and few other windows of ordinary text.
--
-- The proof (proof.lua) shows that this is enough: a text is well-formed if no window of it is an error or has one of these bits.

local automata = require "gen.language.automaton"
local common_windows = require "gen.plan.common_windows"
local nibble = require "gen.plan.nibble"
local window_check = require "gen.plan.window_check"
local progress = require "gen.common.progress"

local M = {}

local DEAD <const>, START <const> = automata.DEAD, automata.START

local TABLE_BITS <const> = 8
local ALL_BITS <const> = (1 << TABLE_BITS) - 1

---The set of all nibbles; an empty product.
local ALL <const> = 0xFFFF
local NOTHING <const> = { 0, 0, 0, 0, 0, 0 }

---The most bytes of a character that a look uses.
local LONGEST_LOOK <const> = 3

---Up to this number of products, any two can be joined; with more products, only neighbors.
local MOST_PARTS <const> = 48

---The most beginnings of characters that are enumerated: UTF-8 has 100,480.
local MOST_BEGINNINGS <const> = 1 << 20

---Frequencies that differ by less are treated as equal.
local NEGLIGIBLE <const> = 1e-9

---The nibbles that can be looked up, with the distance of their byte before the current one; the most expensive lookup first.
local AXES <const> = {
  { distance = 2, nibble = "high" }, { distance = 2, nibble = "low" }, { distance = 1, nibble = "high" }, { distance = 1, nibble = "low" },
  { distance = 0, nibble = "high" }, { distance = 0, nibble = "low" },
}
for number, axis in ipairs(AXES) do
  axis.number, axis.name = number, ("look_%d_%s"):format(axis.distance, axis.nibble)
end

---An axis is left out if this adds at most the following frequency, about one character in a hundred of a block of weight 9.
local RARE <const> = 0.1

-- ---- Beginnings that need a bit ----

---The number of beginnings of characters in all forms.
local function count_beginnings(spec)
  local count = 0
  for _, form in ipairs(spec.forms) do
    local ways = 1
    for place = 1, math.min(#form.bytes, LONGEST_LOOK) do
      ways = ways * (form.bytes[place].hi - form.bytes[place].lo + 1)
    end
    count = count + ways
  end
  return count
end

---The beginnings of ill-formed characters that a check accepts: two or three bytes after which the automaton is dead, or can become dead
---within the character.
---@return table list of { bytes, character = the bytes of a whole character with this beginning }
local function beginnings(spec, automaton, check)
  local list, ends <const>, next_ <const> = {}, {}, automaton.next
  ---The bytes from `place` on of a character that the check accepts and the automaton does not; nil if there is none.
  local function fatal_end(form, place, state, before)
    if place > #form.bytes then
      return state == DEAD and {} or nil
    end
    local key <const> = ("%s %d %d %d"):format(form, place, state, before)
    if ends[key] == nil then
      ends[key] = false
      for byte = form.bytes[place].lo, form.bytes[place].hi do
        local rest <const> = not window_check.refuses(check, before, byte) and fatal_end(form, place + 1, next_[state][byte], byte)
        if rest then
          ends[key] = { byte, table.unpack(rest) }
          break
        end
      end
    end
    return ends[key] or nil
  end
  local function walk(form, bytes, state)
    local place <const> = #bytes + 1
    if place > 2 and (state == DEAD or place > LONGEST_LOOK) then
      local rest <const> = fatal_end(form, place, state, bytes[#bytes])
      list[#list + 1] = rest and { bytes = bytes, character = table.move(rest, 1, #rest, place, { table.unpack(bytes) }) }
    elseif place <= #form.bytes then
      for byte = form.bytes[place].lo, form.bytes[place].hi do
        if place == 1 or not window_check.refuses(check, bytes[#bytes], byte) then
          local longer <const> = { table.unpack(bytes) }
          longer[place] = byte
          walk(form, longer, next_[state][byte])
        end
      end
    end
  end
  for _, form in ipairs(spec.forms) do
    walk(form, {}, START)
  end
  return list
end

---Products that contain exactly the beginnings. Beginnings that differ only in a nibble of the last byte share products.
local function products_of(list)
  local products, at = {}, {}
  for _, beginning in ipairs(list) do
    local bytes <const> = beginning.bytes
    local b2 <const>, b1 <const>, b0 <const> = bytes[#bytes - 2], bytes[#bytes - 1], bytes[#bytes]
    local key <const> = ("%s %d %d"):format(b2, b1, b0 >> 4)
    if not at[key] then
      at[key] = { b2 and 1 << (b2 >> 4) or ALL, b2 and 1 << (b2 & 15) or ALL, 1 << (b1 >> 4), 1 << (b1 & 15), 1 << (b0 >> 4), 0 }
      products[#products + 1] = at[key]
    end
    at[key][6] = at[key][6] | 1 << (b0 & 15)
  end
  local merged, known = {}, {}
  for _, product in ipairs(products) do
    local key <const> = ("%d %d %d %d %d"):format(product[1], product[2], product[3], product[4], product[6])
    if known[key] then
      known[key][5] = known[key][5] | product[5]
    else
      known[key], merged[#merged + 1] = product, product
    end
  end
  return merged
end

-- ---- At most one product for each bit ----

---The smallest product that contains two others.
local function union(a, b)
  return { a[1] | b[1], a[2] | b[2], a[3] | b[3], a[4] | b[4], a[5] | b[5], a[6] | b[6] }
end

---The measures of a product, cached in `windows.weighed`, since the same unions occur again and again.
---@return table { product, likely, volume }
local function weighed(product, windows)
  local high <const> = (product[1] << 16 | product[2]) << 16 | product[3]
  local low <const> = (product[4] << 16 | product[5]) << 16 | product[6]
  windows.weighed[high] = windows.weighed[high] or {}
  local one = windows.weighed[high][low]
  if not one then
    one = { product = product, likely = common_windows.likely_in(product, windows), volume = nibble.volume(product) }
    windows.weighed[high][low] = one
  end
  return one
end

---Joins two products at a time until at most `most` are left, first those whose union adds the lowest frequency.
---@param list table results of `weighed`
---@param neighbors boolean whether only neighbors in the list are joined, which is fast
---@return table list
local function join(list, windows, most, neighbors)
  local function united(a, b)
    return weighed(union(a.product, b.product), windows)
  end
  while #list > most do
    progress.stage("filter, products to be joined", #list)
    local first, second, least, volume
    for i = 1, #list do
      for j = i + 1, neighbors and math.min(i + 1, #list) or #list do
        local both <const> = united(list[i], list[j])
        local likely <const>, more <const> = both.likely - list[i].likely - list[j].likely, both.volume - list[i].volume - list[j].volume
        if not least or likely < least - NEGLIGIBLE or likely < least + NEGLIGIBLE and more < volume then
          first, second, least, volume = i, j, likely, more
        end
      end
    end
    list[first] = united(list[first], table.remove(list, second))
  end
  return list
end

---Whether a product contains another.
local function holds(product, other)
  for axis in ipairs(AXES) do
    if other[axis] & ~product[axis] ~= 0 then
      return false
    end
  end
  return true
end

---Moves parts from one product to another as long as that lowers the sum of the frequencies.
---@param list table the result of `join` for the parts; changed
---@param parts table
local function move(list, parts, windows)
  local home_of <const> = {}
  ---The smallest product that contains the parts at one index of the list (`home`), with the part `more` and without the part `less`.
  local function least(home, more, less)
    local product
    for i, part in ipairs(parts) do
      if i == more or home_of[i] == home and i ~= less then
        product = product and union(product, part.product) or part.product
      end
    end
    return weighed(product or NOTHING, windows)
  end
  for i, part in ipairs(parts) do
    for home, one in ipairs(list) do
      home_of[i] = home_of[i] or holds(one.product, part.product) and home or nil
    end
  end
  for home in ipairs(list) do
    list[home] = least(home)
  end
  local moved
  repeat
    moved = false
    for i in ipairs(parts) do
      local home <const> = home_of[i]
      local left <const> = least(home, nil, i)
      local gain, to, with = NEGLIGIBLE, nil, nil
      for other in ipairs(list) do
        local more <const> = least(other, i)
        local gained <const> = list[home].likely - left.likely - (more.likely - list[other].likely)
        if other ~= home and gained > gain then
          gain, to, with = gained, other, more
        end
      end
      if to then
        home_of[i], list[home], list[to], moved = to, left, with, true
      end
    end
  until not moved
end

---The products, widened to all nibbles on one axis.
local function widened(products, axis)
  local wide <const> = {}
  for i, product in ipairs(products) do
    wide[i] = { table.unpack(product) }
    wide[i][axis] = ALL
  end
  return wide
end

local function sum_of(products, windows)
  local likely = 0
  for _, product in ipairs(products) do
    likely = likely + weighed(product, windows).likely
  end
  return likely
end

---At most as many products as there are bits; together they contain all the given ones.
local function joined(products, windows)
  local parts <const>, chosen <const> = {}, {}
  for i, product in ipairs(products) do
    parts[i] = weighed(product, windows)
  end
  join(parts, windows, MOST_PARTS, true)
  local list <const> = join({ table.unpack(parts) }, windows, TABLE_BITS, false)
  move(list, parts, windows)
  for i, one in ipairs(list) do
    chosen[i] = one.product
  end
  return chosen
end

---Products that contain all beginnings, without the axes that RARE allows to leave out; joined again if the most expensive one is left out.
---@return table products, number likely
local function chosen_of(products, windows)
  local best, fewer = joined(products, windows), joined(widened(products, 1), windows)
  local likely = sum_of(best, windows)
  for axis in ipairs(AXES) do
    fewer = axis > 1 and widened(best, axis) or fewer
    local more <const> = sum_of(fewer, windows)
    if more <= likely + RARE then
      best, likely = fewer, more
    end
  end
  return best, likely
end

-- ---- The look ----

---The table entries of a byte as the current one, as the previous one, and as the one before that.
---@return table entries by distance, from 0
function M.entries(look, byte)
  local entries <const> = { [0] = ALL_BITS, ALL_BITS, ALL_BITS }
  for _, axis in ipairs(look.axes) do
    entries[axis.distance] = entries[axis.distance] & look.tables[axis.name][M.nibble_of(axis, byte)]
  end
  return entries
end

---The nibble of a byte that an axis looks up.
function M.nibble_of(axis, byte)
  return axis.nibble == "high" and byte >> 4 or byte & 15
end

---@param spec table
---@param automaton table
---@param check table without deep rules
---@param windows table of common_windows.of, the same for each check
---@return table? look see above; nil if no beginning needs a bit, or characters have too many beginnings
function M.make(spec, automaton, check, windows)
  local open <const> = count_beginnings(spec) <= MOST_BEGINNINGS and beginnings(spec, automaton, check) or {}
  if #open == 0 then
    return nil
  end
  local products <const>, likely <const> = chosen_of(products_of(open), windows)
  local look <const> = { products = products, axes = {}, distances = {}, tables = {}, likely = likely, open = open }
  for number, axis in ipairs(AXES) do
    local entries, all = {}, true
    for n = 0, 15 do
      entries[n] = 0
      for b, product in ipairs(products) do
        entries[n] = entries[n] | (product[number] >> n & 1) << b - 1
      end
      all = all and entries[n] == (1 << #products) - 1
    end
    if not all then
      look.axes[#look.axes + 1], look.tables[axis.name] = axis, entries
      if look.distances[1] ~= axis.distance then
        table.insert(look.distances, 1, axis.distance)
      end
    end
  end
  return look
end

return M
