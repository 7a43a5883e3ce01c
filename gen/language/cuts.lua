-- SPDX-License-Identifier: 0BSD
-- cuts: finds how far before a place a reader must begin so that it reads the same characters there as a reader of the whole text.
--
-- In:  model. Out: { back, starts }. It is enough to begin `back` bytes earlier, whatever text is before; `back` is nil if no number is
--      known to be enough. `starts` are the bytes that are never inside a character: each begins one, or is forbidden. The characters
--      are those of the encoding: a character that the profile leaves out is read as a whole, too.
--      UTF-8: back 3, starts 00..7F and C0..FF. CESU-8: back 5; ED is not in `starts`, since it may be inside a character. EUC-KR: back
--      nil, since A1 A1 A1 ... can be read in two ways.
--
-- The idea: a reader that scans a text forward is in one of finitely many conditions: the automaton's state, and the bytes since the
-- last place where a character began or might have begun. Take two readers of the same bytes: one begins here, the other may be in any
-- condition. If both always reach one condition, the bound is the most bytes that this takes. If a pair recurs, there is no bound.
--
--      UTF-8, after F0 and at a start, reading 90 80 80: (1 byte, start) (2, start) (3, start) (start, start)

local lists = require "gen.common.lists"
local automata = require "gen.language.automaton"
local rows_ = require "gen.language.rows"

local M = {}

local START <const>, DEAD <const> = automata.START, automata.DEAD

---The most conditions, the most transitions between them, and the most pairs that are examined. Beyond these limits, `back` is nil.
local LIMITS <const> = { conditions = 4096, steps = 1 << 18, pairs = 1 << 16 }

---One byte of each kind. Bytes of a kind are equivalent for the automaton and for the rows of high halves.
local function letters_of(automaton, high_rows)
  local seen, letters = {}, {}
  for byte = 0, 255 do
    local key = { automaton.class_of[byte] }
    for _, row in ipairs(high_rows) do
      for _, range in ipairs(row.bytes) do
        key[#key + 1] = range.lo <= byte and byte <= range.hi and 1 or 0
      end
    end
    local name <const> = table.concat(key, " ")
    if not seen[name] then
      seen[name] = true
      letters[#letters + 1] = byte
    end
  end
  return letters
end

---A condition at a place where a character begins.
local function fresh(high_rows)
  return { state = START, pending = 0, rows = high_rows, rest = {}, key = "" }
end

---The condition after one more byte.
---@param condition table { state, pending = number of bytes, rows = the high halves that the pending bytes may become, half = whether the
---pending bytes begin with a whole high half, rest = the bytes after that half, key }
local function step(automaton, high_rows, condition, byte)
  local state <const> = automaton.next[condition.state][byte]
  if state == DEAD then
    if condition.pending == 0 then
      return fresh(high_rows)
    end
    -- The reader skips the ill-formed bytes. Of an unfinished pair, it skips only the high half, and reads the bytes after this half again.
    local again = fresh(high_rows)
    for _, earlier in ipairs(condition.half and condition.rest or {}) do
      again = step(automaton, high_rows, again, earlier)
    end
    return step(automaton, high_rows, again, byte)
  elseif automaton.boundary[state] then
    return fresh(high_rows)
  end
  local pending <const>, rows, half, rest = condition.pending + 1, {}, condition.half, condition.rest
  if half then
    rest = table.move(rest, 1, #rest, 1, {})
    rest[#rest + 1] = byte
  else
    for _, row in ipairs(condition.rows) do
      local range <const> = row.bytes[pending]
      if range and range.lo <= byte and byte <= range.hi then
        rows[#rows + 1] = row
        half = half or pending == #row.bytes
      end
    end
  end
  local numbers <const> = lists.map(half and {} or rows, function(row) return row.number end)
  return {
    state = state, pending = pending, rows = rows, half = half, rest = rest,
    key = ("%d %d %s %s|%s"):format(state, pending, half or false, table.concat(numbers, ","), table.concat(rest, ",")),
  }
end

---All conditions, and the transitions between them.
---@return table? conditions list; nil if there are too many
---@return table? next next[condition][letter], indices
local function explore(automaton, high_rows, letters)
  local conditions, index, next_ <const> = { fresh(high_rows) }, { [""] = 1 }, {}
  local at = 0
  while at < #conditions do
    at = at + 1
    if at > LIMITS.conditions or at * #letters > LIMITS.steps then
      return nil
    end
    next_[at] = {}
    for i, byte in ipairs(letters) do
      local after <const> = step(automaton, high_rows, conditions[at], byte)
      if not index[after.key] then
        conditions[#conditions + 1] = after
        index[after.key] = #conditions
      end
      next_[at][i] = index[after.key]
    end
  end
  return conditions, next_
end

---The most bytes that a reader in any condition and a reader in the first condition can read before both are in one condition.
---@return integer? steps nil if two readers may always differ, or if there are too many pairs
local function most_steps_apart(conditions, next_, letters)
  local known, found, IN_WORK <const> = {}, 0, -1
  local function steps_of(a, b)
    if a == b then
      return 0
    end
    local key <const> = math.min(a, b) * #conditions + math.max(a, b)
    if known[key] then
      return known[key] ~= IN_WORK and known[key] or nil
    end
    found = found + 1
    if found > LIMITS.pairs then
      return nil
    end
    known[key] = IN_WORK
    local most = 0
    for i = 1, #letters do
      local steps <const> = steps_of(next_[a][i], next_[b][i])
      if not steps then
        return nil
      end
      most = math.max(most, steps)
    end
    known[key] = most + 1
    return most + 1
  end
  local most = 0
  for i = 2, #conditions do
    local steps <const> = steps_of(1, i)
    if not steps then
      return nil
    end
    most = math.max(most, steps)
  end
  return most
end

---The bytes that never continue a character.
local function starts_of(automaton)
  local inside, queue = {}, { START }
  while #queue > 0 do
    local state <const> = table.remove(queue)
    for byte = 0, 255 do
      local after <const> = automaton.next[state][byte]
      if after ~= DEAD and not automaton.boundary[after] and not inside[after] then
        inside[after] = true
        queue[#queue + 1] = after
      end
    end
  end
  return automata.ranges(function(byte)
    for state in next, inside do
      if automaton.next[state][byte] ~= DEAD then
        return false
      end
    end
    return true
  end)
end

---@param model table { spec, encoding = { automaton } }
---@return table cuts { back = integer?, starts = list of {lo, hi} }
function M.of(model)
  local automaton <const>, high_rows <const> = model.encoding.automaton, {}
  for i, row in ipairs(model.spec.pair and rows_.of_range(model.spec, model.spec.pair.high) or {}) do
    high_rows[i] = { bytes = row.bytes, number = i }
  end
  local letters <const> = letters_of(automaton, high_rows)
  local conditions <const>, next_ <const> = explore(automaton, high_rows, letters)
  return { back = conditions and most_steps_apart(conditions, next_, letters), starts = starts_of(automaton) }
end

return M
