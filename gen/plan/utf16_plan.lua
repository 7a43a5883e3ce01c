-- SPDX-License-Identifier: 0BSD
-- utf16_plan: how the lanes of a vector become units of UTF-16, where an encoding's forms allow it.
--
-- In:  a model. Out of `of`: the plan, or nil and why there is none.
--      UTF-8: lanes of F0.. and three bytes more give two units; CESU-8: each form is one unit, and no text is cut behind ED A0..AF xx.
--
-- The idea: a unit stands in the lane of its last byte b, and is put together of b and the bytes p1, p2 before it:
--
--     0xxxxxxx                    00000000 0xxxxxxx       b
--     110yyyyy 10xxxxxx           00000yyy yyxxxxxx       p1 << 6 and b; p1 >> 2
--     1110zzzz 10yyyyyy 10xxxxxx  zzzzyyyy yyxxxxxx       the same; p2 << 4
--
-- What marks a byte as a lead or a trail falls out where eight bits end, or is one bit of a mask: so one formula does for all three, p2
-- only where p1 is a trail, and p1 only where b is. The lanes of other bytes are left out by the word that stores. Four bytes write a high
-- surrogate in the lane of the third, from all before it, and a low one in the last. Whatever else an encoding has, it is its validator
-- that looks at it: text that is converted is well-formed.

local bytes_ = require "gen.common.bytes"
local forms_ = require "gen.spec.forms"
local ranges_ = require "gen.common.ranges"
local characters = require "gen.language.characters"
local utf16 = require "gen.language.utf16"

local M = {}

---How many bytes, or units, are converted at once: no fewer are.
M.UNITS = 64

---The forms for which that is so, by their length.
local FORMS <const> = { "0xxxxxxx", "110xxxxx 10xxxxxx", "1110xxxx 10xxxxxx 10xxxxxx", "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" }

local HIGH <const>, LOW <const>, SUPPLEMENTARY <const> = utf16.HIGH, utf16.LOW, utf16.SUPPLEMENTARY

---Whether a form is one of those, and writes what they write.
local function fits(form)
  if form.pattern ~= FORMS[#form.bytes] or form.base ~= 0 then
    return false
  end
  local covered <const> = forms_.covered(form, true)
  return #form.bytes < #FORMS or covered[1].lo >= SUPPLEMENTARY.lo and covered[#covered].hi <= SUPPLEMENTARY.hi
end

local function same(range, other)
  return range.lo == other.lo and range.hi == other.hi
end

---@param model table
---@return table? plan
---  units   M.UNITS
---  four    whether there is a form of four bytes
---  lead    the first byte from which that may begin, if there is
---  trail   the first trail byte
---  halves  how many bytes a high surrogate has as a character or half of one, 0 if there is none: what is converted ends before it
---  pair    false, or the first bytes of the first high half of a pair
---@return string? reason why there is none
function M.of(model)
  local spec <const> = model.spec
  local plan <const> = { units = M.UNITS, four = false, trail = bytes_.SIGN_BIT, halves = 0, pair = false }
  for _, form in ipairs(spec.forms) do
    if not fits(form) then
      return nil, ("the form %s is none of UTF-8's"):format(form.pattern or "of bytes")
    end
    if #form.bytes == #FORMS then
      plan.four, plan.lead = true, form.bytes[1].lo
    end
    plan.halves = #ranges_.intersect(forms_.covered(form, spec.pair ~= nil), { HIGH }) > 0 and #form.bytes or plan.halves
    if spec.pair and #form.bytes == #FORMS - 1 then
      plan.pair = characters.encode(form, HIGH.lo)
    end
  end
  local paired <const> = forms_.paired(spec)
  if paired and not (plan.pair and paired.lo == SUPPLEMENTARY.lo and same(spec.pair.high, HIGH) and same(spec.pair.low, LOW)) then
    return nil, "its pairs are not those of UTF-16"
  end
  return plan
end

return M
