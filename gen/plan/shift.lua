-- SPDX-License-Identifier: 0BSD
-- shift: lays out the automaton as a table for the scalar kernel shift.
--
-- In:  automaton. Out (an idea of Wellons and Mytkowicz; Per Vognsen, "Shift-based DFAs", 2020): {
--        offsets[state], words = 1, word[byte], mask }: a state is a bit offset. The 64-bit word of a byte has the next state at this
--        offset. So a transition is `state = word[byte] >> (state & 63)`. If one word is too small, words = 2: the second word of a byte
--        is word[256 + byte], and bit 6 of a state selects the word: `state = word[256 * (state >> 6 & 1) + byte] >> (state & 63)`. The
--        states in which texts are most of the time are in the first word, so that the choice is a well-predicted branch. If two words do
--        not suffice either: nil and the reason. UTF-8: nine states at offsets in one word, 2,048 bytes.
--
-- The idea: fields of a word may overlap where their bits agree. A depth-first search finds such offsets: it takes the state with the
-- fewest offsets that agree with the contents of the words, and tries these offsets in shuffled order. A try is given up after NODES
-- choices, and the search begins again in another order.

local automata = require "gen.language.automaton"
local nibble = require "gen.plan.nibble"
local progress = require "gen.common.progress"
local ranges = require "gen.common.ranges"

local M = {}

local START <const>, DEAD <const> = automata.START, automata.DEAD

local WORD_BITS <const> = 64
M.WORD_BITS = WORD_BITS
---The number of bytes of a random text over which `usual_states` computes the time in each state.
local WALK <const> = 64

---The bits of an offset: 6 for one word, 7 for two.
local function offset_bits(words)
  return 5 + words
end

---The most states for which fields are packed, by the number of words of a byte. With more states, the search failed for all of 270 random
---specs with one word, and for all of 110 with two words.
local MOST_STATES <const> = { 14, 22 }
local MOST_WORDS <const> = #MOST_STATES
---The most choices of a try; the salt of the shuffles. Of twelve salts, this one needs the fewest tries for the specs in gen/specs/.
local NODES <const>, SALT <const> = 50, 115829
---The tries before the search is given up. With more states, fewer tries are made, since each costs more.
local TRIES <const> = 600
---The search is also given up if none of the first tries places more than this share of the states.
local FIRST_TRIES <const>, PLACED <const> = 10, 0.75

---HAVING[word][bit]: the set of the offsets in that word that have the bit.
local HAVING <const> = {}
for w = 0, MOST_WORDS - 1 do
  HAVING[w] = {}
  for bit = 0, offset_bits(MOST_WORDS) - 1 do
    HAVING[w][bit] = 0
    for at = 0, WORD_BITS - 1 do
      HAVING[w][bit] = HAVING[w][bit] | (w * WORD_BITS + at >> bit & 1) << at
    end
  end
end

