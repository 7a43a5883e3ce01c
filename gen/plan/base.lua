-- SPDX-License-Identifier: 0BSD
-- base: builds the part that all vector plans of a language share, and says why some languages have no plan.
--
-- In:  spec, automaton, analysis, model. Out: a plan with one product, that of the continuation rule (plan.lua). The plan also has the
--      demands of this rule, the passthrough, and the rule of a pair.
--      UTF-8: demands { {distance = 2, from = E0}, {distance = 3, from = F0} }, and the bit 80 for two continuation bytes in a row.

local bytes_ = require "gen.common.bytes"
local places = require "gen.common.places"
local forms_ = require "gen.spec.forms"
local automata = require "gen.language.automaton"
local byte_tests = require "gen.plan.byte_tests"
local nibble = require "gen.plan.nibble"
local obstacles = require "gen.plan.obstacles"
local passthrough = require "gen.plan.passthrough"
local rows = require "gen.language.rows"

local M = {}

local DEAD <const>, START <const> = automata.DEAD, automata.START
local SIGN_BIT <const> = bytes_.SIGN_BIT

M.TABLE_BITS = 8

---The most bytes of a window: a pair of two forms of six bytes. A vector must hold a window, since a kernel looks back this far.
local MOST_WINDOW <const> = 12

---The tables of a plan by nibbles, made from its bits.
---@param low boolean? whether there is a table for the low nibble of the current byte
function M.tables_of(bits, low)
  local products = {}
  for b = 1, M.TABLE_BITS do
    products[b] = { 0, 0, 0, low and 0 or nil }
    for _, bit in ipairs(bits) do
      products[b] = bit.mask == 1 << b - 1 and bit.product or products[b]
    end
  end
  return nibble.pack(products)
end

---The bytes at the beginning of a text, for a message; "nothing" if there are none.
local function context(bytes)
  return #bytes > 0 and bytes_.hex(bytes) or "nothing"
end

