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

local M = {}

local OFFSET_BITS <const> = 6
local WORD_BITS <const> = 64

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
          local payload = byte - lead.fixed
          if automaton.next[1][byte] ~= 2 and payload >= 0 and payload < 1 << lead.bits then
            fits = fits and (0xFF >> number) & byte == payload
          end
        end
      end
      allowed[c][number] = fits
    end
  end
  return allowed
end

---The first numbering of the classes from 0 on in which each has a number that it is allowed; nil if there is none.
local function number_classes(allowed)
  local number, taken = {}, {}
  local function assign(class)
    if class > #allowed then
      return true
    end
    for n = 0, #allowed - 1 do
      if allowed[class][n] and not taken[n] then
        number[class], taken[n] = n, true
        if assign(class + 1) then
          return true
        end
        taken[n] = nil
      end
    end
    return false
  end
  return assign(1) and number or nil
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

---@return table? layout { offsets[state], word[byte] }, string? reason
function M.shift_layout(automaton)
  if automaton.count * OFFSET_BITS > WORD_BITS then
    return nil, ("%d states of %d bits do not fit %d bits"):format(automaton.count, OFFSET_BITS, WORD_BITS)
  end
  -- The dead state at offset 0, so that a dead end costs no bits; then the start and the others in order.
  local offsets = { OFFSET_BITS, 0 }
  for state = 3, automaton.count do
    offsets[state] = (state - 1) * OFFSET_BITS
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
