-- SPDX-License-Identifier: 0BSD
-- dfa: the automaton laid out for scalar kernels, twice.
--
-- In:  automaton, spec. Out of `table_layout` (Hoehrmann 2010, "Flexible and Economical UTF-8 Decoder"): {
--        class[byte], next[state + class] where a state is a multiple of the class count: start 0, dead one class count, ... }
--      UTF-8: 256 + 9 * 12 = 364 bytes.
--      Out of `shift_layout` (Wellons's and Mytkowicz's idea; Per Vognsen, "Shift-based DFAs", 2020): {
--        offsets[state], word[byte] }: a state is a bit offset, and the byte's 64-bit word holds, at that offset, the next one, so that
--        a step is `state = word[byte] >> (state & 63)`.
--
-- Hoehrmann chose class numbers such that (0xFF >> class) & byte is what a lead byte carries of the code point: E4 has four free bits,
-- and a class of 3 or 4 cuts it to 04. Here they are the first such numbering, found by search.

local automata = require "gen.automaton"
local progress = require "gen.progress"

local M = {}

local START <const>, DEAD <const> = automata.START, automata.DEAD

local OFFSET_BITS <const> = 6
local WORD_BITS <const> = 64

---How long to look for an arrangement of overlapping fields before saying that none was found. A try costs the more, the more states
---there are, so there are fewer of them then. A search that has not placed PLACED of the states within its first tries is given up: where
---14 states find an arrangement, be it in 2,381 tries, 12 of them are placed within four; where 33 find none, 17 are in 229.
local TRIES <const>, NODES <const>, SALT <const> = 3000, 300, 99991
local function tries_for(states)
  return math.min(TRIES, TRIES * 14 ^ 3 // states ^ 3 | 0)
end
local FIRST_TRIES <const>, PLACED <const> = 40, 0.7

---For each class the numbers that Hoehrmann's trick allows it.
local function allowed_numbers(automaton, spec)
  local allowed = {}
  for c, class in ipairs(automaton.classes) do
    allowed[c] = {}
    for number = 0, #automaton.classes - 1 do
      local fits = true
      for _, byte in ipairs(class.bytes) do
        for _, form in ipairs(spec.forms) do
          local lead = form.bytes[1]
          if form.bits and automaton.next[START][byte] ~= DEAD and lead.lo <= byte and byte <= lead.hi then
            fits = fits and (0xFF >> number) & byte == byte - lead.lo
          end
        end
      end
      allowed[c][number] = fits
    end
  end
  return allowed
end

---Whether the classes from `first` on can each have a number of their own that is allowed and not taken (Kuhn's matching).
local function can_number(allowed, first, taken)
  local holder = {}
  local function find(class, tried)
    for n = 0, #allowed - 1 do
      if allowed[class][n] and not taken[n] and not tried[n] then
        tried[n] = true
        if not holder[n] or find(holder[n], tried) then
          holder[n] = class
          return true
        end
      end
    end
    return false
  end
  for class = first, #allowed do
    if not find(class, {}) then
      return false
    end
  end
  return true
end

---The first numbering of the classes from 0 on in which each has a number that it is allowed; nil if there is none.
local function number_classes(allowed)
  local number, taken = {}, {}
  if not can_number(allowed, 1, taken) then
    return nil
  end
  for class = 1, #allowed do
    for n = 0, #allowed - 1 do
      if not number[class] and allowed[class][n] and not taken[n] then
        taken[n] = true
        if can_number(allowed, class + 1, taken) then
          number[class] = n
        else
          taken[n] = nil
        end
      end
    end
  end
  return number
end

---@return table layout { class = {[0]=...}, next = {[0]=...}, classes = count, payload = whether the numbers give lead payloads }
function M.table_layout(automaton, spec)
  local number = number_classes(allowed_numbers(automaton, spec))
  local count <const> = #automaton.classes
  local layout = { class = {}, next = {}, classes = count, payload = number ~= nil, members = {} }
  for byte = 0, 255 do
    local class = automaton.class_of[byte]
    layout.class[byte] = number and number[class] or class - 1
  end
  for c, class in ipairs(automaton.classes) do
    layout.members[number and number[c] or c - 1] = class
    for state = 1, automaton.count do
      layout.next[(state - 1) * count + layout.class[class.bytes[1]]] = (automaton.next[state][class.bytes[1]] - 1) * count
    end
  end
  return layout
end

---The C type that a table's entries and indices need.
---@return string
function M.entry_type(layout)
  local largest = 0
  for at = 0, #layout.next do
    largest = math.max(largest, layout.next[at])
  end
  if largest > 0xFFFF then
    return "uint32_t"
  end
  return #layout.next > 0xFF and "uint16_t" or "uint8_t"
end

---A table layout -> next[state][byte] over states 1.., the inverse of table_layout.
function M.read_table(layout)
  local next = {}
  for state = 1, (#layout.next + 1) // layout.classes do
    next[state] = {}
    for byte = 0, 255 do
      next[state][byte] = layout.next[(state - 1) * layout.classes + layout.class[byte]] // layout.classes + 1
    end
  end
  return next
end

---Shuffles by random numbers that are the same everywhere (Knuth's MMIX generator): a search may shuffle, its result may not vary.
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

---Offsets for the states such that the fields of one word may overlap wherever they agree, in the words of all byte classes.
---Depth-first with shuffled choices; a try that gets lost is given up after NODES choices and begun again in another order.
---@return table? offsets
---@return integer tries made
local function pack_offsets(automaton)
  local states <const>, classes <const> = automaton.count, #automaton.classes
  -- By state, the steps that lead there or leave it, and how many leave it to live states.
  local steps, ways = {}, {}
  for state = 1, states do
    steps[state], ways[state] = {}, 0
  end
  for state = 1, states do
    for c, class in ipairs(automaton.classes) do
      local step <const> = { from = state, class = c, to = automaton.next[state][class.bytes[1]] }
      table.insert(steps[state], step)
      steps[step.to][#steps[step.to] + 1] = step.to ~= state and step or nil
      ways[state] = ways[state] + (step.to ~= DEAD and 1 or 0)
    end
  end
  local field <const>, deepest, try = (1 << OFFSET_BITS) - 1, 0, 0
  while try < tries_for(states) and (try < FIRST_TRIES or deepest > PLACED * states) do
    try = try + 1
    progress.stage("shift table, tries", try, tries_for(states))
    local shuffle <const>, nodes = shuffler(try * SALT), 0
    local offsets, known, value = {}, {}, {}
    for c = 1, classes do
      known[c], value[c] = 0, 0
    end
    -- The dead state is all zeros; then the start, which most often goes to the middle; then those with most ways out.
    local order = {}
    for state = DEAD + 1, states do
      order[#order + 1] = state
    end
    shuffle(order)
    local place_of = {}
    for i, state in ipairs(order) do
      place_of[state] = i
    end
    table.sort(order, function(x, y)
      return ways[x] > ways[y] or ways[x] == ways[y] and place_of[x] < place_of[y]
    end)
    table.insert(order, 1, START)
    table.insert(order, 1, DEAD)

    -- What the words of the classes held before each write, to be taken back from the last on.
    local written, old_known, old_value, writes = {}, {}, {}, 0
    ---Gives a state an offset, and writes into the fields of the words of its steps the offsets that these lead to. False if some bit of
    ---one stands there otherwise, or outside the word.
    local function place(state, offset)
      offsets[state] = offset
      local list <const> = steps[state]
      for i = 1, #list do
        local step <const> = list[i]
        local at <const>, to <const> = offsets[step.from], offsets[step.to]
        if at and to then
          local c <const>, mask <const>, bits <const> = step.class, field << at, to << at
          local was_known <const>, was <const> = known[c], value[c]
          if (was ~ bits) & was_known & mask ~= 0 or bits >> at ~= to then
            -- What failed stands first from now on. Whether all agree does not depend on their order.
            list[1], list[i] = step, list[1]
            return false
          end
          writes = writes + 1
          written[writes], old_known[writes], old_value[writes] = c, was_known, was
          known[c], value[c] = was_known | mask, was | bits
        end
      end
      return true
    end
    local function take_back(state, from)
      for i = writes, from + 1, -1 do
        known[written[i]], value[written[i]] = old_known[i], old_value[i]
      end
      writes = from
      offsets[state] = nil
    end
    local taken = {}
    local function search(depth)
      deepest = math.max(deepest, depth - 1)
      if depth > #order then
        return true
      end
      local state, choices = order[depth], {}
      local first, last = 0, WORD_BITS - 1
      if depth <= 2 then
        first = depth == 1 and 0 or 32
        last = first
      end
      for offset = first, last do
        choices[#choices + 1] = offset
      end
      shuffle(choices)
      for _, offset in ipairs(choices) do
        if not taken[offset] then
          nodes = nodes + 1
          if nodes > NODES then
            return false
          end
          local before <const> = writes
          taken[offset] = true
          if place(state, offset) and search(depth + 1) then
            return true
          end
          take_back(state, before)
          taken[offset] = nil
        end
      end
      return false
    end
    if search(1) then
      return offsets, try
    end
  end
  return nil, try
end

---@return table? layout { offsets[state], word[byte] }, string? reason
function M.shift_layout(automaton)
  local offsets = { [START] = OFFSET_BITS, [DEAD] = 0 }
  if automaton.count * OFFSET_BITS <= WORD_BITS then
    -- All fields fit side by side: the dead state at offset 0, then the start and the others in order.
    for state = DEAD + 1, automaton.count do
      offsets[state] = (state - 1) * OFFSET_BITS
    end
  elseif automaton.count > WORD_BITS then
    return nil, ("%d states cannot begin at different ones of %d bits"):format(automaton.count, WORD_BITS)
  else
    local tries
    offsets, tries = pack_offsets(automaton)
    if not offsets then
      return nil, ("no arrangement of %d states in %d bits was found in %d tries"):format(automaton.count, WORD_BITS, tries)
    end
  end
  local word = {}
  for byte = 0, 255 do
    word[byte] = 0
    for state = 1, automaton.count do
      word[byte] = word[byte] | offsets[automaton.next[state][byte]] << offsets[state]
    end
  end
  return { offsets = offsets, word = word }
end

---A shift layout -> next[state][byte], the inverse of shift_layout.
function M.read_shift(layout)
  local state_at, next = {}, {}
  for state, offset in ipairs(layout.offsets) do
    state_at[offset] = state
  end
  for state, offset in ipairs(layout.offsets) do
    next[state] = {}
    for byte = 0, 255 do
      next[state][byte] = state_at[layout.word[byte] >> offset & (1 << OFFSET_BITS) - 1]
    end
  end
  return next
end

return M
