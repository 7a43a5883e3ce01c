-- SPDX-License-Identifier: 0BSD
-- pieces: finds where a text may be cut so that both parts can be handled one after the other.
--
-- In:  a model. Out of `of`: {
--        carries = whether the previous character affects the meaning of the next bytes, by `never` rules or because of `loose`
--        kept    = the most bytes at the end of a piece that must wait for the next piece; false if there is no maximum, or if some
--                  character forbids pairs
--        loose   = whether a high and a low surrogate are two characters that together mean a code point (units.lua)
--        bars    = whether some character forbids pairs. If so, a fault at the high half includes the bytes of the low half that were read
--        held    = the most bytes that a repair holds back, since only later bytes decide whether the first of them is kept or replaced;
--                  false if there is no maximum, since any number of characters that must not be last may follow one another
--      }
--      UTF-8: kept 3, held 3. WTF-8: kept 6, a high surrogate and three bytes; held 3. CESU-8: kept 7, five bytes of an unfinished pair and
--      two that were read with the preceding high half; held 5. A language that forbids blanks at the end of a text: both false.
--
-- The idea: the state after a character only depends on that character, unless a rule forbids the character. A repair replaces a forbidden
-- character, and reads the text after it from START. So a cut is right if the text before the cut leads to START, or if the next character
-- is already known to be allowed. A cut between two characters is wrong in two cases: the first one forbids the second; or no text may end
-- after the first, and the second may follow it. Such characters are linked. `kept` follows from the longest chain of linked characters.

local lists = require "gen.common.lists"
local automata = require "gen.language.automaton"
local characters = require "gen.language.characters"
local rows = require "gen.language.rows"
local streams = require "gen.language.streams"
local units = require "gen.language.units"
local utf16 = require "gen.language.utf16"

local M = {}

local START <const>, DEAD <const> = automata.START, automata.DEAD

---The most bytes that a repair of a stream may hold; their number is stored in one byte.
local MOST_HELD <const> = 254

---Reads each character from both states. Returns each pair { state after it from `free`, state after it from `bound` } once; the second is
---DEAD if `bound` forbids the character.
local function over_a_character(automaton, free, bound)
  local nodes, ended, seen <const> = { { free, bound } }, {}, {}
  for _, node in ipairs(nodes) do
    for _, class in ipairs(automaton.classes) do
      local byte <const> = class.bytes[1]
      local after <const>, other <const> = automaton.next[node[1]][byte], automaton.next[node[2]][byte]
      local key <const> = after << 32 | other
      if after ~= DEAD and not seen[key] then
        seen[key] = true
        table.insert(automaton.boundary[after] and ended or nodes, { after, other })
      end
    end
  end
  return ended
end

---The length in bytes of the longest path from a state through states of a set; nil if it has no bound.
---@param inside fun(state: integer): boolean
local function longest_path(automaton, state, inside)
  local known, IN_WORK <const> = {}, -1
  local function walk(from)
    if known[from] then
      return known[from] ~= IN_WORK and known[from] or nil
    end
    known[from] = IN_WORK
    local most = 0
    for _, edge in ipairs(automaton.edges[from]) do
      if inside(edge.to) then
        local rest <const> = walk(edge.to)
        if not rest then
          return nil
        end
        most = math.max(most, 1 + rest)
      end
    end
    known[from] = most
    return most
  end
  return walk(state)
end

---The length of the longest character that leads from START to each state.
local function lengths_to(automaton)
  local lengths, reached, length = {}, { [START] = true }, 0
  while next(reached) do
    local after <const> = {}
    length = length + 1
    for state in next, reached do
      for _, edge in ipairs(automaton.edges[state]) do
        if automaton.boundary[edge.to] then
          lengths[edge.to] = math.max(lengths[edge.to] or 0, length)
        else
          after[edge.to] = true
        end
      end
    end
    reached = after
  end
  return lengths
end

---The length in bytes of the longest chain of linked characters that do not lead to START; nil if it has no bound.
local function longest_chain(automaton)
  local lengths <const>, known <const>, IN_WORK <const> = lengths_to(automaton), {}, -1
  local function chain_from(state)
    if known[state] then
      return known[state] ~= IN_WORK and known[state] or nil
    end
    known[state] = IN_WORK
    local most = 0
    for _, one in ipairs(over_a_character(automaton, START, state)) do
      local linked <const> = automaton.accepts[state] == (one[2] == DEAD)
      if linked and one[1] ~= START then
        local rest <const> = chain_from(one[1])
        if not rest then
          return nil
        end
        most = math.max(most, rest)
      end
    end
    known[state] = lengths[state] + most
    return known[state]
  end
  local most = 0
  for state = 1, automaton.count do
    if lengths[state] and state ~= START then
      local length <const> = chain_from(state)
      if not length then
        return nil
      end
      most = math.max(most, length)
    end
  end
  return most
end

---Whether some character forbids pairs after it.
local function bars_pairs(model)
  for _, row in ipairs(model.spec.pair and rows.of_range(model.spec, model.spec.pair.high) or {}) do
    local first <const> = lists.map(row.bytes, function(range) return range.lo end)
    for state = 1, model.automaton.count do
      if state ~= DEAD and model.automaton.boundary[state] and automata.run(model.automaton, first, state) == DEAD then
        return true
      end
    end
  end
  return false
end

---The most bytes that a repair holds back (`held` above); nil if there is no bound.
local function undecided(automaton, open)
  local most = open
  for state = 1, automaton.count do
    local length <const> = not automaton.accepts[state] and 0
      or longest_path(automaton, state, function(one) return not automaton.accepts[one] end)
    if not length then
      return nil
    end
    most = math.max(most, length)
  end
  return most
end

---The length of the longest row of a range.
local function longest_of(spec, range)
  return lists.most(rows.of_range(spec, range), function(row) return #row.bytes end)
end

local function study(model)
  local automaton <const>, pair <const> = model.automaton, model.spec.pair
  local loose <const>, bars <const> = not characters.refused(model) and units.of(model).loose, bars_pairs(model)
  local chain <const> = not bars and longest_chain(automaton)
  -- A character that the profile leaves out is only recognized when it is whole.
  local open <const> = math.max(streams.longest(model) - 1,
    longest_path(automaton, START, function(state) return not automaton.boundary[state] end))
  return {
    carries = model.contexts > 1 or loose, loose = loose, bars = bars,
    -- Bytes that were read after a half, or after a character that must not be last, may be read again. No cut may separate them from it.
    kept = chain and (chain + open + (loose and longest_of(model.spec, utf16.HIGH) or 0)
      + (pair and longest_of(model.spec, pair.low) - 1 or 0) + (next(model.ends) and open or 0)) or false,
    held = undecided(automaton, open) or false,
  }
end

---@param model table
---@return table facts
M.of = lists.remembered(study)

---Why a language has no repair of texts in pieces; nil if it has one.
---@param model table
---@return string? reason
function M.refused(model)
  local held <const> = M.of(model).held
  if not held then
    return "any number of characters that must not be the last can follow one another, and only the next bytes decide whether they are kept"
  elseif held > MOST_HELD then
    return ("%d bytes would have to wait until later bytes decide whether they are kept, and at most %d can wait"):format(held, MOST_HELD)
  end
end

return M
