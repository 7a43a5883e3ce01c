-- SPDX-License-Identifier: 0BSD
-- carry: makes the plan of vector kernels for a language that no window decides. These kernels carry a few state bits from byte to byte.
--
-- In:  automaton, analysis. Out of `make`: nil if there is a window, or no such plan; otherwise {
--        levels = a list of { kind, code = for each action except the last, C of its bytes' mask, bit_of[state] = a bit, 0 for START }
--        errors = C of the mask of the bytes that lead to the dead state
--        masks  = a list of { set = its bytes, pair = an index of `tables`, mask = the bits of its bytes in that pair }
--        tables = one or two pairs { high, low } }
--      GBK: one level { turn, m0 }, errors (m1 & ~b0) | (m2 & b0); m0 80..FF, m1 80 FF, m2 00..3F 7F FF.
--
-- The idea: the C reads 64 bytes at once, as words with a bit for each byte (templates/vector/carry.c). m0, m1 ... say whether a byte is in
-- a set. b0 is the first level's bit of the state before each byte, b1 that of the second level. A byte turns (inverts), keeps, sets or
-- clears a level's bit; the action may depend on lower levels. For these kinds of levels, operations on words handle 64 bytes at once:
--
--     set     sets or clears            EUC-JP: a byte 8F is the first of three
--     turn    turns or clears           GBK: a byte 81..FE begins or ends a character of two bytes
--     keep    sets, clears or keeps
--     parity  turns or keeps            GB 18030: a digit inside of a character is the second or the last byte of four
--
-- The state bits after a refused byte do not matter. So a set has two bounds: the bytes that must be in it, and those that may be in it.
-- high[b >> 4] & low[b & 15] has the bits of the products that contain the byte b. A set is a union of products.

local lists = require "gen.common.lists"
local bytes_ = require "gen.common.bytes"
local automata = require "gen.language.automaton"

local M = {}

local START <const>, DEAD <const> = automata.START, automata.DEAD

---The number of bits of a table entry; then a plan's limits: the most pairs of tables, levels and states.
local BITS <const>, MOST_PAIRS <const>, MOST_LEVELS <const>, MOST_STATES <const> = 8, 2, 2, 8

---The actions of a byte on a bit: the new bit if the old one is 0, and the new bit if it is 1.
local ACTIONS <const> = { clears = { [0] = 0, 0 }, sets = { [0] = 1, 1 }, keeps = { [0] = 0, 1 }, turns = { [0] = 1, 0 } }

---The kinds, the cheapest first, with their actions. Each action has a set of bytes, except the last one, which is for all other bytes.
local KINDS <const> = {
  { name = "set", "sets", "clears" }, { name = "turn", "turns", "clears" }, { name = "keep", "sets", "keeps", "clears" },
  { name = "parity", "turns", "keeps" },
}

-- ---- Sets of bytes, as words ----

---A set of bytes is a list of four words. @param has fun(byte: integer): boolean
local function set_of(has)
  local set <const> = { 0, 0, 0, 0 }
  for byte = 0, 255 do
    local word <const> = byte // 64 + 1
    set[word] = set[word] | (has(byte) and 1 or 0) << byte % 64
  end
  return set
end

local function has(set, byte)
  return set[byte // 64 + 1] >> byte % 64 & 1 == 1
end

---Whether a set contains `must` and is contained in `may`.
local function between(must, set, may)
  for word = 1, 4 do
    if must[word] & ~set[word] ~= 0 or set[word] & ~may[word] ~= 0 then
      return false
    end
  end
  return true
end

---The products of a set. High nibbles with the same set of low nibbles share a product. @return table[] { high, low } sets of nibbles
local function products_of(set)
  local products <const>, by_low <const> = {}, {}
  for high = 0, 15 do
    local low <const> = set[high // 4 + 1] >> high % 4 * 16 & 0xFFFF
    if low ~= 0 and not by_low[low] then
      by_low[low] = { high = 0, low = low }
      products[#products + 1] = by_low[low]
    end
    if low ~= 0 then
      by_low[low].high = by_low[low].high | 1 << high
    end
  end
  return products
end

---Functions of two masks, each with its C. The first two use one mask only.
local COMBINED <const> = {
  { "%s", function(a) return a end }, { "~%s", function(a) return ~a end },
  { "(%s | %s)", function(a, b) return a | b end }, { "(%s & %s)", function(a, b) return a & b end },
  { "(%s & ~%s)", function(a, b) return a & ~b end }, { "(%s | ~%s)", function(a, b) return a | ~b end },
}

---The C of a set that contains `must` and is contained in `may`: from one or two of the masks, or else from a new mask.
local function code_of(masks, must, may)
  for _, combined in ipairs(COMBINED) do
    for i, a in ipairs(masks) do
      for j, b in ipairs(masks) do
        local set <const> = {}
        for word = 1, 4 do
          set[word] = combined[2](a.set[word], b.set[word])
        end
        if between(must, set, may) then
          return (combined[1]:format("m" .. i - 1, "m" .. j - 1))
        end
      end
    end
  end
  masks[#masks + 1] = { set = #products_of(may) < #products_of(must) and may or must }
  return "m" .. #masks - 1
end

-- ---- Levels ----

---C that is true where the first levels have these bits. @param number integer the bits of the levels; bit 0 is that of the first level
local function where(number, levels)
  local tests <const> = {}
  for level = 0, levels - 1 do
    tests[level + 1] = (number >> level & 1 == 1 and "b%d" or "~b%d"):format(level)
  end
  return table.concat(tests, " & ")
end

---The C of a set that may depend on the first levels. parts[bits of these levels] = { must, may }: the bounds of the set for these bits.
local function joined(masks, parts, levels)
  local all_must <const>, all_may <const>, terms <const> = { 0, 0, 0, 0 }, { -1, -1, -1, -1 }, {}
  for _, part in pairs(parts) do
    for word = 1, 4 do
      all_must[word], all_may[word] = all_must[word] | part.must[word], all_may[word] & part.may[word]
    end
  end
  if between(all_must, all_must, all_may) then
    return code_of(masks, all_must, all_may)
  end
  for number = 0, (1 << levels) - 1 do
    local part <const> = parts[number]
    if part and not between(part.must, { 0, 0, 0, 0 }, part.may) then
      local code <const> = between(part.must, { -1, -1, -1, -1 }, part.may) and "" or code_of(masks, part.must, part.may) .. " & "
      terms[#terms + 1] = code .. where(number, levels)
    end
  end
  return #terms == 1 and terms[1] or lists.joined(terms, " | ", function(term) return "(" .. term .. ")" end)
end

---The actions that a byte may perform on a level, for states with the same bits on lower levels. @return table set of names
local function allowed(automaton, states, bit_of, byte)
  local names <const> = {}
  for name, action in next, ACTIONS do
    names[name] = true
    for _, state in ipairs(states) do
      local to <const> = automaton.next[state][byte]
      names[name] = names[name] and (to == DEAD or action[bit_of[state]] == bit_of[to])
    end
  end
  return names
end

---A level of the cheapest kind that can give each state its bit. @return table? level { kind, bit_of, parts[action except the last] }
local function level_of(automaton, groups, bit_of)
  for _, kind in ipairs(KINDS) do
    local parts <const>, possible = {}, true
    for i = 1, #kind - 1 do
      parts[i] = {}
    end
    for number, states in next, groups do
      local may <const>, left <const> = {}, {}
      for byte = 0, 255 do
        may[byte] = allowed(automaton, states, bit_of, byte)
        local some = false
        for _, name in ipairs(kind) do
          some = some or may[byte][name]
        end
        possible = possible and some
      end
      -- A byte must be in the set of an action only if no later action is allowed for it.
      for i = 1, #kind - 1 do
        local function only(byte)
          for j = i + 1, #kind do
            if may[byte][kind[j]] then
              return false
            end
          end
          return not left[byte]
        end
        local must <const> = set_of(function(byte) return may[byte][kind[i]] and only(byte) end)
        -- If there are several sets, they must not overlap: each has only the bytes that it must have.
        parts[i][number] = { must = must, may = #kind > 2 and must or set_of(function(byte) return may[byte][kind[i]] end) }
        for byte = 0, 255 do
          left[byte] = left[byte] or has(must, byte)
        end
      end
    end
    if possible then
      return { kind = kind, bit_of = bit_of, parts = parts }
    end
  end
end

---Splits groups of states by a level's bits. @return table groups by number, boolean whether each group has only one state
local function split(groups, bit_of, levels)
  local parts <const>, apart = {}, true
  for number, states in next, groups do
    for _, state in ipairs(states) do
      local place <const> = number | bit_of[state] << levels
      parts[place] = parts[place] or {}
      table.insert(parts[place], state)
      apart = apart and #parts[place] == 1
    end
  end
  return parts, apart
end

---The fewest levels that distinguish the live states. Tries each choice of the states' bits; START has bit 0.
---@return table? levels, table? groups by the bits of all levels, each with one state
local function levels_from(automaton, groups, levels)
  local states <const>, found, found_groups = {}, nil, nil
  for state = 1, automaton.count do
    states[#states + 1] = state ~= DEAD and state ~= START and state or nil
  end
  for bits = 1, (1 << #states) - 1 do
    local bit_of <const> = { [START] = 0 }
    for i, state in ipairs(states) do
      bit_of[state] = bits >> i - 1 & 1
    end
    local level <const> = level_of(automaton, groups, bit_of)
    local parts, apart
    if level then
      parts, apart = split(groups, bit_of, levels)
    end
    if apart then
      return { level }, parts
    elseif level and levels + 1 < MOST_LEVELS and not found then
      found, found_groups = levels_from(automaton, parts, levels + 1)
      if found then
        table.insert(found, 1, level)
      end
    end
  end
  return found, found_groups
end

-- ---- For readers ----

local TEXTS <const> = {
  set = "%s set it, others clear it", turn = "%s invert it, others clear it", keep = "%s set it, %s keep it, others clear it",
  parity = "%s invert it, others keep it",
}

---@return string[] for each level, which bytes set, keep or invert its bit
function M.texts(plan)
  return lists.map(plan.levels, function(level) return TEXTS[level.kind.name]:format(level.code[1], level.code[2]) end)
end

---The bytes of a mask's set.
function M.set_text(set)
  return bytes_.text(automata.ranges(function(byte) return has(set, byte) end))
end

-- ---- The plan ----

local function empty_pair()
  local pair <const> = { high = {}, low = {}, known = {}, count = 0 }
  for n = 0, 15 do
    pair.high[n], pair.low[n] = 0, 0
  end
  return pair
end

---Adds the products of a mask to a pair of tables. @return boolean whether there are enough bits
local function add(tables, mask)
  local new <const>, bits, count = {}, 0, tables.count
  for _, product in ipairs(products_of(mask.set)) do
    local key <const> = product.high << 16 | product.low
    if not tables.known[key] then
      new[key], count = 1 << BITS - 1 - count, count + 1
    end
    bits = bits | (tables.known[key] or new[key])
  end
  if count > BITS then
    return false
  end
  for key, bit in next, new do
    tables.known[key] = bit
    for n = 0, 15 do
      tables.high[n] = tables.high[n] | (key >> 16 >> n & 1) * bit
      tables.low[n] = tables.low[n] | (key >> n & 1) * bit
    end
  end
  tables.count, mask.mask = count, bits
  return true
end

---Gives each mask bits in the first pair of tables that has enough unused bits. @return boolean whether the pairs suffice
local function pack(plan)
  for _, mask in ipairs(plan.masks) do
    mask.pair = 1
    plan.tables[1] = plan.tables[1] or empty_pair()
    while not add(plan.tables[mask.pair], mask) do
      mask.pair = mask.pair + 1
      if mask.pair > MOST_PAIRS then
        return false
      end
      plan.tables[mask.pair] = plan.tables[mask.pair] or empty_pair()
    end
  end
  return true
end

---Why the C of a plan is wrong: a byte and a state for which the C and the automaton disagree; nil if they always agree. Each bit of a
---word depends only on one byte and on the state before that byte, so this covers texts of every length.
---@return string? reason
function M.wrong(automaton, plan)
  local values <const> = {}
  ---A Lua function that evaluates C for one bit; its variables, in `values`, are 0 or -1.
  local function compiled(code)
    return load("return " .. code, "=carry", "t", values)
  end
  local errors <const>, codes <const> = compiled(plan.errors), {}
  for i, level in ipairs(plan.levels) do
    codes[i] = lists.map(level.code, compiled)
  end
  for state = 1, automaton.count do
    for byte = 0, state ~= DEAD and 255 or -1 do
      local to <const> = automaton.next[state][byte]
      for i, mask in ipairs(plan.masks) do
        local tables <const> = plan.tables[mask.pair]
        values["m" .. i - 1] = tables.high[byte >> 4] & tables.low[byte & 15] & mask.mask ~= 0 and -1 or 0
      end
      for i, level in ipairs(plan.levels) do
        values["b" .. i - 1] = -level.bit_of[state]
      end
      local is_wrong = (errors() ~= 0) ~= (to == DEAD)
      for n, level in ipairs(plan.levels) do
        local done = level.kind[#level.kind]
        for i = 1, #level.kind - 1 do
          done = codes[n][i]() ~= 0 and level.kind[i] or done
        end
        is_wrong = is_wrong or to ~= DEAD and ACTIONS[done][level.bit_of[state]] ~= level.bit_of[to]
      end
      if is_wrong then
        return ("the C of the plan is wrong for %02X in state %d"):format(byte, state)
      end
    end
  end
end

---Whether a text may end only in START, and each path from START returns to it or dies after a bounded number of bytes.
local function returns(automaton)
  local function longest(state, steps)
    local most = 0
    for _, to in ipairs(automata.successors(automaton, state)) do
      most = to == START and most or steps > automaton.count and math.huge or math.max(most, 1 + longest(to, steps + 1))
    end
    return most
  end
  for state = 1, automaton.count do
    if state ~= DEAD and automaton.accepts[state] ~= (state == START) then
      return false
    end
  end
  return longest(START, 0) < math.huge
end

---@return table? plan
function M.make(automaton, analysis)
  if analysis.window or not analysis.alike or automaton.count > MOST_STATES or not returns(automaton) then
    return nil
  end
  local live <const> = {}
  for state = 1, automaton.count do
    live[#live + 1] = state ~= DEAD and state or nil
  end
  local levels <const>, groups <const> = levels_from(automaton, { [0] = live }, 0)
  if not levels then
    return nil
  end
  local plan <const>, errors <const> = { levels = levels, masks = {}, tables = {} }, {}
  for n, level in ipairs(levels) do
    level.code = {}
    for i, parts in ipairs(level.parts) do
      level.code[i] = joined(plan.masks, parts, n - 1)
    end
  end
  for number, states in next, groups do
    local dead <const> = set_of(function(byte) return automaton.next[states[1]][byte] == DEAD end)
    errors[number] = { must = dead, may = dead }
  end
  plan.errors = joined(plan.masks, errors, #levels)
  return pack(plan) and plan or nil
end

return M
