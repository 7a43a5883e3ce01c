-- SPDX-License-Identifier: 0BSD
-- invariants: writes a predicate of ACSL for each state of the automaton: which bytes lead to this state.
--
-- In:  a model, and the prefix of the predicates' names. Out of `of`: { {name, value, lines} }, a predicate on the first n bytes of t for
--      each state except the dead one; nil if a character may begin where no text may end. Out of `begun`: the same for each state inside
--      a character, where the n bytes are only those of the character; nil if a character may begin in another state than START.
--
-- The idea: a predicate lists the bytes that lead to its state from a place where a character begins, and says that the text before them is
-- well-formed. Nothing here is trusted: `make prove` shows that the automaton's loop keeps `in that state <==> its predicate`. A
-- grammar defines well_formed: the handwritten verify/prove/NAME.h or, without such a file, one made from the rows. UTF-8's tail_2 is
-- reached by E1..EC or EE..EF, by F0 and 90..BF, and so on:
--
--     predicate utf8_in_tail_2{L}(uint8_t *t, integer n) =
--            (n >= 1 && (0xE1 <= t[n - 1] <= 0xEC || 0xEE <= t[n - 1] <= 0xEF) && well_formed(t, n - 1))
--         || (n >= 2 && t[n - 2] == 0xF0 && 0x90 <= t[n - 1] <= 0xBF && well_formed(t, n - 2))
--         ...
--
-- If rules forbid some characters after others, texts may end in several states. The last character distinguishes these states from START.

local lists = require "gen.common.lists"
local automata = require "gen.language.automaton"

local M = {}

local START <const>, DEAD <const> = automata.START, automata.DEAD

---The paths to a state from each state where a character begins: { from, bytes = {ranges, ...} }, first byte first.
local function paths_to(automaton, state)
  local found = {}
  local function back(target, bytes)
    for from = 1, automaton.count do
      local ranges <const> = from ~= DEAD and automata.between(automaton, from, target) or {}
      local path <const> = { ranges, table.unpack(bytes) }
      if #ranges > 0 and automaton.boundary[from] then
        found[#found + 1] = { from = from, bytes = path }
      elseif #ranges > 0 then
        back(from, path)
      end
    end
  end
  back(state, {})
  return found
end

---The ACSL that tests whether a byte is in some ranges.
local function byte_test(ranges, byte)
  local tests = {}
  for i, range in ipairs(ranges) do
    tests[i] = range.lo == range.hi and ("%s == 0x%02X"):format(byte, range.lo)
      or ("0x%02X <= %s <= 0x%02X"):format(range.lo, byte, range.hi)
  end
  return #tests == 1 and tests[1] or "(" .. table.concat(tests, " || ") .. ")"
end

---A test whether the first n bytes of t end with bytes in these ranges; if `whole`, also whether n is #bytes.
local function bytes_test(bytes, whole)
  local tests = { ("n %s %d"):format(whole and "==" or ">=", #bytes) }
  for i, ranges in ipairs(bytes) do
    tests[i + 1] = byte_test(ranges, whole and ("t[%d]"):format(i - 1) or ("t[n - %d]"):format(#bytes - i + 1))
  end
  return table.concat(tests, " && ")
end

---Combines paths with the same bytes: one path with all the states where it begins.
local function grouped(paths)
  local groups, by_text = {}, {}
  for _, path in ipairs(paths) do
    local text <const> = bytes_test(path.bytes)
    if not by_text[text] then
      by_text[text] = { text = text, length = #path.bytes, from = {} }
      groups[#groups + 1] = by_text[text]
    end
    by_text[text].from[path.from] = true
  end
  return groups
end

---The lines of a disjunction.
local function any_of(terms)
  return lists.map(terms, function(term, i) return (i == 1 and "   " or "|| ") .. "(" .. term .. ")" end)
end

---The value of a state in the table.
local function value_of(model, state)
  return (state - 1) * model.dfa.classes
end

---@param model table
---@param p string prefix of the names
---@return table? predicates { name, state, value, lines }, each after the predicates that it uses
function M.of(model, p)
  local automaton <const>, boundaries = model.automaton, {}
  for state = 1, automaton.count do
    if automaton.boundary[state] then
      boundaries[#boundaries + 1] = state
      if not automaton.accepts[state] then
        return nil
      end
    end
  end
  local function name_of(state)
    return p .. "in_" .. automaton.names[state]
  end
  local function before(group)
    local terms <const> = lists.picked(boundaries, function(state)
      return group.from[state] and ("%s(t, n - %d)"):format(name_of(state), group.length)
    end)
    return #terms == #boundaries and ("well_formed(t, n - %d)"):format(group.length)
      or #terms == 1 and terms[1] or "(" .. table.concat(terms, " || ") .. ")"
  end
  local predicates, lasts = {}, {}
  local function add(state, lines)
    predicates[#predicates + 1] = { name = name_of(state), state = state, value = value_of(model, state), lines = lines }
  end
  -- The predicates of states in which texts end come first, since other predicates use them.
  for _, state in ipairs(boundaries) do
    if state ~= START then
      local terms <const> = lists.map(grouped(paths_to(automaton, state)), function(group) return group.text end)
      lasts[#lasts + 1] = "!" .. name_of(state) .. "(t, n)"
      add(state, { "   well_formed(t, n) && (", table.unpack(any_of(terms)) })
      table.insert(predicates[#predicates].lines, ")")
    end
  end
  add(START, { "   " .. table.concat({ "well_formed(t, n)", table.unpack(lasts) }, " && ") })
  for state = DEAD + 1, automaton.count do
    if not automaton.boundary[state] then
      local terms <const> = lists.map(grouped(paths_to(automaton, state)), function(group)
        return ("%s && %s"):format(group.text, before(group))
      end)
      add(state, any_of(terms))
    end
  end
  return predicates
end

---The next state in `shift`, as an expression of both C and ACSL. Each state except the dead one has a line such as
---`s == 6 ? (0x00 <= b && b <= 0x7F ? 6 : ... 0) :`; the last line is the dead state's offset.
---@param model table
---@return string[] lines
function M.shift_next(model)
  local automaton <const>, offsets <const>, lines = model.automaton, model.shift.offsets, {}
  for from = 1, automaton.count do
    local cases = {}
    for to = 1, from == DEAD and 0 or automaton.count do
      local ranges <const> = to ~= DEAD and automata.between(automaton, from, to) or {}
      for _, range in ipairs(ranges) do
        cases[#cases + 1] = ("0x%02X <= b && b <= 0x%02X ? %d : "):format(range.lo, range.hi, offsets[to])
      end
    end
    lines[#lines + 1] = from ~= DEAD and ("s == %d ? (%s%d) :"):format(offsets[from], table.concat(cases), offsets[DEAD]) or nil
  end
  lines[#lines + 1] = ("%d"):format(offsets[DEAD])
  return lines
end

---@param model table
---@param p string prefix of the names
---@return table? predicates { name, value, lines }
function M.begun(model, p)
  local automaton <const>, predicates = model.automaton, {}
  for state = DEAD + 1, automaton.count do
    if automaton.boundary[state] then
      return nil
    end
    local terms <const> = lists.map(paths_to(automaton, state), function(path) return bytes_test(path.bytes, true) end)
    predicates[#predicates + 1] = { name = p .. "begun_" .. automaton.names[state], value = value_of(model, state), lines = any_of(terms) }
  end
  return predicates
end

return M
