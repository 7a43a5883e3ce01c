-- SPDX-License-Identifier: 0BSD
-- byte_set: makes the plan of a language that has no rules and only one-byte characters. A text is well-formed if each byte is in a set.
--
-- In:  automaton. Out: its set of bytes, and a plan (plan.lua) without pairs of bytes. The plan has these fields:
--        set         = the bytes of the set; only plans of this file have this field
--        forbidden   = { high, low, high_2?, low_2?, above? }: a byte is outside of the set if the entries of its nibbles share a bit in
--                      high and low, or in high_2 and low_2. The latter are for bytes from 80 on, if eight bits do not suffice for all
--                      bytes. `above` says that the set has "all" or "none" of the bytes from 80 on. With `above`, the low entry of
--                      these bytes counts as 0, as in the word lookup_ascii. If "none", low entries are inverted: a byte is in
--                      the set if its low entry has all bits of its high entry
--        passthrough = { ascii = test, whole? = test }: how to test blocks, see passthrough.lua and below. If the first test is not
--                      `exact`, a block that fails it may be well-formed; `whole` decides this
--        classes     = the plan by classes: forbidden = { class, above? }: bit 80 of entry n (00..7F) is set if the byte n is outside of
--                      the set. Without `above`, bit 40 is set if the byte n + 80 is outside
--      The set 0-9, A-F, a-f: forbidden.high[3] & ~forbidden.low[A] ~= 0, since it lacks 3A.
--
-- A comparison of the least or the greatest byte of a block is a cheap test (a fold). It finds some of the bytes outside of the set:
--
--      Latin-1's printable characters, without 00..1F and 7F..9F:   b & 60 is at least 20; b is at most 7E, as a signed byte
--
-- For sets with bytes from 80 on: if folds are costly or miss bytes, a range with all COMMON bytes of the set is tested first.

local automata = require "gen.language.automaton"
local bytes_ = require "gen.common.bytes"
local lists = require "gen.common.lists"
local nibble = require "gen.plan.nibble"
local passthrough = require "gen.plan.passthrough"

local M = {}

local DEAD <const>, START <const>, SIGN_BIT <const> = automata.DEAD, automata.START, bytes_.SIGN_BIT

---Costs: an operation that three ports of a core can do counts 2; a minimum or a maximum, which only two ports can do, counts 3. A lookup
---by nibbles has seven operations, each counted as 2.
local MAPPED <const>, FOLDED <const>, LOOKED_UP <const> = 2, 3, 14

---The most folds of a test; the greatest cost at which folds are preferred to the test for a range.
local MOST_FOLDS <const>, CHEAP <const> = 3, 6

---The common bytes, of which most text consists: a blank, digits and letters of ASCII.
local COMMON <const> = { { lo = 0x20, hi = 0x20 }, { lo = 0x30, hi = 0x39 }, { lo = 0x41, hi = 0x5A }, { lo = 0x61, hi = 0x7A } }

---The bytes in the set; nil if there are longer characters, or rules, or if all bytes are in the set.
---@return table? set
---@return boolean? all whether the set has all bytes
function M.of(automaton)
  local set <const>, steps <const>, all = {}, automaton.next[START], true
  for byte = 0, 255 do
    set[byte], all = steps[byte] == START or nil, all and steps[byte] == START
    if steps[byte] ~= START and steps[byte] ~= DEAD then
      return nil
    end
  end
  return not all and automaton.accepts[START] and set or nil, all
end

-- ---- Folds ----

---The words that fold vectors: whether they compare bytes as signed numbers, and whether they keep the greatest byte or the least.
local WORDS <const> = {
  { word = "min_unsigned", signed = 0, greatest = false }, { word = "max_unsigned", signed = 0, greatest = true },
  { word = "min", signed = SIGN_BIT, greatest = false }, { word = "max_signed", signed = SIGN_BIT, greatest = true },
}

---The value of a byte after a fold's first operation.
function M.mapped(fold, byte)
  return fold.op == "add" and byte + fold.value & 255 or fold.op == "and" and byte & fold.value or byte
end

---Whether a fold finds a byte: after the first operation, the byte is beyond the bound.
function M.finds(fold, byte)
  local value <const>, bound <const> = M.mapped(fold, byte) ~ fold.signed, fold.bound ~ fold.signed
  if fold.greatest then
    return value > bound
  end
  return value < bound
end

---The condition that a fold tests, for all bytes b of a block: "the least b & 60 is 20 or more".
function M.fold_text(fold)
  return ("the %s %sb%s is %02X or %s"):format(fold.greatest and "greatest" or "least", fold.signed == 0 and "" or "signed ",
    fold.op and (" %s %02X"):format(fold.op == "add" and "+" or "&", fold.value) or "", fold.bound, fold.greatest and "less" or "more")
end

