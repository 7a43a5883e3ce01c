-- SPDX-License-Identifier: 0BSD
-- machine: the data with which the page judges bytes without the generator (automata, kernel), and the first fault of bytes.
--
-- In:  a model with its plan. Out: tables for json.lua. States are numbered from 0.

local assembled = require "pages.assembled"
local automata = require "gen.language.automaton"
local bytes_ = require "gen.common.bytes"
local faults = require "gen.language.faults"
local repair = require "gen.language.repair"

local M = {}

---The page does not get automata with more entries (states times byte classes).
local MOST_CELLS <const> = 1 << 19

---@param automaton table
---@return table? shown { class_of, next = for each state, a list by class, accepts, boundary, origin, start, dead }; nil if it is too
---  large
function M.automaton(automaton)
  if automaton.count * #automaton.classes > MOST_CELLS then
    return nil
  end
  local shown <const> = {
    class_of = {}, next = {}, accepts = {}, boundary = {},
    origin = automaton.origin - 1, start = automata.START - 1, dead = automata.DEAD - 1,
  }
  for byte = 0, 255 do
    shown.class_of[byte + 1] = automaton.class_of[byte] - 1
  end
  for state = 1, automaton.count do
    local steps <const> = {}
    for c, class in ipairs(automaton.classes) do
      steps[c] = automaton.next[state][class.bytes[1]] - 1
    end
    shown.next[state] = steps
    shown.accepts[state], shown.boundary[state] = automaton.accepts[state] or false, automaton.boundary[state] or false
  end
  return shown
end

---@param model table
---@return table see assembled.lua, and: whole = the automaton of texts; inner = the kernel's automaton, if it differs; looks_ahead =
---  whether a fault may depend on bytes after the byte at which the automaton dies; replacement = the bytes that replace a fault in
---  repaired text, or refused = why texts are not repaired
function M.of(model)
  local made <const> = assembled.of(model)
  made.whole, made.inner = M.automaton(model.whole), model.inner ~= model.whole and M.automaton(model.inner) or nil
  made.looks_ahead = #model.disallowed > 0 or #model.spec.nevers > 0 or model.spec.pair ~= nil
  made.refused = repair.refused(model)
  made.replacement = not made.refused and repair.bytes(model.spec) or nil
  return made
end

---Returns the first fault of bytes, { fault, offset, length, expected }; an empty table if the bytes are well-formed.
---@param model table
---@param bytes integer[]
---@param begins boolean whether a text begins with them; otherwise they follow a character that leads to the start state
function M.fault(model, bytes, begins)
  local fault <const> = faults.of(model, bytes, not begins and automata.START or nil)
  if not fault then
    return {}
  end
  local automaton <const> = model.whole
  local expected <const> = automata.ranges(function(b) return automaton.next[fault.state][b] ~= automata.DEAD end)
  return { fault = fault.fault, offset = fault.offset, length = fault.length, expected = bytes_.ranges_text(expected) }
end

---Returns the automata of the catalogue that are not too large, to find the encodings in which a file is well-formed.
---@param catalogue table[] { name, model }
function M.others(catalogue)
  local shown <const> = {}
  for _, entry in ipairs(catalogue) do
    local automaton <const> = M.automaton(entry.model.whole)
    shown[#shown + 1] = automaton and { name = entry.name, title = entry.model.spec.title, automaton = automaton } or nil
  end
  return shown
end

return M
