-- SPDX-License-Identifier: 0BSD
-- obstacles: finds the bytes, characters or rules of a spec that prevent a plan by windows (plan.lua), for messages.
--
-- In:  spec, automaton, continuation bytes. Out: sentences that name bytes and lines. EUC-KR: "the bytes A1..FE begin characters of line 11
--      and continue characters of line 11".

local lists = require "gen.common.lists"
local bytes_ = require "gen.common.bytes"
local places = require "gen.common.places"
local ranges_ = require "gen.common.ranges"
local automata = require "gen.language.automaton"
local characters = require "gen.language.characters"
local forms_ = require "gen.spec.forms"

local M = {}

local DEAD <const>, START <const> = automata.DEAD, automata.START

---The line of the first form that fits; for a message.
local function line_of(spec, fits)
  for _, form in ipairs(spec.forms) do
    if fits(form) then
      return places.text(spec.files, form.line)
    end
  end
end

---Whether a form has one of some bytes at a place from `first` to `last`.
local function has_byte(form, ranges, first, last)
  return lists.any({ table.unpack(form.bytes, first, math.min(last, #form.bytes)) }, function(place)
    return #ranges_.intersect(ranges, { place }) > 0
  end)
end

---The bytes that both begin and continue characters, with a line of characters that they begin, and one of characters that they continue.
---If there are no such bytes, each byte shows whether a character begins there.
---@return string? sentence nil if there are no such bytes
function M.in_two_places(spec, continuations)
  local leads <const> = forms_.leads(spec, 0)
  local both <const> = automata.ranges(function(byte) return leads[byte] and continuations[byte] end)
  if #both == 0 then
    return nil
  end
  local is_one <const> = #both == 1 and both[1].lo == both[1].hi
  return (is_one and "the byte %s begins characters of %s and continues characters of %s"
    or "the bytes %s begin characters of %s and continue characters of %s"):format(bytes_.ranges_text(both),
    line_of(spec, function(form) return has_byte(form, both, 1, 1) end),
    line_of(spec, function(form) return has_byte(form, both, 2, #form.bytes) end))
end

---The obstacles to a character of one byte as a pad: the rules with its code point, and the characters that its byte continues.
---@return string[] obstacles
local function against_pad(spec, continuations, byte)
  local code_point <const>, found <const> = characters.read(spec, { byte }), {}
  for _, rule in ipairs(code_point and spec.nevers or {}) do
    if ranges_.holds(rule.first.code_points, code_point) or ranges_.holds(rule.second.code_points, code_point) then
      found[#found + 1] = ("the rule %s of %s"):format(rule.name, places.text(spec.files, rule.line))
    end
  end
  if continuations[byte] then
    local ranges <const> = { { lo = byte, hi = byte } }
    found[#found + 1] = "the characters of " .. line_of(spec, function(form) return has_byte(form, ranges, 2, #form.bytes) end)
  end
  return found
end

---Why no byte is a pad: no character has one byte, or each such character has obstacles. The sentence names a byte with the fewest of them.
---@return string sentence
function M.to_padding(spec, automaton, continuations)
  local best, least
  for byte = 0, 255 do
    local after <const> = automaton.next[START][byte]
    local obstacles <const> = after ~= DEAD and automaton.boundary[after] and against_pad(spec, continuations, byte) or {}
    if #obstacles > 0 and (not least or #obstacles < #least) then
      best, least = byte, obstacles
    end
  end
  return best and ("every character of one byte is restricted; without %s, %02X would not be"):format(table.concat(least, " and "), best)
    or "no character has one byte"
end

return M
