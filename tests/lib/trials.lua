-- SPDX-License-Identifier: 0BSD
-- trials: makes texts to try an encoding on, and compares a model's answers with the judge's.
--
-- In:  the meaning of a spec (tests/lib/judge.lua), its automaton (for byte classes), dice (random_specs.lua). Out: texts as lists of
--      bytes; the difference between two answers.
--
-- The idea: faults depend on where ranges end. So some texts consist of characters at the edges of ranges, whole or damaged. Other texts
-- are a beginning of such a character and one more byte. All texts of this kind would include every minimal ill-formed text, if bytes that
-- the automaton treats alike count once; a limit may select a sample of them.

local automata = require "gen.language.automaton"
local faults = require "gen.language.faults"
local judge = require "tests.lib.judge"

local M = {}

---"E0 A0 80"
function M.hex(bytes)
  local words = {}
  for i, byte in ipairs(bytes) do
    words[i] = ("%02X"):format(byte)
  end
  return table.concat(words, " ")
end

---A text of some characters, whole, or with one byte changed, dropped or doubled, or cut short.
function M.text_of(pieces, roll)
  local bytes = {}
  for _ = 1, roll(4) do
    local piece <const> = pieces[roll(#pieces)]
    table.move(piece, 1, #piece, #bytes + 1, bytes)
  end
  local at <const>, kind <const> = roll(#bytes), roll(6)
  if kind == 1 then
    bytes[at] = roll(256) - 1
  elseif kind == 2 then
    table.remove(bytes, at)
  elseif kind == 3 then
    table.insert(bytes, at, bytes[at])
  elseif kind == 4 then
    bytes = { table.unpack(bytes, 1, at) }
  elseif kind == 5 then
    bytes[at] = bytes[at] ~ 1 << roll(8) - 1
  end
  return bytes
end

---Both ends of each stretch of bytes that the automaton treats alike.
function M.representatives_of(automaton)
  local list = {}
  for _, class in ipairs(automaton.classes) do
    for _, range in ipairs(class.ranges) do
      list[#list + 1] = range.lo
      list[#list + 1] = range.hi ~= range.lo and range.hi or nil
    end
  end
  return list
end

---Shuffles a list by the dice.
local function shuffled(list, roll)
  for i = #list, 2, -1 do
    local j <const> = roll(i)
    list[i], list[j] = list[j], list[i]
  end
  return list
end

---Minimal texts: a beginning of a character and one more byte. Some of them follow a character after which the automaton is not in its
---start state. Then a variant of each: one byte is added or changed, or characters are put before it, or before and after it.
---@param most integer the limit for each of the two kinds; a sample is drawn if there are more
local function texts_around(meaning, automaton, pieces, roll, most)
  local minimal, seen = {}, {}
  local representatives <const> = M.representatives_of(automaton)
  local befores = { {} }
  for _, piece in ipairs(pieces) do
    befores[#befores + 1] = not judge.fault(meaning, piece) and automaton.next[1] ~= automaton.next[automata.run(automaton, piece)]
      and piece or nil
  end
  for _, piece in ipairs(shuffled({ table.unpack(pieces) }, roll)) do
    local before <const> = befores[roll(2) == 1 and 1 or roll(#befores)]
    local text = { table.unpack(before) }
    for n = 0, #piece do
      text[#before + n] = n > 0 and piece[n] or text[#before + n]
      for _, byte in ipairs(representatives) do
        text[#before + n + 1] = byte
        local key <const> = string.char(table.unpack(text))
        if not seen[key] then
          seen[key] = true
          minimal[#minimal + 1] = { table.unpack(text) }
        end
      end
      text[#before + n + 1] = nil
    end
    if #minimal > 4 * most then
      break
    end
  end
  minimal = { table.unpack(shuffled(minimal, roll), 1, most) }
  local around = {}
  for i, text in ipairs(minimal) do
    local bytes, kind = { table.unpack(text) }, roll(4)
    if kind == 1 then
      bytes[#bytes + 1] = representatives[roll(#representatives)]
    elseif kind == 2 then
      bytes[roll(#bytes)] = representatives[roll(#representatives)]
    end
    for _ = 1, kind > 2 and roll(2) or 0 do
      local piece <const> = pieces[roll(#pieces)]
      table.move(bytes, 1, #bytes, #piece + 1)
      table.move(piece, 1, #piece, 1, bytes)
    end
    if kind == 4 then
      local piece <const> = pieces[roll(#pieces)]
      table.move(piece, 1, #piece, #bytes + 1, bytes)
    end
    around[i] = bytes
  end
  return table.move(around, 1, #around, #minimal + 1, minimal)
end

---The texts to try a spec on: pieces, texts of several pieces, and minimal texts with their variants.
function M.texts_for(meaning, automaton, roll, random, most)
  local texts <const>, pieces <const> = {}, judge.pieces(meaning)
  for n = 1, #pieces + random do
    texts[n] = pieces[n] or M.text_of(pieces, roll)
  end
  local around <const> = texts_around(meaning, automaton, pieces, roll, most)
  return table.move(around, 1, #around, #texts + 1, texts)
end

---For each automaton and state, the bytes that may come next: 256 digits 0 or 1, as the judge's `expected` has them.
local nexts = setmetatable({}, { __mode = "k" })

local function next_of(automaton, state)
  local known <const> = nexts[automaton] or {}
  nexts[automaton] = known
  if not known[state] then
    local digits <const> = {}
    for byte = 0, 255 do
      digits[byte + 1] = automaton.next[state][byte] ~= 2 and "1" or "0"
    end
    known[state] = table.concat(digits)
  end
  return known[state]
end

---The difference between a model's answer to a text and the judge's, or nil.
function M.wrong_fault(meaning, model, bytes)
  local known <const>, said <const> = judge.fault(meaning, bytes), faults.of(model, bytes)
  if not known or not said then
    return (known or said) and ("well-formed: %s, not %s"):format(not known, not said)
  elseif known.offset ~= said.offset or known.length ~= said.length or known.fault ~= said.fault then
    return ("%d+%d %s, not %d+%d %s"):format(known.offset, known.length, known.fault, said.offset, said.length, said.fault)
  end
  local expected <const> = next_of(model.automaton, said.state)
  if expected ~= known.expected then
    return ("next could stand %s, not %s"):format(known.expected, expected)
  end
end

return M
