-- SPDX-License-Identifier: 0BSD
-- faults: where a text stops being well-formed, and what that fault is called.
--
-- In:  automaton, the excluded rows, the continuation bytes, a text as a list of bytes.
-- Out: { offset, length, fault, state } as the emitted PREFIX_check gives it, or nil for a well-formed text.
--      UTF-8, 41 ED A0 80: offset 1, length 1, fault "surrogate", state "after_ED".
--
-- Decided in this order: the text ends inside a character -> truncated; a continuation byte where a character begins -> too_long; no
-- continuation byte where one is due -> too_short; the first excluded row that begins like the bytes up to the one that killed them
-- -> its rule; a byte that begins no row at all -> not_a_form. What dies only because of the character before it -> the first `never`
-- rule that forbids it there.

local automata = require "gen.automaton"
local rows = require "gen.rows"

local M = {}

---The bytes that stand after a lead byte in some form, as a set.
---@param spec table
function M.continuations(spec)
  local set = {}
  for _, form in ipairs(spec.forms) do
    for i = 2, #form.bytes do
      for free = 0, (1 << form.bytes[i].bits) - 1 do
        set[form.bytes[i].fixed + free] = true
      end
    end
  end
  return set
end

---Excluded rows cut after the byte that kills them, doubles merged: F5..F7 for F5..F7 80..BF 80..BF 80..BF.
---@param excluded table rows with .fault, as rows.excluded gives them
function M.shortened(automaton, excluded)
  local out = {}
  for _, row in ipairs(excluded) do
    local states, bytes = { [1] = true }, {}
    for _, range in ipairs(row.bytes) do
      bytes[#bytes + 1] = { lo = range.lo, hi = range.hi }
      local after = {}
      for state in next, states do
        for byte = range.lo, range.hi do
          after[automaton.next[state][byte]] = true
        end
      end
      after[2] = nil
      states = after
      if not next(states) then
        break
      end
    end
    local last = out[#out]
    local same = last and last.fault == row.fault and #last.bytes == #bytes
    for i = 1, #bytes - 1 do
      same = same and last.bytes[i].lo == bytes[i].lo and last.bytes[i].hi == bytes[i].hi
    end
    if same and bytes[#bytes].lo <= last.bytes[#bytes].hi + 1 and last.bytes[#bytes].lo <= bytes[#bytes].lo then
      last.bytes[#bytes].hi = math.max(last.bytes[#bytes].hi, bytes[#bytes].hi)
    else
      out[#out + 1] = { bytes = bytes, fault = row.fault }
    end
  end
  return out
end

---Whether bytes are those of a row, as far as they go.
local function begins(row, bytes)
  for i = 1, math.min(#row.bytes, #bytes) do
    if bytes[i] < row.bytes[i].lo or row.bytes[i].hi < bytes[i] then
      return false
    end
  end
  return true
end

---The fault of bytes of which the last one ended what the others had begun, by the forms alone.
local function fault_of(model, bytes)
  local last <const> = bytes[#bytes]
  if #bytes == 1 and model.continuations[last] then
    return "too_long"
  elseif #bytes > 1 and not model.continuations[last] then
    return "too_short"
  end
  for _, row in ipairs(model.excluded) do
    if begins(row, bytes) then
      return row.fault
    end
  end
  return "not_a_form"
end

---The rules on two characters as rows of bytes, both sides of one under one name, in the order of the spec.
---@return table rows { {bytes, second = whether of the second character, fault} }
function M.never_rows(spec)
  local out = {}
  for _, rule in ipairs(spec.nevers) do
    for _, side in ipairs { "first", "second" } do
      for _, row in ipairs(rows.of_range(spec, rule[side])) do
        out[#out + 1] = { bytes = row.bytes, second = side == "second", fault = rule.name }
      end
    end
  end
  return out
end

---The first rule that forbids what these bytes begin after this character.
local function never_between(spec, character, bytes)
  local never <const> = M.never_rows(spec)
  for _, second in ipairs(never) do
    for _, first in ipairs(second.second and begins(second, bytes) and never or {}) do
      if not first.second and first.fault == second.fault and #first.bytes == #character and begins(first, character) then
        return second.fault
      end
    end
  end
end

---@param model table { spec, automaton, excluded (shortened), continuations }
---@param bytes integer[]
---@return table? fault
function M.of(model, bytes)
  local automaton <const>, spec <const> = model.automaton, model.spec
  local state, offset, before = 1, 0, 0
  for i, byte in ipairs(bytes) do
    local after = automaton.next[state][byte]
    if after == 2 then
      local length = i - 1 - offset
      local half <const> = spec.pair and #rows.of_range(spec, spec.pair.high)[1].bytes
      if half and length >= half then
        state = automata.run(automaton, { table.unpack(bytes, offset + 1, offset + half) })
        return { offset = offset, length = half, fault = spec.pair.name, state = state }
      end
      -- What dies only because of the character before it is called after the rule that forbids it there, and taken whole.
      local fresh, taken = 1, offset
      while taken < #bytes and (taken == offset or not automaton.accepts[fresh]) do
        fresh = automaton.next[fresh][bytes[taken + 1]]
        if fresh == 2 then
          break
        end
        taken = taken + 1
      end
      if taken >= i then
        local fault = never_between(spec, { table.unpack(bytes, before + 1, offset) }, { table.unpack(bytes, offset + 1, taken) })
        return { offset = offset, length = taken - offset, fault = fault, state = state }
      end
      local fault = fault_of(model, { table.unpack(bytes, offset + 1, i) })
      return { offset = offset, length = math.max(length, 1), fault = fault, state = state }
    end
    state = after
    if automaton.accepts[state] then
      before, offset = offset, i
    end
  end
  if not automaton.accepts[state] then
    return { offset = offset, length = #bytes - offset, fault = "truncated", state = state }
  end
end

---The names of all faults of this encoding, in the order in which they are decided: the common ones that can occur, then the spec's.
---@param spec table
---@param excluded table
function M.names(spec, excluded)
  local names, seen = {}, {}
  local function add(name)
    if not seen[name] then
      seen[name] = true
      names[#names + 1] = name
    end
  end
  if next(M.continuations(spec)) then
    add "truncated"
    add "too_long"
    add "too_short"
  end
  add "not_a_form"
  for _, common in ipairs { "overlong", "too_large", "unlisted" } do
    for _, row in ipairs(excluded) do
      if row.fault == common then
        add(common)
      end
    end
  end
  for _, form in ipairs(spec.forms) do
    for _, rule in ipairs(form.except) do
      add(rule.name)
    end
  end
  if spec.pair then
    add(spec.pair.name)
  end
  for _, rule in ipairs(spec.nevers) do
    add(rule.name)
  end
  return names
end

---Whether two automata accept the same texts: minimal, and numbered by one rule, so they must be equal entry by entry.
local function same_language(a, b)
  if a.count ~= b.count then
    return false
  end
  for state = 1, a.count do
    for byte = 0, 255 do
      if a.next[state][byte] ~= b.next[state][byte] then
        return false
      end
    end
  end
  return true
end

---A text among those of a row of bytes that an automaton does not accept, or nil.
---@param row table { {lo, hi}, ... }
---@return integer[]? bytes
local function refused_by(automaton, row)
  local right = {}
  local function search(state, at)
    if at > #row then
      return not automaton.accepts[state] and {} or nil
    end
    local key <const> = state * (#row + 1) + at
    if right[key] then
      return nil
    end
    for byte = row[at].lo, row[at].hi do
      local rest <const> = search(automaton.next[state][byte], at + 1)
      if rest then
        table.insert(rest, 1, byte)
        return rest
      end
    end
    right[key] = true
  end
  return search(1, 1)
end

---The first row that one of two descriptions of a language has and the other lacks, in words.
---@param derived table automaton
---@param derived_rows table rows that follow from the forms
---@param printed table automaton
---@param printed_rows table rows that the spec prints
local function first_difference(derived, derived_rows, printed, printed_rows)
  for _, row in ipairs(printed_rows) do
    local text <const> = refused_by(derived, row.bytes)
    if text then
      return ("its row %s holds %s, and no form does"):format(rows.text(row.bytes), rows.hex(text))
    end
  end
  for _, row in ipairs(derived_rows) do
    local text <const> = refused_by(printed, row.bytes)
    if text then
      return ("they give %s, and none of the rows holds %s"):format(rows.text(row.bytes), rows.hex(text))
    end
  end
  return "rows cannot say what a rule on two characters forbids"
end

---Checks what the spec itself says of its language: the printed table of rows, and the examples. Raises the error of a wrong spec.
---@param model table with spec, automaton, excluded, continuations
function M.check(model)
  local spec = model.spec
  local function fail(line, message, ...)
    error({ spec_error = true, path = spec.path, line = line, message = message:format(...) }, 0)
  end
  if spec.well_formed then
    local printed = {}
    for i, bytes in ipairs(spec.well_formed) do
      printed[i] = { from = 1, to = 1, bytes = bytes }
    end
    local other <const> = automata.build(printed)
    if not same_language(model.automaton, other) then
      fail(spec.lines.well_formed, "the rows of well_formed are not those that follow from the forms: %s",
        first_difference(model.automaton, model.rows, other, printed))
    end
  end
  for _, example in ipairs(spec.examples) do
    local fault = M.of(model, example.bytes)
    local said = example.valid and "well-formed" or example.fault
    local found = fault and fault.fault or "well-formed"
    if said ~= found then
      fail(example.line, "the example is said to be %s; by the forms it is %s", said, found)
    end
  end
end

return M
