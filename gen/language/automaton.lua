-- SPDX-License-Identifier: 0BSD
-- automaton: builds the minimal deterministic automaton of some rows, with byte classes and names of states.
--
-- In:  rows. Out: nil and the reason if there would be too many states; otherwise automaton = {
--        count    = number of states, including the dead one; START is 1, DEAD 2, the others follow in breadth-first order
--        next     = next[state][byte], byte 0..255
--        edges    = edges[state]: the transitions except those to the dead state, as the shortest ascending list of { lo, hi, to }
--        accepts  = accepts[state]: final, a text may end here
--        boundary = boundary[state]: the state is between characters: it is final, or a rule forbids the text to end in it
--        origin   = the state in which a text begins. It is START, unless a rule applies at the start of a text
--        names    = names[state]: "start", "dead", "tail_2" (two bytes remain, each any continuation byte), "after_E0"
--        classes  = list of { bytes = ascending list, ranges = {{lo, hi}} }: bytes that all states treat alike; sorted by first byte
--        class_of = class_of[byte], an index of classes
--      }
--      UTF-8: 9 states, 12 classes.
--
-- The idea: the rows form a tree whose branches are intervals of bytes, cut wherever the range of a row begins or ends. Beginning at the
-- leaves, trees with the same branches become one state (Revuz 1992, automata of finite languages). The last byte of a character leads to
-- the start of a context (rows.lua). States of different contexts may be equivalent. So Moore's partition refinement (1956) merges states
-- from which the same bytes always lead to states of the same kind: final, boundary, inside a character, or dead.
--
--      E0 A0..BF 80..BF     E0 -> A0..BF -> 80..BF -> start      80..BF -> start is a tree of both rows, the state tail_1;
--      ED 80..9F 80..BF     ED -> 80..9F -> 80..BF -> start      A0..BF -> tail_1 and 80..9F -> tail_1 are after_E0 and after_ED

local lists = require "gen.common.lists"
local progress = require "gen.common.progress"

local M = {}

---Two states have the same numbers in every automaton. In START, a character begins, and no rule restricts it. In DEAD, the text is
---ill-formed. States that START does not lead to (they are reached only from `origin`) get the last numbers. So the other states have
---the same numbers as in an automaton without the rules for the start of a text.
M.START, M.DEAD = 1, 2

local START <const>, DEAD <const> = M.START, M.DEAD

---The most states: `states` of the minimal automaton, `wide` before equivalent states are merged.
local LIMITS <const> = { states = 16384, wide = 131072 }

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

