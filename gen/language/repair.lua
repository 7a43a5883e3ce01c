-- SPDX-License-Identifier: 0BSD
-- repair: finds the replacement for ill-formed parts of a text, and whether it is allowed everywhere.
--
-- In:  a spec or model. Out of `code_point` and `bytes`: the replacement; `bytes` returns nil if no form writes it. Out of `refused`: why
--      there is no repair, or nil. Out of `refused_in_utf16`: why UTF-16 cannot encode the replacement, or nil.
--      UTF-8: EF BF BD for U+FFFD. With never { "U+FFFD", "U+0041", name = "x" }: x forbids 41 after U+FFFD, the replacement.
--
-- The idea: repaired text is well-formed text, replacement, well-formed text, and so on. Each well-formed part may end in any accepting
-- state. From each accepting state, the replacement must lead to START, so that any well-formed text may follow the replacement.

local automata = require "gen.language.automaton"
local characters = require "gen.language.characters"
local faults = require "gen.language.faults"
local utf16 = require "gen.language.utf16"
local bytes_ = require "gen.common.bytes"
local places = require "gen.common.places"

local M = {}

local START <const>, DEAD <const> = automata.START, automata.DEAD

---The replacement if a spec names none: Unicode's replacement character.
local USUAL <const> = 0xFFFD

---The code point that replaces ill-formed parts.
---@param spec table
---@return integer code_point
function M.code_point(spec)
  return spec.replacement or USUAL
end

---@param spec table
---@return integer[]? bytes nil if no form writes it
function M.bytes(spec)
  return (characters.write(spec, M.code_point(spec)))
end

---The shortest character that is allowed from START and forbidden from another state.
---@return integer[]? bytes nil if there is none
local function forbidden_from(automaton, state)
  local queue <const>, seen <const> = { { START, state, {} } }, {}
  for _, one in ipairs(queue) do
    for _, class in ipairs(automaton.classes) do
      local byte <const> = class.bytes[1]
      local free <const>, bound <const> = automaton.next[one[1]][byte], automaton.next[one[2]][byte]
      local bytes <const> = table.move(one[3], 1, #one[3], 1, {})
      bytes[#bytes + 1] = byte
      if automaton.boundary[free] and bound == DEAD then
        return bytes
      elseif free ~= DEAD and not automaton.boundary[free] and free ~= bound and not seen[free << 32 | bound] then
        seen[free << 32 | bound] = true
        queue[#queue + 1] = { free, bound, bytes }
      end
    end
  end
end

---@param model table
---@return string? reason
function M.refused(model)
  local spec <const>, automaton <const> = model.spec, model.automaton
  local name <const>, replacement <const> = ("U+%04X"):format(M.code_point(spec)), M.bytes(spec)
  if not replacement then
    return ("no form encodes %s, the replacement%s"):format(name,
      spec.replacement and " of " .. places.text(spec.files, spec.lines.replacement) or "; the spec can choose another")
  end
  local function rule_against(begin, ...)
    local text = {}
    for _, bytes in ipairs { ... } do
      table.move(bytes, 1, #bytes, #text + 1, text)
    end
    local fault <const> = faults.of(model, text, begin)
    return fault and fault.fault or "a rule"
  end
  if automata.run(model.whole, replacement, model.whole.origin) == DEAD then
    return ("%s forbids %s, the replacement, at the start of a text"):format(rule_against(nil, replacement), name)
  end
  for state = 1, automaton.count do
    local after <const> = automaton.accepts[state] and automata.run(automaton, replacement, state) or START
    if after ~= START then
      local before <const> = automata.shortest(automaton, START, function(one) return one == state end)
      if after == DEAD then
        return ("%s forbids %s, the replacement, after %s"):format(rule_against(START, before, replacement), name, bytes_.hex(before))
      end
      local following <const> = automaton.accepts[after] and forbidden_from(automaton, after)
      if not following then
        return ("%s forbids a text to end after %s, the replacement"):format(rule_against(START, replacement), name)
      end
      return ("%s forbids %s after %s, the replacement"):format(rule_against(START, replacement, following), bytes_.hex(following), name)
    end
  end
end

---Why errors cannot be replaced in UTF-16, or nil.
---@param model table
---@return string? reason
function M.refused_in_utf16(model)
  local code_point <const> = M.code_point(model.spec)
  return code_point > utf16.SUPPLEMENTARY.hi and ("UTF-16 cannot encode U+%04X, the replacement"):format(code_point) or nil
end

return M
