-- SPDX-License-Identifier: 0BSD
-- analysis: what the automaton says of its language, as far as vectors need to know.
--
-- In:  automaton. Out: {
--        window       = k: a text between pads is well-formed exactly if each of its k-byte windows is; nil if there is no such k
--        alike        = { a, b } where there is none: two contexts, as lists of bytes, that a window of any length confuses
--        pad          = a byte that may stand before and after any text: a character of its own, and never inside one or where no text ends
--        whole        = whole[byte]: allowed wherever a character may begin, and a whole one (the fast path skips these)
--        pairs        = pairs[b1 << 8 | b2]: "live" if some well-formed text holds b1 b2
--        alone        = alone[byte]: no well-formed text holds this byte
--        counts       = counts[n]: how many characters of n bytes there are
--      }
--      UTF-8: window 4, pad 00, counts 128, 1920, 61440, 1048576.
--
-- The idea (McNaughton and Papert 1971, locally testable languages): walk two different live states along the same bytes. If they
-- can stay apart and alive for m bytes and no longer, then m + 1 bytes fix the state, and the window is m + 2.

local M = {}

local DEAD <const> = 2

---The longest walk on which two live states stay apart. A cycle among such pairs means there is no window.
---@return integer? window, table? alike two contexts that lead to the states that never meet
local function find_window(automaton)
  local longest, walking, confused = {}, {}, nil
  local function walk(a, b)
    local key = a * (automaton.count + 1) + b
    if longest[key] then
      return longest[key]
    elseif walking[key] then
      confused = confused or { a, b }
      return 0
    end
    walking[key] = true
    local most = 0
    for _, class in ipairs(automaton.classes) do
      local x, y = automaton.next[a][class.bytes[1]], automaton.next[b][class.bytes[1]]
      if x ~= DEAD and y ~= DEAD and x ~= y then
        most = math.max(most, 1 + walk(math.min(x, y), math.max(x, y)))
      end
    end
    walking[key], longest[key] = nil, most
    return most
  end
  local apart = 0
  for a = 1, automaton.count do
    for b = a + 1, automaton.count do
      if a ~= DEAD and b ~= DEAD then
        apart = math.max(apart, walk(a, b))
      end
    end
  end
  if confused then
    return nil, confused
  end
  return apart + 2
end

---The shortest bytes that lead from a state to one of those wanted, each byte the first of its class.
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

local function find_pad(automaton)
  for byte = 0, 255 do
    local fits = true
    for state = 1, automaton.count do
      local target = automaton.next[state][byte]
      fits = fits and target == (automaton.accepts[state] and 1 or DEAD)
    end
    if fits then
      return byte
    end
  end
end

local function count_characters(automaton)
  local counts, here, length = {}, { [1] = 1 }, 0
  while next(here) do
    length = length + 1
    local there = {}
    for state = 1, automaton.count do
      for byte = 0, here[state] and 255 or -1 do
        local target = automaton.next[state][byte]
        if automaton.boundary[target] then
          counts[length] = (counts[length] or 0) + here[state]
        elseif target ~= DEAD then
          there[target] = (there[target] or 0) + here[state]
        end
      end
    end
    counts[length] = counts[length] or 0
    here = there
  end
  return counts
end

---Sets of live states as sorted lists; a sequence of classes is a factor of a well-formed text exactly if it leads the set of all
---live states to a set that is not empty.
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

local function live_states(automaton)
  local live = {}
  for state = 1, automaton.count do
    if state ~= DEAD then
      live[#live + 1] = state
    end
  end
  return live
end

---The minimal ill-formed factors, as sequences of byte classes: no well-formed text holds them, and each sequence inside them is in one.
---By length, then by class.
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

---Whether some well-formed text holds bytes of these classes in a row.
---@param sets table list of lists of classes, the first byte's first
function M.occurs(automaton, sets)
  local states = live_states(automaton)
  for _, classes in ipairs(sets) do
    local seen, after = {}, {}
    for _, class in ipairs(classes) do
      for _, target in ipairs(step(automaton, states, class)) do
        if not seen[target] then
          seen[target] = true
          after[#after + 1] = target
        end
      end
    end
    states = after
  end
  return #states > 0
end

---@param automaton table
---@return table analysis
function M.study(automaton)
  local live <const> = live_states(automaton)
  local window, confused = find_window(automaton)
  local function path_to(goal)
    return M.shortest(automaton, 1, function(state) return state == goal end)
  end
  local whole, alone, pairs_ = {}, {}, {}
  for byte = 0, 255 do
    whole[byte], alone[byte] = true, true
    for _, state in ipairs(live) do
      local target = automaton.next[state][byte]
      if automaton.boundary[state] then
        whole[byte] = whole[byte] and target == 1
      end
      if target ~= DEAD then
        alone[byte] = false
        for second = 0, 255 do
          if automaton.next[target][second] ~= DEAD then
            pairs_[byte << 8 | second] = "live"
          end
        end
      end
    end
  end
  return {
    window = window,
    alike = confused and { path_to(confused[1]), path_to(confused[2]) },
    pad = find_pad(automaton),
    whole = whole,
    alone = alone,
    pairs = pairs_,
    counts = count_characters(automaton),
  }
end

return M