---A function that shuffles a list. Its random numbers (Knuth's MMIX generator) are the same on every machine, so that the tables are, too.
local function shuffler(seed)
  return function(list)
    local x = seed
    for i = #list, 2, -1 do
      x = x * 6364136223846793005 + 1442695040888963407
      local j <const> = (x >> 33) % i + 1
      list[i], list[j] = list[j], list[i]
    end
    seed = x
  end
end

---The offsets in a set, which has one bit for each offset in each word.
local function members(set)
  local list <const> = {}
  for w = 0, #set do
    for at = 0, WORD_BITS - 1 do
      list[#list + 1] = set[w] >> at & 1 == 1 and w * WORD_BITS + at or nil
    end
  end
  return list
end

---START, DEAD, and the states in which a text is most of the time. Bytes that do not lead to the dead state count as equally likely.
---The first word can hold all these states without overlaps.
---@return table usual state -> true
local function usual_states(automaton)
  local share, visits, order = {}, {}, {}
  for state = 1, automaton.count do
    share[state], visits[state], order[state] = state == START and 1.0 or 0.0, 0.0, state
  end
  for _ = 1, WALK do
    local after <const> = {}
    for state = 1, automaton.count do
      after[state] = 0.0
    end
    for state = 1, automaton.count do
      local edges <const> = automaton.edges[state]
      for _, edge in ipairs(edges) do
        local part <const> = share[state] * (edge.hi - edge.lo + 1) / ranges.count(edges)
        after[edge.to], visits[edge.to] = after[edge.to] + part, visits[edge.to] + part
      end
    end
    share = after
  end
  table.sort(order, function(a, b) return visits[a] > visits[b] or visits[a] == visits[b] and a < b end)
  local usual <const> = { [START] = true, [DEAD] = true }
  for i = 1, WORD_BITS // offset_bits(MOST_WORDS) - 2 do
    usual[order[i]] = true
  end
  return usual
end

---The transitions of each state: to other states, from other states, and the classes that lead to the same state.
local function steps_of(automaton)
  local leaving <const>, coming <const>, staying <const> = {}, {}, {}
  for state = 1, automaton.count do
    leaving[state], coming[state], staying[state] = {}, {}, {}
  end
  for state = 1, automaton.count do
    for c, class in ipairs(automaton.classes) do
      local to <const> = automaton.next[state][class.bytes[1]]
      if to == state then
        table.insert(staying[state], c)
      else
        table.insert(leaving[state], { class = c, state = to })
        table.insert(coming[to], { class = c, state = state })
      end
    end
  end
  return leaving, coming, staying
end

---The packing problem. @return table problem
local function problem_of(automaton, words)
  local problem <const> = { states = automaton.count, classes = #automaton.classes, words = words, last_bit = offset_bits(words) - 1 }
  problem.leaving, problem.coming, problem.staying = steps_of(automaton)
  problem.usual = words > 1 and usual_states(automaton) or {}
  problem.field = (2 << problem.last_bit) - 1
  return problem
end

---The data of a try, before any state has an offset.
---@return table board { offsets by state; by word `free`, a bit for each offset; by word and class `known`, the bits that are written, and
---  `value`, their values; writes = for each write the old contents }
local function board_for(problem)
  local board <const> = { offsets = {}, free = {}, known = {}, value = {}, writes = {} }
  for w = 0, problem.words - 1 do
    board.free[w], board.known[w], board.value[w] = -1, {}, {}
    for c = 1, problem.classes do
      board.known[w][c], board.value[w][c] = 0, 0
    end
  end
  return board
end

---@return fun(state: integer, w: integer): integer left the free offsets in word w, one bit each, at which the state agrees with written
---  fields: fields at that offset, and fields of transitions to the state. The usual states have no offsets in the second word
local function offsets_left(problem, board)
  local leaving <const>, coming <const>, usual <const> = problem.leaving, problem.coming, problem.usual
  local field <const>, last_bit <const> = problem.field, problem.last_bit
  local offsets <const>, free <const>, known <const>, value <const> = board.offsets, board.free, board.known, board.value
  return function(state, w)
    if w > 0 and usual[state] then
      return 0
    end
    local left, known_here <const>, value_here <const>, having <const> = free[w], known[w], value[w], HAVING[w]
    for _, step in ipairs(leaving[state]) do
      local to <const> = offsets[step.state]
      if to then
        local ones <const> = value_here[step.class]
        local may_be_one <const> = ones | ~known_here[step.class]
        for bit = 0, last_bit do
          left = left & (to >> bit & 1 == 1 and may_be_one >> bit or ~(ones >> bit))
        end
        if left == 0 then
          return left
        end
      end
    end
    for _, step in ipairs(coming[state]) do
      local from <const> = offsets[step.state]
      if from then
        local word <const>, at <const> = from // WORD_BITS, from % WORD_BITS
        -- Bits beyond the end of the word count as written zeros.
        local written <const> = (known[word][step.class] >> at | ~(-1 >> at)) & field
        local ones <const> = value[word][step.class] >> at
        for bit = 0, written ~= 0 and last_bit or -1 do
          if written >> bit & 1 == 1 then
            left = left & (ones >> bit & 1 == 1 and having[bit] or ~having[bit])
          end
        end
      end
    end
    return left
  end
end

---Writes the offset `to` at bit `from` of a class's words. Returns false if a bit has another value, or a 1 bit would leave the word.
local function write(board, field, class, from, to)
  local w <const>, at <const> = from // WORD_BITS, from % WORD_BITS
  local known <const>, value <const>, mask <const>, bits <const> = board.known[w], board.value[w], field << at, to << at
  if (value[class] ~ bits) & known[class] & mask ~= 0 or bits >> at ~= to then
    return false
  end
  board.writes[#board.writes + 1] = { class = class, word = w, known = known[class], value = value[class] }
  known[class], value[class] = known[class] | mask, value[class] | bits
  return true
end

---Toggles whether an offset is free.
local function flip_free(board, offset)
  board.free[offset // WORD_BITS] = board.free[offset // WORD_BITS] ~ 1 << offset % WORD_BITS
end

---Gives a state an offset, and writes the fields of its transitions from and to states that have offsets.
---@return boolean whether these fields agree with those that are already written
local function place(problem, board, state, offset)
  local offsets <const>, field <const> = board.offsets, problem.field
  offsets[state] = offset
  flip_free(board, offset)
  for _, class in ipairs(problem.staying[state]) do
    if not write(board, field, class, offset, offset) then
      return false
    end
  end
  for _, step in ipairs(problem.leaving[state]) do
    if offsets[step.state] and not write(board, field, step.class, offset, offsets[step.state]) then
      return false
    end
  end
  for _, step in ipairs(problem.coming[state]) do
    if offsets[step.state] and not write(board, field, step.class, offsets[step.state], offset) then
      return false
    end
  end
  return true
end

---The inverse of `place`: undoes all writes except the first `before` ones.
local function take_back(board, state, before)
  for _ = before + 1, #board.writes do
    local was <const> = table.remove(board.writes)
    board.known[was.word][was.class], board.value[was.word][was.class] = was.known, was.value
  end
  flip_free(board, board.offsets[state])
  board.offsets[state] = nil
end

---@return fun(): integer, integer[] tightest the state with the fewest offsets left, and these offsets. The function first tests the state
---  that last had no offsets left, since it usually has none again
local function chooser(problem, board)
  local words <const>, offsets <const>, left_to <const> = problem.words, board.offsets, offsets_left(problem, board)
  local lost
  return function()
    if lost and not offsets[lost] and left_to(lost, 0) == 0 and (words == 1 or left_to(lost, 1) == 0) then
      return lost, {}
    end
    local tight, choices, fewest = nil, {}, words * WORD_BITS + 1
    for state = 1, problem.states do
      if not offsets[state] then
        local first <const> = left_to(state, 0)
        local second <const> = words > 1 and left_to(state, 1) or nil
        local count <const> = nibble.count(first) + nibble.count(second or 0)
        if count < fewest then
          tight, fewest = state, count
          choices[0], choices[1] = first, second
        end
        if count == 0 then
          lost = state
          break
        end
      end
    end
    return tight, members(choices)
  end
end

---One try to pack the states, with its own shuffled order.
---@return table? offsets by state
---@return integer deepest the most states with offsets at the same time
local function try_to_pack(problem, try)
  local board <const>, shuffle <const>, nodes, deepest = board_for(problem), shuffler(try * SALT), 0, 0
  local tightest <const> = chooser(problem, board)
  local function search(placed)
    deepest = math.max(deepest, placed)
    if placed == problem.states then
      return true
    end
    local state <const>, choices <const> = tightest()
    shuffle(choices)
    for _, offset in ipairs(choices) do
      nodes = nodes + 1
      if nodes > NODES then
        return false
      end
      local before <const> = #board.writes
      if place(problem, board, state, offset) and search(placed + 1) then
        return true
      end
      take_back(board, state, before)
    end
    return false
  end
  -- The dead state is at offset 0, the start state in the middle of the first word.
  local found <const> = place(problem, board, DEAD, 0) and place(problem, board, START, WORD_BITS // 2) and search(2)
  return found and board.offsets or nil, deepest
end

---Offsets with which the fields of the states overlap only where they agree, in the words of all byte classes.
---@param words integer number of words of a byte
---@return table? offsets
---@return integer tries made
local function pack_offsets(automaton, words)
  local problem <const>, most <const> = problem_of(automaton, words), math.min(TRIES, TRIES * 14 ^ 3 // automaton.count ^ 3 | 0)
  local deepest, try = 0, 0
  while try < most and (try < FIRST_TRIES or deepest > PLACED * automaton.count) do
    try = try + 1
    progress.stage("shift table, tries", try, most)
    local offsets <const>, depth <const> = try_to_pack(problem, try)
    if offsets then
      return offsets, try
    end
    deepest = math.max(deepest, depth)
  end
  return nil, try
end

---Offsets for the states in a number of words for each byte, or the reason why there are none.
---@return table? offsets, string? reason
local function offsets_in(automaton, words)
  local bits <const> = offset_bits(words)
  if words == 1 and automaton.count * bits <= WORD_BITS then
    -- All fields fit without overlaps: the dead state at offset 0, then the start and the others in order.
    local offsets <const> = { [START] = bits, [DEAD] = 0 }
    for state = DEAD + 1, automaton.count do
      offsets[state] = (state - 1) * bits
    end
    return offsets
  elseif automaton.count > MOST_STATES[words] then
    return nil, ("%d states: u8gen knows no arrangement of more than %d states in %d bits"):format(automaton.count, MOST_STATES[words],
      words * WORD_BITS)
  end
  local offsets <const>, tries <const> = pack_offsets(automaton, words)
  return offsets, not offsets
    and ("no arrangement of %d states in %d bits was found in %d tries"):format(automaton.count, words * WORD_BITS, tries) or nil
end

---@return table? layout { offsets[state], words = of a byte, word[256 * which + byte], mask = bits of an offset }, string? reason
function M.layout(automaton)
  local words, offsets, reason = 0, nil, nil
  while not offsets and words < MOST_WORDS do
    words = words + 1
    offsets, reason = offsets_in(automaton, words)
  end
  if not offsets then
    return nil, reason
  end
  local word = {}
  for byte = 0, 255 do
    for w = 0, words - 1 do
      word[256 * w + byte] = 0
    end
    for state = 1, automaton.count do
      local at <const> = 256 * (offsets[state] // WORD_BITS) + byte
      word[at] = word[at] | offsets[automaton.next[state][byte]] << offsets[state] % WORD_BITS
    end
  end
  return { offsets = offsets, words = words, word = word, mask = (1 << offset_bits(words)) - 1 }
end

---A shift layout -> next[state][byte], the inverse of `layout`.
function M.read(layout)
  local state_at, next = {}, {}
  for state, offset in ipairs(layout.offsets) do
    state_at[offset] = state
  end
  for state, offset in ipairs(layout.offsets) do
    next[state] = {}
    for byte = 0, 255 do
      next[state][byte] = state_at[layout.word[256 * (offset // WORD_BITS) + byte] >> offset % WORD_BITS & layout.mask]
    end
  end
  return next
end

return M