---The thresholds of the continuation rule. For each distance, one comparison must distinguish the lead bytes of longer forms from all other
---bytes of well-formed texts. If continuation bytes are greater than lead bytes, flipping some bits of each byte may reverse the order.
---@return table? demands, integer|string flipped or reason
local function demands_of(spec, analysis, continuations)
  local reason, longest <const> = nil, forms_.longest_used_form(spec, analysis.counts)
  for flipped = 0, 255 do
    local demands = {}
    for distance = 2, longest - 1 do
      local leads <const>, from = forms_.leads(spec, distance), math.huge
      for byte in next, leads do
        from = math.min(from, byte ~ flipped)
      end
      local wrong
      for byte = 0, 255 do
        local other <const> = not leads[byte] and not analysis.forbidden[byte] and (continuations[byte] and "continuation" or "lead")
        wrong = wrong or other and byte ~ flipped >= from and ("%02X, a %s byte, is above %02X"):format(byte, other, from ~ flipped)
      end
      wrong = wrong or from < SIGN_BIT and ("%02X, the least threshold, is above %02X"):format(SIGN_BIT, from ~ flipped)
      reason = reason or wrong and wrong .. (", a lead byte of a form of more than %d bytes; flipping bits does not help"):format(distance)
      demands = not wrong and demands or nil
      if not demands then
        break
      end
      demands[#demands + 1] = { distance = distance, from = from }
    end
    if demands then
      return demands, flipped
    end
  end
  return nil, reason
end

---The product of two continuation bytes in a row. @return table? product, string? reason
local function two_continuations(continuations)
  local high, found = 0, {}
  for byte = 0, 255 do
    if continuations[byte] then
      high, found[byte >> 4] = high | 1 << (byte >> 4), byte
    end
  end
  for byte = 0, 255 do
    if high >> (byte >> 4) & 1 == 1 and not continuations[byte] then
      return nil, ("only some of the bytes with the high nibble %X are continuation bytes: %02X is one, but not %02X"):format(
        byte >> 4, found[byte >> 4], byte)
    end
  end
  return { high, 0xFFFF, high }
end

---The rule of a pair: two lists of atoms (byte_tests.lua). Both lists must hold, or neither. One tests the first two bytes of the low half.
---The other tests those of the high half, which is at a fixed distance before the low half.
---@return table? pairing { high, low }, nil if each half is one byte, since the tables then suffice; string? reason why it is impossible
local function pairing_of(spec, automaton)
  local function first_bytes(half)
    local rows_ = rows.of_range(spec, half)
    local bytes <const> = rows_[1].bytes
    if #rows_ ~= 1 or bytes[1].lo ~= bytes[1].hi or #bytes < 3 then
      return nil
    end
    for _, form in ipairs(spec.forms) do
      for place = 3, forms_.begins(form, { bytes[1].lo, bytes[2].lo }) and #bytes or 0 do
        local other <const> = form.bytes[place]
        if not other or other.lo ~= bytes[place].lo or other.hi ~= bytes[place].hi then
          return nil
        end
      end
    end
    return bytes
  end
  local function has_one_byte(half)
    return #rows.of_range(spec, half)[1].bytes == 1
  end
  local high, low = first_bytes(spec.pair.high), first_bytes(spec.pair.low)
  if has_one_byte(spec.pair.high) and has_one_byte(spec.pair.low) then
    return nil
  elseif not high or not low or #high ~= #low then
    return nil, ("the first two bytes do not distinguish the halves of the pair of %s, or their forms differ in length or are too short")
      :format(places.text(spec.files, spec.pair.line))
  end
  local function atoms_of(bytes)
    return { { kind = "range", lo = bytes[2].lo, hi = bytes[2].hi, cost = 2 }, { kind = "equal", value = bytes[1].lo, cost = 1 } }
  end
  local pairing = { low = atoms_of(low), high = {} }
  for i = 1, #high do
    pairing.high[i] = { kind = "any", cost = 0 }
  end
  table.move(atoms_of(high), 1, 2, #high + 1, pairing.high)
  -- One comparison suffices if low[2].lo is not 80 (it would never hold), and no byte above low[2], as signed bytes, can follow low[1].
  local above = { kind = "above", value = low[2].lo - 1, cost = 1 }
  local free = low[2].lo ~= SIGN_BIT
  for byte = 0, 255 do
    if byte_tests.holds(above, byte) and not (low[2].lo <= byte and byte <= low[2].hi) then
      free = free and automaton.next[automaton.next[START][low[1].lo]][byte] == DEAD
    end
  end
  pairing.low[1] = free and above or pairing.low[1]
  return pairing
end

---Why a language has no plan by windows, if its window, its pad or its lead bytes prevent it; otherwise nil. @return string? reason
function M.lacking(spec, analysis, model)
  local both <const> = obstacles.in_two_places(spec, model.continuations)
  if not analysis.window and not analysis.alike then
    return "the automaton has too many states to search for a window"
  elseif not analysis.window then
    return ("no window of any length decides this language: after %s and after %s, the same bytes lead to different states%s"):format(
      context(analysis.alike[1]), context(analysis.alike[2]), both and "; " .. both or "")
  elseif analysis.window > MOST_WINDOW then
    return ("only windows of %d bytes decide this language, and vector kernels compare at most %d; shorter rows would have shorter windows")
      :format(analysis.window, MOST_WINDOW)
  elseif not analysis.pads then
    return "vector kernels need a character that may be between all others and before and after any text: "
      .. obstacles.to_padding(spec, model.inner, model.continuations)
  end
  return both and both .. ", so no byte shows where a character begins" or nil
end

---A plan with the continuation rule, the passthrough, and the comparisons for a pair, but without other products.
---@return table? plan, string? reason, table? rule the bit of the continuation rule
function M.make(spec, automaton, analysis, model)
  local plain, not_plain = passthrough.find(analysis)
  local demands, flipped = demands_of(spec, analysis, model.continuations)
  local product, no_product = two_continuations(model.continuations)
  if not plain or not demands or not product then
    return nil, not_plain or not demands and flipped or no_product
  end
  local rule <const> = { name = "two_continuations", mask = 1 << (M.TABLE_BITS - 1), product = product }
  local plan <const> = {
    tables = M.tables_of { rule }, demands = demands, flipped = flipped, bit = rule.mask, passthrough = plain, deep = {}, filter = 0,
  }
  local no_match
  if spec.pair then
    plan.pairing, no_match = pairing_of(spec, automaton)
  end
  if plan.pairing and #plan.pairing.high > analysis.window then
    no_match = ("comparing the halves of a pair needs %d bytes, more than the window's %d"):format(#plan.pairing.high, analysis.window)
  end
  if no_match then
    return nil, no_match
  end
  return plan, nil, rule
end

return M
