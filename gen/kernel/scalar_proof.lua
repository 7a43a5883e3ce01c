-- SPDX-License-Identifier: 0BSD
-- scalar_proof: proves the scalar kernels dfa, shift and swar before they are emitted: the tables of dfa and shift agree with the
-- automaton, and the automaton stays in the start state at the bytes that swar skips there.
--
-- In:  a model and a kernel's name. Out: nil, or the reason why the kernel must not be emitted. The result is cached.

local automata = require "gen.language.automaton"
local dfa = require "gen.plan.dfa"
local lists = require "gen.common.lists"
local passthrough = require "gen.plan.passthrough"
local shifts = require "gen.plan.shift"

local M = {}

local START <const> = automata.START

---The cached results for a model, by kernel.
local results_of <const> = lists.remembered(function() return {} end)

---Compares the transitions of a scalar kernel with those of the automaton.
---@param step fun(state: integer, byte: integer): integer the automaton's state to which the kernel's transition leads; 0 if there is none
---@return string? reason why they differ
local function wrong_steps(automaton, step)
  for state = 1, automaton.count do
    for byte = 0, 255 do
      local target <const> = automaton.next[state][byte]
      if step(state, byte) ~= target then
        return ("%02X does not lead from %s to %s"):format(byte, automaton.names[state], automaton.names[target])
      end
    end
  end
end

---For each scalar kernel except re2c: (model) -> why its table, or its skipping of bytes, is wrong, or nil.
local SCALAR <const> = {
  dfa = function(model)
    local layout <const> = model.dfa
    local most <const> = (1 << math.tointeger(dfa.entry_type(layout):match "%d+")) - 1
    return wrong_steps(model.whole, function(state, byte)
      local entry <const> = layout.next[(state - 1) * layout.classes + layout.class[byte]]
      return entry <= most and entry % layout.classes == 0 and entry // layout.classes + 1 or 0
    end)
  end,
  shift = function(model)
    local shift <const>, state_at <const> = model.shift, {}
    for state, offset in ipairs(shift.offsets) do
      state_at[offset] = state_at[offset] or state
    end
    return wrong_steps(model.automaton, function(state, byte)
      local offset <const> = shift.offsets[state]
      local word <const> = shift.word[256 * (offset // shifts.WORD_BITS) + byte]
      return state_at[word >> offset % shifts.WORD_BITS & shift.mask] or 0
    end)
  end,
  -- swar skips bytes in the start state only.
  swar = function(model)
    local lo <const>, hi <const> = passthrough.range(model.analysis)
    for byte = lo, hi do
      if model.automaton.next[START][byte] ~= START then
        return ("%02X is skipped, but leads from the start state to another one"):format(byte)
      end
    end
  end,
}

---@param model table
---@param name string a scalar kernel that the model can have
---@return string? reason why it must not be emitted; always nil for re2c
function M.wrong(model, name)
  return SCALAR[name] and lists.once(results_of(model), name, function() return SCALAR[name](model) end) or nil
end

return M
