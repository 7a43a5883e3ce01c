-- SPDX-License-Identifier: 0BSD
-- automaton: rows become the minimal deterministic automaton, its byte classes and its states' names.
--
-- In:  rows. Out: automaton = {
--        count    = number of states, the dead one included; 1 is the start, 2 is dead, the rest in the order a reader meets them
--        next     = next[state][byte], byte 0..255
--        accepts  = accepts[state]: final, a text may end here
--        boundary = boundary[state]: a character may begin here; each final state is one, and others are where a rule forbids a text to end
--        names    = names[state]: "start", "dead", "tail_2" (two free continuation bytes to come), "after_E0"
--        classes  = list of { bytes = ascending list, ranges = {{lo, hi}} }: bytes that no state tells apart, by first byte
--        class_of = class_of[byte], an index of classes
--      }
--      UTF-8: 9 states, 12 classes.
--
-- The idea: a state is the set of places in rows where a reader can be (the subset construction; Rabin and Scott 1959); states that
-- no rest of a text tells apart are one (Moore's partition refinement, 1956).

local M = {}

---A set of bytes as ascending ranges {lo, hi}.
---@param holds fun(byte: integer): boolean
function M.ranges(holds)
  local ranges = {}
  for byte = 0, 255 do
    if holds(byte) then
      local last = ranges[#ranges]
      if last and last.hi == byte - 1 then
        last.hi = byte
      else
        ranges[#ranges + 1] = { lo = byte, hi = byte }
      end
    end
  end
  return ranges
end

---The subset construction over places (row, bytes read). Reading a row's last byte leads to where its context's rows begin.
---@return table next next[state][byte] with state 1 the start and 2 dead
---@return integer count
---@return table accepts accepts[state]
---@return table boundary boundary[state]
local function subsets(rows, contexts, ends)
  local starts = {}
  for context = 1, contexts do
    -- Marked, because it may be empty: a character that nothing may follow can still end a text.
    starts[context] = { boundary = true, accepts = not ends[context] }
  end
  for r, row in ipairs(rows) do
    table.insert(starts[row.from], { row = r, read = 0 })
  end
  local next, accepts, boundary, seen, sets = {}, {}, {}, {}, {}
  local function state_of(set)
    local words = { set.accepts and "accepts" or set.boundary and "boundary" or nil }
    for _, place in ipairs(set) do
      words[#words + 1] = place.row .. ":" .. place.read
    end
    local key = table.concat(words, " ")
    if not seen[key] then
      sets[#sets + 1] = set
      seen[key] = #sets
    end
    return seen[key]
  end
  state_of(starts[1])
  state_of({})
  for context = 2, contexts do
    state_of(starts[context])
  end
  local state = 1
  while state <= #sets do
    next[state] = {}
    accepts[state], boundary[state] = sets[state].accepts or false, sets[state].boundary or false
    for byte = 0, 255 do
      local target, whole = {}, nil
      for _, place in ipairs(sets[state]) do
        local bytes = rows[place.row].bytes
        local range = bytes[place.read + 1]
        if range.lo <= byte and byte <= range.hi then
          if place.read + 1 == #bytes then
            whole = starts[rows[place.row].to]
          else
            target[#target + 1] = { row = place.row, read = place.read + 1 }
          end
        end
      end
      assert(not (whole and #target > 0), "a character is never the beginning of another: forms have lead bytes of their own")
      next[state][byte] = state_of(whole or target)
    end
    state = state + 1
  end
  return next, #sets, accepts, boundary
end

---Moore: states are one as long as they are final or boundaries alike and step into states that are one.
---@return table block, block[state] with 1 for the start's and 2 for the dead one's
local function merge(next, count, accepts, boundary)
  local block, blocks = {}, 0
  local function refine(signature_of)
    local seen, new = {}, {}
    blocks = 0
    for state = 1, count do
      local signature = signature_of(state)
      if not seen[signature] then
        blocks = blocks + 1
        seen[signature] = blocks
      end
      new[state] = seen[signature]
    end
    block = new
  end
  refine(function(state) return accepts[state] and "final" or boundary[state] and "boundary" or "inside" end)
  local before
  repeat
    before = blocks
    refine(function(state)
      local words = { block[state] }
      for byte = 0, 255 do
        words[byte + 2] = block[next[state][byte]]
      end
      return table.concat(words, " ")
    end)
  until blocks == before
  return block
end

---Bytes that every state sends to the same place, as classes in the order of their first bytes.
local function byte_classes(next, count)
  local seen, classes, class_of = {}, {}, {}
  for byte = 0, 255 do
    local words = {}
    for state = 1, count do
      words[state] = next[state][byte]
    end
    local key = table.concat(words, " ")
    if not seen[key] then
      classes[#classes + 1] = { bytes = {} }
      seen[key] = #classes
    end
    local class = classes[seen[key]]
    class.bytes[#class.bytes + 1] = byte
    class_of[byte] = seen[key]
  end
  for c, class in ipairs(classes) do
    class.ranges = M.ranges(function(byte) return class_of[byte] == c end)
  end
  return classes, class_of
end

---The bytes that lead from one state to another, as ranges.
function M.between(automaton, from, to)
  return M.ranges(function(byte) return automaton.next[from][byte] == to end)
end

---The states a state leads to, the dead one left out, in the order of the bytes that lead there.
function M.successors(automaton, state)
  local seen, list = {}, {}
  for byte = 0, 255 do
    local target = automaton.next[state][byte]
    if target ~= 2 and not seen[target] then
      seen[target] = true
      list[#list + 1] = target
    end
  end
  return list
end

---Names as the literature draws them: tail_n has n bytes to come that are any continuation byte at all; the others are called
---after the bytes that lead to them.
local function name_states(automaton, continuations)
  local names, tails = { "start", "dead" }, { [1] = 0 }
  local changed
  repeat
    changed = false
    for state = 3, automaton.count do
      local targets = M.successors(automaton, state)
      if not tails[state] and #targets == 1 and tails[targets[1]] then
        local free = true
        for byte = 0, 255 do
          free = free and (automaton.next[state][byte] ~= 2) == (continuations[byte] or false)
        end
        if free then
          tails[state] = tails[targets[1]] + 1
          names[state] = "tail_" .. tails[state]
          changed = true
        end
      end
    end
  until not changed
  local path, taken = { [1] = "" }, {}
  for state = 1, automaton.count do
    for _, target in ipairs(state == 2 and {} or M.successors(automaton, state)) do
      if not path[target] then
        local ranges = M.between(automaton, state, target)
        local lo, hi = ranges[1].lo, ranges[#ranges].hi
        path[target] = path[state] .. (lo == hi and ("_%02X"):format(lo) or ("_%02X_to_%02X"):format(lo, hi))
      end
    end
    -- Another state in which a character may begin is a start that remembers with which lead byte the last character began.
    names[state] = names[state] or (automaton.boundary[state] and "start_after" .. path[state]:sub(1, 3) or "after" .. path[state])
    -- Where that is another one's name, all bytes tell them apart, or else a number.
    local short <const> = names[state]
    local number = 1
    while taken[names[state]] do
      names[state] = number == 1 and (automaton.boundary[state] and "start_after" or "after") .. path[state] or short .. "_no_" .. number
      number = number + 1
    end
    taken[names[state]] = true
  end
  automaton.names = names
end

---@param rows table
---@param contexts integer?  how many contexts the rows have, 1 if left out
---@param continuations table?  set of bytes that stand after a lead byte in some form, for the names of states
---@param ends table?  set of contexts in which no text may end
---@return table automaton
function M.build(rows, contexts, continuations, ends)
  local wide, wide_count, wide_accepts, wide_boundary = subsets(rows, contexts or 1, ends or {})
  local block = merge(wide, wide_count, wide_accepts, wide_boundary)
  -- Number the blocks in the order of a breadth-first walk: start, dead, then as the bytes lead.
  local number, representative = { [block[1]] = 1, [block[2]] = 2 }, { 1, 2 }
  local at = 1
  while at <= #representative do
    for byte = 0, 255 do
      local target = wide[representative[at]][byte]
      if not number[block[target]] then
        representative[#representative + 1] = target
        number[block[target]] = #representative
      end
    end
    at = at + 1
  end
  local automaton = { count = #representative, next = {}, accepts = {}, boundary = {} }
  for state, old in ipairs(representative) do
    automaton.accepts[state], automaton.boundary[state] = wide_accepts[old], wide_boundary[old]
    automaton.next[state] = {}
    for byte = 0, 255 do
      automaton.next[state][byte] = number[block[wide[old][byte]]]
    end
  end
  automaton.classes, automaton.class_of = byte_classes(automaton.next, automaton.count)
  name_states(automaton, continuations or {})
  return automaton
end

---Runs the automaton. @return integer state after the bytes; 2 (dead) stays dead
function M.run(automaton, bytes, state)
  state = state or 1
  for _, byte in ipairs(bytes) do
    state = automaton.next[state][byte]
  end
  return state
end

return M
