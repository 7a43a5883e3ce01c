-- SPDX-License-Identifier: 0BSD
-- trials: makes texts to try an encoding on, and compares the answers of the generator's model with those of tests/lib/judge.lua.
--
-- In:  the meaning of a spec (tests/lib/judge.lua), its automaton (for byte classes), dice (random_specs.lua). Out: texts as lists of
--      bytes; the difference between two answers.
--
-- Faults depend on where ranges end. So some texts consist of characters at the edges of ranges, whole or damaged. Other texts are a
-- prefix of such a character and one more byte, which represents a byte class; each also has a variant. If there are more of these texts
-- than a limit, a sample is used.

local automata = require "gen.language.automaton"
local faults = require "gen.language.faults"
local judge = require "tests.lib.judge"

local M = {}

---The bytes in hexadecimal, such as "E0 A0 80".
function M.hex(bytes)
  local words = {}
  for i, byte in ipairs(bytes) do
    words[i] = ("%02X"):format(byte)
  end
  return table.concat(words, " ")
end

---A text of up to four characters. It is whole, or one of its bytes is changed, dropped or doubled, or it is cut short.
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

---Reads alternatives in re2c's notation, as gen/emit/grammar.lua writes them.
---@param alternatives string[]
function M.read_re2c(alternatives)
  local rows = {}
  for i, text in ipairs(alternatives) do
    rows[i] = {}
    for lo, hi in text:gmatch("%[\\x(%x%x)%-?\\?x?(%x*)%]") do
      table.insert(rows[i], { lo = tonumber(lo, 16), hi = tonumber(hi ~= "" and hi or lo, 16) })
    end
  end
  return rows
end

---The first and the last byte of each range of each byte class.
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

---Minimal texts, and a variant of each. A minimal text is a prefix of a character and one more byte. Some begin with another character,
---which does not lead the automaton back to its start state. The variant has one byte added or changed, or characters added before the
---text, or before and after it.
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

---The texts to try a spec on: characters at the edges of ranges (judge.pieces), texts of one to four of them, minimal texts with variants.
function M.texts_for(meaning, automaton, roll, random, most)
  local texts <const>, pieces <const> = {}, judge.pieces(meaning)
  for n = 1, #pieces + random do
    texts[n] = pieces[n] or M.text_of(pieces, roll)
  end
  local around <const> = texts_around(meaning, automaton, pieces, roll, most)
  return table.move(around, 1, #around, #texts + 1, texts)
end

---A cache of next_of: for each automaton, a map from each state to the bytes that it accepts. The bytes are 256 digits, like the judge's
---`expected`.
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
  local known <const>, answer <const> = judge.fault(meaning, bytes), faults.of(model, bytes)
  if not known or not answer then
    return (known or answer) and ("well-formed: %s, but the model says %s"):format(not known, not answer)
  elseif known.offset ~= answer.offset or known.length ~= answer.length or known.fault ~= answer.fault then
    return ("offset %d, length %d, %s; the model says offset %d, length %d, %s"):format(
      known.offset, known.length, known.fault, answer.offset, answer.length, answer.fault)
  end
  local expected <const> = next_of(model.whole, answer.state)
  if expected ~= known.expected then
    return ("the expected bytes are %s; the model says %s"):format(known.expected, expected)
  end
end

return M
