-- SPDX-License-Identifier: 0BSD
-- analysis: derives from the automaton those properties of its language that vector kernels need.
--
-- In:  automaton. Out: {
--        window       = k: in a text between pads, k consecutive bytes decide whether the last one is wrong; nil if no such k was found
--        alike        = { a, b } if there is no window: byte sequences that lead to two different states. For every length, some bytes of
--                       this length lead from these to two different states. nil if there is a window, or the search was given up
--        pads         = a character, as bytes, that may be added before and after any text; no rule applies after it. From a state in
--                       which no text may end, pads lead to DEAD. nil if no such character was found, or if `window` is nil
--        pad          = this character if it is one byte, otherwise nil
--        whole        = whole[byte]: wherever a character may begin, the byte is a character that leads to START (the kernel swar skips
--                       the longest run of such bytes below 80)
--        plain        = plain[byte], for bytes below 80: the byte is a character after which a text may end and all plain bytes are allowed
--                       (vectors skip such bytes)
--        restricts    = whether some character is forbidden after some plain byte
--        pairs        = pairs[b1 << 8 | b2]: "live" if some well-formed text contains b1 b2
--        forbidden    = forbidden[byte]: no well-formed text contains this byte
--        class_of     = class_of[byte]: bytes of one class have the same values in all these tables
--        counts       = counts[n]: the number of characters of n bytes
--      }
--      UTF-8: window 4, pad 00, counts 128, 1920, 61440, 1048576.
--
-- The idea (McNaughton and Papert 1971, locally testable languages): run the set of all live (not dead) states along the same bytes. If
-- two states may remain after m bytes, but at most one after m + 1 bytes, then m + 1 bytes determine the state, and the window is m + 2.
--
--      UTF-8, all 8 live states:   80 -> start, tail_1, tail_2    80 80 -> start, tail_1    80 80 80 -> start

local bytes_ = require "gen.common.bytes"
local automata = require "gen.language.automaton"
local lists = require "gen.common.lists"
local progress = require "gen.common.progress"

local M = {}

local DEAD <const>, START <const> = automata.DEAD, automata.START

---The most transitions that the search for a window may take.
local MOST_STEPS <const> = 4000000

