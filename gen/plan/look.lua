-- SPDX-License-Identifier: 0BSD
-- look: finds table bits that select the places of a text that the automaton must check. This kind of filter (filters.lua) replaces the
-- deep rules of a plan if too many rules would be needed, or if they would cost too much.
--
-- In:  spec, automaton, continuation bytes, common windows, and a check without deep rules. Out: nil (see M.make), or look = {
--        rounds   = one for each eight bits: { name, axes, distances, products }
--          products = for each bit three sets (byte_words.lua): of the byte two before the current one, the previous one, the current one
--          axes   = the axes of the lookups: { distance, nibble?, name, index = function: byte -> index in the table, round = a number }
--          distances = the distances of these axes, each once, ascending
--        axes     = the axes of all rounds
--        tables   = { look_2_low = {[0] = byte, ...}, ... }, a bit for each product of a round
--        likely   = the frequency of common windows in each product, summed over the products (common_windows.lua)
--        continuations = the set of continuation bytes
--        open     = the beginnings (beginnings.lua) that need a bit: { {bytes, character} }
--      }
--      UTF-8 without format characters: E2 80 8B..8F (U+200B..U+200F) is in the product { *, 2, 8, 0, 8 A, A-F }; E2 80 93, a
--      dash, has no bit, though it has the same first two bytes.
--
-- The idea: without deep rules the check accepts some ill-formed characters. A look recognizes each of them by its first two or three
-- bytes. A window has a bit if each of its last three bytes is in the set that the bit's product has for its place; the kernel computes the
-- bits by `and` of lookups. A plan by nibbles looks up at most six nibbles: its sets have all bytes with certain high and certain low
-- nibbles. A plan by classes looks up at most three bytes: its sets may have any bytes with the sign bit. If the products contain too many
-- windows, the automaton reads text without errors, which costs time. If they contain too few, the kernel accepts ill-formed text. So they
-- contain the first bytes of all these ill-formed characters, and few windows of ordinary text. If this needs more than eight products,
-- more rounds are added. A character that a `never` rule forbids after some characters has a bit after any character; the automaton then
-- also reads the character before it.
-- The proof (proof.lua) shows that this is enough: a text is well-formed if none of its windows is an error or has one of these bits.

local beginnings = require "gen.plan.beginnings"
local byte_words = require "gen.plan.byte_words"
local bytes_ = require "gen.common.bytes"
local classes = require "gen.plan.classes"
local common_windows = require "gen.plan.common_windows"
local lists = require "gen.common.lists"
local nibble = require "gen.plan.nibble"
local progress = require "gen.common.progress"

local M = {}

local SIGN_BIT <const> = bytes_.SIGN_BIT
local TABLE_BITS <const> = 8
local ALL_BITS <const> = (1 << TABLE_BITS) - 1

---The prefix of the names of each round's tables and functions. There are at most three rounds: a check with three rounds takes
---about as many operations as three checks of UTF-8.
local ROUNDS <const> = { "look", "look_b", "look_c" }

---A further round must lower `likely` by this: about one character in 30 of all common blocks (common_windows.lua). The automaton takes
---about as long to read these characters as a round of lookups takes.
local WORTH_A_ROUND <const> = 8

---Up to this number of products, any two can be joined; with more products, only neighbors in the list.
local MOST_PARTS <const> = 48

---Frequencies that differ by less are treated as equal.
local NEGLIGIBLE <const> = 1e-9

---An axis is left out if `likely` then grows by at most this: about one character in 100 of a block of weight 9 (common_windows.lua).
local RARE <const> = 0.1

-- ---- Axes, and sets on them ----
--
-- A product has `words` integers for each axis: a set of nibbles, or a set of bytes as in byte_words.lua.

