-- SPDX-License-Identifier: 0BSD
-- splits: finds the bytes before which a well-formed text may be split into texts that are well-formed by themselves.
--
-- In:  a model. Out of `of`: { inside, unsure }, ranges of bytes. A well-formed text may be split before each byte that is in neither of
--      them, and must not be split before a byte of `inside`: such a byte continues characters and begins none. A byte of `unsure` may
--      continue or begin one: split before it only if the part before it is well-formed. `of` returns nil if single bytes do not decide.
--      UTF-8: inside 80..BF, unsure none.  CESU-8: unsure ED, which begins the halves of pairs.  A language that restricts the first
--      or the last character: nil, since a part may begin or end where a text may not.
--
-- The idea: let a text be well-formed, and let a character begin at each place where it is split. If a text may end after any character,
-- then no part is ill-formed because of its end. A part is read from START, but in the whole text it follows another character. So a text
-- that may follow some character must also be well-formed from START, with the same characters. To show this, the same bytes are read from
-- the state after some character and from START, in pairs of states.

local lists = require "gen.common.lists"
local automata = require "gen.language.automaton"

local M = {}

local START <const>, DEAD <const> = automata.START, automata.DEAD

---The states after characters, and START.
local function between(automaton)
  local states <const> = {}
  for state = 1, automaton.count do
    states[#states + 1] = state ~= DEAD and automaton.boundary[state] and state or nil
  end
  return states
end

---Whether a text that may follow a character is also well-formed by itself, with the same characters.
local function is_free_at_start(automaton, states)
  local pairs_ <const>, seen <const> = lists.map(states, function(state) return { state, START } end), {}
  for _, pair in ipairs(pairs_) do
    for _, class in ipairs(automaton.classes) do
      local byte <const> = class.bytes[1]
      local after <const>, alone <const> = automaton.next[pair[1]][byte], automaton.next[pair[2]][byte]
      if after ~= DEAD and after ~= alone then
        local is_alike <const> = alone ~= DEAD and automaton.boundary[after] == automaton.boundary[alone]
        if not is_alike or automaton.accepts[after] and not automaton.accepts[alone] then
          return false
        end
        local key <const> = after << 32 | alone
        pairs_[#pairs_ + 1] = not seen[key] and { after, alone } or nil
        seen[key] = true
      end
    end
  end
  return true
end

---The states inside characters.
local function inside_characters(automaton, states)
  local found <const>, queue <const> = {}, { table.unpack(states) }
  for _, state in ipairs(queue) do
    for _, edge in ipairs(automaton.edges[state]) do
      if edge.to ~= DEAD and not automaton.boundary[edge.to] and not found[edge.to] then
        found[edge.to] = true
        queue[#queue + 1] = edge.to
      end
    end
  end
  return found
end

---@param model table
---@return table? splits
function M.of(model)
  local automaton <const> = model.automaton
  local states <const> = between(automaton)
  local inside <const> = inside_characters(automaton, states)
  local function begins(byte)
    return automaton.next[START][byte] ~= DEAD
  end
  local function continues(byte)
    for state in next, inside do
      if automaton.next[state][byte] ~= DEAD then
        return true
      end
    end
    return false
  end
  local has_ends <const> = lists.any(states, function(state) return not automaton.accepts[state] end)
  if has_ends or model.starts or not is_free_at_start(automaton, states) then
    return nil
  end
  return {
    inside = automata.ranges(function(byte) return continues(byte) and not begins(byte) end),
    unsure = automata.ranges(function(byte) return continues(byte) and begins(byte) end),
  }
end

return M
