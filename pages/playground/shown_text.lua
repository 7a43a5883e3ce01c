-- SPDX-License-Identifier: 0BSD
-- shown_text: the data of a text for the page, byte by byte and character by character.
--
-- In:  a model, with its plan if it has one; bytes; the catalogue. Out: a table for json.lua:
--      `steps`, one per byte. For a byte: its class, the states before and after it, and the bytes that may follow. With nibble tables and
--      a pad of one byte, a step for each pad follows, and each step has its window: the entries for this byte and the previous one, the
--      faults for which the window that ends here is flagged, and whether vectors leave it to the automaton.
--      `items`, the characters and faults from explanation.lua. `elsewhere`, the characters that the catalogue's encodings encode
--      differently, with their bytes in each. `shown`, the number of bytes of the text that are included.

local bytes_ = require "gen.common.bytes"
local automata = require "gen.language.automaton"
local characters = require "gen.language.characters"
local explain = require "gen.commands.explanation"
local window_steps = require "gen.plan.window_steps"

local M = {}

local DEAD <const> = automata.DEAD

---The greatest number of bytes that are shown; the rest of a longer text is left out.
local MOST_BYTES <const> = 2048

---Encodes a text; code points that the encoding cannot represent are encoded as in UTF-8.
---@param model table
---@param text string of UTF-8; it may have surrogates
---@return integer[] bytes
function M.written(model, text)
  local bytes <const> = {}
  for _, code_point in utf8.codes(text, true) do
    local own <const> = characters.write(model.spec, code_point) or { utf8.char(code_point):byte(1, -1) }
    table.move(own, 1, #own, #bytes + 1, bytes)
  end
  return bytes
end

---Returns the code points of well-formed bytes that `written` gives. JavaScript's texts have no code point above U+10FFFF.
---@param bytes integer[]
---@return integer[]?
function M.code_points(model, bytes)
  local points <const> = {}
  for _, item in ipairs((explain.items(model, bytes))) do
    if item.lines or not (item.half or item.code_point) or (item.code_point or 0) > 0x10FFFF then
      return nil
    end
    points[#points + 1] = item.code_point
  end
  return bytes_.hex(M.written(model, utf8.char(table.unpack(points)))) == bytes_.hex(bytes) and points or nil
end

---Returns the names of the bits of a mask.
local function bits_of(plan, mask)
  local names <const> = {}
  for _, bit in ipairs(plan.bits) do
    names[#names + 1] = mask & bit.mask ~= 0 and bit.name or nil
  end
  return names
end

---Returns the faults for which a window is flagged, in words.
local function flags_of(plan, errors, due)
  local names <const> = bits_of(plan, errors & ~plan.bit & 255)
  if errors & plan.bit ~= 0 then
    names[#names + 1] = due and "a continuation byte is due" or "a continuation byte that is not due"
  end
  names[#names + 1] = errors & window_steps.FORBIDDEN ~= 0 and "a byte that no well-formed text contains" or nil
  names[#names + 1] = errors & window_steps.DEEP ~= 0 and "a rule on more than two bytes" or nil
  return names
end

---Returns a function. Each call of the function takes the next byte, and returns the results of the window that ends at this byte.
local function windows(model)
  local plan <const>, analysis <const> = model.plan, model.analysis
  model.steps = model.steps or window_steps.of(model.automaton, analysis, plan)
  local steps <const> = model.steps
  local context, before = steps.start, analysis.pad
  return function(byte)
    local due <const> = context[2] & plan.bit ~= 0
    local after <const>, errors <const> = steps.step(context, steps.class_of[byte])
    local tables <const> = plan.tables
    local high <const>, low <const>, this <const> = tables.prev_high[before >> 4], tables.prev_low[before & 15], tables.this_high[byte >> 4]
    local this_low <const> = tables.this_low and tables.this_low[byte & 15]
    local both <const> = high & low & this & (this_low or 255)
    local shown <const> = {
      before = before, high = high, low = low, this = this, this_low = this_low, both = both, names = bits_of(plan, both), due = due,
      flags = flags_of(plan, errors, due), left = errors & window_steps.LOOK ~= 0 or nil,
    }
    context, before = after, byte
    return shown
  end
end

---Returns one step per byte and, with windows, one per pad. The number of pads is the window's size minus 1.
local function steps_of(model, bytes)
  local automaton <const>, steps, state = model.whole, {}, model.whole.origin
  -- Windows are shown only for pads of one byte.
  local window <const> = model.plan and model.plan.cover and model.analysis.pad and windows(model)
  for i, byte in ipairs(bytes) do
    local before <const> = state
    state = automaton.next[state][byte]
    steps[i] = {
      byte = byte, class = bytes_.ranges_text(automaton.classes[automaton.class_of[byte]].ranges), from = automaton.names[before],
      to = automaton.names[state], accepts = automaton.accepts[state], boundary = automaton.boundary[state],
      window = window and window(byte) or nil,
      expected = bytes_.ranges_text(automata.ranges(function(b) return automaton.next[state][b] ~= DEAD end)),
    }
  end
  for _ = 1, window and model.analysis.window - 1 or 0 do
    steps[#steps + 1] = { pad = model.analysis.pad, window = window(model.analysis.pad) }
  end
  return steps
end

---Returns the output of `u8gen explain` for a text, as data.
local function items_of(model, bytes, catalogue)
  local shown, seen, elsewhere <const> = {}, {}, {}
  for i, item in ipairs((explain.items(model, bytes))) do
    local text = item.code_point and explain.character_text(item.code_point, catalogue) or "a character without a code point"
    if item.half then
      text = ("%s half U+%04X%s"):format(item.name, item.half, item.code_point and ", together " .. text or "")
    end
    shown[i] = {
      offset = item.offset, hex = bytes_.hex(item.bytes), bits = explain.bits_text(item.bytes), lines = item.lines or { text },
      ill_formed = item.lines and true or nil,
    }
    if item.code_point and not seen[item.code_point] then
      seen[item.code_point] = true
      local groups <const>, none <const>, halves <const> = explain.elsewhere(item.code_point, catalogue)
      local one <const> = { character = explain.character_text(item.code_point, catalogue), groups = {}, none = none, halves = halves }
      for g, group in ipairs(groups) do
        one.groups[g] = { hex = group.key, names = group.names, apart = group.apart }
      end
      elsewhere[#elsewhere + 1] = #groups > 1 and one or nil
    end
  end
  return shown, elsewhere
end

---@param model table
---@param bytes integer[]
---@param catalogue table list of { name, model }
---@return table
function M.of(model, bytes, catalogue)
  local part <const> = { table.unpack(bytes, 1, MOST_BYTES) }
  local items <const>, elsewhere <const> = items_of(model, part, catalogue)
  return { shown = #part, steps = steps_of(model, part), items = items, elsewhere = elsewhere }
end

return M
