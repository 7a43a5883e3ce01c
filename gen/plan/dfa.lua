-- SPDX-License-Identifier: 0BSD
-- dfa: lays out the automaton as a table for the scalar kernel dfa.
--
-- In:  automaton, spec. Out of `table_layout` (Hoehrmann 2010, "Flexible and Economical UTF-8 Decoder"): {
--        class[byte], next[state + class]; classes, members and payload, see below }. A state is a multiple of the number of classes: the
--        start is 0, and the dead state is the number of classes. UTF-8: 256 + 9 * 12 = 364 bytes.
--
-- Hoehrmann chose the class numbers so that (0xFF >> class) & byte is the payload of a lead byte: E1..EC have four free bits, and a
-- class of 3 or 4 keeps just these. This file searches for the first such numbering.

local automata = require "gen.language.automaton"

local M = {}

local START <const>, DEAD <const> = automata.START, automata.DEAD

---For each class and number: whether (0xFF >> number) & byte is the byte's payload, for each byte of the class that begins a character.
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

---Whether all classes from `first` on can have different numbers that are allowed and not taken (Kuhn's algorithm for matchings).
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

---The first numbering of the classes, from 0 on, that gives each class an allowed number; nil if there is none.
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

---@return table layout { class, next, members = {[0] = the automaton's class}, classes = count, payload = whether numbers give payloads }
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

---The C type of the entries of `next`. It has at least 16 bits if the indices of this table need more than 8 bits.
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

---Turns a table layout back into next[state][byte], with states from 1 on: the inverse of table_layout.
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

return M
