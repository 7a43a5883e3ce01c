-- SPDX-License-Identifier: 0BSD
-- utf16_plan: decides how the lanes of a vector become units of UTF-16, if the forms and rules of an encoding allow it.
--
-- In:  a model. Out of `of`: the plan, or nil and the reason.
--      UTF-8: a byte from F0 on and three more become two units. CESU-8: each form becomes one unit; no conversion ends after ED A0..AF xx.
--
-- The idea: a unit is in the lane of its last byte b, and is computed from b and the bytes p1, p2 before it:
--
--     0xxxxxxx                    00000000 0xxxxxxx       b
--     110yyyyy 10xxxxxx           00000yyy yyxxxxxx       p1 << 6 and b; p1 >> 2
--     1110zzzz 10yyyyyy 10xxxxxx  zzzzyyyy yyxxxxxx       the same; p2 << 4
--
-- The bits that mark a lead byte or a continuation byte are shifted out of the eight bits, or a mask removes them. So one
-- formula covers all three forms: p2 counts only if p1 is a continuation byte, and p1 only if b is. Lanes without a unit are removed when
-- units are stored. A character of four bytes becomes two units: the lane of its third byte gets the high surrogate, computed from the
-- first three bytes; the lane of its last byte gets the low surrogate. Before the conversion, the validator finds the well-formed text.

local bytes_ = require "gen.common.bytes"
local lists = require "gen.common.lists"
local forms_ = require "gen.spec.forms"
local ranges_ = require "gen.common.ranges"
local characters = require "gen.language.characters"
local units_ = require "gen.language.units"
local utf16 = require "gen.language.utf16"
local utf8_ = require "gen.language.utf8"

local M = {}

---A block of a conversion is this many bytes; a block of a count is this many units.
M.UNITS = 64

---If some code points are not characters, the written bytes are checked after at most this number of units.
M.CHECKED = 4096

local FORMS <const> = utf8_.FORMS
local HIGH <const>, LOW <const>, SUPPLEMENTARY <const> = utf16.HIGH, utf16.LOW, utf16.SUPPLEMENTARY
local BASIC <const>, SURROGATES <const> = { lo = 0, hi = SUPPLEMENTARY.lo - 1 }, ranges_.join({ HIGH }, { LOW })
---For each of FORMS, the code points for which UTF-8 would use this form, surrogates included.
local UTF8 <const> = { { lo = 0, hi = bytes_.SIGN_BIT - 1 }, { lo = bytes_.SIGN_BIT, hi = utf8_.THREE.lo - 1 }, utf8_.THREE, SUPPLEMENTARY }

---Whether a form is one of FORMS and writes only the code points that UTF8 has for it; a form of two bytes may also write U+0000. Of a form
---of four bytes, the code points of its `also` and its exceptions are tested, too.
local function fits(form)
  local length <const> = #form.bytes
  if form.pattern ~= FORMS[length] or form.base ~= 0 then
    return false
  end
  local own <const> = ranges_.join({ UTF8[length] }, length == 2 and { { lo = 0, hi = 0 } } or {})
  local read <const> = forms_.covered(form, length == #FORMS)
  return #ranges_.subtract(length == #FORMS and read or ranges_.intersect(read, form.ranges), own) == 0
end

local function same(range, other)
  return range.lo == other.lo and range.hi == other.hi
end

---Whether a `never` rule may apply after a character that is not a surrogate.
local function restricts(model)
  return lists.any(model.rows, function(row)
    local first <const> = characters.read(model.spec, lists.map(row.bytes, function(range) return range.lo end))
    return row.to ~= 1 and not ranges_.holds(SURROGATES, first)
  end)
end

---Adds the fields for the conversion of units to bytes.
local function add_bytes(plan, model)
  local spec <const>, written <const> = model.spec, forms_.written(model.spec)
  local lone <const>, wanted <const> = #ranges_.intersect(written, SURROGATES) > 0, { BASIC }
  local joined <const> = plan.four or spec.pair ~= nil
  for _, form in ipairs(spec.forms) do
    plan.zero = plan.zero or #form.bytes == 2 and ranges_.holds(form.ranges, 0)
  end
  plan.checked = joined or not lone
  plan.rechecked = #ranges_.subtract(joined and ranges_.join(wanted, { SUPPLEMENTARY }) or wanted, ranges_.join(written, SURROGATES)) > 0
    or not joined and #ranges_.subtract(SURROGATES, written) > 0
end

---@param model table
---@return table? plan
---  units   M.UNITS; most_checked: M.CHECKED
---  four    whether there is a form of four bytes
---  lead    the first byte that may begin such a form, if `four`
---  trail   the first continuation byte
---  halves  the number of bytes of a high surrogate, alone or in a pair; 0 if it has no bytes. No conversion stops directly after one
---  pair    false, or the bytes of the least high half (U+D800)
---  joins      whether two characters, or two halves of one, may become one code point
---  zero       whether U+0000 has two bytes
---  checked    whether the scalar code handles lone surrogates: they have no bytes, or a pair has other bytes than its halves
---  rechecked  whether some code points that vectors convert are not characters, so that bytes made of units may be ill-formed
---@return string? reason why there is none
function M.of(model)
  local spec <const> = model.spec
  if model.leaves_end then
    return nil, "windows do not decide where a text may end, and only text up to such a place may be converted"
  end
  if restricts(model) then
    return nil, "a rule may apply after a character that is not a surrogate, and vectors check each piece as if it began the text"
  end
  local plan <const> = { units = M.UNITS, most_checked = M.CHECKED, four = false, trail = bytes_.SIGN_BIT, halves = 0, pair = false }
  for _, form in ipairs(spec.forms) do
    if not fits(form) then
      return nil, ("the form %s is not one of UTF-8, or writes other code points"):format(form.pattern or "of bytes")
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
  plan.joins = spec.pair ~= nil or units_.of(model).loose
  add_bytes(plan, model)
  return plan
end

---Whether vectors can convert UTF-16 to the encoding: any character may be last, and no rule applies after unchecked surrogates.
---@param model table
function M.writes(model)
  local plan <const> = M.of(model)
  return plan ~= nil and next(model.ends) == nil and (plan.checked or model.contexts == 1)
end

return M
