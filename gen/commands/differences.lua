-- SPDX-License-Identifier: 0BSD
-- differences: the shortest texts that only one of two encodings accepts.
--
-- In:  two models. Out: for each fault, a shortest text that one encoding rejects with this fault and the other accepts.
--      UTF-8 and CESU-8: UTF-8 accepts F0 90 80 80, which is not_a_form in CESU-8; CESU-8 accepts ED A0 80 ED B0 80, a surrogate in UTF-8.
--
-- The idea: a breadth-first search through the product of both automata. Where the refusing automaton is dead, or only the
-- accepting one accepts, the accepting one's shortest path to acceptance completes the text. A node's data and the next byte give the
-- fault. The data: both states, the current character's length so far, the rows that fit it, the rules that restrict it.

local automata = require "gen.language.automaton"
local characters = require "gen.language.characters"
local faults = require "gen.language.faults"
local bytes_ = require "gen.common.bytes"

local M = {}

local DEAD <const> = automata.DEAD

---All rows of bytes that a fault may depend on: excluded rows (`model.disallowed` first), forms, rows of `never` rules, unfinished rows.
local function rows_of(model)
  local all <const> = {}
  for _, list in ipairs { model.excluded, model.spec.forms, model.never_rows, model.unfinished_rows } do
    table.move(list, 1, #list, #all + 1, all)
  end
  return all
end

---Whether rejected bytes are a proper prefix of a character that the profile excludes. If so, the fault may depend on further bytes.
---@param like table the class of prefixes that contains these bytes, see prefix_classes_of
local function is_undecided(model, like)
  for _, r in ipairs(like.rows) do
    local row <const> = model.disallowed[r]
    if row and #row.bytes > like.length then
      return true
    end
  end
  return false
end

---The first byte of each set of equivalent bytes, ascending. Neither automaton distinguishes the bytes of such a set; nor do the rows and
---the continuation bytes of the rejecting encoding.
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
    local key = { accepting.whole.class_of[byte], refusing.whole.class_of[byte], tostring(refusing.continuations[byte]) }
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

---Sorts prefixes of characters into numbered classes. Those of a class have one length, match the same rows, and have equal `rules`.
---@param all table rows
---@param atoms integer[] one byte of each set of equivalent bytes, ascending
---@return table start the empty prefix: { number, length, rows, rules = the `never` rules that the character before it, or the start
---  of the text, activates }
---@return fun(like: table): table after gives the list of the prefix's extensions by one byte of `atoms`
---@return fun(like: table): table restart gives the empty prefix after a whole character
local function prefix_classes_of(all, atoms)
  local count, known <const>, first_from <const> = 0, {}, {}
  local n = #atoms
  for byte = 255, 0, -1 do
    n = n > 0 and atoms[n] > byte and n - 1 or n
    first_from[byte] = n > 0 and atoms[n] == byte and n or n + 1
  end
  local function of(list, length, rules)
    local key <const> = ("%s|%d %s"):format(rules, length, table.concat(list, " "))
    if not known[key] then
      count = count + 1
      known[key] = { number = count, length = length, rows = list, rules = rules }
    end
    return known[key]
  end
  local everything = {}
  for r in ipairs(all) do
    everything[r] = r
  end
  local function after(like)
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
        like.after[i] = of(list, place, like.rules)
      end
    end
    return like.after
  end
  local function restart(like)
    local rules <const> = {}
    for _, r in ipairs(like.rows) do
      local row <const> = all[r]
      rules[#rules + 1] = row.rule and not row.second and #row.bytes == like.length and row.rule or nil
    end
    return of(everything, 0, table.concat(rules, " "))
  end
  return restart { rows = everything, length = 0 }, after, restart
end

---The bytes on the path to a node, and then `byte`, unless it is nil.
local function bytes_to(node, byte)
  local bytes <const> = {}
  for place = node.depth, 1, -1 do
    bytes[place], node = node.byte, node.before
  end
  bytes[#bytes + 1] = byte
  return bytes
end

---The faults that were found, those with the shortest texts first.
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
---@return table differences { fault, bytes }, the shortest first, then in the order of `fault_names`
function M.shortest(accepting, refusing)
  local a <const>, b <const> = accepting.whole, refusing.whole
  local atoms <const>, best, ends = atoms_of(accepting, refusing), {}, {}
  local left = #refusing.fault_names
  local function offer(node, byte, state)
    ends[state] = ends[state] or automata.shortest(a, state, function(other) return a.accepts[other] end)
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
  local start <const>, after <const>, restart <const> = prefix_classes_of(rows_of(refusing), atoms)
  local queue <const>, seen = { { a = a.origin, b = b.origin, depth = 0, like = start } }, {}
  seen[a.origin << 48 | b.origin << 32 | start.number] = true
  for _, node in ipairs(queue) do
    local next_a <const>, next_b <const>, likes <const> = a.next[node.a], b.next[node.b], after(node.like)
    for i, byte in ipairs(atoms) do
      local to_a <const>, to_b <const> = next_a[byte], next_b[byte]
      if to_a ~= DEAD and (to_b == DEAD or a.accepts[to_a] and not b.accepts[to_b]) then
        offer(node, byte, to_a)
      end
      if to_a ~= DEAD and (to_b ~= DEAD or is_undecided(refusing, likes[i])) then
        local like <const> = b.boundary[to_b] and restart(likes[i]) or likes[i]
        -- There are at most 16,384 states, and fewer than 2^32 prefixes.
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

---"U+0041 U+1F600": the code points of a text that the model accepts; - for a character that has none.
local function code_points_text(model, bytes)
  local words, state, from = {}, model.whole.origin, 1
  for at, byte in ipairs(bytes) do
    state = model.whole.next[state][byte]
    if model.whole.boundary[state] then
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

---The differences in both directions: texts that only the first accepts, and texts that only the second accepts.
---@param one table { name, model }
---@param other table { name, model }
---@return table ways two of { accepting, refusing, differences = { {fault, bytes, code_points} } }; code_points is text
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
    local heading <const> = #way.differences > 0 and "texts that %s accepts and %s refuses, the shortest for each fault:"
      or "%s accepts nothing that %s refuses"
    lines[#lines + 1] = heading:format(way.accepting.name, way.refusing.name)
    for _, difference in ipairs(way.differences) do
      lines[#lines + 1] = ("  %s  %s %s"):format(padded(difference.fault, widest_fault),
        padded(bytes_.hex(difference.bytes), 3 * widest_bytes), difference.code_points)
    end
  end
  return table.concat(lines, "\n") .. "\n", false
end

return M
