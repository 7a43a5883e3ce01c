-- SPDX-License-Identifier: 0BSD
-- differences: the shortest texts in which two encodings differ.
--
-- In:  two models. Out: for each fault by which one refuses what the other accepts, a shortest such text.
--      UTF-8 and CESU-8: F0 90 80 80 is accepted and not_a_form; the other way, ED A0 80 ED B0 80 is a surrogate.
--
-- The idea: walk both automata at once, breadth first. Where the one that shall refuse dies, its fault is known, and the one that shall
-- accept completes the text by the shortest way. A node is all that the fault may depend on: both states, how far the character has come,
-- and which excluded rows and forms it begins like.

local automata = require "gen.language.automaton"
local analyses = require "gen.language.analysis"
local characters = require "gen.language.characters"
local faults = require "gen.language.faults"
local bytes_ = require "gen.common.bytes"

local M = {}

local DEAD <const>, START <const> = automata.DEAD, automata.START

---All rows of bytes that a fault may depend on: the excluded ones, of which the first are `model.disallowed`, and the forms.
local function rows_of(model)
  local all = { table.unpack(model.excluded) }
  return table.move(model.spec.forms, 1, #model.spec.forms, #all + 1, all)
end

---Whether bytes that are dead begin a character that the profile leaves out, and are not yet all of it: then more of them may tell which
---of its rules names them.
---@param like table what the bytes begin like, of rows_of(model)
local function is_undecided(model, like)
  for _, r in ipairs(like.rows) do
    local row <const> = model.disallowed[r]
    if row and #row.bytes > like.length then
      return true
    end
  end
  return false
end

---The first byte of each set of bytes that neither automaton nor the rules of the one that refuses tell apart, ascending. Of the rules it
---is their ranges that count, whatever their place, each once.
local function atoms_of(accepting, refusing)
  local ranges, known <const>, seen <const>, atoms <const> = {}, {}, {}, {}
  for _, row in ipairs(rows_of(refusing)) do
    for _, range in ipairs(row.bytes) do
      local key <const> = range.lo << 8 | range.hi
      ranges[#ranges + 1] = not known[key] and range or nil
      known[key] = true
    end
  end
  for byte = 0, 255 do
    local key = { accepting.automaton.class_of[byte], refusing.automaton.class_of[byte], tostring(refusing.continuations[byte]) }
    for _, range in ipairs(ranges) do
      key[#key + 1] = range.lo <= byte and byte <= range.hi and 1 or 0
    end
    key = table.concat(key, " ")
    if not seen[key] then
      seen[key] = true
      atoms[#atoms + 1] = byte
    end
  end
  return atoms
end

---Which rows the bytes of a character that is not whole begin like. All beginnings that are like the same rows, and as long, are one.
---@param all table rows
---@param atoms integer[] bytes, ascending
---@return table start what no bytes begin like: { number, length }
---@return fun(like: table): table after what each atom makes of it, by the atom's number
local function likenesses_of(all, atoms)
  local count, known <const>, first_from <const> = 0, {}, {}
  local n = #atoms
  for byte = 255, 0, -1 do
    n = n > 0 and atoms[n] > byte and n - 1 or n
    first_from[byte] = n > 0 and atoms[n] == byte and n or n + 1
  end
  local function of(list, length)
    local key <const> = length .. " " .. table.concat(list, " ")
    if not known[key] then
      count = count + 1
      known[key] = { number = count, length = length, rows = list }
    end
    return known[key]
  end
  local everything = {}
  for r in ipairs(all) do
    everything[r] = r
  end
  return of(everything, 0), function(like)
    if not like.after then
      local place <const>, lists <const> = like.length + 1, {}
      for i in ipairs(atoms) do
        lists[i] = {}
      end
      for _, r in ipairs(like.rows) do
        local range <const> = all[r].bytes[place]
        local i = range and first_from[range.lo] or #atoms + 1
        while atoms[i] and atoms[i] <= range.hi do
          table.insert(lists[i], r)
          i = i + 1
        end
      end
      like.after = {}
      for i, list in ipairs(lists) do
        like.after[i] = of(list, place)
      end
    end
    return like.after
  end
end

---The bytes that lead to a node, and one more.
local function bytes_to(node, byte)
  local bytes <const> = {}
  for place = node.depth, 1, -1 do
    bytes[place], node = node.byte, node.before
  end
  bytes[#bytes + 1] = byte
  return bytes
end

---The faults that were found, the shortest first.
local function in_order(refusing, best)
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

---@param accepting table model
---@param refusing table model
---@return table differences { fault, bytes }, the shortest first, then in the order in which faults are decided
function M.shortest(accepting, refusing)
  local a <const>, b <const> = accepting.automaton, refusing.automaton
  local atoms <const>, best, ends = atoms_of(accepting, refusing), {}, {}
  local left = #refusing.fault_names
  local function offer(node, byte, state)
    ends[state] = ends[state] or analyses.shortest(a, state, function(other) return a.accepts[other] end)
    local length <const> = node.depth + 1 + #ends[state]
    local matters = left > 0
    for _, found in next, best do
      matters = matters or length < #found
    end
    if not matters then
      return
    end
    local bytes <const> = bytes_to(node, byte)
    table.move(ends[state], 1, #ends[state], #bytes + 1, bytes)
    local fault <const> = faults.of(refusing, bytes).fault
    if not best[fault] or length < #best[fault] then
      left = left - (best[fault] and 0 or 1)
      best[fault] = bytes
    end
  end
  local start <const>, after <const> = likenesses_of(rows_of(refusing), atoms)
  local queue <const>, seen = { { a = START, b = START, depth = 0, like = start } }, { [START << 48 | START << 32 | start.number] = true }
  for _, node in ipairs(queue) do
    local next_a <const>, next_b <const>, likes <const> = a.next[node.a], b.next[node.b], after(node.like)
    for i, byte in ipairs(atoms) do
      local to_a <const>, to_b <const> = next_a[byte], next_b[byte]
      if to_a ~= DEAD and (to_b == DEAD or a.accepts[to_a] and not b.accepts[to_b]) then
        offer(node, byte, to_a)
      end
      if to_a ~= DEAD and (to_b ~= DEAD or is_undecided(refusing, likes[i])) then
        local like <const> = b.boundary[to_b] and start or likes[i]
        -- States are at most 16,384, and beginnings fewer than 2^32.
        local key <const> = to_a << 48 | to_b << 32 | like.number
        if not seen[key] then
          seen[key] = true
          queue[#queue + 1] = { a = to_a, b = to_b, depth = node.depth + 1, like = like, before = node, byte = byte }
        end
      end
    end
  end
  return in_order(refusing, best)
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
        padded(bytes_.hex(difference.bytes), 3 * widest_bytes), difference.code_points)
    end
  end
  return table.concat(lines, "\n") .. "\n", false
end

return M
