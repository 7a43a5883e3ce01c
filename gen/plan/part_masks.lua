-- SPDX-License-Identifier: 0BSD
-- part_masks: writes the automaton as C on masks with a bit for each byte of a block of 64. The C finds all characters of a block at once.
--
-- In:  a model. Out of `of`: nil if masks alone cannot find the characters, or would not be useful; otherwise {
--        bytes   = the bytes, except 00, where a range of an edge begins or has just ended. For each of them, the C needs a mask of the
--                  bytes that are at least as great. The bytes that `lines` and `long` need come first: C2 E0 80 C0 F5, then E1 ED EE ...
--        short   = the number of bytes that `lines` and `long` need
--        by_bits = C of these masks; bits[n] is the mask of the bytes with bit n: bits[7] & bits[6] marks the bytes from C0 on
--        long    = C, from the masks: whether some byte may begin a character of more than two bytes; false if no character is longer
--        most    = the length of the longest character
--        lines   = lines of C for first bytes whose characters have at most two bytes; long_lines: for other first bytes }
--
-- The idea: bit i of a mask says something about byte i. Say, bit i of `after_E0_1` says that byte i leads to the state after E0. Then bit
-- i + 1 of (after_E0_1 << 1) & from_A0 & ~from_C0 says that byte i + 1 leads to the next state. `whole` has the last byte of each character
-- of several bytes; `byte_2`, `byte_3` ... have the second, third ... bytes, if more must follow. The C assumes that every byte that can
-- begin a character does; so no byte may both begin and continue characters. A state's mask is named with the number of bytes read.

local lists = require "gen.common.lists"
local automata = require "gen.language.automaton"
local layout = require "gen.common.layout"

local M = {}

local START <const>, DEAD <const> = automata.START, automata.DEAD

---Masks for more bytes, and steps for longer characters, take longer than the automaton.
local MOST_BYTES <const>, LONGEST <const> = 40, 8

---The mask of the bytes that are at least `byte`, as C. It is built from the lowest bit up. If a bit of `byte` is 1, another byte must have
---this bit and be at least as great in the lower bits. If the bit is 0, the other byte must meet one of these two conditions.
local function at_least(byte)
  local code
  for bit = 0, 7 do
    if byte >> bit & 1 == 1 then
      code = code and ("bits[%d] & %s"):format(bit, code:find "^[^(]*|" and "(" .. code .. ")" or code) or ("bits[%d]"):format(bit)
    elseif code then
      code = ("bits[%d] | %s"):format(bit, code:find "&" and "(" .. code .. ")" or code)
    end
  end
  return code
end

