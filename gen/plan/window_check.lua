-- SPDX-License-Identifier: 0BSD
-- window_check: evaluates the check that a vector kernel makes, on single bytes and on pairs of bytes.
--
-- In:  a check and bytes. Out: the bytes' entries in the check's tables, and the bytes and pairs that the check refuses in every context.
--      UTF-8: the pair E0 9F has the bit overlong_3 in prev_high[E], prev_low[0] and this_high[9], so the check refuses it.
--
-- check = {
--   tables      by nibbles { prev_high, prev_low, this_high, this_low? }: a pair of bytes is wrong if all its entries share a bit
--               that is neither `bit` nor in `filter`.
--               By classes { prev_class, this_class }: the same, except for the 1 + chain highest bits, which are compared. A pair must
--               differ in bit 80 exactly if an odd number of earlier pairs differ: two bytes before in bit 40, four bytes before in 20 ...
--   chain       by classes: the number of compared bits below the highest one
--   refused_nul by classes: whether 00 shares the entry of FF
--   shifts      by classes: whether bit 0 is unused, so that one shift can move all bits by two bytes and one bit (class_filters.lua)
--   demands     { {distance, from} }: a byte demands a continuation byte `distance` bytes later if it is at least `from`
--   flipped     the bits that are flipped in a byte before it is compared with `from`
--   bit         by nibbles: the table bit that a pair must have exactly if a continuation byte is demanded
--   forbidden   { high, low }: a byte is wrong if the entries of its nibbles share a bit. { class }: the low seven bits of a byte select an
--               entry; the byte is wrong if it lacks a bit of this entry, except silent_bits. nil if no byte is looked up
--   deep        { {atom, ...}, ... }: bytes are wrong if all atoms of a list hold; atom j tests the byte j - 1 bytes before the current one
--   pairing     { high = {atom, ...}, low = {atom, ...} }: bytes are wrong if one list holds and the other does not. May be nil
--   filter      the mask of table bits that are not errors. A list of atoms with .gates = { { mask, distance } } counts only if, for each
--               gate, the pair that ends `distance` bytes before the current byte has the gate's bit. A list with empty gates has a watch
--               (watch.lua), which does not change the meaning of the list
-- }
--
-- A plan (plan.lua) is a check, maybe with a `look`; so is its plan by classes. proof.lua decides whether a check is right for whole texts.

local bytes_ = require "gen.common.bytes"
local byte_tests = require "gen.plan.byte_tests"
local classes = require "gen.plan.classes"
local lists = require "gen.common.lists"

local M = {}

local SIGN_BIT <const> = bytes_.SIGN_BIT

---The entries of a byte in the tables of a check: as the previous byte, and as the current one.
---@return integer prev, integer this
function M.entries(check, byte)
  local tables <const> = check.tables
  if check.chain then
    local at <const> = classes.index(byte, check.refused_nul)
    return tables.prev_class[at], tables.this_class[at]
  end
  local low <const> = tables.this_low and tables.this_low[byte & 15] or 255
  return tables.prev_high[byte >> 4] & tables.prev_low[byte & 15], tables.this_high[byte >> 4] & low
end

---The bits that a check by classes compares: the highest one, and lower ones, which are compared with the highest one of later pairs.
---@return integer compared all these bits, integer lower these bits without the highest
function M.chained_bits(check)
  local lower <const> = (1 << (check.chain or 0)) - 1 << (7 - (check.chain or 0))
  return check.chain and SIGN_BIT | lower or 0, lower
end

---The bits that are not errors.
function M.silent_bits(check)
  return check.filter | select(2, M.chained_bits(check)) | (check.shifts and 1 or 0)
end

---Whether the tables of a check refuse a pair of bytes in every context: by a shared bit that is neither a filter bit nor the
---continuation rule's; or, by classes, because the first byte demands a continuation byte and the second is not one.
local function refuses_at_once(check, b1, b2)
  local compared <const> = M.chained_bits(check)
  local prev <const>, this <const> = M.entries(check, b1), select(2, M.entries(check, b2))
  return prev & this & ~(check.filter | (check.bit or 0) | compared) ~= 0 or prev & compared & ~this & SIGN_BIT ~= 0
end

---Whether the tables of a check refuse each text that contains this pair of bytes. A pair with the bit of the continuation
---rule is refused if its first byte is not a continuation byte: a lead byte that demands the second byte also demands the first.
function M.refuses(check, b1, b2)
  local this_1 <const>, this_2 <const>, rule <const> = select(2, M.entries(check, b1)), select(2, M.entries(check, b2)), check.bit or 0
  return M.entries(check, b1) & this_2 & rule ~= 0 and this_1 & rule == 0 or refuses_at_once(check, b1, b2)
end

---Whether a pair of bytes has a filter bit that makes a kernel evaluate rules; by classes, one of `trigger` (class_filters.lua).
function M.filters(check, b1, b2)
  local prev <const>, this <const> = M.entries(check, b1), select(2, M.entries(check, b2))
  return prev & this & check.filter & (check.trigger or 255) & ~M.chained_bits(check) ~= 0
end

---Whether a check refuses a byte by its tables of forbidden bytes.
function M.is_forbidden(check, byte)
  local forbidden <const> = check.forbidden
  if not forbidden then
    return false
  end
  if forbidden.class then
    return forbidden.class[byte & SIGN_BIT - 1] & ~byte & ~M.silent_bits(check) & 255 ~= 0
  end
  return forbidden.high[byte >> 4] & forbidden.low[byte & 15] ~= 0
end

---The bytes that a check refuses at every place, even without its rules on several bytes: by its tables of forbidden bytes, because it
---refuses all pairs that begin with the byte, or by a rule on one byte.
---@param candidates table set of the bytes to examine
---@return table set
function M.refused_bytes(check, candidates)
  local followers <const>, known <const>, refused <const> = {}, {}, {}
  for byte = 0, 255 do
    local this <const> = select(2, M.entries(check, byte))
    followers[#followers + 1] = not known[this] and byte or nil
    known[this] = true
  end
  for byte = 0, 255 do
    refused[byte] = candidates[byte] and (M.is_forbidden(check, byte)
      or not lists.any(followers, function(after) return not refuses_at_once(check, byte, after) end)
      or lists.any(check.deep, function(atoms) return #atoms == 1 and byte_tests.holds(atoms[1], byte) end)) or nil
  end
  return refused
end

return M