---The tree of the rows' bytes from index `at` on: a list of branches { lo, hi, row = the row that ends here, or tree = later branches }.
---@param rows table
---@param at integer
local function tree_of(rows, at)
  local groups, by_range, cuts = {}, {}, {}
  for _, row in ipairs(rows) do
    local range <const> = row.bytes[at]
    local key <const> = range.lo << 8 | range.hi
    if not by_range[key] then
      by_range[key] = { lo = range.lo, hi = range.hi, rows = {} }
      groups[#groups + 1] = by_range[key]
      cuts[#cuts + 1], cuts[#cuts + 2] = range.lo, range.hi + 1
    end
    table.insert(by_range[key].rows, row)
  end
  table.sort(cuts)
  local tree, trees = {}, {}
  local function add(lo, hi)
    local held, several
    for _, group in ipairs(groups) do
      if group.lo <= lo and hi <= group.hi then
        if held then
          several = several or table.move(held, 1, #held, 1, {})
          table.move(group.rows, 1, #group.rows, #several + 1, several)
        end
        held = several or group.rows
      end
    end
    if not held then
      return
    end
    local ends <const> = lists.sum(held, function(row) return #row.bytes == at and 1 or 0 end)
    assert(ends == 0 or ends == #held, "a character is never the beginning of another")
    trees[held] = trees[held] or ends == 0 and tree_of(held, at + 1) or nil
    tree[#tree + 1] = { lo = lo, hi = hi, row = ends > 0 and held[1] or nil, tree = trees[held] }
  end
  for i = 2, #cuts do
    if cuts[i - 1] < cuts[i] then
      add(cuts[i - 1], cuts[i] - 1)
    end
  end
  return tree
end

---Appends an edge unless it leads to the dead state. If it touches the last edge and leads to the same state, it extends that edge instead.
local function add_edge(edges, lo, hi, to)
  local last <const> = edges[#edges]
  if last and last.to == to and last.hi + 1 == lo then
    last.hi = hi
  elseif to ~= DEAD then
    edges[#edges + 1] = { lo = lo, hi = hi, to = to }
  end
end

---Edges as a string. Two states have equal strings exactly if the same bytes lead to the same numbers.
---@param edges table
---@param number table? number[state]; by default each state is its own number
local function word_of(edges, number)
  local words, last_hi, last = {}, nil, nil
  for _, edge in ipairs(edges) do
    local to <const> = number and number[edge.to] or edge.to
    if last == to and last_hi + 1 == edge.lo then
      words[#words - 1] = edge.hi
    else
      words[#words + 1], words[#words + 2], words[#words + 3] = edge.lo, edge.hi, to
    end
    last_hi, last = edge.hi, to
  end
  return table.concat(words, " ")
end

---The state at the start of a context.
local function start_of(context)
  return context == 1 and START or DEAD + context - 1
end

---Builds a deterministic automaton, not always minimal. Its states: the dead one, the start of each context, one for each list of edges.
---@return table edges edges[state], where state 1 is the start and 2 is dead; more than LIMITS.wide entries if there are too many states
---@return table kinds kinds[state]: "final", "boundary", "inside" a character, or "dead"
local function widest(rows, contexts, ends)
  local edges, kinds, seen, found = { [START] = {}, [DEAD] = {} }, { [START] = "final", [DEAD] = "dead" }, {}, {}
  for context = 2, contexts do
    edges[start_of(context)], kinds[start_of(context)] = {}, ends[context] and "boundary" or "final"
  end
  local function state_of(list)
    local word <const> = word_of(list)
    if word ~= "" and not seen[word] and #edges <= LIMITS.wide then
      edges[#edges + 1], kinds[#edges + 1] = list, "inside"
      seen[word] = #edges
    end
    return seen[word] or DEAD
  end
  local function edges_of(tree, context)
    local list = {}
    for _, branch in ipairs(tree) do
      local there <const> = found[branch.row or branch.tree]
      add_edge(list, branch.lo, branch.hi, there.others[context] or there.state)
    end
    return list
  end
  ---The contexts in which some branch of a tree leads to another state than in context 0. Context 0 forbids nothing.
  ---@return table set
  local differing
  ---Finds `state`, the state of a complete row or of a tree in context 0, and `others`, its states in the contexts where they differ.
  local function find(row, tree)
    local others = {}
    for context in next, row and row.barred or {} do
      others[context] = DEAD
    end
    if row then
      return { state = start_of(row.to), others = others }
    end
    local contexts_below <const> = differing(tree)
    local state <const> = state_of(edges_of(tree, 0))
    for context in next, contexts_below do
      local other <const> = state_of(edges_of(tree, context))
      others[context] = other ~= state and other or nil
    end
    return { state = state, others = others }
  end
  function differing(tree)
    progress.stage("automaton, states", #edges)
    local set = {}
    for _, branch in ipairs(tree) do
      local key <const> = branch.row or branch.tree
      found[key] = found[key] or find(branch.row, branch.tree)
      for context in next, found[key].others do
        set[context] = true
      end
    end
    return set
  end
  local tree <const> = tree_of(rows, 1)
  differing(tree)
  for context = 1, contexts do
    edges[start_of(context)] = edges_of(tree, context)
  end
  return edges, kinds
end

---Moore's refinement: two states stay in one block as long as they have the same kind and the same bytes lead them to the same blocks.
---@return table block block[state]
local function merge(edges, kinds)
  local block, count = kinds, 0
  while true do
    local seen, new, blocks = {}, {}, 0
    for state, list in ipairs(edges) do
      local word <const> = block[state] .. " " .. word_of(list, block)
      if not seen[word] then
        blocks = blocks + 1
        seen[word] = blocks
      end
      new[state] = seen[word]
    end
    if blocks == count then
      return block
    end
    block, count = new, blocks
  end
end

---Numbers the blocks as states in breadth-first order: START, DEAD, then the targets in the order of their bytes. The origin and its
---targets come last if START does not lead to the origin.
local function number_states(edges, kinds, block, origin)
  local number, representative = { [block[START]] = START, [block[DEAD]] = DEAD }, { [START] = START, [DEAD] = DEAD }
  local automaton = { next = {}, edges = {}, accepts = {}, boundary = {} }
  local state = START
  while representative[state] or not number[block[origin]] do
    if not representative[state] then
      representative[state] = origin
      number[block[origin]] = state
    end
    local old <const>, list <const>, next_ = representative[state], {}, {}
    for byte = 0, 255 do
      next_[byte] = DEAD
    end
    for _, edge in ipairs(edges[old]) do
      local to <const> = block[edge.to]
      if not number[to] then
        representative[#representative + 1] = edge.to
        number[to] = #representative
      end
      add_edge(list, edge.lo, edge.hi, number[to])
      for byte = edge.lo, edge.hi do
        next_[byte] = number[to]
      end
    end
    automaton.edges[state], automaton.next[state] = list, next_
    automaton.accepts[state] = kinds[old] == "final"
    automaton.boundary[state] = kinds[old] == "final" or kinds[old] == "boundary"
    state = state + 1
  end
  automaton.count, automaton.origin = #representative, number[block[origin]]
  return automaton
end

---Byte classes, in the order of their first bytes: all states treat the bytes of a class alike. The ends of all edges cut the bytes into
---intervals. A state splits a class if it leads intervals of the class to different states.
local function byte_classes(automaton)
  local is_cut, firsts, class = { [0] = true }, {}, {}
  for _, edges in ipairs(automaton.edges) do
    for _, edge in ipairs(edges) do
      is_cut[edge.lo], is_cut[edge.hi + 1] = true, true
    end
  end
  for byte = 0, 255 do
    if is_cut[byte] then
      firsts[#firsts + 1] = byte
      class[#firsts] = 1
    end
  end
  for _, next_ in ipairs(automaton.next) do
    local seen, count = {}, 0
    for i, byte in ipairs(firsts) do
      local key <const> = class[i] * (automaton.count + 1) + next_[byte]
      if not seen[key] then
        count = count + 1
        seen[key] = count
      end
      class[i] = seen[key]
    end
  end
  local classes, class_of = {}, {}
  for i, first in ipairs(firsts) do
    local c <const>, last <const> = class[i], (firsts[i + 1] or 256) - 1
    classes[c] = classes[c] or { bytes = {}, ranges = {} }
    local ranges <const> = classes[c].ranges
    if ranges[1] and ranges[#ranges].hi == first - 1 then
      ranges[#ranges].hi = last
    else
      ranges[#ranges + 1] = { lo = first, hi = last }
    end
    for byte = first, last do
      table.insert(classes[c].bytes, byte)
      class_of[byte] = c
    end
  end
  return classes, class_of
end

---The bytes that lead from one state to another, as ranges.
function M.between(automaton, from, to)
  return lists.picked(automaton.edges[from], function(edge) return edge.to == to and { lo = edge.lo, hi = edge.hi } end)
end

---The states to which a state leads, without the dead one, in the order of the first bytes that lead there.
function M.successors(automaton, state)
  local seen, list = {}, {}
  for _, edge in ipairs(automaton.edges[state]) do
    if not seen[edge.to] then
      seen[edge.to] = true
      list[#list + 1] = edge.to
    end
  end
  return list
end

---free[state]: the live state to which all continuation bytes lead, if no other byte leads to a live state; otherwise nil.
local function free_states(automaton, continuations)
  local ranges <const>, free = M.ranges(function(byte) return continuations[byte] end), {}
  for state, edges in ipairs(automaton.edges) do
    local is_free = #edges == #ranges and #edges > 0
    for i, edge in ipairs(is_free and edges or {}) do
      is_free = is_free and edge.to == edges[1].to and edge.lo == ranges[i].lo and edge.hi == ranges[i].hi
    end
    free[state] = is_free and edges[1].to or nil
  end
  return free
end

---The most byte ranges of a path that a name shows.
local MOST_NAMED <const> = 7

---A path as a part of a name: its byte ranges, or the first range and the number of the others.
local function path_name(places)
  if #places <= MOST_NAMED then
    return table.concat(places)
  end
  return ("%s_and_%d_more"):format(places[1], #places - 1)
end

---Names the states. In tail_n, n bytes remain, and each may be any continuation byte. The names "start", "dead" and "origin" are fixed. The
---other states are named after the bytes that lead to them.
local function name_states(automaton, continuations)
  local names, tails <const>, free <const> = { [START] = "start", [DEAD] = "dead" }, { [START] = 0 }, free_states(automaton, continuations)
  local changed
  repeat
    changed = false
    for state = DEAD + 1, automaton.count do
      if not tails[state] and tails[free[state]] then
        tails[state] = tails[free[state]] + 1
        names[state] = "tail_" .. tails[state]
        changed = true
      end
    end
  until not changed
  local path, taken, numbers = { [START] = {} }, {}, {}
  for state = 1, automaton.count do
    if not path[state] and state == automaton.origin then
      path[state], names[state] = { "_origin" }, "origin"
    end
    for _, target in ipairs(M.successors(automaton, state)) do
      if not path[target] then
        local ranges = M.between(automaton, state, target)
        local lo, hi = ranges[1].lo, ranges[#ranges].hi
        path[target] = { table.unpack(path[state]) }
        table.insert(path[target], (lo == hi and "_%02X" or "_%02X_to_%02X"):format(lo, hi))
      end
    end
    -- A boundary state other than the start is named after the first byte on the path to it: start_after_ED.
    local whole <const> = path_name(path[state] or {})
    names[state] = names[state] or (automaton.boundary[state] and "start_after" .. whole:sub(1, 3) or "after" .. whole)
    -- If that name is taken, use the whole path; if that is taken, too, add a number.
    local short <const> = names[state]
    local number = 1
    while taken[names[state]] do
      names[state] = number == 1 and (automaton.boundary[state] and "start_after" or "after") .. whole or short .. "_no_" .. number
      number = math.max(number + 1, numbers[short] or 0)
    end
    numbers[short] = number
    taken[names[state]] = true
  end
  automaton.names = names
end

---@param rows table  in any order; row.barred is the set of the contexts that do not allow the row
---@param contexts integer?  the number of contexts of the rows, 1 if left out
---@param continuations table?  set of continuation bytes, for the names of states
---@param ends table?  set of contexts in which no text may end
---@param origin integer?  the context in which a text begins, 1 if left out
---@return table? automaton nil if there are too many states
---@return string? reason
function M.build(rows, contexts, continuations, ends, origin)
  local edges <const>, kinds <const> = widest(rows, math.max(contexts or 1, origin or 1), ends or {})
  if #edges > LIMITS.wide then
    return nil, ("its automaton has more than %d states before minimization, the most that u8gen allows"):format(LIMITS.wide)
  end
  local automaton <const> = number_states(edges, kinds, merge(edges, kinds), start_of(origin or 1))
  if automaton.count > LIMITS.states then
    return nil, ("its automaton has %d states; at most %d are allowed"):format(automaton.count, LIMITS.states)
  end
  automaton.classes, automaton.class_of = byte_classes(automaton)
  name_states(automaton, continuations or {})
  return automaton
end

---The shortest byte sequence that leads from a state to a wanted state; nil if there is none. Each byte is the first of its class.
---@param wanted fun(state: integer): boolean
---@return integer[]? bytes
function M.shortest(automaton, from, wanted)
  local queue, path = { from }, { [from] = {} }
  for _, state in ipairs(queue) do
    if wanted(state) then
      return path[state]
    end
    for _, class in ipairs(automaton.classes) do
      local target = automaton.next[state][class.bytes[1]]
      if target ~= DEAD and not path[target] then
        path[target] = { table.unpack(path[state]) }
        table.insert(path[target], class.bytes[1])
        queue[#queue + 1] = target
      end
    end
  end
end

---Runs the automaton. @return integer state after the bytes; DEAD leads to DEAD
function M.run(automaton, bytes, state)
  state = state or START
  for _, byte in ipairs(bytes) do
    state = automaton.next[state][byte]
  end
  return state
end

return M
