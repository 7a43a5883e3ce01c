-- SPDX-License-Identifier: 0BSD
-- measures: how a text's characters and UTF-16 units are counted by its bytes alone, and by its characters.
--
-- In:  a model. Out of `by_bytes`: quantities, each a sum over the text of what its bytes weigh, as tests for thresholds; nil where bytes
--      don't tell. Out of `units`: the characters that aren't one unit of UTF-16, as rows of byte ranges.
--      UTF-8: forms, the bytes above BF as signed ones; wide, the bytes from F0 on. Characters are forms, UTF-16 units forms and wide.
--
-- The idea: in a well-formed text a form has one byte that begins it, and if no byte both begins one and continues another, these bytes
-- are as many as the forms. A pair is one character of two forms: where it is two units of UTF-16, each of its halves counts as one, and
-- low halves, told by two bytes, are taken from the characters again (CESU-8: ED B0..BF). What bytes weigh is a step function. So its sum
-- over a text is a sum over its steps: so many bytes are at or above it. Bytes that stand in no well-formed text weigh what saves a step.
-- Bytes are in one order or in the other, as unsigned or as signed numbers, for UTF-8's forms:
--
--     80..BF 0   C0..FF 1   00..7F 1      one step, C0: the bytes greater than BF as signed ones

local rows = require "gen.rows"
local ranges_ = require "gen.ranges"
local byte_tests = require "gen.byte_tests"
local utf16 = require "gen.utf16"

local M = {}

local SIGN_BIT <const> = byte_tests.SIGN_BIT
local LAST_UNIT <const>, LAST_SCALAR <const>, LAST <const> = utf16.SUPPLEMENTARY.lo - 1, utf16.SUPPLEMENTARY.hi, 0xFFFFFFFF

---More comparisons than that for each vector cost more than they save.
local MOST_STEPS <const> = 6

---How many units of UTF-16 write a code point of this range; 0 if UTF-16 can't, nil if that differs.
local function units_of(range)
  if range.hi <= LAST_UNIT then
    return 1
  elseif range.lo > LAST_SCALAR then
    return 0
  end
  return range.lo > LAST_UNIT and range.hi <= LAST_SCALAR and 2 or nil
end

---The UTF-16 units of pairs: see units_of.
local function pair_units(spec)
  return units_of(rows.paired(spec))
end

---Why a language has no measures.
---@param model table
---@return string? reason
function M.refused(model)
  local spec <const> = model.spec
  if spec.pair and not pair_units(spec) then
    local last <const> = rows.paired(spec).lo <= LAST_UNIT and LAST_UNIT or LAST_SCALAR
    return ("the pairs of line %d write code points on both sides of U+%X"):format(spec.pair.line, last)
  end
end

