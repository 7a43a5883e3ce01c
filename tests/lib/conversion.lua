-- SPDX-License-Identifier: 0BSD
-- conversion: converts texts between two encodings slowly, for tests of generated conversions, and draws texts for them.
--
-- In:  two models (tests/lib/pairs.lua), a text. Out: the line that tests/interface/between_filter.c prints if the conversion is right.
--      From UTF-8 to MUTF-8, the line for 41 C3 is "incomplete 1 1 1 41".
--
-- This module uses the generator's automata and its reading and writing of code points, but not its conversion (gen/language/between.lua).

local automata <const> = require "gen.language.automaton"
local bytes_ <const> = require "gen.common.bytes"
local characters <const> = require "gen.language.characters"
local forms_ <const> = require "gen.spec.forms"
local rows <const> = require "gen.language.rows"
local trials <const> = require "tests.lib.trials"

local M = {}

local HIGH_FIRST <const>, HIGH_LAST <const>, LOW_FIRST <const>, LOW_LAST <const> = 0xD800, 0xDBFF, 0xDC00, 0xDFFF

---Reads the character at a place, from a state of the automaton. Returns the next state and the place after the character; or nil and
---whether the text ends inside the character.
local function step(automaton, state, bytes, at)
  while at <= #bytes do
    state = automaton.next[state][bytes[at]]
    at = at + 1
    if state == automata.DEAD then
      return nil, false
    elseif automaton.boundary[state] then
      return state, at
    end
  end
  return nil, true
end

local function is_high(code_point)
  return HIGH_FIRST <= code_point and code_point <= HIGH_LAST
end

---The target's bytes for a code point; nil if the target cannot encode it.
local function spell(target, code_point)
  local bytes <const> = characters.write(target.spec, code_point)
  if bytes or code_point < 0x10000 or code_point > 0x10FFFF then
    return bytes
  end
  local high <const> = characters.write(target.spec, HIGH_FIRST + (code_point - 0x10000 >> 10))
  local low <const> = characters.write(target.spec, LOW_FIRST + (code_point - 0x10000 & 0x3FF))
  return high and low and table.move(low, 1, #low, #high + 1, high) or nil
end

---The expected result of a conversion with enough room: "STATUS READ WRITTEN SIZE HEX".
function M.converted(source, target, bytes)
  local a, b, at, out, read, written, status = automata.START, automata.START, 1, {}, 0, 0, "complete"
  while at <= #bytes do
    local next_a, last = step(source.automaton, a, bytes, at)
    if not next_a then
      status = last and "incomplete" or "ill_formed"
      break
    end
    local code_point, alone = characters.read(source.spec, { table.unpack(bytes, at, last - 1) }), false
    if is_high(code_point) then
      local low_a <const>, low_last <const> = step(source.automaton, next_a, bytes, last)
      local low <const> = low_a and characters.read(source.spec, { table.unpack(bytes, last, low_last - 1) })
      if low and LOW_FIRST <= low and low <= LOW_LAST then
        code_point, next_a, last = 0x10000 + (code_point - HIGH_FIRST << 10) + low - LOW_FIRST, low_a, low_last
      elseif not low_a and low_last then
        -- The text ends here or inside the next character. That character may be a low surrogate.
        for _, row in ipairs(rows.of_characters(source.spec, { { lo = LOW_FIRST, hi = LOW_LAST } })) do
          local follows = automata.START
          for place = 1, #row.bytes do
            follows = row.bytes[place] and source.automaton.next[place == 1 and next_a or follows][row.bytes[place].lo]
          end
          alone = alone or follows ~= automata.DEAD and forms_.begins(row, { table.unpack(bytes, last) })
        end
        if alone and last <= #bytes then
          status = "incomplete"
          break
        end
      end
    end
    local spelled <const> = spell(target, code_point)
    for _, byte in ipairs(spelled or {}) do
      b = target.automaton.next[b][byte]
    end
    if not spelled or b == automata.DEAD then
      status = alone and "incomplete" or "ill_formed"
      break
    end
    a, at = next_a, last
    table.move(spelled, 1, #spelled, #out + 1, out)
    if source.automaton.accepts[a] and target.automaton.accepts[b] then
      read, written = at - 1, #out
    end
  end
  status = status == "complete" and read < #bytes and "incomplete" or status
  return (("%s %d %d %d %s"):format(status, read, written, written, bytes_.hex { table.unpack(out, 1, written) }):gsub(" $", ""))
end

---Characters at the ends and in the middle of all ranges, and some others. @return integer[][] bytes of characters of the source
---@return integer[][] the characters among them that the target has, too
local function pieces_of(source, target)
  local pieces, common = {}, {}
  local function add(code_point)
    local bytes <const> = characters.write(source.spec, code_point)
    pieces[#pieces + 1] = bytes
    common[#common + 1] = bytes and spell(target, code_point) and bytes or nil
  end
  for _, range in ipairs(forms_.written(source.spec)) do
    add(range.lo)
    add(range.hi)
    add(range.lo + range.hi >> 1)
  end
  for _, code_point in ipairs { 0, 0x41, 0x7F, 0x80, 0x7FF, 0x800, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0x1F600 } do
    add(code_point)
  end
  return pieces, common
end

---Draws texts of the source. Half of the texts are short and may have errors. The others are long runs of characters that both encodings
---have, which vectors convert; some of the long texts also have other characters or a wrong byte.
---@param roll fun(n: integer): integer see random_specs.dice
function M.texts(source, target, count, roll)
  local pieces <const>, common = pieces_of(source, target)
  common = #common > 0 and common or pieces
  local texts <const> = {}
  for i = 1, count do
    local bytes, most <const> = {}, 50 * roll(14)
    while i % 2 == 0 and #bytes < most do
      local piece <const> = roll(60) == 1 and pieces[roll(#pieces)] or common[roll(#common)]
      for _ = 1, roll(3) == 1 and roll(40) or 1 do
        table.move(piece, 1, #piece, #bytes + 1, bytes)
      end
    end
    if i % 2 == 0 and roll(3) == 1 then
      bytes[roll(#bytes)] = roll(256) - 1
    end
    texts[i] = #bytes > 0 and bytes or trials.text_of(pieces, roll)
  end
  return texts
end

---Compares the answers of a program (pairs.lua) with the expected ones. Half of the texts get as much room as they need. The others get
---more, so that larger parts are converted at once.
---@return string? the first text whose answer is wrong, that answer and the expected one
function M.difference(source, target, texts, program, answers)
  local lines <const>, want <const> = {}, {}
  for i, bytes in ipairs(texts) do
    lines[i], want[i] = (i // 2 % 2 == 0 and "- " or "4096 ") .. bytes_.hex(bytes), M.converted(source, target, bytes)
  end
  for i, answer in ipairs(answers(program, lines)) do
    if answer ~= want[i] then
      return ("%s\n  is %s\n  expected %s"):format(lines[i], answer, want[i])
    end
  end
end

return M
