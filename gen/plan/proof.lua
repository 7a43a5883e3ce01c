-- SPDX-License-Identifier: 0BSD
-- proof: proves that the windows of a plan flag exactly the ill-formed texts, in the generator's model of the check.
--
-- In:  automaton, analysis, check (window_check.lua). Out: nil if the check is right for every text, or the shortest text on which it errs.
--      UTF-8 with the bit `surrogate` cleared from prev_high[E]: { bytes = {ED, A0, 80}, accepted = true }.
--
-- The idea: a check sees the last k bytes. It is right exactly if
--      a live text (not in the dead state) is never flagged                     (else it refuses a well-formed text), and
--      a dead text is flagged, at the latest in the k - 1 pads after it         (else it accepts an ill-formed one).
-- The bytes before the current one lead to few different contexts (window_steps.lua). So a breadth-first walk over contexts decides texts
-- of every length, and finds a shortest text on which the check errs. verify/ proves the same of the emitted C by other means.

local automata = require "gen.language.automaton"
local window_steps = require "gen.plan.window_steps"

local M = {}

local DEAD <const>, START <const> = automata.DEAD, automata.START

---Whether the error of a text is outside of the form that began last. Nodes of such texts are `lost`. If a look then leaves a window to the
---automaton, the automaton reads another form, which it may accept.
local function is_lost(automaton, steps, node, class, state)
  if node.lost or not steps.continuations or state ~= DEAD then
    return node.lost or false
  end
  local continues <const> = steps.continuations[class.byte] or false
  if node.state == DEAD then
    return not continues
  end
  -- The error is a continuation byte that no form demands, or the beginning of a form before the previous form has ended.
  return continues == automaton.boundary[node.state]
end

---The step of a node { state, context, looked, lost } by a byte. A look may leave a window to the automaton, which then reads the
---byte's form. Nodes are then `looked` until the next character begins: only live texts continue, since the automaton refuses others.
---@return integer state, table? context nil if the text needs no more windows
---@return boolean looked, boolean lost, boolean wrong whether an error is flagged in a live text
local function advance(automaton, steps, node, class)
  local state <const> = automaton.next[node.state][class.byte]
  local errors <const>, known <const> = steps.errors_of(node.context, class)
  local lost <const> = is_lost(automaton, steps, node, class, state)
  if errors & ~window_steps.LOOK ~= 0 then
    return state, nil, false, lost, state ~= DEAD
  end
  local reads_on <const> = (errors == 0 or lost) and not node.looked
  local after <const> = (reads_on or state ~= DEAD) and (known or steps.step(node.context, class)) or nil
  return state, after, not reads_on and not automaton.boundary[state], lost, false
end

---A set of nodes, as two functions. The first returns whether the set has a node. The second adds a node, and returns whether it is new.
local function nodes_visited()
  local seen <const> = { {}, {}, {} }
  local function has(state, context, looked, lost)
    local contexts <const> = seen[looked and 2 or lost and 3 or 1][state]
    return contexts and contexts[context]
  end
  return has, function(state, context, looked, lost)
    local new <const>, set <const> = not has(state, context, looked, lost), seen[looked and 2 or lost and 3 or 1]
    if new then
      set[state] = set[state] or {}
      set[state][context] = true
    end
    return new
  end
end

---@param automaton table
---@param analysis table needs .window and .pads
---@param check table
---@return table? counterexample { bytes, accepted = the result of the check }
---@return integer steps of the walk
function M.counterexample(automaton, analysis, check)
  local steps <const> = window_steps.of(automaton, analysis, check)

  local function bytes_of(node, after)
    local bytes = { table.unpack(after or {}) }
    while node.parent do
      table.insert(bytes, 1, node.class.byte)
      node = node.parent
    end
    return bytes
  end
  ---The shortest bytes that complete a live text in this state to a well-formed one.
  local function completion(state)
    return automata.shortest(automaton, state, function(other) return automaton.accepts[other] end)
  end

  local queue, best = { { state = START, context = steps.start, looked = false, depth = 0 } }, nil
  local _, add <const> = nodes_visited()
  local steps_taken = 0
  local function offer(bytes, accepted)
    if not best or #bytes < #best.bytes then
      best = { bytes = bytes, accepted = accepted }
    end
  end
  for _, node in ipairs(queue) do
    if best and node.depth >= #best.bytes then
      return best, steps_taken
    end
    steps_taken = steps_taken + #steps.classes
    local accepts <const> = automaton.accepts[node.state] or false
    if not node.looked and steps.caught_by_pads(node.context) == accepts then
      offer(bytes_of(node), not accepts)
    end
    for _, class in ipairs(steps.open_classes(node.state, node.context)) do
      local state <const>, after <const>, looked <const>, lost <const>, wrong <const> = advance(automaton, steps, node, class)
      if wrong then
        offer(bytes_of({ parent = node, class = class }, completion(state)), false)
      elseif after and add(state, after, looked, lost) then
        queue[#queue + 1] = {
          state = state, context = after, looked = looked, lost = lost, parent = node, class = class, depth = node.depth + 1,
        }
      end
    end
  end
  return best, steps_taken