---By nibbles; the most expensive lookup first.
local BY_NIBBLES <const> = {
  { distance = 2, nibble = "high" }, { distance = 2, nibble = "low" }, { distance = 1, nibble = "high" }, { distance = 1, nibble = "low" },
  { distance = 0, nibble = "high" }, { distance = 0, nibble = "low" }, words = 1, all = 0xFFFF, last = 15,
}
---By classes.
local BY_CLASSES <const> = { { distance = 2 }, { distance = 1 }, { distance = 0 }, words = 4, all = -1, last = SIGN_BIT - 1 }
for _, kind in ipairs { BY_NIBBLES, BY_CLASSES } do
  for _, axis in ipairs(kind) do
    axis.name = ("%d_%s"):format(axis.distance, axis.nibble or "class")
  end
end

---The axes of a check. The function `index` of an axis gives the index of a byte in the table of the axis.
local function axes_of(check)
  local kind <const> = check.chain and BY_CLASSES or BY_NIBBLES
  local axes <const> = { words = kind.words, all = kind.all, last = kind.last, by_classes = kind == BY_CLASSES }
  for i, axis in ipairs(kind) do
    axes[i] = {
      distance = axis.distance, nibble = axis.nibble, name = axis.name,
      index = function(byte)
        return axis.nibble == "high" and byte >> 4 or axis.nibble == "low" and byte & 15 or classes.index(byte, check.refused_nul)
      end,
    }
  end
  return axes
end

---The three sets of bytes of a product.
local function sets_of(product, axes)
  if axes.by_classes then
    return lists.map({ 0, 4, 8 }, function(at) return { table.unpack(product, at + 1, at + 4) } end)
  end
  return lists.map({ 1, 3, 5 }, function(at) return byte_words.of_nibbles(product[at], product[at + 1]) end)
end

---The smallest product that contains three given bytes; nil stands for any byte. By classes, a byte without the sign bit also stands for
---any byte. So does a byte with the last index (axes.last), since several bytes share this index.
local function product_of(axes, ...)
  local product <const> = {}
  for i, axis in ipairs(axes) do
    local byte <const> = select(3 - axis.distance, ...)
    local at <const> = (i - 1) * axes.words
    local wide <const> = not byte or axes.by_classes and (byte < SIGN_BIT or axis.index(byte) == axes.last)
    for word = 1, axes.words do
      product[at + word] = wide and axes.all or 0
    end
    if not wide and axes.by_classes then
      product[at + 1 + (byte >> 6)] = 1 << (byte % 64)
    elseif not wide then
      product[at + 1] = 1 << axis.index(byte)
    end
  end
  return product
end

-- ---- At most one product for each bit ----