local function live_states(automaton)
  local live = {}
  for state = 1, automaton.count do
    if state ~= DEAD then
      live[#live + 1] = state
    end
  end
  return live
end

---The transitions of each state, by class and without the dead state: steps[state] = { class, state, class, state ... }.
local function steps_of(automaton)
  local steps = {}
  for state = 1, automaton.count do
    steps[state] = {}
    for c, class in ipairs(automaton.classes) do
      local target <const> = automaton.next[state][class.bytes[1]]
      if target ~= DEAD then
        table.insert(steps[state], c)
        table.insert(steps[state], target)
      end
    end
  end
  return steps
end

---The images of a set of states under each class, as sorted lists.
local function images(steps, states)
  local by_class, seen = {}, {}
  for _, state in ipairs(states) do
    local list <const> = steps[state]
    for i = 1, #list, 2 do
      local class <const>, target <const> = list[i], list[i + 1]
      local image <const>, mark <const> = by_class[class] or {}, seen[class] or {}
      by_class[class], seen[class] = image, mark
      if not mark[target] then
        mark[target] = true
        image[#image + 1] = target
      end
    end
  end
  for _, image in next, by_class do
    table.sort(image)
  end
  return by_class
end

---Searches for the longest byte sequence after which several states are possible. There is none if a set of several states recurs.
---@return integer? window
---@return table? alike two states that bytes of any length can lead to different states; nil if there is a window, or the search gave up
local function find_window(automaton)
  local steps <const>, longest, walking, confused, taken = steps_of(automaton), {}, {}, nil, 0
  local function walk(states)
    local key <const> = table.concat(states, " ")
    if longest[key] or taken > MOST_STEPS or confused then
      return longest[key] or 0
    elseif walking[key] then
      confused = { states[1], states[2] }
      return 0
    end
    walking[key] = true
    progress.stage("window, steps", taken)
    for _, state in ipairs(states) do
      taken = taken + #steps[state] // 2
    end
    local most = 0
    local by_class <const> = images(steps, states)
    for class = 1, #automaton.classes do
      local image <const> = by_class[class]
      if image and #image > 1 then
        most = math.max(most, 1 + walk(image))
      end
    end
    walking[key], longest[key] = nil, most
    return most
  end
  local apart <const> = walk(live_states(automaton))
  if confused or taken > MOST_STEPS then
    return nil, confused
  end
  return apart + 2
end

---The shortest bytes that lead to a stuck state: a live one from which no bytes lead to an accepting state. nil if no state is stuck.
---@return integer[]? bytes
function M.stuck(automaton)
  local before, ends = {}, {}
  for state = 1, automaton.count do
    for _, target in ipairs(state == DEAD and {} or automata.successors(automaton, state)) do
      before[target] = before[target] or {}
      table.insert(before[target], state)
    end
    ends[#ends + 1] = automaton.accepts[state] and state or nil
  end
  local can_end <const> = lists.set(ends)
  for _, state in ipairs(ends) do
    for _, source in ipairs(before[state] or {}) do
      if not can_end[source] then
        can_end[source] = true
        ends[#ends + 1] = source
      end
    end
  end
  return automata.shortest(automaton, START, function(state) return not can_end[state] end)
end

---Whether a repeated character leads to DEAD from each state in which no text may end. It must take fewer bytes than the window, and pass
---no state in which a text may end.
local function ends_no_text(automaton, bytes, window)
  for state = 1, automaton.count do
    local at = 0
    while not automaton.accepts[state] and state ~= DEAD do
      at = at + 1
      state = at < window and automaton.next[state][bytes[(at - 1) % #bytes + 1]] or START
    end
    if automaton.accepts[state] and at > 0 then
      return false
    end
  end
  return true
end

---The pads, see above. It is enough to try one byte of each class, since all bytes of a class are equivalent.
---@param longest integer the bytes of the longest character
---@return integer[]? bytes
local function find_pads(automaton, window, longest)
  local levels = { { bytes = {}, states = {} } }
  for state = 1, automaton.count do
    table.insert(levels[1].states, automaton.accepts[state] and state or nil)
  end
  for _ = 1, longest do
    -- Of beginnings that lead to the same states, only one is tried.
    local longer <const>, known <const> = {}, {}
    for _, node in ipairs(levels) do
      for _, class in ipairs(automaton.classes) do
        local bytes <const>, states <const>, seen <const> = { table.unpack(node.bytes) }, {}, {}
        bytes[#bytes + 1] = class.bytes[1]
        for _, state in ipairs(node.states) do
          local after <const> = automaton.next[state][class.bytes[1]]
          states[#states + 1] = not seen[after] and after or nil
          seen[after] = true
        end
        if #states == 1 and states[1] == START and ends_no_text(automaton, bytes, window) then
          return bytes
        end
        table.sort(states)
        local key <const> = table.concat(states, " ")
        if not (seen[DEAD] or known[key] or lists.any(states, function(state) return automaton.boundary[state] end)) then
          known[key], longer[#longer + 1] = true, { bytes = bytes, states = states }
        end
      end
    end
    levels = longer
  end
end

local function count_characters(automaton)
  local counts, here, length = {}, { [START] = 1 }, 0
  while next(here) do
    length = length + 1
    local there = {}
    counts[length] = 0
    for state, ways in next, here do
      for _, edge in ipairs(automaton.edges[state]) do
        local count <const> = ways * (edge.hi - edge.lo + 1)
        if automaton.boundary[edge.to] then
          counts[length] = counts[length] + count
        else
          there[edge.to] = (there[edge.to] or 0) + count
        end
      end
    end
    here = there
  end
  return counts
end

---The image of a set of live states under a class, as a list. A sequence of classes occurs in a well-formed text exactly if it leads the
---set of all live states to a set that is not empty.
local function step(automaton, states, class)
  local seen, out = {}, {}
  for _, state in ipairs(states) do
    local target = automaton.next[state][automaton.classes[class].bytes[1]]
    if target ~= DEAD and not seen[target] then
      seen[target] = true
      out[#out + 1] = target
    end
  end
  return out
end

---The minimal ill-formed factors, as sequences of byte classes. No well-formed text contains such a sequence, but each shorter part of it
---is in some well-formed text. Sorted by length, then by class.
function M.factors(automaton, window)
  local live <const> = live_states(automaton)
  local factors = {}
  local function is_factor(sequence, from)
    local states = live
    for i = from, #sequence do
      states = step(automaton, states, sequence[i])
    end
    return #states > 0
  end
  local function extend(sequence, states)
    for class = 1, #automaton.classes do
      local longer = { table.unpack(sequence) }
      longer[#longer + 1] = class
      local after = step(automaton, states, class)
      if #after == 0 then
        if is_factor(longer, 2) then
          factors[#factors + 1] = longer
        end
      elseif #longer < window then
        extend(longer, after)
      end
    end
  end
  extend({}, live)
  table.sort(factors, function(a, b)
    if #a ~= #b then
      return #a < #b
    end
    for i = 1, #a do
      if a[i] ~= b[i] then
        return a[i] < b[i]
      end
    end
    return false
  end)
  return factors
end

---The number of minimal ill-formed factors of each length. `factors` follows each sequence; this function follows groups of sequences. All
---sequences of a group lead the live states to one set A. Without their first class, they lead the live states to one set B.
---@return integer[] counts by length
function M.count_factors(automaton, window)
  local steps <const>, sets, number, leads = steps_of(automaton), {}, {}, {}
  local function number_of(states)
    local key <const> = table.concat(states, " ")
    if not number[key] then
      sets[#sets + 1] = states
      number[key] = #sets
    end
    return number[key]
  end
  ---For each class, the number of the set to which a set leads; nil if that set is empty.
  local function leads_of(set)
    if not leads[set] then
      leads[set] = images(steps, sets[set])
      for class, image in next, leads[set] do
        leads[set][class] = number_of(image)
      end
    end
    return leads[set]
  end
  -- level[whole][rest] is the number of sequences that lead the live states to the set `whole` and, without their first class, to the set
  -- `rest`. The empty sequence has rest 0, from which each class leads to all live states.
  local live <const>, counts = number_of(live_states(automaton)), {}
  local level = { [live] = { [0] = 1 } }
  leads[0] = {}
  for class = 1, #automaton.classes do
    leads[0][class] = live
  end
  for length = 1, window do
    local longer = {}
    counts[length] = 0
    for whole, rests in next, level do
      local ahead <const> = leads_of(whole)
      for rest, times in next, rests do
        for class, image_of_rest in next, leads_of(rest) do
          local image <const> = ahead[class]
          if image then
            longer[image] = longer[image] or {}
            longer[image][image_of_rest] = (longer[image][image_of_rest] or 0) + times
          else
            counts[length] = counts[length] + times
          end
        end
      end
    end
    level = longer
  end
  return counts
end

---Whether the bytes of a class have the property `whole`, whether they are forbidden, and the ranges of the classes that may follow them.
local function study_class(automaton, live, class)
  local byte <const>, whole = class.bytes[1], true
  for _, state in ipairs(live) do
    if automaton.boundary[state] then
      whole = whole and automaton.next[state][byte] == START
    end
  end
  local after <const>, seen, ranges = {}, {}, {}
  for _, state in ipairs(live) do
    local target <const> = automaton.next[state][byte]
    if target ~= DEAD and not seen[target] then
      seen[target] = true
      after[#after + 1] = target
    end
  end
  for _, other in ipairs(automaton.classes) do
    for _, state in ipairs(after) do
      if automaton.next[state][other.bytes[1]] ~= DEAD then
        ranges[#ranges + 1] = other.ranges
        break
      end
    end
  end
  return whole, #after == 0, ranges
end

---The plain bytes, see above. If a byte below 80 may be the whole text, it may also end a text after each plain byte.
---@return table set, boolean restricts
local function plain_bytes(automaton)
  local plain <const>, at_start <const>, restricts = {}, automaton.next[START], false
  for byte = 0, bytes_.SIGN_BIT - 1 do
    local after <const>, fits = at_start[byte], automaton.accepts[at_start[byte]]
    for other = 0, fits and bytes_.SIGN_BIT - 1 or -1 do
      fits = fits and not (automaton.accepts[at_start[other]] and not automaton.accepts[automaton.next[after][other]])
    end
    plain[byte] = fits
    restricts = restricts or fits and after ~= START
  end
  return plain, restricts
end

---@param automaton table
---@return table analysis
function M.study(automaton)
  local live <const> = live_states(automaton)
  local window, confused = find_window(automaton)
  local counts <const> = count_characters(automaton)
  local pads <const> = window and find_pads(automaton, window, #counts)
  local function path_to(goal)
    return automata.shortest(automaton, START, function(state) return state == goal end)
  end
  local plain <const>, restricts <const> = plain_bytes(automaton)
  local whole, forbidden, pairs_ = {}, {}, {}
  for _, class in ipairs(automaton.classes) do
    local is_whole <const>, is_forbidden <const>, followers <const> = study_class(automaton, live, class)
    for _, byte in ipairs(class.bytes) do
      whole[byte], forbidden[byte] = is_whole, is_forbidden
      for _, ranges in ipairs(followers) do
        for _, range in ipairs(ranges) do
          for second = range.lo, range.hi do
            pairs_[byte << 8 | second] = "live"
          end
        end
      end
    end
  end
  return {
    window = window,
    alike = confused and { path_to(confused[1]), path_to(confused[2]) },
    pads = pads,
    pad = pads and #pads == 1 and pads[1] or nil,
    whole = whole,
    plain = plain,
    restricts = restricts,
    forbidden = forbidden,
    pairs = pairs_,
    class_of = automaton.class_of,
    counts = counts,
  }
end

return M
