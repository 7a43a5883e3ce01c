-- SPDX-License-Identifier: 0BSD
-- restart: decides where the automaton restarts after the vectors stop, and proves that it then finds the longest well-formed prefix. If
--          vectors do not check the rules for the end of a text (model.leaves_end), this file also proves a test of the last character.
--
-- In:  a model with a window. Out of `of`: restart = {
--        back  = the number of bytes to move back from the place where the vectors stopped; no error is further back
--        ends  = whether the restart moves back, form by form, to a place where a text may end
--        form  = whether it moves back one more form, since the previous character may restrict the next one
--        pair  = whether it moves back from the second half of a pair to the first
--        head  = the number of bytes at the beginning of a text that the automaton reads if no byte can pad (model.edges), or false
--        may_end = false, or the test whether a text may end: { open = the last bytes, as ranges, after which the automaton must read the
--                last character to decide, pair = whether the last form may be the second half of a pair }
--      }, for the template templates/vector/vectors.c. Out of `wrong`: why a restart is wrong, or nil.
--      Out of `wrong_end`: why the test may_end is wrong, or nil.
--      UTF-8: back 3, then to the beginning of a form; WTF-8: back 4, then one more form, since no low surrogate may follow a high one.
--
-- The automaton restarts in START, although the text before may have led to another state. So the first forms that it reads must lead from
-- both states to the same one. The restart must not make the prefix shorter. So a text must be able to end where the automaton restarts,
-- or after these first forms. If, say, a text must not end with blanks, the restart moves back to the beginning of a run of blanks.

local automata = require "gen.language.automaton"
local lists = require "gen.common.lists"
local ranges = require "gen.common.ranges"
local rows = require "gen.language.rows"

local M = {}

local DEAD <const>, START <const> = automata.DEAD, automata.START

---The number of bytes of the narrowest vectors. If no byte can pad, vectors check only texts of at least this number plus window - 1 bytes.
local LEAST_WIDTH <const> = 16

---The last bytes of characters that, in some context, must not be the last character of a text.
---@return table ranges
local function open_ends(automaton)
  return automata.ranges(function(byte)
    for state = 1, automaton.count do
      local after <const> = automaton.next[state][byte]
      if automaton.boundary[after] and not automaton.accepts[after] then
        return true
      end
    end
    return false
  end)
end

