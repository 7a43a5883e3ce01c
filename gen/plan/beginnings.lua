-- SPDX-License-Identifier: 0BSD
-- beginnings: finds the first bytes of the ill-formed characters that a check without deep rules accepts.
--
-- In:  spec, automaton, check (window_check.lua). Out: the beginnings of two or three bytes. look.lua recognizes each by a bit.
--      UTF-8 without U+FEFF: EF BB BF.

local automata = require "gen.language.automaton"
local window_check = require "gen.plan.window_check"

local M = {}

local DEAD <const>, START <const> = automata.DEAD, automata.START

---The most bytes of a character that a look uses.
local LONGEST_LOOK <const> = 3

---The most beginnings of characters that are enumerated: UTF-8 has 100,480.
local MOST_BEGINNINGS <const> = 1 << 20

---The number of beginnings of characters in all forms.
local function count_beginnings(spec)
  local count = 0
  for _, form in ipairs(spec.forms) do
    local ways = 1
    for place = 1, math.min(#form.bytes, LONGEST_LOOK) do
      ways = ways * (form.bytes[place].hi - form.bytes[place].lo + 1)
    end
    count = count + ways
  end
  return count
end

---The beginnings of ill-formed characters that a check accepts: two or three bytes after which the automaton is dead, or can become dead
---within the character.
---@return table list of { bytes, character = the bytes of a whole character with this beginning }; empty if there are too many
function M.of(spec, automaton, check)
  if count_beginnings(spec) > MOST_BEGINNINGS then
    return {}
  end
  local list, ends <const>, next_ <const> = {}, {}, automaton.next
  ---The bytes, from `place` on, of a character that the check accepts and the automaton refuses; nil if there are none.
  local function fatal_end(form, place, state, before)
    if place > #form.bytes then
      return state == DEAD and {} or nil
    end
    local key <const> = ("%s %d %d %d"):format(form, place, state, before)
    if ends[key] == nil then
      ends[key] = false
      for byte = form.bytes[place].lo, form.bytes[place].hi do
        local rest <const> = not window_check.refuses(check, before, byte) and fatal_end(form, place + 1, next_[state][byte], byte)
        if rest then
          ends[key] = { byte, table.unpack(rest) }
          break
        end
      end
    end
    return ends[key] or nil
  end
  local function walk(form, bytes, state)
    local place <const> = #bytes + 1
    if place > 2 and (state == DEAD or place > LONGEST_LOOK) then
      local rest <const> = fatal_end(form, place, state, bytes[#bytes])
      list[#list + 1] = rest and { bytes = bytes, character = table.move(rest, 1, #rest, place, { table.unpack(bytes) }) }
    elseif place <= #form.bytes then
      for byte = form.bytes[place].lo, form.bytes[place].hi do
        if place == 1 or not window_check.refuses(check, bytes[#bytes], byte) then
          local longer <const> = { table.unpack(bytes) }
          longer[place] = byte
          walk(form, longer, next_[state][byte])
        end
      end
    end
  end
  for _, form in ipairs(spec.forms) do
    walk(form, {}, START)
  end
  return list
end

return M
