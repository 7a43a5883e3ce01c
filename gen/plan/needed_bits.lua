-- SPDX-License-Identifier: 0BSD
-- needed_bits: finds bits in the tables of a look (look.lua) without which some excluded character is accepted.
--
-- In:  automaton, analysis, look, the steps of the check. Out: { look_2_low = {[0] = mask, ...}, ... }. Other bits may be needed, too.

local automata = require "gen.language.automaton"
local look_ = require "gen.plan.look"
local window_steps = require "gen.plan.window_steps"

local M = {}

---Tries texts of a one-byte character and an excluded character. If the check finds no error in a text, and all its windows together have
---only one filter bit, the text would be accepted without this bit. So `note` is called for this bit in each table of the bit's round.
---@param note fun(axis: table, n: integer, bit: integer)
local function note_needed(automaton, analysis, steps, look, note)
  local entries <const>, before <const>, pads <const> = {}, {}, {}
  -- At least three bytes, the most that a look reads.
  for _ = 1, 3 do
    table.move(analysis.pads, 1, #analysis.pads, #pads + 1, pads)
  end
  for byte = 0, 255 do
    entries[byte] = look_.entries(look, byte)
    before[#before + 1] = analysis.whole[byte] and byte or nil
  end
  ---Whether the check finds no error in a text between pads; and the windows with filter bits, as { at, bits }.
  local function windows_of(text)
    local context, errors, looked = steps.start, 0, {}
    for i = #pads + 1, #text do
      local flags
      context, flags = steps.step(context, steps.class_of[text[i]])
      errors = errors | flags & ~window_steps.LOOK
      local bits <const> = entries[text[i]][0] & entries[text[i - 1]][1] & entries[text[i - 2]][2]
      looked[#looked + 1] = bits ~= 0 and { at = i, bits = bits } or nil
    end
    return errors == 0, looked
  end
  for _, one in ipairs(look.open) do
    -- A character that a rule forbids only after some others is accepted alone, and is not tried.
    for _, byte in ipairs(automata.run(automaton, one.character) == automata.DEAD and before or {}) do
      local text <const> = { table.unpack(pads) }
      table.move({ byte, table.unpack(one.character) }, 1, #one.character + 1, #text + 1, text)
      table.move(pads, 1, #pads, #text + 1, text)
      local right <const>, looked <const> = windows_of(text)
      if right and #looked == 1 and looked[1].bits & looked[1].bits - 1 == 0 then
        for _, axis in ipairs(look.axes) do
          local bit <const> = look_.by_round(look, looked[1].bits)[axis.round]
          if bit ~= 0 then
            note(axis, axis.index(text[looked[1].at - axis.distance]), bit)
          end
        end
      end
      if #one.bytes > 2 then
        break
      end
    end
  end
end

---The table bits of a look without which some excluded character is accepted. An added bit only makes the automaton read more text.
---@return table sensitivity name of a table -> {[0] = mask, ...}
function M.of(automaton, analysis, look, steps)
  local sensitivity <const> = {}
  for _, axis in ipairs(look.axes) do
    sensitivity[axis.name] = {}
    for n = 0, #look.tables[axis.name] do
      sensitivity[axis.name][n] = 0
    end
  end
  note_needed(automaton, analysis, steps, look, function(axis, n, bit)
    sensitivity[axis.name][n] = sensitivity[axis.name][n] | bit
  end)
  return sensitivity
end

return M