---The number of bytes at the beginning of a text that the automaton reads if no byte can pad. The first window of vectors has
---window - 1 bytes before its last byte. If the plan has filter bits or a look, these may mark a pair among these bytes. The automaton then
---also reads the windows and the character that contain such a pair.
local function head_of(model)
  local before <const> = model.analysis.window - 1
  local marks <const> = model.plan and (model.plan.look or model.plan.filter > 0)
  return before + (marks and math.max(before, #model.analysis.counts) or 0)
end

---@param model table
---@return table restart
function M.of(model)
  local ends <const>, pair <const> = next(model.ends) ~= nil, model.spec.pair ~= nil
  return {
    back = model.analysis.window - 1, ends = ends, form = not ends and model.contexts > 1, pair = not ends and pair,
    head = model.edges and head_of(model),
    may_end = model.leaves_end and not model.edges and { open = open_ends(model.automaton), pair = pair },
  }
end

---The states of a set, ascending.
local function listed(automaton, set)
  local list = {}
  for state = 1, automaton.count do
    list[#list + 1] = set[state] and state or nil
  end
  return list
end

---The states in which a form may begin: where a character may begin, and after the first half of a pair.
---@return table set
local function form_ends(model)
  local automaton <const>, ends = model.automaton, {}
  for state = 1, automaton.count do
    ends[state] = state ~= DEAD and automaton.boundary[state] or nil
  end
  local boundaries <const> = listed(automaton, ends)
  for _, row in ipairs(model.spec.pair and rows.of_range(model.spec, model.spec.pair.high) or {}) do
    local reached = boundaries
    for _, range in ipairs(row.bytes) do
      local after <const> = {}
      for _, state in ipairs(reached) do
        for byte = range.lo, range.hi do
          after[automaton.next[state][byte]] = true
        end
      end
      after[DEAD] = nil
      reached = listed(automaton, after)
    end
    for _, state in ipairs(reached) do
      ends[state] = true
    end
  end
  return ends
end

---Runs the automaton from several states over the same bytes, for all byte sequences that lead the first run to the end of a form.
---@param ends table set of states, see form_ends
---@param ... integer the state in which each run begins
---@return table list of lists of the states in which the runs end, in this order; a state other than the first is DEAD if its run died
local function over_a_form(automaton, ends, ...)
  local nodes, ended, seen <const> = { { ... } }, {}, {}
  for _, node in ipairs(nodes) do
    for _, class in ipairs(automaton.classes) do
      local after <const> = lists.map(node, function(state) return automaton.next[state][class.bytes[1]] end)
      local key <const> = table.concat(after, " ")
      if after[1] ~= DEAD and not seen[key] then
        seen[key] = true
        table.insert(ends[after[1]] and ended or nodes, after)
      end
    end
  end
  return ended
end

---Checks a restart with `ends`. Follows all sequences of forms from `state` and from START, while both runs live, to a place where a text
---may end. The result is the state of the first run at such a place if the second run is in another state there; nil if they always agree.
local function wrong_by_ends(automaton, ends, state)
  local nodes, seen <const> = { { state, START } }, {}
  for _, node in ipairs(nodes) do
    for _, one in ipairs(over_a_form(automaton, ends, node[1], node[2])) do
      local after <const>, other <const> = one[1], one[2]
      if automaton.accepts[other] and after ~= other then
        return after
      end
      local key <const> = after << 32 | other
      if other ~= DEAD and not automaton.accepts[other] and not seen[key] then
        seen[key] = true
        nodes[#nodes + 1] = one
      end
    end
  end
end

---Checks restarts that go back a fixed number of forms. Returns a state as wrong_by_ends does, or nil.
---@param dies table set of the states that allow a form with which no text can begin
local function wrong_by_forms(automaton, ends, restart, state, dies)
  for _, one in ipairs(over_a_form(automaton, ends, state, START)) do
    local after <const>, other <const> = one[1], one[2]
    local same <const> = after == other and (automaton.accepts[state] or automaton.accepts[other])
    if other == DEAD and (not restart.pair or dies[after]) or other ~= DEAD and state ~= START and not same then
      return after
    end
  end
  return not restart.form and not restart.pair and state ~= START and state or nil
end

---@param model table
---@param restart table result of `of`
---@return string? reason
function M.wrong(model, restart)
  local automaton <const>, needed <const> = model.automaton, model.analysis.window - 1
  if restart.head and restart.head > needed + LEAST_WIDTH then
    return ("the automaton reads the first %d bytes of a text, which may have only %d"):format(restart.head, needed + LEAST_WIDTH)
  end
  if restart.back < needed then
    return ("an error may be %d bytes before the place where it is detected, and the automaton begins %d bytes before"):format(
      needed, restart.back)
  end
  local ends <const>, dies <const> = form_ends(model), {}
  local states <const> = listed(automaton, ends)
  for _, state in ipairs(states) do
    for _, one in ipairs(over_a_form(automaton, ends, state, START)) do
      dies[state] = dies[state] or one[2] == DEAD
    end
  end
  for _, state in ipairs(states) do
    local wrong
    if restart.ends then
      wrong = wrong_by_ends(automaton, ends, state)
    else
      wrong = wrong_by_forms(automaton, ends, restart, state, dies)
    end
    if wrong then
      return ("the automaton restarts where the text before leads to %s; from there on, it can be in another state than %s"):format(
        automaton.names[state], automaton.names[wrong])
    end
  end
end

---Checks the test of the last character: the automaton reads the last form from START, or the last pair if this form is a second half.
---@param test table may_end of a restart
---@return string? reason
function M.wrong_end(model, test)
  local automaton <const>, ends <const>, open <const> = model.automaton, form_ends(model), open_ends(model.automaton)
  for _, range in ipairs(automata.ranges(function(byte) return not ranges.holds(test.open, byte) end)) do
    if lists.any(open, function(one) return one.lo <= range.hi and range.lo <= one.hi end) then
      return ("a text may not always end after a byte of %02X to %02X"):format(range.lo, range.hi)
    end
  end
  local function is_wrong(after, state)
    return automaton.boundary[after] and automaton.accepts[after] ~= automaton.accepts[state]
  end
  for _, state in ipairs(listed(automaton, ends)) do
    for _, one in ipairs(over_a_form(automaton, ends, state, START)) do
      local after <const>, other <const> = one[1], one[2]
      if is_wrong(after, other) and (other ~= DEAD or not test.pair or automaton.boundary[state]) then
        return ("after %s, the last form leads to %s, and from the start of a text to %s"):format(
          automaton.names[state], automaton.names[after], automaton.names[other])
      end
      for _, two in ipairs(test.pair and over_a_form(automaton, ends, after, other, START) or {}) do
        if two[3] == DEAD and is_wrong(two[1], two[2]) then
          return ("after %s, the last two forms lead to %s, and from the start of a text to %s"):format(
            automaton.names[state], automaton.names[two[1]], automaton.names[two[2]])
        end
      end
    end
  end
end

return M
