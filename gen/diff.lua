-- SPDX-License-Identifier: 0BSD
-- diff: the shortest texts in which two encodings differ.
--
-- In:  two models. Out: for each fault by which one refuses what the other accepts, a shortest such text.
--      UTF-8 and CESU-8: F0 90 80 80 is accepted and not_a_form; the other way, ED A0 80 ED B0 80 is a surrogate.
--
-- The idea: walk both automata at once, breadth first. Where the one that shall refuse dies, its fault is known, and the one that shall
-- accept completes the text by the shortest way. A node is all that the fault may depend on: both states, how far the character has come,
-- and which excluded rows and forms it begins like.

local automata = require "gen.automaton"
local analyses = require "gen.analysis"
local characters = require "gen.characters"
local faults = require "gen.faults"
local rows = require "gen.rows"

local M = {}

local DEAD <const>, START <const> = automata.DEAD, automata.START

---All rows of bytes that a fault may depend on: the excluded ones and the forms.
local function rows_of(model)
  local all = { table.unpack(model.excluded) }
  return table.move(model.spec.forms, 1, #model.spec.forms, #all + 1, all)
end

---The first byte of each set of bytes that neither automaton nor the rules of the one that refuses tell apart.
local function atoms_of(accepting, refusing)
  local seen, atoms = {}, {}
  for byte = 0, 255 do
    local key = { accepting.automaton.class_of[byte], refusing.automaton.class_of[byte], tostring(refusing.continuations[byte]) }
    for _, row in ipairs(rows_of(refusing)) do
      for place = 1, #row.bytes do
        key[#key + 1] = rows.fits(row, place, byte) and 1 or 0
      end
    end
    key = table.concat(key, " ")
    if not seen[key] then
      seen[key] = true
      atoms[#atoms + 1] = byte
    end
  end
  return atoms
end

---@param accepting table model
---@param refusing table model
---@return table differences { fault, bytes }, the shortest first, then in the order in which faults are decided
function M.shortest(accepting, refusing)
  local a <const>, b <const> = accepting.automaton, refusing.automaton
  local atoms <const>, best, ends = atoms_of(accepting, refusing), {}, {}
  local function offer(bytes, state)
    ends[state] = ends[state] or analyses.shortest(a, state, function(other) return a.accepts[other] end)
    local fault <const> = faults.of(refusing, bytes).fault
    local length <const> = #bytes + #ends[state]
    if not best[fault] or length < #best[fault] then
      best[fault] = { table.unpack(bytes) }
      table.move(ends[state], 1, #ends[state], #bytes + 1, best[fault])
    end
  end
  ---Which rows the bytes of a character that is not whole begin like.
  local like <const>, all = rows_of(refusing), {}
  local function likenesses(likes, byte, length)
    local after = {}
    for _, r in ipairs(likes) do
      after[#after + 1] = rows.fits(like[r], length, byte) and r or nil
    end
    return after
  end
  for r in ipairs(like) do
    all[r] = r
  end
  local queue <const>, seen = { { a = START, b = START, bytes = {}, length = 0, likes = all } }, {}
  for _, node in ipairs(queue) do
    for _, byte in ipairs(atoms) do
      local to_a <const>, to_b <const> = a.next[node.a][byte], b.next[node.b][byte]
      local bytes <const> = { table.unpack(node.bytes) }
      bytes[#bytes + 1] = byte
      if to_a ~= DEAD and (to_b == DEAD or a.accepts[to_a] and not b.accepts[to_b]) then
        offer(bytes, to_a)
      end
      if to_a ~= DEAD and to_b ~= DEAD then
        local whole <const> = b.boundary[to_b]
        local after <const> = {
          a = to_a, b = to_b, bytes = bytes, length = whole and 0 or node.length + 1,
          likes = whole and all or likenesses(node.likes, byte, node.length + 1),
        }
        local key <const> = table.concat({ to_a, to_b, after.length, table.unpack(after.likes) }, " ")
        if not seen[key] then
          seen[key] = true
          queue[#queue + 1] = after
        end
      end
    end
  end
  local differences = {}
  for order, fault in ipairs(refusing.fault_names) do
    differences[#differences + 1] = best[fault] and { fault = fault, bytes = best[fault], order = order }
  end
  table.sort(differences, function(x, y)
    if #x.bytes ~= #y.bytes then
      return #x.bytes < #y.bytes
    end
    return x.order < y.order
  end)
  return differences
end

---"U+0041 U+1F600", as the model that accepts the bytes reads them.
local function code_points_text(model, bytes)
  local words, state, from = {}, START, 1
  for at, byte in ipairs(bytes) do
    state = model.automaton.next[state][byte]
    if model.automaton.boundary[state] then
      local code_point <const> = characters.read(model.spec, { table.unpack(bytes, from, at) })
      words[#words + 1] = code_point and ("U+%04X"):format(code_point) or "-"
      from = at + 1
    end
  end
  return table.concat(words, " ")
end

local function padded(text, width)
  return text .. (" "):rep(width - #text)
end

---Both ways in which two encodings differ: what the first accepts and the second refuses, and the other way round.
---@param one table { name, model }
---@param other table { name, model }
---@return table ways two of { accepting, refusing, differences = { {fault, bytes, code_points} } }; the code points are text, as the one
--- that accepts the bytes reads them
function M.both(one, other)
  local ways <const> = { { accepting = one, refusing = other }, { accepting = other, refusing = one } }
  for _, way in ipairs(ways) do
    way.differences = M.shortest(way.accepting.model, way.refusing.model)
    for _, difference in ipairs(way.differences) do
      difference.code_points = code_points_text(way.accepting.model, difference.bytes)
    end
  end
  return ways
end

---@param one table { name, model }
---@param other table { name, model }
---@return string text, boolean same whether both accept the same texts
function M.show(one, other)
  local ways <const>, same, widest_fault, widest_bytes = M.both(one, other), true, 0, 0
  for _, way in ipairs(ways) do
    for _, difference in ipairs(way.differences) do
      same = false
      widest_fault, widest_bytes = math.max(widest_fault, #difference.fault), math.max(widest_bytes, #difference.bytes)
    end
  end
  if same then
    return ("%s and %s accept the same texts\n"):format(one.name, other.name), true
  end
  local lines = {}
  for _, way in ipairs(ways) do
    lines[#lines + 1] = ("%s accepts %s %s refuses%s"):format(way.accepting.name, #way.differences > 0 and "what" or "nothing that",
      way.refusing.name, #way.differences > 0 and "; the shortest for each fault:" or "")
    for _, difference in ipairs(way.differences) do
      lines[#lines + 1] = ("  %s  %s %s"):format(padded(difference.fault, widest_fault),
        padded(rows.hex(difference.bytes), 3 * widest_bytes), difference.code_points)
    end
  end
  return table.concat(lines, "\n") .. "\n", false
end

return M