---The fold with this word and this first operation that finds the most bytes outside of the set, and no byte of the set; or nil.
local function fold_of(set, word, op, value)
  local fold <const> = { word = word.word, signed = word.signed, greatest = word.greatest, op = op, value = value, found = {} }
  fold.cost = FOLDED + (op and MAPPED or 0)
  local least, most = 256, -1
  for byte = 0, 255 do
    local number <const> = M.mapped(fold, byte) ~ word.signed
    if set[byte] then
      least, most = math.min(least, number), math.max(most, number)
    end
  end
  fold.bound = (word.greatest and most or least) ~ word.signed
  for byte = 0, 255 do
    fold.found[#fold.found + 1] = M.finds(fold, byte) and byte or nil
  end
  return #fold.found > 0 and fold or nil
end

---A list of bytes as a set of bits, four words of 64 bits.
local function words_of(list)
  local words <const> = { 0, 0, 0, 0 }
  for _, byte in ipairs(list) do
    local i <const> = byte // 64 + 1
    words[i] = words[i] | 1 << byte % 64
  end
  return words
end

---The folds that find bytes outside of the set; those for more bytes come first. Of folds for the same bytes, the cheapest is kept.
local function folds_of(set)
  local folds <const>, known <const> = {}, {}
  local function add(op, value)
    for _, word in ipairs(WORDS) do
      local fold <const> = fold_of(set, word, op, value)
      local key <const> = fold and table.concat(fold.found, " ")
      if fold and not known[key] then
        known[key] = true
        folds[#folds + 1] = fold
      end
    end
  end
  add()
  for value = 1, 255 do
    add("add", value)
    add("and", value)
  end
  for i, fold in ipairs(folds) do
    fold.at, fold.words = i, words_of(fold.found)
  end
  table.sort(folds, function(a, b)
    return #a.found > #b.found or #a.found == #b.found and a.at < b.at
  end)
  return folds
end

---The cheapest folds that find all bytes outside of the set; nil if MOST_FOLDS folds do not suffice.
---@return table[]? folds, integer? cost
local function exact_folds(set)
  local folds <const>, best, cost = folds_of(set), nil, math.huge
  local chosen <const>, outside <const> = {}, {}
  for byte = 0, 255 do
    outside[#outside + 1] = not set[byte] and byte or nil
  end
  -- The four words w0 to w3 are the bytes outside of the set that no chosen fold finds yet.
  local function search(spent, w0, w1, w2, w3)
    if w0 | w1 | w2 | w3 == 0 then
      best, cost = table.move(chosen, 1, #chosen, 1, {}), spent
      return
    end
    -- The next fold must find the first of these bytes. The last fold allowed must find all of them.
    local word <const> = w0 ~= 0 and 1 or w1 ~= 0 and 2 or w2 ~= 0 and 3 or 4
    local first <const>, is_last <const> = select(word, w0, w1, w2, w3), #chosen == MOST_FOLDS - 1
    local bit <const> = first & -first
    for _, fold in ipairs(#chosen < MOST_FOLDS and spent + FOLDED < cost and folds or {}) do
      local words <const> = fold.words
      if words[word] & bit ~= 0 and spent + fold.cost < cost then
        local r0 <const>, r1 <const>, r2 <const>, r3 <const> = w0 & ~words[1], w1 & ~words[2], w2 & ~words[3], w3 & ~words[4]
        if not is_last or r0 | r1 | r2 | r3 == 0 then
          chosen[#chosen + 1] = fold
          search(spent + fold.cost, r0, r1, r2, r3)
          chosen[#chosen] = nil
        end
      end
    end
  end
  search(0, table.unpack(words_of(outside)))
  return best, best and cost
end

-- ---- The plan ----

---Whether a range has all common bytes of a set, so that most text has only bytes of the range; false if the set has no common bytes.
function M.is_common(set, lo, hi)
  local some = false
  for _, range in ipairs(COMMON) do
    for byte = range.lo, range.hi do
      if set[byte] and not (lo <= byte and byte <= hi) then
        return false
      end
      some = some or set[byte] or false
    end
  end
  return some
end

---The test for a range of the set below 80, if most text only has bytes of this range; otherwise nil.
local function run_test(set)
  for _, range in ipairs(automata.ranges(function(byte) return byte < SIGN_BIT and set[byte] end)) do
    if M.is_common(set, range.lo, range.hi) then
      local outside <const> = {}
      for byte = 0, SIGN_BIT - 1 do
        outside[byte] = not (range.lo <= byte and byte <= range.hi) or nil
      end
      return passthrough.test(outside)
    end
  end
end

---How to test whether the bytes of a block are in the set. Without a cheaper way, they are looked up.
---@return table test, table? whole the exact test if the first is not exact
local function test_of(set, outside)
  if not lists.any(automata.ranges(function(byte) return set[byte] end), function(range) return range.hi >= SIGN_BIT end) then
    local test <const> = passthrough.test(outside)
    test.exact = true
    return test
  end
  local folds <const>, cost <const> = exact_folds(set)
  local whole <const> = folds and cost < LOOKED_UP and { kind = "folds", folds = folds, exact = true } or { kind = "tables", exact = true }
  local run <const> = (not folds or cost > CHEAP) and run_test(set) or nil
  return run or whole, run and whole
end

---Whether "all" or "none" of the bytes from 80 on are in the set; otherwise nil.
local function above_of(set)
  local count = 0
  for byte = SIGN_BIT, 255 do
    count = count + (set[byte] and 1 or 0)
  end
  return count == SIGN_BIT and "all" or count == 0 and "none" or nil
end

---The tables of nibbles for the bytes outside of the set.
---@param above string? see above_of
local function nibbles_of(outside, above)
  if above then
    local below <const> = {}
    for byte = 0, SIGN_BIT - 1 do
      below[byte] = outside[byte]
    end
    local tables <const> = nibble.pack_bytes(below, 256)
    for n = 0, above == "none" and 15 or -1 do
      tables.low[n], tables.high[n] = tables.low[n] ~ 255, n < 8 and tables.high[n] or SIGN_BIT
    end
    tables.above = above
    return tables
  end
  local both <const> = nibble.pack_bytes(outside, 256)
  if both then
    return both
  end
  local of_ascii <const>, others <const> = {}, {}
  for byte in next, outside do
    (byte < SIGN_BIT and of_ascii or others)[byte] = true
  end
  local first <const>, last <const> = nibble.pack_bytes(of_ascii, 256), nibble.pack_bytes(others, 256)
  return { high = first.high, low = first.low, high_2 = last.high, low_2 = last.low }
end

---Whether the tables say that a byte is outside of the set.
---@param forbidden table of a plan of this file
function M.is_outside(forbidden, byte)
  if forbidden.class and forbidden.above then
    local bit <const> = forbidden.class[byte & SIGN_BIT - 1] & SIGN_BIT
    return (forbidden.above == "none" and bit | byte or bit & ~byte) & SIGN_BIT ~= 0
  elseif forbidden.class then
    local entry <const> = forbidden.class[byte & SIGN_BIT - 1]
    return entry & (byte < SIGN_BIT and SIGN_BIT or SIGN_BIT >> 1) ~= 0
  end
  local high <const>, low <const> = byte >> 4, byte & 15
  if forbidden.above then
    local entry <const> = byte < SIGN_BIT and forbidden.low[low] or 0
    return forbidden.high[high] & (forbidden.above == "none" and ~entry or entry) ~= 0
  end
  return forbidden.high[high] & forbidden.low[low] ~= 0
    or forbidden.high_2 ~= nil and forbidden.high_2[high] & forbidden.low_2[low] ~= 0
end

---For each entry of a table, the bits whose flip changes the set.
local function sensitivity_of(set, forbidden, entries)
  local masks <const> = {}
  for i = 0, #entries do
    masks[i] = 0
    for bit = 0, 7 do
      entries[i] = entries[i] ~ 1 << bit
      for byte = 0, 255 do
        masks[i] = masks[i] | (M.is_outside(forbidden, byte) == (set[byte] or false) and 1 or 0) << bit
      end
      entries[i] = entries[i] ~ 1 << bit
    end
  end
  return masks
end

---@param set table of bytes, see `of`
---@return table plan
function M.make(set)
  local outside <const>, entries <const>, above <const> = {}, {}, above_of(set)
  for byte = 0, 255 do
    outside[byte] = not set[byte] or nil
  end
  local test <const>, whole <const> = test_of(set, outside)
  local shared <const> = { set = set, bits = {}, tables = {}, demands = {}, flipped = 0, deep = {}, filter = 0,
    passthrough = { ascii = test, whole = whole }, given_up = {} }
  for byte = 0, SIGN_BIT - 1 do
    entries[byte] = (outside[byte] and SIGN_BIT or 0) | (not above and outside[byte + SIGN_BIT] and SIGN_BIT >> 1 or 0)
  end
  local plan <const>, classes <const> = lists.update({ forbidden = nibbles_of(outside, above), sensitivity = {} }, shared),
    lists.update({ forbidden = { class = entries, above = above }, sensitivity = {}, chain = 0 }, shared)
  for _, name in ipairs { "high", "low", "high_2", "low_2" } do
    local table_ <const> = plan.forbidden[name]
    plan.sensitivity["forbidden_" .. name] = table_ and sensitivity_of(set, plan.forbidden, table_)
  end
  classes.sensitivity.forbidden_class = sensitivity_of(set, classes.forbidden, entries)
  plan.classes = classes
  return plan
end

return M
