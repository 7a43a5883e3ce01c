-- SPDX-License-Identifier: 0BSD
-- faults: finds where a text stops being well-formed, and names the fault.
--
-- In:  a model with the results of the stages up to the language (gen/pipeline.lua), and a text as a list of bytes.
-- Out: { offset, length, fault, state } as the emitted PREFIX_check reports them, but states count from 1; nil for a well-formed text.
--      UTF-8, 41 ED A0 80: offset 1, length 1, fault "surrogate", state 6, whose name is after_ED.
--
-- `offset` is the length of the longest well-formed prefix. From there, bytes are read until the automaton is dead or the text ends. The
-- first condition that holds decides the fault (docs/specs.md lists them for users, in the same order):
--
--      1  the text ended inside a character or a pair         truncated; the fault may begin with whole forms     ED A0 80 of CESU-8
--      2  a whole character was read that must not be last    the end rule's name; the fault is the whole character
--      3  a high half was read, but not its low half          unpaired; the fault is the whole half               ED A0 80 41 of CESU-8
--      4  a character that the profile leaves out             the name of its rule; the fault is the whole character EF BF BE of XML 1.0
--      5  only `never` rules forbid the bytes                 the name of the first such rule; the character, as far as it was read
--      6  the byte begins no form                             too_long if some form has it at a later place, else not_a_form      80, F8
--      7  no form begins with these bytes and this one        too_short                                                         E4 B8 41
--      8  the bytes begin only left-out code points           the fault of the first excluded row that begins with these bytes     E0 80
--
-- For 4, the automaton of the encoding without its profile reads the character to its end. If that automaton dies, the fault and its
-- length are the same as without the profile. If the text ends inside the character, the fault in 4 and 5 has all remaining bytes. In 4,
-- its name is then the name of the first rule that leaves out a character with this beginning.

local lists = require "gen.common.lists"
local analyses = require "gen.language.analysis"
local automata = require "gen.language.automaton"
local bytes_ = require "gen.common.bytes"
local forms_ = require "gen.spec.forms"
local places = require "gen.common.places"
local rows = require "gen.language.rows"

local M = {}

local DEAD <const>, START <const> = automata.DEAD, automata.START

---The bytes that some form has after its lead byte, as a set.
---@param spec table
function M.continuations(spec)
  local set = {}
  for _, form in ipairs(spec.forms) do
    for i = 2, #form.bytes do
      for byte = form.bytes[i].lo, form.bytes[i].hi do
        set[byte] = true
      end
    end
  end
  return set
end

---Whether lead bytes and continuation bytes describe all forms: each place after the first allows all continuation bytes, and the first
---place allows none of them.
---@param spec table
---@param continuations table
function M.tells_all(spec, continuations)
  for _, form in ipairs(spec.forms) do
    for i, range in ipairs(form.bytes) do
      for byte = 0, 255 do
        local inside <const> = range.lo <= byte and byte <= range.hi
        if i == 1 and inside and continuations[byte] or i > 1 and inside ~= (continuations[byte] or false) then
          return false
        end
      end
    end
  end
  return true
end