---Products that contain the beginnings, and little else. Products that differ only on one axis are joined, the newest byte's axes first.
local function products_of(list, axes)
  local products = lists.map(list, function(beginning)
    local bytes <const> = beginning.bytes
    return product_of(axes, bytes[#bytes - 2], bytes[#bytes - 1], bytes[#bytes])
  end)
  for axis = #axes, 1, -1 do
    local joined <const>, known <const> = {}, {}
    local first <const>, last <const> = (axis - 1) * axes.words + 1, axis * axes.words
    for _, product in ipairs(products) do
      local key <const> = table.concat(product, " ", 1, first - 1) .. ":" .. table.concat(product, " ", last + 1)
      if known[key] then
        for word = first, last do
          known[key][word] = known[key][word] | product[word]
        end
      else
        known[key], joined[#joined + 1] = product, product
      end
    end
    products = joined
  end
  return products
end

---The smallest product that contains two others.
local function union(a, b)
  local both <const> = {}
  for i, set in ipairs(a) do
    both[i] = set | b[i]
  end
  return both
end

---The measures of a product, cached in `windows.weighed`, since the same unions occur again and again.
---@param search table { axes, windows }
---@return table { product, likely, volume }
local function weighed(product, search)
  local known <const>, key <const> = search.windows.weighed, string.pack(("j"):rep(#product), table.unpack(product))
  if not known[key] then
    local sets <const>, volume = sets_of(product, search.axes), 1
    for _, set in ipairs(sets) do
      volume = volume * byte_words.shared(set, set)
    end
    known[key] = { product = product, likely = common_windows.likely_in(sets, search.windows), volume = volume }
  end
  return known[key]
end

---Joins the two products whose union adds least to the sum of the frequencies. Repeats this until at most `most` products are left.
---@param list table results of `weighed`
---@param neighbors boolean whether to join only neighbors in the list, which is faster
---@return table list
local function join(list, search, most, neighbors)
  local function united(a, b)
    return weighed(union(a.product, b.product), search)
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
  for i, set in ipairs(product) do
    if other[i] & ~set ~= 0 then
      return false
    end
  end
  return true
end

---Moves joined products (`parts`) from one union to another as long as that lowers the sum of the frequencies.
---@param list table the unions, the result of `join` for the parts; changed in place
---@param parts table the products that were joined, as results of `weighed`
local function move(list, parts, search)
  local home_of <const> = {}
  ---The smallest product that contains the parts that belong to list[home] (except part `less`) and part `more`.
  local function least(home, more, less)
    local product
    for i, part in ipairs(parts) do
      if i == more or home_of[i] == home and i ~= less then
        product = product and union(product, part.product) or part.product
      end
    end
    return weighed(product or lists.map(parts[1].product, function() return 0 end), search)
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

---The products, each widened on one axis to all nibbles or bytes.
local function widened(products, axes, axis)
  return lists.map(products, function(product)
    local wide <const> = { table.unpack(product) }
    for word = (axis - 1) * axes.words + 1, axis * axes.words do
      wide[word] = axes.all
    end
    return wide
  end)
end

local function sum_of(products, search)
  return lists.sum(products, function(product) return weighed(product, search).likely end)
end

---Joins products until there is at most one for each bit of the rounds. Together, the results contain all given products.
local function joined(products, search)
  local parts <const> = lists.map(products, function(product) return weighed(product, search) end)
  join(parts, search, MOST_PARTS, true)
  local list <const> = join({ table.unpack(parts) }, search, search.rounds * TABLE_BITS, false)
  move(list, parts, search)
  return lists.map(list, function(one) return one.product end)
end

---Products that contain all beginnings. Leaves out axes that change little (see RARE). To try this for axis 1, the costliest, all products
---are joined again. An axis stays if a product would otherwise contain all windows, and so be useless, even if no window is common.
---@return table products, number likely
local function chosen_of(products, search)
  local axes <const> = search.axes
  local best, fewer = joined(products, search), joined(widened(products, axes, 1), search)
  local likely = sum_of(best, search)
  for axis in ipairs(axes) do
    fewer = axis > 1 and widened(best, axes, axis) or fewer
    local more <const> = sum_of(fewer, search)
    if more <= likely + RARE and not lists.any(fewer, function(one) return weighed(one, search).volume == 1 << 24 end) then
      best, likely = fewer, more
    end
  end
  return best, likely
end

-- ---- The look ----

---The table entries of a byte as the current one, as the previous one, and as the one before that.
---@return table entries by distance, from 0
function M.entries(look, byte)
  local all <const> = (1 << #look.rounds * TABLE_BITS) - 1
  local entries <const> = { [0] = all, all, all }
  for _, axis in ipairs(look.axes) do
    local shift <const> = (axis.round - 1) * TABLE_BITS
    entries[axis.distance] = entries[axis.distance] & (look.tables[axis.name][axis.index(byte)] << shift | ~(ALL_BITS << shift))
  end
  return entries
end

---Splits an integer that has the bits of all rounds into the bits of each round.
---@return integer[]
function M.by_round(look, bits)
  return lists.map(look.rounds, function(_, round) return bits >> (round - 1) * TABLE_BITS & ALL_BITS end)
end

---The set of a product on an axis as text: nibbles, or ranges of bytes.
function M.text(axis, product)
  local set <const>, nibbles = product[3 - axis.distance], 0
  for byte = 0, axis.nibble and 255 or -1 do
    nibbles = byte_words.has(set, byte) and nibbles | 1 << axis.index(byte) or nibbles
  end
  return axis.nibble and nibble.text(nibbles)
    or byte_words.shared(set, byte_words.all()) == 256 and "*" or classes.text_of(byte_words.listed(set))
end

---The table of an axis: for each index, the bits of the products whose set has this index; nil if all sets have all indices.
local function table_of(axes, axis, products)
  local entries <const>, all = {}, true
  local first <const> = (axis - 1) * axes.words
  for index = 0, axes.last do
    entries[index] = 0
  end
  for b, product in ipairs(products) do
    for byte = 0, 255 do
      local index <const> = axes[axis].index(byte)
      local bit <const> = axes.by_classes and product[first + 1 + (byte >> 6)] >> (byte % 64) or product[first + 1] >> index
      entries[index] = entries[index] | (bit & 1) << b - 1
    end
  end
  for index = 0, axes.last do
    all = all and entries[index] == (1 << #products) - 1
  end
  return not all and entries or nil
end

---Sorts products: first those that restrict the oldest byte. So a round that only has others does not look up the oldest byte.
local function by_oldest(products, axes)
  local with <const>, any <const> = {}, {}
  for _, product in ipairs(products) do
    local list <const> = byte_words.shared(sets_of(product, axes)[1], byte_words.all()) < 256 and with or any
    list[#list + 1] = product
  end
  return lists.concat(with, any)
end

---Adds a round with these products, at most eight.
local function add_round(look, axes, products)
  local number <const> = #look.rounds + 1
  local round <const> = {
    name = ROUNDS[number], axes = {}, distances = {}, products = lists.map(products, function(product) return sets_of(product, axes) end),
  }
  look.rounds[number] = round
  for i, axis in ipairs(axes) do
    local entries <const>, name <const> = table_of(axes, i, products), ("%s_%s"):format(round.name, axis.name)
    if entries then
      local one <const> = lists.update({ round = number }, axis, { name = name })
      round.axes[#round.axes + 1], look.axes[#look.axes + 1], look.tables[name] = one, one, entries
      if round.distances[1] ~= axis.distance then
        table.insert(round.distances, 1, axis.distance)
      end
    end
  end
end

---@param spec table
---@param automaton table
---@param check table without deep rules
---@param continuations table set of bytes
---@param windows table of common_windows.of, the same for each check
---@return table? look see above; nil if no beginning needs a bit, if there are too many beginnings, or if all windows would have a bit
function M.make(spec, automaton, check, continuations, windows)
  local open <const> = beginnings.of(spec, automaton, check)
  if #open == 0 then
    return nil
  end
  local search <const>, all <const> = { axes = axes_of(check), windows = windows, rounds = 1 }, products_of(open, axes_of(check))
  local products, likely = chosen_of(all, search)
  while search.rounds < #ROUNDS and likely > WORTH_A_ROUND do
    search.rounds = search.rounds + 1
    local more <const>, less_likely <const> = chosen_of(all, search)
    if less_likely > likely - WORTH_A_ROUND then
      break
    end
    products, likely = more, less_likely
  end
  local look <const> = { rounds = {}, axes = {}, tables = {}, likely = likely, open = open, continuations = continuations }
  products = by_oldest(products, search.axes)
  for first = 1, #products, TABLE_BITS do
    add_round(look, search.axes, { table.unpack(products, first, math.min(first + TABLE_BITS - 1, #products)) })
  end
  return #look.axes > 0 and look or nil
end

---The distances of the bytes that a look reads. @param look table? @return integer[] distances, empty without a look
function M.distances(look)
  local distances <const> = {}
  for distance = 0, look and 2 or -1 do
    local reads <const> = lists.any(look.axes, function(axis) return axis.distance == distance end)
    distances[#distances + 1] = reads and distance or nil
  end
  return distances
end

return M
