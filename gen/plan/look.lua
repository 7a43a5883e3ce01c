-- SPDX-License-Identifier: 0BSD
-- look: a kind of filter (filters.lua), in the place of deep rules, where these are many: it tells the blocks of a text that the automaton
-- must look at.
--
-- In:  spec, automaton and a check without deep rules (window_check.lua). Out: look = {
--        products = for each bit the nibbles it stands for, a 16-bit set for each of AXES
--        axes     = those of AXES that are looked up: { {number, distance, nibble, name} }
--        distances = of the bytes that they look up, from the current one, ascending
--        tables   = { look_2_low = {[0] = byte, ...}, ... }, a bit for each product
--        likely   = how likely a character that is right is looked at, summed over common blocks (common_windows.lua)
--        open     = what must be told: { {bytes, character} }
--      }
--      UTF-8 without format characters: E2 80 8B..8F (U+200B..U+200F) is the product { E, 2, 8, 0, 8, B-F } of bit 01; E2 80 93, a dash,
--      has no bit, though it has the same first two bytes.
--
-- The idea: what the check leaves open are characters whose bytes it takes for those of others. Each such character is told by its first
-- three bytes or fewer (of longer ones the rest is not looked at). A window has a bit where the nibbles of its last three bytes are all in
-- the product's sets: tables of sixteen bytes, and-ed. A bit too many costs time, as the automaton then finds nothing; one too few would
-- accept what is ill-formed. So products must hold all that is required, and are chosen to hold little else that texts have.
--
-- The proof (proof.lua) says whether that is all: a text is well-formed if no window of it is an error or has one of these bits.

local automata = require "gen.language.automaton"
local common_windows = require "gen.plan.common_windows"
local nibble = require "gen.plan.nibble"
local window_check = require "gen.plan.window_check"
local progress = require "gen.common.progress"

local M = {}

local DEAD <const>, START <const> = automata.DEAD, automata.START

local TABLE_BITS <const> = 8
local ALL_BITS <const> = (1 << TABLE_BITS) - 1

---All nibbles; a product of none.
local ALL <const> = 0xFFFF
local NOTHING <const> = { 0, 0, 0, 0, 0, 0 }

---How many bytes of a character are looked at.
local LONGEST_LOOK <const> = 3

---Of so few products any two may be joined.
local MOST_PARTS <const> = 48

---How many beginnings of characters are gone through: UTF-8 has 100,480.
local MOST_BEGINNINGS <const> = 1 << 20

---Sums of likelihoods that differ by less are alike.
local NEGLIGIBLE <const> = 1e-9

---The nibbles that can be looked up, of the bytes so many before the current one; the dearest to look up first.
local AXES <const> = {
  { distance = 2, nibble = "high" }, { distance = 2, nibble = "low" }, { distance = 1, nibble = "high" }, { distance = 1, nibble = "low" },
  { distance = 0, nibble = "high" }, { distance = 0, nibble = "low" },
}
for number, axis in ipairs(AXES) do
  axis.number, axis.name = number, ("look_%d_%s"):format(axis.distance, axis.nibble)
end

---An axis is left out if that makes no more characters look excluded: one in a hundred of one block.
local RARE <const> = 0.1

-- ---- What must be told ----

---How many beginnings of characters forms have.
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

---What a check leaves open: the beginnings of characters, of two bytes or three, after which the automaton is dead or can die within the
---character, and which the check does not refuse.
---@return table list of { bytes, character = the bytes of such a character as a whole }
local function beginnings(spec, automaton, check)
  local list, ends <const>, next_ <const> = {}, {}, automaton.next
  ---How a character ends at which the automaton is dead, nil if none is.
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

---The least products that hold some beginnings, one for those that share all but the last byte and have the same low nibbles there.
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

-- ---- As many products as there are bits ----

---The least product that holds two.
local function union(a, b)
  return { a[1] | b[1], a[2] | b[2], a[3] | b[3], a[4] | b[4], a[5] | b[5], a[6] | b[6] }
end

---What is asked of a product, and kept in `windows.weighed`, since unions come up again and again.
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

---Joins two products at a time until there are no more than `most`: those first whose union holds little else that texts have.
---@param list table of what `weighed` gives
---@param neighbours boolean whether only those that stand side by side are joined, which is soon done
---@return table list
local function join(list, windows, most, neighbours)
  local function united(a, b)
    return weighed(union(a.product, b.product), windows)
  end
  while #list > most do
    progress.stage("filter, products to be joined", #list)
    local first, second, least, volume
    for i = 1, #list do
      for j = i + 1, neighbours and math.min(i + 1, #list) or #list do
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

---Whether a product holds another.
local function holds(product, other)
  for axis in ipairs(AXES) do
    if other[axis] & ~product[axis] ~= 0 then
      return false
    end
  end
  return true
end

---Moves parts from one product to another as long as that makes less of what texts have be in them.
---@param list table what `join` made of the parts; changed
---@param parts table
local function move(list, parts, windows)
  local home_of <const> = {}
  ---The least product of the parts that lie in one, and of one more or without one of them.
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

---Products of which an axis does not matter.
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

---No more products than there are bits, which hold all of these.
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

---Products that hold what must be told, by as few axes as do; the dearest is worth joining them anew.
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

-- ---- All of it ----

---What the tables say of a byte: as the current one, as the one before it, and as the one before that.
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
---@return table? look see above, nil if the check leaves nothing open, or characters have too many beginnings
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