---Cuts excluded rows after the byte at which the automaton is dead: F5..F7 for F5..F7 80..BF 80..BF 80..BF. Joins a row to the previous one
---if both have the same fault, and only their last ranges differ and leave no gap. Leaves out rows that never lead to the dead state: other
---forms allow their bytes.
---@param excluded table rows with .fault, as rows.excluded gives them
function M.shortened(automaton, excluded)
  local out = {}
  for _, row in ipairs(excluded) do
    local states, bytes, dies = { [START] = true }, {}, false
    for _, range in ipairs(row.bytes) do
      bytes[#bytes + 1] = { lo = range.lo, hi = range.hi }
      local after = {}
      for state in next, states do
        for byte = range.lo, range.hi do
          after[automaton.next[state][byte]] = true
        end
      end
      dies, after[DEAD] = dies or after[DEAD], nil
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
    elseif dies then
      out[#out + 1] = { bytes = bytes, fault = row.fault }
    end
  end
  return out
end

---The fault of the first excluded row that begins with these bytes; nil if there is none.
local function left_out_by(model, bytes)
  for _, row in ipairs(model.excluded) do
    if forms_.begins(row, bytes) then
      return row.fault
    end
  end
end

---The fault of bytes whose last one cannot follow the others, by the conditions 6 to 8 above.
local function fault_of(model, bytes)
  local fits_a_form <const> = lists.any(model.spec.forms, function(form) return forms_.begins(form, bytes) end)
  if not fits_a_form then
    return #bytes > 1 and "too_short" or model.continuations[bytes[1]] and "too_long" or "not_a_form"
  end
  return left_out_by(model, bytes) or "not_a_form"
end

---The rows of both sides of the `never` rules, in the order of the spec. A rule that only forbids the end has no second side. A rule that
---applies at the start of a text has a first row without bytes.
---@return table rows { {bytes, second = whether of the second character, rule = its number, fault} }
function M.never_rows(spec)
  local out = {}
  for i, rule in ipairs(spec.nevers) do
    out[#out + 1] = rule.starts and { bytes = {}, second = false, rule = i, fault = rule.name } or nil
    for _, side in ipairs { "first", "second" } do
      for _, row in ipairs(rows.of_characters(spec, rule[side].code_points)) do
        out[#out + 1] = { bytes = row.bytes, second = side == "second", rule = i, fault = rule.name }
      end
    end
  end
  return out
end

---The rows that must not end a text: those of the first sides of rules with "end", and high halves of pairs. All characters of a row
---lead to the same state.
---@param all table the rows of all characters
---@param ends table set of the contexts in which no text ends
---@return table rows { {bytes, fault} } in the order in which a fault is decided
function M.unfinished_rows(spec, all, ends)
  local out, named = {}, {}
  for _, rule in ipairs(spec.nevers) do
    for _, row in ipairs(rule.ends and rows.of_characters(spec, rule.first.code_points) or {}) do
      named[#named + 1] = { bytes = row.bytes, fault = rule.name }
    end
  end
  for _, row in ipairs(all) do
    local name
    for _, one in ipairs(ends[row.to] and named or {}) do
      local inside = not name and #one.bytes == #row.bytes
      for i, range in ipairs(inside and row.bytes or {}) do
        inside = inside and forms_.fits(one, i, range.lo)
      end
      name = name or inside and one.fault
    end
    out[#out + 1] = name and { bytes = row.bytes, fault = name } or nil
  end
  -- High halves come after the rules: a rule may name a whole pair, which begins with its high half.
  for _, row in ipairs(spec.pair and rows.of_range(spec, spec.pair.high) or {}) do
    out[#out + 1] = { bytes = row.bytes, fault = spec.pair.name }
  end
  return out
end

---The rows of the characters on first sides of `never` rules. Each row has the number of a set: all rules with the row on the first side.
---@param model table { rows, never_rows }
---@return table first { {bytes, rule = number of the set} }
---@return table sets sets[number] = { [rule] = true }
function M.activated(model)
  local first, sets, number <const> = {}, {}, {}
  for _, row in ipairs(model.rows) do
    if row.to > 1 and not number[row.to] then
      local sample <const>, set = {}, {}
      for i, range in ipairs(row.bytes) do
        sample[i] = range.lo
      end
      for _, one in ipairs(model.never_rows) do
        set[one.rule] = set[one.rule] or not one.second and #one.bytes == #sample and forms_.begins(one, sample) or nil
      end
      sets[#sets + 1] = set
      number[row.to] = #sets
    end
    first[#first + 1] = row.to > 1 and { bytes = row.bytes, rule = number[row.to] } or nil
  end
  return first, sets
end

---The name of the first rule that forbids, after this character, a second one that begins with these bytes; nil if there is none.
local function never_between(model, character, bytes)
  for _, second in ipairs(model.never_rows) do
    for _, first in ipairs(second.second and forms_.begins(second, bytes) and model.never_rows or {}) do
      if not first.second and first.rule == second.rule and #first.bytes == #character and forms_.begins(first, character) then
        return second.fault
      end
    end
  end
end

---The first row with which these bytes begin; nil if there is none.
local function row_before(rows_, bytes)
  for _, row in ipairs(rows_) do
    if #row.bytes <= #bytes and forms_.begins(row, { table.unpack(bytes, 1, #row.bytes) }) then
      return row
    end
  end
end

---The number of bytes that an automaton reads from START until it is dead or has read one character.
---@return integer taken, boolean died
local function taken_from_start(automaton, bytes)
  local state = START
  for i, byte in ipairs(bytes) do
    state = automaton.next[state][byte]
    if state == DEAD or automaton.boundary[state] then
      return state == DEAD and i - 1 or i, state == DEAD
    end
  end
  return #bytes, false
end

---@param model table { spec, whole = automaton, encoding, excluded (disallowed, then shortened), continuations, never_rows,
---  unfinished_rows }
---@param bytes integer[]
---@param begin integer? the state before the bytes; by default the state in which a text begins
---@return table? fault
function M.of(model, bytes, begin)
  local automaton <const> = model.whole
  begin = begin or automaton.origin
  -- `origin` is the state at the offset, and `state` the one after the bytes that were read. `before` is where the last character before
  -- the offset begins, and `last` where the last character that was read ends.
  local origin, state, offset, before, last, read = begin, begin, 0, 0, 0, 0
  while read < #bytes and automaton.next[state][bytes[read + 1]] ~= DEAD do
    read = read + 1
    state = automaton.next[state][bytes[read]]
    if automaton.accepts[state] then
      origin, offset, before = state, read, last
    end
    last = automaton.boundary[state] and read or last
  end
  if offset == #bytes then
    return nil
  end
  local died <const>, part <const> = read < #bytes, { table.unpack(bytes, offset + 1, read) }
  if not died and not automaton.boundary[state] then
    return { offset = offset, length = #part, fault = "truncated", state = state }
  end
  local unfinished <const> = row_before(model.unfinished_rows, part)
  if unfinished then
    local length <const> = #unfinished.bytes
    state = automata.run(automaton, { table.unpack(part, 1, length) }, origin)
    return { offset = offset, length = length, fault = unfinished.fault, state = state }
  end
  local rest <const> = { table.unpack(bytes, offset + 1) }
  local taken <const> = taken_from_start(automaton, rest)
  local read_by_encoding <const>, is_ill_formed <const> = taken_from_start(model.encoding.automaton, rest)
  if read_by_encoding > taken then
    local name_of <const> = is_ill_formed and fault_of or left_out_by
    local fault <const> = name_of(model, { table.unpack(rest, 1, read_by_encoding + (is_ill_formed and 1 or 0)) })
    return { offset = offset, length = read_by_encoding, fault = fault, state = state }
  elseif taken > #part then
    local character <const> = { table.unpack(bytes, before + 1, offset) }
    local fault <const> = never_between(model, character, { table.unpack(rest, 1, taken) })
    return { offset = offset, length = taken, fault = fault, state = state }
  end
  return { offset = offset, length = math.max(#part, 1), fault = fault_of(model, { table.unpack(rest, 1, #part + 1) }), state = state }
end

---For each byte, the first byte of its run. All forms and rows treat the bytes of a run alike, so these bytes have the same faults.
local function first_alike(model)
  local differs, first = {}, {}
  for _, list in ipairs { model.spec.forms, model.excluded, model.never_rows, model.unfinished_rows } do
    for _, row in ipairs(list) do
      for _, range in ipairs(row.bytes) do
        differs[range.lo], differs[range.hi + 1] = true, true
      end
    end
  end
  local class_of <const> = model.automaton.class_of
  for byte = 0, 255 do
    first[byte] = (differs[byte] or class_of[byte] ~= class_of[byte - 1]) and byte or first[byte - 1]
  end
  return first
end

---@param model table as for `of`
---@return fun(b1: integer, b2: integer): string name_of_pair the fault of a pair of bytes that no well-formed text has
function M.of_pairs(model)
  local first <const>, names = first_alike(model), {}
  return function(b1, b2)
    local key <const> = first[b1] << 8 | first[b2]
    names[key] = names[key] or M.of(model, { first[b1], first[b2] }, START).fault
    return names[key]
  end
end

---The names of all faults of this encoding in a fixed order: the common faults without some that cannot occur, then those of its rules.
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
  if next(M.continuations(spec)) or spec.pair then
    add "truncated"
  end
  if next(M.continuations(spec)) then
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

---Whether two automata accept the same texts. Both are minimal and numbered by the same rule, so they must be equal entry by entry.
local function same_language(a, b)
  if a.count ~= b.count or a.origin ~= b.origin then
    return false
  end
  for state = 1, a.count do
    for byte = 0, 255 do
      if a.accepts[state] ~= b.accepts[state] or a.next[state][byte] ~= b.next[state][byte] then
        return false
      end
    end
  end
  return true
end

---A text that fits a row of byte ranges but that an automaton refuses; nil if there is none.
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
  return search(automaton.origin, 1)
end

---A message about a text that only the spec's rows allow or, if there is none, about a text that only the forms allow.
---@param derived table automaton
---@param derived_rows table rows that are derived from the forms
---@param printed table automaton
---@param printed_rows table rows that the spec lists
local function first_difference(derived, derived_rows, printed, printed_rows)
  for _, row in ipairs(printed_rows) do
    local text <const> = refused_by(derived, row.bytes)
    if text then
      return ("the row %s allows %s, but no form does"):format(bytes_.text(row.bytes), bytes_.hex(text))
    end
  end
  for _, row in ipairs(derived_rows) do
    local text <const> = refused_by(printed, row.bytes)
    if text then
      return ("the forms allow %s, but no row has %s"):format(bytes_.text(row.bytes), bytes_.hex(text))
    end
  end
  return "rows cannot express `never` rules"
end

---Checks that some character can be the first, that a text can be completed after each character, and that the spec's table of well-formed
---rows and its examples agree with its forms. If not, raises the spec's error. @param model table as for `of`, with `rows`. If the model
---has a function `disagree(line, format, ...)`, a table or an example that does not agree is reported to this function instead.
function M.check(model)
  local spec = model.spec
  local function fail(line, message, ...)
    local err <const> = { spec_error = true, line = line, message = message:format(...) }
    places.locate(spec.files, err)
    error(err, 0)
  end
  local disagree <const> = model.disagree or fail
  local stuck <const> = analyses.stuck(model.automaton)
  if stuck then
    local rule <const> = lists.picked(spec.nevers, function(rule) return rule.ends and rule end)[1]
    fail(rule and rule.line,
      "after %s no text can be completed; leave this character out of its form, or let another character follow it", bytes_.hex(stuck))
  end
  if #model.whole.edges[model.whole.origin] == 0 then
    local rule <const> = lists.picked(spec.nevers, function(rule) return rule.starts and rule end)[1]
    fail(rule.line, "no text may begin: never with \"start\" forbids every character; leave a character out of its second set")
  end
  if spec.well_formed then
    local forms <const> = lists.map(spec.well_formed, function(bytes) return { bytes = bytes, ranges = {}, also = {}, except = {} } end)
    local twice <const> = forms_.clash { forms = forms }
    if twice then
      fail(spec.lines.well_formed, "%s is in a row of well_formed, and another row has it or begins with it", bytes_.hex(twice))
    end
    local printed <const> = lists.map(spec.well_formed, function(bytes) return { to = 1, bytes = bytes } end)
    local other <const> = automata.build(printed)
    if not same_language(model.whole, other) then
      disagree(spec.lines.well_formed, "the rows of well_formed differ from the forms: %s",
        first_difference(model.whole, model.rows, other, printed))
    end
  end
  for _, example in ipairs(spec.examples) do
    local expected <const> = example.valid and "well-formed" or example.fault
    local found <const> = (M.of(model, example.bytes) or { fault = "well-formed" }).fault
    if expected ~= found then
      disagree(example.line, "the example is marked as %s, but by the rules it is %s", expected, found)
    end
  end
end

return M