end

---Whether a check errs on a text of one byte. A look cannot correct such an error, since it only selects longer characters.
---@param check table without a look
---@return boolean
function M.errs_on_a_byte(automaton, analysis, check)
  local steps <const> = window_steps.of(automaton, analysis, check)
  for _, class in ipairs(steps.classes) do
    local after <const>, errors <const> = steps.step(steps.start, class)
    local accepts <const> = automaton.accepts[automaton.next[START][class.byte]] or false
    if (errors == 0 and not steps.caught_by_pads(after)) ~= accepts then
      return true
    end
  end
  return false
end

---The nodes that a check reaches before it flags anything, and the nodes at which it continues after a look left a window to the automaton.
---@param steps table
---@param visit fun(node: table, class: table, state: integer, lost: boolean)?  called for each step from a node that is not `looked`
---@return table walked { nodes = list of { state, context, looked, lost, parent?, class? }, has = function(state, context, looked, lost) }:
---  the first node has no parent; the others were reached from the parent by a byte of the class
function M.walk(automaton, steps, visit)
  local start <const> = { state = START, context = steps.start, looked = false }
  local nodes, has <const>, add <const> = { start }, nodes_visited()
  add(START, steps.start, false)
  for _, node in ipairs(nodes) do
    for _, class in ipairs(steps.classes) do
      local state <const>, after <const>, looked <const>, lost <const> = advance(automaton, steps, node, class)
      if after and add(state, after, looked, lost) then
        nodes[#nodes + 1] = { state = state, context = after, looked = looked, lost = lost, parent = node, class = class }
      end
      if visit and not node.looked then
        visit(node, class, state, lost)
      end
    end
  end
  return { nodes = nodes, has = has }
end

---Whether a check may find an error so late that the flagged window does not contain it. A restarted automaton might miss such an error.
---@param window integer the bytes of a window
function M.is_late(automaton, steps, window)
  local dead = { [true] = {}, [false] = {} }
  M.walk(automaton, steps, function(node, class, state, lost)
    local errors <const> = steps.errors_of(node.context, class)
    if node.state ~= DEAD and state == DEAD and (lost and errors & ~window_steps.LOOK or errors) == 0 then
      dead[lost][steps.step(node.context, class)] = true
    end
  end)
  for _ = 1, window - 1 do
    local later <const> = { [true] = {}, [false] = {} }
    for was_lost, contexts in next, dead do
      for context in next, contexts do
        for _, class in ipairs(steps.classes) do
          local errors <const> = steps.errors_of(context, class)
          local lost <const> = is_lost(automaton, steps, { state = DEAD, lost = was_lost }, class, DEAD)
          if (lost and errors & ~window_steps.LOOK or errors) == 0 then
            later[lost][steps.step(context, class)] = true
          end
        end
      end
    end
    dead = later
  end
  return next(dead[true]) ~= nil or next(dead[false]) ~= nil
end

---Whether a check that was right errs after a change of its tables. Its first difference from the original check is at a byte whose entries
---changed, after a node that the original check reaches.
---@param steps table of the changed check
---@param walked table by the original check
function M.errs_now(automaton, steps, walked)
  local nodes, _, add <const> = {}, nodes_visited()
  ---Whether the changed check errs at a step, or if the text ends after it.
  local function is_wrong(node, class)
    local state <const>, after <const>, looked <const>, lost <const>, wrong <const> = advance(automaton, steps, node, class)
    if after and not walked.has(state, after, looked, lost) and add(state, after, looked, lost) then
      nodes[#nodes + 1] = { state = state, context = after, looked = looked, lost = lost }
      return not looked and steps.caught_by_pads(after) == (automaton.accepts[state] or false)
    end
    return wrong
  end
  for _, node in ipairs(walked.nodes) do
    local accepts <const> = automaton.accepts[node.state] or false
    if steps.pads_changed and not node.looked and steps.caught_by_pads(node.context) == accepts then
      return true
    end
    for _, class in ipairs(steps.new_classes) do
      if is_wrong(node, class) then
        return true
      end
    end
  end
  for _, node in ipairs(nodes) do
    for _, class in ipairs(steps.classes) do
      if is_wrong(node, class) then
        return true
      end
    end
  end
  return false
end

return M
