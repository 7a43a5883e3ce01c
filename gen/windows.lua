-- SPDX-License-Identifier: 0BSD
-- windows: the proof, in the model, that a plan's windows flag exactly the ill-formed texts.
--
-- In:  automaton, analysis and a check = { tables, demands }. Out: nil if the check is right for texts of every length, else the shortest
--      text on which it errs. UTF-8 with the bit `surrogate` cleared from prev_high[E]: { bytes = {ED, A0, 80}, accepted = true }.
--
-- A check sees the last k bytes. It is right exactly if
--      a text that is alive is never flagged                                    (else it refuses a well-formed text), and
--      a text that died is flagged before it ends, its k - 1 pads included      (else it accepts an ill-formed one).
-- Bytes that the automaton and the check treat alike are one class, so the contexts (state, last k - 1 classes) are few: a breadth-first
-- walk over them decides both for texts of every length, and the first error it meets is a shortest one.
-- verify/ proves the same of the emitted C, by other means.

local M = {}

local DEAD <const> = 2

---What the window that ends with b1 b0 gets from the tables, and from the bytes before them: nonzero is an error.
---@param check table { tables = { prev_high, prev_low, this_high }, demands = { {distance, from} }, bit = the continuation bit }
local function classes_of(automaton, check)
  local seen, classes = {}, {}
  local tables <const> = check.tables
  for byte = 0, 255 do
    local prev <const> = tables.prev_high[byte >> 4] & tables.prev_low[byte & 15]
    local this <const> = tables.this_high[byte >> 4]
    local demands, key = {}, { automaton.class_of[byte], prev, this }
    for _, demand in ipairs(check.demands) do
      demands[demand.distance] = byte >= demand.from and check.bit or 0
      key[#key + 1] = demands[demand.distance]
    end
    key = table.concat(key, " ")
    if not seen[key] then
      classes[#classes + 1] = { byte = byte, prev = prev, this = this, demands = demands }
      seen[key] = #classes
    end
  end
  return classes
end

---@param automaton table
---@param analysis table needs .window and .pad
---@param check table
---@return table? counterexample { bytes, accepted = what the check says of it }
function M.counterexample(automaton, analysis, check)
  local classes = classes_of(automaton, check)
  local k <const> = analysis.window
  local pad
  for i, class in ipairs(classes) do
    pad = class.byte == analysis.pad and i or pad
  end
  pad = pad or 1

  ---The error of the window that ends in class c after the context (the last k - 1 classes, newest first).
  local function err(context, c)
    local demanded = 0
    for distance = 2, k - 1 do
      demanded = demanded | (classes[context[distance]].demands[distance] or 0)
    end
    return (classes[context[1]].prev & classes[c].this) ~ demanded
  end
  local function shift(context, c)
    return { c, table.unpack(context, 1, k - 2) }
  end
  local function caught_by_pads(context)
    for _ = 1, k - 1 do
      if err(context, pad) ~= 0 then
        return true
      end
      context = shift(context, pad)
    end
    return false
  end

  local function bytes_of(node, tail)
    local bytes = { table.unpack(tail or {}) }
    while node.parent do
      table.insert(bytes, 1, classes[node.class].byte)
      node = node.parent
    end
    return bytes
  end
  ---The shortest end that makes a well-formed text of one that is alive in this state.
  local function completion(state)
    local queue, path = { state }, { [state] = {} }
    for _, s in ipairs(queue) do
      if automaton.accepts[s] then
        return path[s]
      end
      for _, class in ipairs(automaton.classes) do
        local target = automaton.next[s][class.bytes[1]]
        if target ~= DEAD and not path[target] then
          path[target] = { table.unpack(path[s]) }
          table.insert(path[target], class.bytes[1])
          queue[#queue + 1] = target
        end
      end
    end
  end

  local first = { state = 1, context = {} }
  for i = 1, k - 1 do
    first.context[i] = pad
  end
  local queue, seen, best = { first }, {}, nil
  local function offer(bytes, accepted)
    if not best or #bytes < #best.bytes then
      best = { bytes = bytes, accepted = accepted }
    end
  end
  local depth = { [first] = 0 }
  for _, node in ipairs(queue) do
    if best and depth[node] >= #best.bytes then
      return best
    end
    if node.state == DEAD or not automaton.accepts[node.state] then
      if not caught_by_pads(node.context) then
        offer(bytes_of(node), true)
      end
    elseif caught_by_pads(node.context) then
      offer(bytes_of(node), false)
    end
    for c, class in ipairs(classes) do
      local state = automaton.next[node.state][class.byte]
      local flagged = err(node.context, c) ~= 0
      if flagged and state ~= DEAD then
        offer(bytes_of({ parent = node, class = c }, completion(state)), false)
      elseif not flagged then
        local context = shift(node.context, c)
        local key = state .. ":" .. table.concat(context, " ")
        if not seen[key] then
          seen[key] = true
          local deeper = { state = state, context = context, parent = node, class = c }
          depth[deeper] = depth[node] + 1
          queue[#queue + 1] = deeper
        end
      end
    end
  end
  return best
end

return M
