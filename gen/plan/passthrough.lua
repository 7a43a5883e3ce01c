-- SPDX-License-Identifier: 0BSD
-- passthrough: finds the cheapest vector test for blocks of plain bytes (analysis.lua), all below 80. A check may skip these blocks.
--
-- In:  analysis. Out: { refused = set of the bytes without the sign bit that are not plain, forbidden = the refused bytes that no
--      well-formed text contains, only_forbidden = whether all refused bytes are forbidden, ascii = test } or nil and the reason. A test
--      folds several vectors into one, and finds bytes that are not plain by a condition:
--
--        kind     fields          operations for each vector, and condition
--        sign                     1    the sign bit of some byte is set
--        range    lo, hi          1-2  the least byte is below lo, as signed numbers; unless hi is 7F, 7F - hi is first added to both
--        column   entries, limit  3    b ^ entries[b & 15] is limit or more; for bytes with the sign bit the entry is 0
--                 above?         +1    or b is greater than `above`
--        tables   high, low       8    high[b >> 4] & low[b & 15] is not 0, see nibble.pack_bytes
--
--      XML 1.0 refuses 00..1F except 09, 0A and 0D. The limit is 61, and most columns have the entry 60: 01 becomes 61, 21 becomes 41.
--      Column 9 has 69: 09 becomes 60, 19 becomes 70. Column 0 has 61: 00 becomes 61, 10 becomes 71.
--
-- If a rule forbids bytes below 80 after some byte, such as CR, this byte is refused, although well-formed texts contain it. So the bytes
-- that are not refused may follow one another in any order.
--
-- The idea: a column is the eight bytes below 80 with the same low nibble. Xor with the column's entry permutes their high nibbles, and
-- may change their low nibble. Its new value decides whether the byte that gets the high nibble of the limit is below the limit. All
-- limits are tried. For a given limit, the columns do not depend on each other.

local bytes_ = require "gen.common.bytes"
local nibble = require "gen.plan.nibble"

local M = {}

local SIGN_BIT <const> = bytes_.SIGN_BIT

---Entries and a limit: a byte, xor its entry, is at least the limit exactly if the byte is in a set.
---@param is_in fun(byte: integer): boolean?  nil if both results are right for the byte
---@return table? entries {[0] = byte, ...}, integer? limit
local function column(is_in)
  -- The possible limits of a column: from one more than the greatest result outside of the set to the least result in it.
  local entries_by_limit = {}
  for limit = 1, 255 do
    entries_by_limit[limit] = {}
  end
  for n = 0, 15 do
    for entry = 255, 0, -1 do
      local low, high = 1, 255
      for byte = n, 255, 16 do
        local becomes <const> = byte < SIGN_BIT and byte ~ entry or byte
        local inside <const> = is_in(byte)
        if inside then
          high = math.min(high, becomes)
        elseif inside == false then
          low = math.max(low, becomes + 1)
        end
      end
      for limit = low, high do
        entries_by_limit[limit][n] = entry
      end
    end
  end
  for limit, entries in ipairs(entries_by_limit) do
    local whole = true
    for n = 0, 15 do
      whole = whole and entries[n] ~= nil
    end
    if whole then
      return entries, limit
    end
  end
end

---The first and the last byte without the sign bit that is not refused, and whether all between them are allowed.
local function allowed(refused)
  local lo, hi, whole = nil, nil, true
  for byte = 0, SIGN_BIT - 1 do
    if not refused[byte] then
      whole = whole and (not hi or hi == byte - 1)
      lo, hi = lo or byte, byte
    end
  end
  return lo, hi, whole
end

---The test for blocks without refused bytes and without bytes that have the sign bit.
---@param refused table set of bytes; those with the sign bit are refused anyway
function M.test(refused)
  local lo <const>, hi <const>, whole <const> = allowed(refused)
  if not lo then
    -- All bytes below 80 are refused, so no block passes.
    return { kind = "tables", tables = nibble.pack_bytes(refused, SIGN_BIT) }
  elseif whole and lo == 0 and hi == SIGN_BIT - 1 then
    return { kind = "sign" }
  elseif whole then
    return { kind = "range", lo = lo, hi = hi }
  end
  local entries, limit = column(function(byte) return byte >= SIGN_BIT or refused[byte] or false end)
  if entries then
    return { kind = "column", entries = entries, limit = limit }
  end
  entries, limit = column(function(byte)
    if byte <= hi then
      return refused[byte] or false
    end
  end)
  if entries then
    return { kind = "column", entries = entries, limit = limit, above = hi }
  end
  return { kind = "tables", tables = nibble.pack_bytes(refused, SIGN_BIT) }
