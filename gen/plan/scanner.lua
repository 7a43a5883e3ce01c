-- SPDX-License-Identifier: 0BSD
-- scanner: decides whether re2c can make a scanner of a language.
--
-- In:  an automaton, or a model. Out: the byte that marks the end of the text in the scanner; no character contains it (UTF-8: C0).
--      `refused` returns the reason why there is no scanner. gen/emit/grammar.lua writes the input of re2c.

local automata = require "gen.language.automaton"

local M = {}

---The most alternatives in the input of re2c, summed over all contexts.
local MOST_ALTERNATIVES <const> = 20000

---@param automaton table
---@return integer? byte that leads every state to the dead one
function M.end_byte(automaton)
  for byte = 0, 255 do
    local dead = true
    for state = 1, automaton.count do
      dead = dead and automaton.next[state][byte] == automata.DEAD
    end
    if dead then
      return byte
    end
  end
end

---Why re2c cannot make a scanner, or should not: with more than MOST_ALTERNATIVES, it takes minutes and hundreds of megabytes.
---@param model table
---@return string? reason
function M.refused(model)
  if not model.end_byte then
    return "no byte can mark the end of the text: every byte begins or continues a character"
  end
  local alternatives = 0
  for _, row in ipairs(model.rows) do
    alternatives = alternatives + model.contexts
    for context in next, row.barred do
      alternatives = alternatives - (context <= model.contexts and 1 or 0)
    end
  end
  if alternatives > MOST_ALTERNATIVES then
    return ("its grammar would have %d alternatives, more than the %d that u8gen allows for re2c"):format(alternatives, MOST_ALTERNATIVES)
  end
end

return M
