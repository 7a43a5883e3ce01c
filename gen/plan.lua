-- SPDX-License-Identifier: 0BSD
-- plan: the products of a cover, the continuation rule and the fast path become the tables and thresholds that a kernel needs.
--
-- In:  spec, automaton, analysis, continuation bytes, fault model. Out: plan = {
--        bits     = { { name = "too_long", mask = 1, product = {...} }, ... }, the last one `two_continuations`
--        tables   = { prev_high = {[0] = byte, ...}, prev_low = ..., this_high = ... }
--        demands  = { { distance = 2, from = 0xE0 }, ... }: a byte from E0 on demands a continuation byte two bytes later
--        matters  = { prev_high = {[0] = mask, ...}, ... }: the bits whose flip changes the language
--        cover    = what nibble.cover gave
--      }, or nil and the reason why there are no vector kernels.
--
-- The continuation rule: two continuation bytes in a row are neither right nor wrong as a pair. They set the bit
-- `two_continuations`, and it must equal what the bytes before demand: prev2 >= E0 or prev3 >= F0 in UTF-8. One XOR checks all
-- lengths (Keiser and Lemire 2021, section 6.2). The thresholds follow from the forms: the least lead byte of the forms longer than the
-- distance.

local nibble = require "gen.nibble"
local faults = require "gen.faults"
local windows = require "gen.windows"

local M = {}

local TABLE_BITS <const> = 8

---A byte without the sign bit is plain: what a single test of a vector tells.
local PLAIN_END <const> = 128

---The thresholds of the continuation rule. @return table? demands, string? reason
local function demands_of(spec, analysis)
  local longest = 0
  for _, form in ipairs(spec.forms) do
    longest = math.max(longest, #form.bytes)
  end
  local demands = {}
  for distance = 2, longest - 1 do
    local from, leads = math.huge, {}
    for _, form in ipairs(spec.forms) do
      if #form.bytes > distance then
        local lead = form.bytes[1]
        from = math.min(from, lead.fixed)
        for byte = lead.fixed, lead.fixed + (1 << lead.bits) - 1 do
          leads[byte] = true
        end
      end
    end
    for byte = from, 255 do
      if not analysis.alone[byte] and not leads[byte] then
        return nil, ("%02X lies above %02X but does not begin a form of more than %d bytes"):format(byte, from, distance)
      end
    end
    demands[#demands + 1] = { distance = distance, from = from }
  end
  return demands
end

---The product of two continuation bytes in a row. @return table? product, string? reason
local function two_continuations(continuations)
  local high = 0
  for byte = 0, 255 do
    if continuations[byte] then
      high = high | 1 << (byte >> 4)
    end
  end
  for byte = 0, 255 do
    if high >> (byte >> 4) & 1 == 1 and not continuations[byte] then
      return nil, ("the continuation bytes do not fill the high nibble %X"):format(byte >> 4)
    end
  end
  return { high, 0xFFFF, high }
end

---A product is called after the faults that it catches; `overlong` with the length of the form, as the literature does.
local function name_products(products, spec, analysis, model)
  local caught = {}
  for i, product in ipairs(products) do
    caught[i] = {}
    local here = {}
    for b1 = 0, 255 do
      for b2 = 0, 255 do
        if product[1] >> (b1 >> 4) & product[2] >> (b1 & 15) & product[3] >> (b2 >> 4) & 1 == 1
          and not analysis.pairs[b1 << 8 | b2] and not analysis.alone[b2] then
          local name = faults.of(model, { b1, b2 }).fault
          if not here[name] then
            here[name] = b1
            table.insert(caught[i], name)
          end
        end
      end
    end
    -- A product that catches every lead without its continuation also holds bytes that are wrong in themselves: the rule names it.
    for _, rule in ipairs { "too_long", "too_short" } do
      caught[i] = here[rule] and { rule } or caught[i]
    end
    if #caught[i] > 1 then
      for j = #caught[i], 1, -1 do
        if caught[i][j] == "not_a_form" then
          table.remove(caught[i], j)
        end
      end
    end
    table.sort(caught[i])
    for j, name in ipairs(caught[i]) do
      for _, form in ipairs(spec.forms) do
        local lead = form.bytes[1]
        if name == "overlong" and lead.fixed <= here[name] and here[name] < lead.fixed + (1 << lead.bits) then
          caught[i][j] = name .. "_" .. #form.bytes
        end
      end
    end
  end
  local names = {}
  for i in ipairs(products) do
    names[i] = table.concat(caught[i], "_or_")
  end
  return names
end

---The bits of the tables whose flip changes the language, each decided by the proof.
local function find_matters(automaton, analysis, check)
  local matters = {}
  for _, name in ipairs(nibble.AXES) do
    matters[name] = {}
    local table_ = check.tables[name]
    for n = 0, 15 do
      local mask = 0
      for b = 0, TABLE_BITS - 1 do
        table_[n] = table_[n] ~ 1 << b
        if windows.counterexample(automaton, analysis, check) then
          mask = mask | 1 << b
        end
        table_[n] = table_[n] ~ 1 << b
      end
      matters[name][n] = mask
    end
  end
  return matters
end

---@return table? plan, string? reason why not
function M.make(spec, automaton, analysis, model)
  if not analysis.window then
    return nil, "no window of any length decides this language"
  elseif not analysis.pad then
    return nil, "no byte can pad a text of this language"
  end
  for byte = 0, 255 do
    if analysis.whole[byte] ~= (byte < PLAIN_END) then
      return nil, ("the bytes that are whole characters are not 00..%02X, which the vectors' fast path skips"):format(PLAIN_END - 1)
    end
  end
  local cover, why = nibble.cover(analysis)
  if not cover then
    return nil, why
  end
  if #cover.products + 1 > TABLE_BITS then
    return nil, ("the pairs need %d bits and the continuation bit, more than a byte holds"):format(#cover.products)
  end
  local demands, no_demands = demands_of(spec, analysis)
  local pair, no_pair = two_continuations(model.continuations)
  if not demands or not pair then
    return nil, no_demands or no_pair
  end
  local names = name_products(cover.products, spec, analysis, model)
  local bits, products = {}, { table.unpack(cover.products) }
  for i, product in ipairs(cover.products) do
    bits[i] = { name = names[i], mask = 1 << (i - 1), product = product }
  end
  for i = #products + 1, TABLE_BITS - 1 do
    products[i] = { 0, 0, 0 }
  end
  products[TABLE_BITS] = pair
  bits[#bits + 1] = { name = "two_continuations", mask = 1 << (TABLE_BITS - 1), product = pair }
  local plan = {
    cover = cover, bits = bits, tables = nibble.pack(products), demands = demands, bit = 1 << (TABLE_BITS - 1),
  }
  local wrong = windows.counterexample(automaton, analysis, plan)
  if wrong then
    local hex = {}
    for i, byte in ipairs(wrong.bytes) do
      hex[i] = ("%02X"):format(byte)
    end
    return nil, ("pairs and the continuation rule %s %s"):format(wrong.accepted and "miss" or "refuse", table.concat(hex, " "))
  end
  plan.matters = find_matters(automaton, analysis, plan)
  return plan
end

return M
