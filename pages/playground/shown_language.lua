-- SPDX-License-Identifier: 0BSD
-- shown_language: the data of a language for the playground and the light pages: rows, excluded rows, automaton, faults, examples.
--
-- In:  a model (pipeline.understand). Out: a table for json.lua.

local automata = require "gen.language.automaton"
local dot = require "gen.emit.dot"
local bytes_ = require "gen.common.bytes"

local M = {}

---Automata with more states have no drawing and no table.
local MOST_STATES <const> = 400

---Returns the data of an automaton's drawing and table; if it is too large, only the number of states, and the classes.
local function automaton_of(automaton)
  local shown <const> = { count = automaton.count, classes = {}, states = {}, columns = {}, arrows = {} }
  for c, class in ipairs(automaton.classes) do
    shown.classes[c] = bytes_.ranges_text(class.ranges)
  end
  if automaton.count > MOST_STATES then
    return shown
  end
  shown.states, shown.columns, shown.arrows = dot.states(automaton), dot.columns(automaton), dot.arrows(automaton)
  for i, state in ipairs(shown.states) do
    local number <const> = i < automata.DEAD and i or i + 1
    state.steps = {}
    for s, target in ipairs(automata.successors(automaton, number)) do
      state.steps[s] = { bytes = bytes_.ranges_text(automata.between(automaton, number, target)), to = automaton.names[target] }
    end
  end
  return shown
end

---@param model table
---@return table
function M.of(model)
  local spec <const> = model.spec
  local shown <const> = {
    title = spec.title, source = spec.source, users = spec.users, name = spec.name, hash = spec.hash, catalogue = model.catalogue_name,
    rows = {}, excluded = {}, faults = model.fault_names, examples = {}, automaton = automaton_of(model.whole),
  }
  for i, row in ipairs(model.rows) do
    shown.rows[i] = bytes_.text(row.bytes)
  end
  for i, row in ipairs(model.excluded) do
    shown.excluded[i] = { bytes = bytes_.text(row.bytes), fault = row.fault }
  end
  for i, example in ipairs(spec.examples) do
    shown.examples[i] = { hex = bytes_.hex(example.bytes), fault = example.fault or "well-formed" }
  end
  return shown
end

return M