---The states other than START after one byte, after two, and so on; nil if a text can avoid START for LONGEST bytes.
local function levels_of(automaton)
  local levels, before = {}, { START }
  while #before > 0 do
    local level, seen = {}, { [START] = true }
    for _, state in ipairs(before) do
      for _, target in ipairs(automata.successors(automaton, state)) do
        level[#level + 1] = not seen[target] and target or nil
        seen[target] = true
      end
    end
    levels[#levels + 1] = #level > 0 and level or nil
    if #levels >= LONGEST then
      return nil
    end
    before = level
  end
  return levels
end

---Whether some byte that continues a character also begins one.
local function overlaps(automaton)
  return lists.any(automaton.edges, function(edges)
    return edges ~= automaton.edges[START] and lists.any(edges, function(edge)
      for byte = edge.lo, edge.hi do
        if automaton.next[START][byte] ~= DEAD then
          return true
        end
      end
    end)
  end)
end

---A declaration of masks, as lines of C.
---@param items string[] names with their values
local function declaration(items)
  items[1] = items[1] and "const uint64_t " .. items[1]
  local lines <const> = layout.packed(items, layout.WIDTH - 12, ", ")
  for i, line in ipairs(lines) do
    lines[i] = (i > 1 and "    " or "") .. line .. (i == #lines and ";" or "")
  end
  return lines
end

---@return table { bytes = in the order of their first use, mask(ranges) = C of the mask of the bytes in these ranges, ... }
local function naming()
  local self = { bytes = {} }
  local number_of <const> = {}
  local function from(byte)
    if not number_of[byte] then
      self.bytes[#self.bytes + 1] = byte
      number_of[byte] = #self.bytes
    end
    return ("from_%02X"):format(byte)
  end
  function self.mask(ranges)
    local tests <const> = lists.map(ranges, function(range)
      local lower <const>, upper <const> = range.lo > 0 and from(range.lo), range.hi < 255 and "~" .. from(range.hi + 1)
      return lower and upper and ("%s & %s"):format(lower, upper) or lower or upper or "~(uint64_t)0"
    end)
    return tests[2] and "(" .. table.concat(tests, ") | (") .. ")" or tests[1] or "0"
  end
  function self.index(byte)
    from(byte)
    return number_of[byte] - 1
  end
  ---The declaration of the masks with numbers from `first` to `last`.
  function self.lines(first, last)
    local items <const> = {}
    for i = first, last do
      items[#items + 1] = ("from_%02X = masks[%d]"):format(self.bytes[i], i - 1)
    end
    return declaration(items)
  end
  return self
end

---The steps between states, as C on masks.
local function stepper(automaton, masks)
  local steps <const>, renamed <const> = {}, {}
  function steps.name(state, level)
    local name <const> = ("%s_%d"):format(automaton.names[state], level)
    return renamed[name] or name
  end
  function steps.rename(state, level, name)
    renamed[steps.name(state, level)] = name
  end
  ---The mask of the bytes that lead from some states of a level to a target.
  function steps.into(states, level, target)
    local by_bytes, order = {}, {}
    for _, state in ipairs(states) do
      local ranges <const> = automata.between(automaton, state, target)
      local text <const> = #ranges > 0 and masks.mask(ranges)
      if text then
        order[#order + 1] = not by_bytes[text] and text or nil
        by_bytes[text] = by_bytes[text] or {}
        table.insert(by_bytes[text], steps.name(state, level))
      end
    end
    local terms <const> = lists.map(order, function(text)
      local from <const> = table.concat(by_bytes[text], " | ")
      return ("(%s << 1 & %s)"):format(#by_bytes[text] > 1 and "(" .. from .. ")" or from, text:find "|" and "(" .. text .. ")" or text)
    end)
    return #terms > 0 and table.concat(terms, " | ")
  end
  ---The masks of the states after the first byte, with their values.
  function steps.first(states)
    return lists.map(states, function(state)
      return ("%s = %s"):format(steps.name(state, 1), masks.mask(automata.between(automaton, START, state)))
    end)
  end
  return steps
end

---The lines for characters whose first byte leads to a state of `long`.
local function long_lines(steps, levels, long)
  local lines <const>, before = declaration(steps.first(long)), long
  local ends <const> = { steps.into(long, 1, START) or nil }
  for level = 2, #levels do
    local names, masks, reached = {}, {}, {}
    for _, state in ipairs(levels[level]) do
      local mask <const> = steps.into(before, level - 1, state)
      if mask then
        reached[#reached + 1], names[#names + 1], masks[#masks + 1] = state, steps.name(state, level), mask
      end
    end
    for i = 1, #names > 1 and #names or 0 do
      lines[#lines + 1] = ("const uint64_t %s = %s;"):format(names[i], masks[i])
    end
    local all <const> = ("byte_%d"):format(level)
    lines[#lines + 1] = ("%s = %s;"):format(all, #names > 1 and table.concat(names, " | ") or masks[1])
    if #names == 1 then
      steps.rename(reached[1], level, all)
    end
    ends[#ends + 1] = steps.into(reached, level, START) or nil
    before = reached
  end
  lines[#lines + 1] = ("whole |= %s;"):format(table.concat(ends, " | "))
  return lines
end

---@return table? masks see above
function M.of(model)
  local automaton <const> = model.automaton
  local levels <const> = model.contexts == 1 and not model.spec.pair and not overlaps(automaton) and levels_of(automaton)
  if not levels or #levels == 0 then
    return nil
  end
  local masks <const>, short, long = naming(), {}, {}
  local steps <const> = stepper(automaton, masks)
  for _, state in ipairs(levels[1]) do
    local is_short <const> = not lists.any(automata.successors(automaton, state), function(target) return target ~= START end)
    table.insert(is_short and short or long, state)
  end
  local items <const> = steps.first(short)
  items[#items + 1] = ("single = %s"):format(masks.mask(automata.between(automaton, START, START)))
  local lines <const> = declaration(items)
  local later_bytes = ""
  for level = 2, #long > 0 and #levels or 0 do
    later_bytes = ("%s, byte_%d = 0"):format(later_bytes, level)
  end
  lines[#lines + 1] = ("uint64_t whole = %s%s;"):format(steps.into(short, 1, START) or "0", later_bytes)
  local test
  if #long > 0 then
    local lo, hi = 255, 0
    for _, state in ipairs(long) do
      local ranges <const> = automata.between(automaton, START, state)
      lo, hi = math.min(lo, ranges[1].lo), math.max(hi, ranges[#ranges].hi)
    end
    test = hi < 255 and ("(masks[%d] & ~masks[%d]) != 0"):format(masks.index(lo), masks.index(hi + 1))
      or ("masks[%d] != 0"):format(masks.index(lo))
  end
  local count <const> = #masks.bytes
  local later <const> = #long > 0 and long_lines(steps, levels, long) or {}
  return #masks.bytes <= MOST_BYTES and {
    bytes = masks.bytes, short = count, long = test or false, most = #levels + 1, by_bits = lists.map(masks.bytes, at_least),
    lines = lists.concat(masks.lines(1, count), lines), long_lines = lists.concat(masks.lines(count + 1, #masks.bytes), later),
  } or nil
end

return M
