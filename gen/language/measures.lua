-- SPDX-License-Identifier: 0BSD
-- measures: finds how to count the characters and UTF-16 units of a text by single bytes, or by characters.
--
-- In:  a model. Out of `by_bytes`: quantities, each the sum of a weight over the bytes of a text; nil if that is impossible or takes
--      over six comparisons. Out of `units`: the characters that are not one unit of UTF-16, as rows of byte ranges.
--      UTF-8: tails, the bytes below C0 as signed numbers; wide, the bytes from F0 on. The number of characters is bytes - tails; the
--      number of UTF-16 units is characters + wide.
--
-- The idea: count the first bytes of forms. If no byte both begins a form and continues one, all other bytes are tails, so a well-formed
-- text has bytes - tails forms. A pair is one character of two forms. If it is two units of UTF-16, each half counts as one unit, and
-- the low halves are subtracted from the number of characters. Two bytes identify a low half (CESU-8: ED B0..BF).
--
-- A weight changes at steps. One comparison counts the bytes beyond a step; a text's sum is the weighted sum of these counts.
-- A byte that well-formed text lacks gets a weight that saves a step, the same in all loops. Steps ascend from byte 00, as unsigned
-- numbers, or descend from byte 7F, as signed ones. The first weight in this order must be 0. For UTF-8's tails:
--
--     7F..00 0   FF..C0 0   BF..80 1      one step, C0: the bytes less than C0 as signed numbers
--
-- If the high nibble determines two quantities, one table lookup counts both, each in four bits of a lane:
--
--     0_..7_ 00   8_..B_ 01   C_..E_ 00   F_ 10      UTF-8: tails in the low bits, wide in the high ones

local lists = require "gen.common.lists"
local automata = require "gen.language.automaton"
local forms_ = require "gen.spec.forms"
local rows = require "gen.language.rows"
local ranges_ = require "gen.common.ranges"
local bytes_ = require "gen.common.bytes"
local places = require "gen.common.places"
local utf16 = require "gen.language.utf16"

local M = {}

local SIGN_BIT <const> = bytes_.SIGN_BIT
local LAST_UNIT <const>, LAST_SCALAR <const>, LAST <const> = utf16.SUPPLEMENTARY.lo - 1, utf16.SUPPLEMENTARY.hi, 0xFFFFFFFF

---More comparisons for each vector cost more than they save.
local MOST_STEPS <const> = 6

---The number of UTF-16 units of each code point in a range: 0 if UTF-16 cannot encode them, nil if their numbers of units differ.
local function units_of(range)
  if range.hi <= LAST_UNIT then
    return 1
  elseif range.lo > LAST_SCALAR then
    return 0
  end
  return range.lo > LAST_UNIT and range.hi <= LAST_SCALAR and 2 or nil
end

---The number of UTF-16 units of a pair, as units_of returns it.
local function pair_units(spec)
  return units_of(forms_.paired(spec))
end

---Why the characters and units of a language cannot be counted; nil if they can.
---@param model table
---@return string? reason
function M.refused(model)
  local spec <const> = model.spec
  if spec.pair and not pair_units(spec) then
    local last <const> = forms_.paired(spec).lo <= LAST_UNIT and LAST_UNIT or LAST_SCALAR
    return ("the pairs of %s encode code points up to U+%X and above it, which UTF-16 treats differently"):format(
      places.text(spec.files, spec.pair.line), last)
  end
end