end

---A column that finds the refused bytes in two-byte text. For refused bytes above the last allowed one, and for bytes from `end_` on, its
---result is unspecified; `end_` is the first byte above the lead bytes of two-byte text.
---@param refused table set of bytes without the sign bit
---@param end_ integer
---@return table? column { entries, limit }, nil if there is none
function M.column(refused, end_)
  local _, hi <const> = allowed(refused)
  local entries <const>, limit <const> = column(function(byte)
    if hi and byte <= hi then
      return refused[byte] or false
    elseif byte >= SIGN_BIT and byte < end_ then
      return false
    end
  end)
  return entries and { entries = entries, limit = limit }
end

---The tables of sixteen bytes that the tests above look up in a plan by nibbles, and those of forbidden bytes, if there are any.
---@return table tables list of { name, entries = {[0] = byte, ...}, meaning }
function M.tables(plan)
  local tables <const>, ascii <const> = {}, plan.passthrough.ascii
  local function add(name, entries, meaning)
    tables[#tables + 1] = entries and { name = name, entries = entries, meaning = meaning } or nil
  end
  local forbidden <const>, both <const> = plan.forbidden or {}, not plan.set and ascii.tables or {}
  if forbidden.above == "none" then
    add("forbidden_high", forbidden.high, "A byte that no well-formed text contains has a bit in the first table, by its high nibble, ...")
    add("forbidden_low", forbidden.low, "... that is not in the second one, by its low nibble; there, bytes from 80 on have no bits.")
  else
    add("forbidden_high", forbidden.high, "No well-formed text contains a byte with the same bit in both tables: by its high nibble, ...")
    add("forbidden_low", forbidden.low, "... and by its low nibble.")
  end
  add("forbidden_high_2", forbidden.high_2, "These tables are for bytes from 80 on: by the high nibble, ...")
  add("forbidden_low_2", forbidden.low_2, "... and by the low nibble.")
  add("ascii_high", both.high, "A byte below 80 that is not ASCII here has a bit in both tables: by its high nibble, ...")
  add("ascii_low", both.low, "... and by its low nibble.")
  add("ascii_column", ascii.entries, ascii.limit and ("By the low nibble: a byte xor its entry is below %02X for ASCII%s.")
    :format(ascii.limit, ascii.above and (", and for no other byte up to %02X"):format(ascii.above) or ""))
  for _, test in ipairs(plan.two_byte and plan.two_byte.tests or {}) do
    local entries <const> = test.column and test.column.entries
    add("two_byte_column", entries, ("By the low nibble: a byte xor its entry is at most %02X for ASCII."):format(test.bound))
  end
  return tables
end

---The longest run of bytes without the sign bit that are whole characters. Tests of machine words can skip these bytes.
---@return integer lo, integer hi below lo if there is none
function M.range(analysis)
  local best_lo, best_hi, lo = 0, -1, nil
  for byte = 0, SIGN_BIT do
    if byte < SIGN_BIT and analysis.whole[byte] then
      lo = lo or byte
      if byte - lo > best_hi - best_lo then
        best_lo, best_hi = lo, byte
      end
    else
      lo = nil
    end
  end
  return best_lo, best_hi
end

---@return table? passthrough, string? reason
function M.find(analysis)
  local refused, forbidden, only = {}, {}, true
  for byte = 0, 255 do
    if byte >= SIGN_BIT and analysis.whole[byte] then
      return nil, ("the byte %02X is a whole character, but vector kernels need all one-byte characters to be below 80"):format(byte)
    elseif byte < SIGN_BIT then
      refused[byte], forbidden[byte] = not analysis.plain[byte] or nil, analysis.forbidden[byte] or nil
      only = only and refused[byte] == forbidden[byte]
    end
  end
  return { refused = refused, forbidden = forbidden, only_forbidden = only, ascii = M.test(refused) }
end

return M