---The rows of forms that aren't pairs and whose code points are in a range, halves of pairs among them.
local function rows_in(spec, range)
  local found = {}
  for _, row in ipairs(rows.of_characters(spec, { range })) do
    found[#found + 1] = #row.bytes == #spec.forms[row.form].bytes and row or nil
  end
  for _, half in ipairs(spec.pair and ranges_.intersect(rows.halves(spec), { range }) or {}) do
    for _, row in ipairs(rows.of_range(spec, half)) do
      found[#found + 1] = row
    end
  end
  return found
end

---All rows of forms, each with the units of its code points, 0 if UTF-16 has none for them.
local function rows_of(spec)
  local found = {}
  local function add(list, units)
    for _, row in ipairs(list) do
      found[#found + 1] = { bytes = row.bytes, units = units }
    end
  end
  for _, form in ipairs(spec.forms) do
    add(form.bits and {} or { form }, 0)
  end
  add(rows_in(spec, { lo = 0, hi = LAST_UNIT }), 1)
  add(rows_in(spec, { lo = LAST_UNIT + 1, hi = LAST_SCALAR }), 2)
  add(rows_in(spec, { lo = LAST_SCALAR + 1, hi = LAST }), 0)
  return found
end

---The characters that aren't one unit of UTF-16.
---@param model table
---@return table rows { {bytes, units} }; units 2, or 0 where UTF-16 can't hold them
function M.units(model)
  local spec <const>, found <const> = model.spec, {}
  for _, row in ipairs(rows_of(spec)) do
    found[#found + 1] = row.units ~= 1 and row or nil
  end
  for _, row in ipairs(spec.pair and pair_units(spec) ~= 1 and rows.pairs(spec) or {}) do
    found[#found + 1] = { bytes = row.bytes, units = pair_units(spec) }
  end
  return found
end

-- ---- By bytes ----

---What the steps of a weight are in one order of the bytes.
---@param weights table weights[byte], nil where it doesn't matter
---@param flip integer 0: unsigned, the sign bit: signed
---@return table steps { base, {value, weight, signed}... }: `base` for each byte, and `weight` for each from `value` on
local function steps_in(weights, flip)
  local steps, now = { base = 0 }, nil
  for place = 0, 255 do
    local weight <const> = weights[place ~ flip]
    if weight and not now then
      steps.base = weight
    elseif weight and weight ~= now then
      steps[#steps + 1] = { value = place ~ flip, weight = weight - now, signed = flip ~= 0 }
    end
    now = weight or now
  end
  return steps
end

---A weight as steps, in the order in which they are fewer.
local function steps_of(weights)
  local unsigned <const>, signed <const> = steps_in(weights, 0), steps_in(weights, SIGN_BIT)
  return #unsigned < #signed and unsigned or signed
end

---What each byte weighs where it begins forms of so many units; nil if one both begins and continues forms, or begins forms that differ.
local function leads_of(spec)
  local units, tails <const> = {}, {}
  for _, row in ipairs(rows_of(spec)) do
    for place, range in ipairs(row.bytes) do
      for byte = range.lo, range.hi do
        if place > 1 then
          tails[byte] = true
        elseif units[byte] and units[byte] ~= row.units then
          units[byte] = 0
        else
          units[byte] = row.units
        end
      end
    end
  end
  return units, tails
end

---Two bytes that begin the low half of a pair and nothing else, as { before, from }: a byte, and one above which, as signed ones, those
---behind it are; nil if there are no such two.
local function low_half(model)
  local spec <const> = model.spec
  local before, first, last
  for _, row in ipairs(rows.of_range(spec, spec.pair.low)) do
    local lead <const>, second <const> = row.bytes[1], row.bytes[2]
    if lead.lo ~= lead.hi or not second or before and before ~= lead.lo then
      return nil
    end
    before, first, last = lead.lo, math.min(first or 255, second.lo), math.max(last or 0, second.hi)
  end
  for byte = 0, 255 do
    local above <const> = byte ~ SIGN_BIT >= first ~ SIGN_BIT
    local inside <const> = first <= byte and byte <= last
    if above ~= inside and model.analysis.pairs[before << 8 | byte] == "live" then
      return nil
    end
  end
  return first ~= SIGN_BIT and { before = before, above = first - 1 } or nil
end

---@param model table
---@return table? quantities nil where bytes don't tell, or where a byte below 80 that begins a form isn't one unit of UTF-16
---  forms    steps: bytes that begin a form
---  wide     steps, or nil: that begin one of two UTF-16 units
---  beyond   steps, or nil: that begin one which UTF-16 may not hold
---  low      { before, above }, or nil: the two bytes at the beginning of a pair's second half
function M.by_bytes(model)
  local spec <const> = model.spec
  local units <const>, tails <const> = leads_of(spec)
  local weights <const>, some = { forms = {}, wide = {}, beyond = {} }, {}
  for byte = 0, 255 do
    -- ASCII is passed over without a look at it.
    if units[byte] and (tails[byte] or byte < SIGN_BIT and units[byte] ~= 1) then
      return nil
    elseif units[byte] or tails[byte] then
      weights.forms[byte] = units[byte] and 1 or 0
      weights.beyond[byte] = units[byte] == 0 and 1 or 0
      weights.wide[byte] = units[byte] == 2 and 1 or units[byte] ~= 0 and 0 or nil
      some[units[byte] or 1] = true
    end
  end
  local low <const> = spec.pair and low_half(model) or nil
  if spec.pair and (not low or pair_units(spec) ~= 2) then
    return nil
  end
  local found <const> = {
    forms = steps_of(weights.forms), wide = some[2] and steps_of(weights.wide), beyond = some[0] and steps_of(weights.beyond), low = low,
  }
  local steps <const> = #found.forms + #(found.wide or {}) + #(found.beyond or {})
  return steps <= MOST_STEPS and found or nil
end

-- ---- As C ----

local MEANINGS <const> = {
  forms = "Bytes that begin a form.",
  wide = "Bytes that begin a form of two UTF-16 units.",
  beyond = "Bytes that begin a form which UTF-16 may not hold.",
}

---What a byte weighs, as C.
---@param steps table
---@param byte string
local function weight_code(steps, byte)
  local terms = {}
  for _, step in ipairs(steps) do
    local test <const> = step.signed and ("((%s ^ 0x%02X) > 0x%02X)"):format(byte, SIGN_BIT, (step.value ~ SIGN_BIT) - 1)
      or ("(%s >= 0x%02X)"):format(byte, step.value)
    terms[#terms + 1] = (step.weight < 0 and "- " or "+ ") .. test
  end
  local sum <const> = table.concat(terms, " ")
  return steps.base == 0 and #terms > 0 and sum:gsub("^%+ ", "") or ("%d %s"):format(steps.base, sum):gsub(" $", "")
end

---The quantities that are sums over single bytes, in the order of the tally.
---@param by_bytes table see by_bytes
---@return table list { {name, steps, meaning, byte}... }: `byte` is what text[i] adds, in C
function M.quantities(by_bytes)
  local list <const> = {}
  for _, name in ipairs { "forms", "wide", "beyond" } do
    local steps <const> = by_bytes[name]
    list[#list + 1] = steps and { name = name, steps = steps, meaning = MEANINGS[name], byte = weight_code(steps, "text[i]") } or nil
  end
  return list
end

---What a byte weighs.
---@param steps table
---@param byte integer
function M.weight(steps, byte)
  local weight = steps.base
  for _, step in ipairs(steps) do
    local flip <const> = step.signed and SIGN_BIT or 0
    weight = weight + (byte ~ flip >= step.value ~ flip and step.weight or 0)
  end
  return weight
end

---Whether all characters of one byte below 80 weigh what they do for all other bytes there: one form, and nothing else.
---@param by_bytes table see by_bytes
function M.skips_ascii(by_bytes)
  for byte = 0, SIGN_BIT - 1 do
    for _, one in ipairs(M.quantities(by_bytes)) do
      if M.weight(one.steps, byte) ~= (one.name == "forms" and 1 or 0) then
        return false
      end
    end
  end
  return true
end

---Whether some character is one byte from 80 on.
function M.has_high_characters(model)
  for byte = SIGN_BIT, 255 do
    if model.analysis.whole[byte] then
      return true
    end
  end
  return false
end

return M