---The rows of forms that write code points of a range, including halves of pairs, but not pairs.
local function rows_in(spec, range)
  local found <const> = lists.picked(rows.of_characters(spec, { range }), function(row)
    return #row.bytes == #spec.forms[row.form].bytes and row
  end)
  for _, half in ipairs(spec.pair and ranges_.intersect(forms_.halves(spec), { range }) or {}) do
    for _, row in ipairs(rows.of_range(spec, half)) do
      found[#found + 1] = row
    end
  end
  return found
end

---All rows of forms, each with the number of UTF-16 units of its code points, 0 if UTF-16 cannot encode them.
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

---The characters that are not one unit of UTF-16.
---@param model table
---@return table rows { {bytes, units} }; units is 2, or 0 if UTF-16 cannot encode them
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

---The steps of a weight in one order of the bytes.
---@param weights table weights[byte], nil if the weight of the byte does not matter
---@param signed boolean
---@return table? steps { {value, weight, signed}... }: a step adds `weight` for each byte from `value` on or, if signed, below
---  it; nil if the first weight in this order is not 0
local function steps_in(weights, signed)
  local steps, now = {}, nil
  for place = 0, 255 do
    local byte <const> = signed and (255 - place) ~ SIGN_BIT or place
    local weight <const> = weights[byte]
    if weight and not now and weight ~= 0 then
      return nil
    elseif weight and now and weight ~= now then
      steps[#steps + 1] = { value = signed and byte + 1 & 255 or byte, weight = weight - now, signed = signed }
    end
    now = weight or now
  end
  return steps
end

---The steps of a weight, in the order that needs fewer of them; nil if neither is possible.
local function steps_of(weights)
  local unsigned <const>, signed <const> = steps_in(weights, false), steps_in(weights, true)
  return unsigned and (not signed or #unsigned < #signed) and unsigned or signed
end

---The weights of two quantities by the high nibble, the second one in the upper four bits; nil if the high nibble does not determine them.
local function nibbles_of(low, high)
  local entries <const> = {}
  for byte = 0, 255 do
    local nibble <const>, entry <const> = byte >> 4, M.weight(low, byte) | M.weight(high, byte) << 4
    if (entries[nibble] or entry) ~= entry then
      return nil
    end
    entries[nibble] = entry
  end
  return entries
end

---units[byte]: the number of UTF-16 units of the forms that a byte begins, 0 if forms differ; and the set of bytes that continue forms.
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

---The test for the low half of a pair by its first two bytes, { before, above }: the first byte is `before`, and the second is greater than
---`above`, as signed numbers. nil if there is no such test.
local function low_half(model)
  local spec <const>, automaton <const> = model.spec, model.automaton
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
    -- No character may begin with these two bytes.
    for state = 1, inside and automaton.count or 0 do
      if automaton.boundary[state] and automaton.next[automaton.next[state][before]][byte] ~= automata.DEAD then
        return nil
      end
    end
  end
  return first ~= SIGN_BIT and { before = before, above = first - 1 } or nil
end

---@param model table
---@return table? quantities nil if single bytes or MOST_STEPS steps do not suffice, a pair is not two units, or a byte below 80 begins
---  a form of 0 or 2 units
---  tails    steps: bytes that begin no form
---  wide     steps, or nil: bytes that begin a form of two UTF-16 units
---  beyond   steps, or nil: bytes that begin forms of 0 units, or of different numbers of units
---  low      { before, above }, or nil if there is no `pair`: the test for a low half, see low_half
---  nibbles  entries, or nil: tails and wide by the high nibble
function M.by_bytes(model)
  local spec <const> = model.spec
  local units <const>, tails <const> = leads_of(spec)
  local weights <const>, some = { tails = {}, wide = {}, beyond = {} }, {}
  for byte = 0, 255 do
    -- Loops may skip bytes below 80 that begin a form, so the weights of these bytes must be 0.
    if units[byte] and (tails[byte] or byte < SIGN_BIT and units[byte] ~= 1) then
      return nil
    elseif units[byte] or tails[byte] then
      weights.tails[byte] = units[byte] and 0 or 1
      weights.beyond[byte] = units[byte] == 0 and 1 or 0
      weights.wide[byte] = units[byte] == 2 and 1 or units[byte] ~= 0 and 0 or nil
      some[units[byte] or 1] = true
    end
  end
  local low <const> = spec.pair and low_half(model) or nil
  if spec.pair and (not low or pair_units(spec) ~= 2) then
    return nil
  end
  local found <const>, steps = { low = low }, 0
  for _, one in ipairs { { "tails", true }, { "wide", some[2] }, { "beyond", some[0] } } do
    found[one[1]] = one[2] and steps_of(weights[one[1]]) or nil
    if one[2] and not found[one[1]] then
      return nil
    end
    steps = steps + #(found[one[1]] or {})
  end
  found.nibbles = found.wide and nibbles_of(found.tails, found.wide)
  return steps <= MOST_STEPS and found or nil
end

-- ---- As C ----

local MEANINGS <const> = {
  tails = "Counts bytes that do not begin a form.",
  wide = "Counts bytes that begin a form of two UTF-16 units.",
  beyond = "Counts bytes that begin characters of 0 or of varying numbers of UTF-16 units.",
}

---The weight of a byte, as C.
---@param steps table
---@param byte string
local function weight_code(steps, byte)
  local terms = {}
  for _, step in ipairs(steps) do
    local test <const> = step.signed and ("((%s ^ 0x%02X) < 0x%02X)"):format(byte, SIGN_BIT, step.value ~ SIGN_BIT)
      or ("(%s >= 0x%02X)"):format(byte, step.value)
    terms[#terms + 1] = (step.weight < 0 and "- " or "+ ") .. test
  end
  return #terms > 0 and table.concat(terms, " "):gsub("^%+ ", "") or "0"
end

---The quantities that are sums over single bytes, in the order of the fields of the tally.
---@param by_bytes table see by_bytes
---@return table list { {name, steps, meaning}... }
function M.quantities(by_bytes)
  local list <const> = {}
  for _, name in ipairs { "tails", "wide", "beyond" } do
    local steps <const> = by_bytes[name]
    list[#list + 1] = steps and { name = name, steps = steps, meaning = MEANINGS[name] } or nil
  end
  return list
end

---Whether a byte begins no form, as C: 1 or 0.
---@param by_bytes table see by_bytes
---@param byte string
function M.tail_code(by_bytes, byte)
  return weight_code(by_bytes.tails, byte)
end

---The terms that the byte text[place] adds to the sums of the tally.
---@param by_bytes table see by_bytes
---@param place string in C
---@return table list { {name, code}... } with the weight of the byte as C
function M.terms(by_bytes, place)
  local low <const>, list <const> = by_bytes.low, lists.map(M.quantities(by_bytes), function(one)
    return { name = one.name, code = weight_code(one.steps, ("text[%s]"):format(place)) }
  end)
  list[#list + 1] = low and { name = "low", code = ("(text[%s - 1] == 0x%02X) & ((text[%s] ^ 0x%02X) > 0x%02X)"):format(
    place, low.before, place, SIGN_BIT, low.above ~ SIGN_BIT) } or nil
  return list
end

---The weight of a byte, even if well-formed text lacks this byte.
---@param steps table
---@param byte integer
function M.weight(steps, byte)
  return lists.sum(steps, function(step)
    local beyond <const> = step.signed and byte ~ SIGN_BIT < step.value ~ SIGN_BIT or not step.signed and byte >= step.value
    return beyond and step.weight or 0
  end)
end

---Whether all bytes below 80 have weight 0.
---@param by_bytes table see by_bytes
function M.skips_ascii(by_bytes)
  for byte = 0, SIGN_BIT - 1 do
    for _, one in ipairs(M.quantities(by_bytes)) do
      if M.weight(one.steps, byte) ~= 0 then
        return false
      end
    end
  end
  return true
end

---Whether every character that has only bytes below 80 is one byte, and every other character is several bytes.
function M.counts_ascii(model)
  local automaton <const>, seen <const> = model.automaton, { [automata.DEAD] = true }
  ---Whether a path from `state` ends a character that breaks this condition. Only bytes below 80 lead to `state` from a boundary.
  local function differs(state)
    seen[state] = true
    for byte = 0, 255 do
      local after <const> = automaton.next[state][byte]
      local is_ascii <const>, whole <const> = byte < SIGN_BIT, automaton.boundary[after]
      if whole and is_ascii ~= automaton.boundary[state] or not whole and is_ascii and not seen[after] and differs(after) then
        return true
      end
    end
    return false
  end
  return not lists.any(automaton.boundary, function(begins, state) return begins and differs(state) end)
end

return M
