-- SPDX-License-Identifier: 0BSD
-- units: finds the properties of an encoding that conversions to and from UTF-16 and UTF-32 need.
--
-- In:  a model. Out of `of`: {
--        most       the most units of UTF-16 per byte: 1, or 2 if a single byte may be a code point of two units
--        loose      a high surrogate may be written directly before a low one, each as a character: MUTF-8, not WTF-8
--        split      loose, and some code points above U+FFFF can only be written in this way
--        above      there are code points above U+FFFF
--        beyond     there are code points above U+10FFFF: FSS-UTF
--        lone       some high and some low surrogates are characters
--        rejoined   two surrogates that are characters come back from UTF-16 as one other character
--        respelled  a code point has several spellings, so its bytes may come back from UTF-16 as another spelling
--        plain      each byte below 80 that begins a character is a whole character, and its own code point
--        ascii      { lo, hi }: the longest run of bytes below 80 that are their own code points and lead to START in every context, or nil
--        lengths    { { lead, length } }: from this lead byte on, characters have this length; nil if the lead byte does not determine it,
--                   or if a greater lead byte begins shorter characters
--        backwards  no pairs, and no byte both begins a form and continues one: the last character of a text can be found from its end
--      }
--      UTF-8: most 1, above, plain, ascii 00..7F, lengths 00 1, C2 2, E0 3, F0 4, backwards. Templates leave out code that no text needs.

local lists = require "gen.common.lists"
local automata = require "gen.language.automaton"
local bytes_ = require "gen.common.bytes"
local characters = require "gen.language.characters"
local ranges_ = require "gen.common.ranges"
local forms_ = require "gen.spec.forms"
local rows = require "gen.language.rows"
local streams = require "gen.language.streams"
local utf16 = require "gen.language.utf16"

local M = {}

local HIGH <const>, LOW <const>, ABOVE <const> = { utf16.HIGH }, { utf16.LOW }, { utf16.SUPPLEMENTARY }
local LAST_ASCII <const> = bytes_.SIGN_BIT - 1

local function walk(automaton, state, bytes)
  for _, byte in ipairs(bytes) do
    state = automaton.next[state][byte]
  end
  return state
end

---The states to which the characters of some ranges lead from START, each once.
local function states_after(model, ranges)
  local states, seen = {}, {}
  for _, range in ipairs(ranges) do
    for code_point = range.lo, range.hi do
      local state <const> = walk(model.automaton, automata.START, characters.write(model.spec, code_point))
      if not seen[state] then
        seen[state] = true
        states[#states + 1] = state
      end
    end
  end
  return states
end

---Whether some character of `second` may directly follow one of `first`.
local function may_meet(model, first, second)
  local states <const> = states_after(model, first)
  for _, range in ipairs(second) do
    for code_point = range.lo, range.hi do
      local bytes <const> = characters.write(model.spec, code_point)
      for _, state in ipairs(states) do
        if walk(model.automaton, state, bytes) ~= automata.DEAD then
          return true
        end
      end
    end
  end
  return false
end

---The length of the characters that each byte begins: length_of[byte] is an integer, or false if there are several lengths.
local function lengths_by_lead(model)
  local length_of <const> = {}
  for _, row in ipairs(model.rows) do
    for byte = row.bytes[1].lo, row.bytes[1].hi do
      local length <const> = length_of[byte]
      length_of[byte] = (length == nil or length == #row.bytes) and #row.bytes
    end
  end
  return length_of
end

---The least lead byte of each length; nil if a byte begins characters of several lengths, or lengths do not ascend.
local function steps_of(length_of)
  local steps = {}
  for byte = 0, 255 do
    local length <const>, last <const> = length_of[byte], steps[#steps]
    if length == false or length and last and length < last.length then
      return nil
    elseif length and (not last or length > last.length) then
      steps[#steps + 1] = { lead = byte, length = length }
    end
  end
  return steps
end

---Whether a byte is a character whose code point is the same number.
local function is_itself(model, byte)
  local written <const> = characters.write(model.spec, byte)
  return written ~= nil and #written == 1 and written[1] == byte
end

local function is_plain(model, length_of)
  for byte = 0, LAST_ASCII do
    if length_of[byte] ~= nil and not is_itself(model, byte) then
      return false
    end
  end
  return length_of[0] ~= nil or next(length_of) ~= nil
end

---The longest run of code points below U+0080 that in every context are one byte of the same number and lead to START.
local function ascii_of(model)
  local best, lo
  for byte = 0, LAST_ASCII + 1 do
    if byte <= LAST_ASCII and model.analysis.whole[byte] and is_itself(model, byte) then
      lo = lo or byte
      best = (not best or byte - lo > best.hi - best.lo) and { lo = lo, hi = byte } or best
    else
      lo = nil
    end
  end
  return best
end

---The most units of UTF-16 for each byte of a character, rounded up.
local function most_units(model)
  local shortest
  for _, row in ipairs(rows.of_characters(model.spec, ABOVE)) do
    shortest = math.min(shortest or #row.bytes, #row.bytes)
  end
  return shortest == 1 and 2 or 1
end

local function study(model)
  local written <const>, length_of <const> = forms_.written(model.spec), lengths_by_lead(model)
  local high <const>, low <const> = ranges_.intersect(written, HIGH), ranges_.intersect(written, LOW)
  local loose <const> = may_meet(model, high, low)
  return {
    most = most_units(model),
    loose = loose,
    split = loose and #ranges_.subtract(ABOVE, written) > 0,
    above = written[#written].hi >= ABOVE[1].lo,
    beyond = written[#written].hi > ABOVE[1].hi,
    lone = #high > 0 and #low > 0,
    rejoined = loose and #ranges_.intersect(ABOVE, written) > 0,
    respelled = lists.any(model.spec.forms, function(form) return #form.also > 0 end),
    plain = is_plain(model, length_of),
    ascii = ascii_of(model),
    lengths = steps_of(length_of),
    backwards = not model.spec.pair and streams.leads_apart(model),
  }
end

---@param model table of a language whose characters have code points
---@return table
M.of = lists.remembered(study)

return M
