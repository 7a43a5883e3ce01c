-- SPDX-License-Identifier: 0BSD
-- judge_tables: writes the meaning of a spec as tables of C for tests/gen/random_judge.c.
--
-- In:  the meaning of the spec (judge.lua), the names of the parts (gen/kernel/api.lua) in the emitted C, the bytes of the replacement
--      character. Out: the text of judge.h.
--
-- A set is a list of ranges; each list is a separate variable. Rules are numbered from 0.

local judge <const> = require "tests.lib.judge"

local SAMPLE <const>, MOST_PIECE_BYTES <const> = 3000, 16

local TYPES <const> = [[
typedef struct { uint64_t lo, hi; } range;
typedef struct { const range *ranges; size_t count; } set;
typedef struct { uint64_t lo, hi; uint16_t context, second; } part;
typedef struct { const char *name; set of; } excluded;
typedef struct { bool row; size_t length; struct { uint8_t lo, hi; int bits; } places[16]; int bits; uint64_t base;
  const part *parts; size_t part_count; set own, highs, lows, lone_lows; const excluded *excluded; size_t excluded_count;
  const excluded *profile; size_t profile_count; } form;]]

---A writer of C: add(format, ...) adds a line, and list_of(set) adds a list and returns the expression of the set.
local function writer()
  local out, lists = { lines = {} }, 0
  function out.add(text, ...)
    out.lines[#out.lines + 1] = text:format(...)
  end
  function out.list_of(set)
    local words = {}
    for i, range in ipairs(set) do
      words[i] = ("{0x%X, 0x%X}"):format(range.lo, range.hi)
    end
    lists = lists + 1
    out.add("static const range list_%d[] = {%s};", lists, #words > 0 and table.concat(words, ", ") or "{0, 0}")
    return ("{list_%d, %d}"):format(lists, #set)
  end
  return out
end

---Numbers the contexts from 0, and makes a function that returns a part as C. In C, a part has the number of the set of rules
---whose second side contains this part. The empty set has number 0.
---@return table seconds the sets of rules, in the order of their numbers; the function adds new sets
---@return fun(part: table): string
local function numbered_parts(meaning)
  local seconds, numbers = { {} }, { [""] = 0 }
  local function second_of(one)
    local words = {}
    for i = 1, #meaning.nevers do
      words[#words + 1] = one.second[i] and i or nil
    end
    local key <const> = table.concat(words, " ")
    if not numbers[key] then
      seconds[#seconds + 1] = one.second
      numbers[key] = #seconds - 1
    end
    return numbers[key]
  end
  for i, context in ipairs(meaning.contexts) do
    context.number = i - 1
  end
  return seconds, function(one)
    return ("{0x%X, 0x%X, %d, %d}"):format(one.lo or 0, one.hi or 0, one.context.number, second_of(one))
  end
end

---Writes the lists of a form. @return string the form itself
local function write_form(out, form, i, part_text)
  local places, words, excluded, profile = {}, {}, {}, {}
  for j, place in ipairs(form.places) do
    places[j] = ("{0x%02X, 0x%02X, %d}"):format(place.lo, place.hi, place.bits or 0)
  end
  for j, one in ipairs(form.row and {} or form.parts) do
    words[j] = part_text(one)
  end
  out.add("static const part parts_%d[] = {%s};", i, #words > 0 and table.concat(words, ", ") or "{0, 0, 0, 0}")
  for j, rule in ipairs(form.excluded) do
    excluded[j] = ('{"%s", %s}'):format(rule.name, out.list_of(rule.set))
  end
  for j, rule in ipairs(form.profile) do
    profile[j] = ('{"%s", %s}'):format(rule.name, out.list_of(rule.set))
  end
  out.add("static const excluded excluded_%d[] = {%s};", i, #excluded > 0 and table.concat(excluded, ", ") or '{"", {0, 0}}')
  out.add("static const excluded profile_%d[] = {%s};", i, #profile > 0 and table.concat(profile, ", ") or '{"", {0, 0}}')
  return ("{%s, %d, {%s}, %d, 0x%X, parts_%d, %d, %s, %s, %s, %s, excluded_%d, %d, profile_%d, %d},"):format(
    tostring(form.row or false), #form.places, table.concat(places, ", "), form.bits or 0, form.base or 0, i, #words,
    out.list_of(form.own), out.list_of(form.highs or {}), out.list_of(form.lows or {}), out.list_of(form.lone_lows or {}), i, #excluded,
    i, #profile)
end

---Writes all forms, and the pair.
local function write_forms(out, meaning, part_text)
  local forms, also, rows = {}, false, false
  for i, form in ipairs(meaning.forms) do
    forms[i] = write_form(out, form, i, part_text)
    also, rows = also or #form.also > 0, rows or form.row == true
  end
  out.add("#define HAS_ALSO %s", tostring(also))
  out.add("#define ROWS %s", tostring(rows))
  out.add("enum { FORMS = %d };\nstatic const form forms[] = {\n%s\n};", #forms, table.concat(forms, "\n"))
  local pair <const> = meaning.pair
  out.add("#define HAS_PAIR %s", tostring(pair ~= nil))
  out.add("static const part pair_part = %s;", pair and part_text(meaning.pair_part) or "{0, 0, 0, 0}")
  out.add("#define PAIRS_FROM 0x%XU\nenum { PAIR_HIGH = 0x%X, PAIR_HIGH_LAST = 0x%X, PAIR_LOW = 0x%X, PAIR_LOWS = %d };",
    pair and meaning.last + 1 or 0, pair and pair.high[1].lo or 0, pair and pair.high[1].hi or 0, pair and pair.low[1].lo or 0,
    pair and pair.low[1].hi - pair.low[1].lo + 1 or 1)
end

---Writes the contexts. Context 0 has no rules. The added context FREE has no rules either, and no character changes it. A text begins in
---context ORIGIN. For each context and each set of rules (`seconds`), also writes the first rule of the set that applies in the context.
local function write_contexts(out, meaning, seconds)
  local contexts, rows = {}, {}
  for i, context in ipairs(meaning.contexts) do
    local ending, words = "none", {}
    for _, rule in ipairs(context.activated) do
      ending = ending == "none" and meaning.nevers[rule].ends and meaning.nevers[rule].name or ending
    end
    contexts[i] = ('{%s, %s, "%s"},'):format(tostring(context.final), tostring(context.good), ending)
    for j, second in ipairs(seconds) do
      local first = "NO_RULE"
      for _, rule in ipairs(context.activated) do
        first = first == "NO_RULE" and second[rule] and tostring(rule - 1) or first
      end
      words[j] = first
    end
    rows[i] = "{" .. table.concat(words, ", ") .. "},"
  end
  contexts[#contexts + 1] = '{true, true, "none"},'
  rows[#rows + 1] = "{" .. ("NO_RULE, "):rep(#seconds) .. "},"
  local after <const> = {}
  for _, part in ipairs(meaning.parts) do
    after[part.context.number] = true
  end
  after[0] = nil
  out.add("enum { FREE = %d, ORIGIN = %d, NO_RULE = 0xFFFF };", #contexts - 1, meaning.origin.number)
  out.add("#define BINDS %s  // whether some character restricts the next one or the end", tostring(next(after) ~= nil))
  out.add("static const struct { bool final, good; const char *end_rule; } contexts[] = {\n%s\n};", table.concat(contexts, "\n"))
  out.add("static const uint16_t forbids[][%d] = {\n%s\n};", #seconds, table.concat(rows, "\n"))
end

---Writes the names of rules, and for each side of a rule the list of its code points that some form writes.
local function write_sides(out, meaning)
  local names, sides = {}, {}
  for i, rule in ipairs(meaning.nevers) do
    names[i] = ('"%s"'):format(rule.name)
    for _, side in ipairs { "first", "second" } do
      local written = {}
      for _, form in ipairs(meaning.forms) do
        written = judge.union(written, judge.both(form.written, rule[side]))
      end
      sides[#sides + 1] = out.list_of(written) .. ","
    end
  end
  names[1] = names[1] or '""'
  sides[1] = sides[1] or "{0, 0},"
  out.add("static const char *const never_names[] = {%s};", table.concat(names, ", "))
  out.add("enum { SIDES = %d };\nstatic const set sides[] = {\n%s\n};", #sides, table.concat(sides, "\n"))
end

---Writes characters at the edges of ranges. If there are 2 * SAMPLE or more, writes a sample of at least SAMPLE.
local function write_pieces(out, meaning)
  local bytes, at, all <const> = {}, { 0 }, judge.pieces(meaning)
  local step <const> = math.max(1, #all // SAMPLE)
  for i = 1, #all, step do
    table.move(all[i], 1, math.min(#all[i], MOST_PIECE_BYTES), #bytes + 1, bytes)
    at[#at + 1] = #bytes
  end
  out.add("static const uint8_t pieces[] = {%s};", table.concat(bytes, ", "))
  out.add("enum { PIECES = %d };\nstatic const uint32_t piece_at[] = {%s};", #at - 1, table.concat(at, ", "))
end

---@param meaning table of the spec
---@param has string[] names of the parts in the emitted C
---@param replacement integer[]? the bytes of the replacement character
---@return string C of judge.h
return function(meaning, has, replacement)
  local out <const> = writer()
  out.add('#include "rnd.h"')
  for _, name in ipairs(has) do
    out.add("#define HAS_%s", name:upper())
  end
  out.add("%s", TYPES)
  local seconds <const>, part_text <const> = numbered_parts(meaning)
  write_forms(out, meaning, part_text)
  write_contexts(out, meaning, seconds)
  write_sides(out, meaning)
  write_pieces(out, meaning)
  out.add("static const uint8_t replacement[] = {%s};", replacement and table.concat(replacement, ", ") or "0")
  return table.concat(out.lines, "\n") .. "\n"
end
