-- SPDX-License-Identifier: 0BSD
-- code_points: writes the conversions from bytes to code points and back as C.
--
-- In:  a spec; for `single` a model. Out, for code_point.c: the forms by the length of a character, each with the C of its code point; for
--      spell.c: ascending spans of code points of one form, each with the C of its bytes; for other templates: tests and constants.
--      UTF-8, three bytes: (bytes[0] & 0x0FU) << 12 | (bytes[1] & 0x3FU) << 6 | (bytes[2] & 0x3FU);
--          the span U+0800..U+FFFF with the gap U+D800..U+DFFF: 0xE0U | code_point >> 12, 0x80U | (code_point >> 6 & 0x3FU), ...
--
-- The idea: the length of a character usually determines its form. If several forms have this length, the bytes at places where they differ
-- determine the form. If two forms differ at no place, the code point determines the form, since no two characters have the same bytes.
-- For a pair, the code points of both halves determine both forms.

local lists = require "gen.common.lists"
local comparisons = require "gen.emit.comparisons"
local bytes_ = require "gen.common.bytes"
local ranges_ = require "gen.common.ranges"
local forms_ = require "gen.spec.forms"
local rows = require "gen.language.rows"

local M = {}

---The most gaps of a span that are compared one by one. With more gaps, the automaton finds them, unless forms may have the same bytes.
local MOST_COMPARED <const> = 6

local WORD_BITS <const>, LAST_WORD <const> = 32, 0xFFFFFFFF

local function number(value)
  return ("0x%XU"):format(value)
end

-- ---- From bytes ----

---The characters of a form, and the halves of pairs that it writes.
local function code_points(spec, form)
  return ranges_.join(forms_.covered(form), ranges_.intersect(forms_.covered(form, true), forms_.halves(spec)))
end

---The C of the code point that bytes of a form encode.
---@param form table
---@param from integer index of the form's first byte
local function value(form, from)
  local terms, shift = { form.base > 0 and number(form.base) or nil }, 0
  for i = #form.bytes, 1, -1 do
    local bits <const> = form.bytes[i].bits
    if bits > 0 and shift < WORD_BITS then
      local byte <const> = ("(bytes[%d] & 0x%02XU)"):format(from + i - 1, (1 << bits) - 1)
      table.insert(terms, #terms > 0 and form.base > 0 and 2 or 1, shift > 0 and ("%s << %d"):format(byte, shift) or byte)
    end
    shift = shift + bits
  end
  return #terms > 0 and table.concat(terms, " | ") or "0U"
end

---A C test whether a variable is in ascending ranges.
---@param most integer? the largest value of the variable's type; by default that of uint32_t
local function inside(name, ranges, most)
  return comparisons.set(ranges, name, number, most or LAST_WORD)
end

---As `inside`, in parentheses if the test has several operands.
local function within(name, ranges, most)
  local test <const> = inside(name, ranges, most)
  return test:find "[&|,]" and "(" .. test .. ")" or test
end

---The ways to write a character, by one form or, for a pair, by two: { bytes, parts, text, value }; `parts` has { value, ranges } by form.
local function ways_of(spec)
  local ways <const>, halves <const> = {}, forms_.halves(spec)
  for _, form in ipairs(spec.forms) do
    if #ranges_.subtract(forms_.covered(form), halves) > 0 then
      local parts <const> = { { value = value(form, 0), ranges = ranges_.subtract(code_points(spec, form), halves) } }
      ways[#ways + 1] = { bytes = form.bytes, parts = parts, text = form.pattern, value = parts[1].value }
    end
  end
  local pair <const> = spec.pair
  local first <const> = pair and forms_.paired(spec).lo
  for _, high in ipairs(pair and spec.forms or {}) do
    local highs <const> = ranges_.intersect(code_points(spec, high), { pair.high })
    for _, low in ipairs(#highs > 0 and spec.forms or {}) do
      local lows <const> = ranges_.intersect(code_points(spec, low), { pair.low })
      if #lows > 0 then
        local bytes <const> = table.move(low.bytes, 1, #low.bytes, #high.bytes + 1, { table.unpack(high.bytes) })
        local parts <const> = { { value = value(high, 0), ranges = highs }, { value = value(low, #high.bytes), ranges = lows } }
        ways[#ways + 1] = {
          bytes = bytes, parts = parts, text = high.pattern .. " and " .. low.pattern,
          value = ("%s + ((%s) - %s) * %s + ((%s) - %s)"):format(number(first), parts[1].value, number(pair.high.lo),
            number(pair.low.hi - pair.low.lo + 1), parts[2].value, number(pair.low.lo)),
        }
      end
    end
  end
  return ways
end

---A C test that distinguishes a way from others of its length; nil if there are no others.
local function test_of(way, others)
  local tests, apart = {}, true
  for _, other in ipairs(others) do
    local differs <const> = lists.any(way.bytes, function(range, i) return range.hi < other.bytes[i].lo or other.bytes[i].hi < range.lo end)
    apart = apart and differs
  end
  for i, range in ipairs(way.bytes) do
    local needed <const> = lists.any(others, function(other) return other.bytes[i].lo < range.lo or range.hi < other.bytes[i].hi end)
    tests[#tests + 1] = needed and within(("bytes[%d]"):format(i - 1), { range }, 0xFF) or nil
  end
  for _, part in ipairs(apart and {} or way.parts) do
    tests[#tests + 1] = within(("(%s)"):format(part.value), part.ranges)
  end
  return #others > 0 and table.concat(tests, " && "):gsub("^%((.*)%)$", #tests == 1 and "%1" or "(%1)") or nil
end

---The lengths of characters, ascending, each with its ways: { length, ways }. A way has `text`, `value`, and a `test` if others follow.
---@param spec table
---@return table lengths
---@return boolean reads_bytes whether the code point of some way depends on bytes
function M.lengths(spec)
  local by_length <const>, lengths <const>, reads_bytes = {}, {}, false
  for _, way in ipairs(ways_of(spec)) do
    local length <const> = #way.bytes
    if not by_length[length] then
      by_length[length] = { length = length, ways = {} }
      lengths[#lengths + 1] = by_length[length]
    end
    table.insert(by_length[length].ways, way)
    reads_bytes = reads_bytes or way.value:find("bytes", 1, true) ~= nil
  end
  table.sort(lengths, function(a, b) return a.length < b.length end)
  for _, group in ipairs(lengths) do
    table.sort(group.ways, function(a, b)
      if #a.parts ~= #b.parts then
        return #a.parts < #b.parts
      end
      return a.text < b.text
    end)
    for i, way in ipairs(group.ways) do
      way.test = test_of(way, { table.unpack(group.ways, i + 1) })
    end
  end
  return lengths, reads_bytes
end

-- ---- In the header ----

---The most ranges of a form's characters that an inline function compares.
local MOST_RANGES <const> = 4

local WORDS <const> = 1 << WORD_BITS

---A form's characters.
local function characters_of(spec, form)
  return ranges_.subtract(forms_.covered(form), forms_.halves(spec))
end

---A C test whether code_point is in ascending ranges. One comparison is enough for a range: the difference wraps around below the range.
local function in_ranges(ranges)
  local tests = {}
  for i, range in ipairs(ranges) do
    local from <const> = range.lo > 0 and ("code_point - %s"):format(number(range.lo)) or "code_point"
    tests[i] = range.hi - range.lo < LAST_WORD and ("%s < %s"):format(from, number(range.hi - range.lo + 1)) or "true"
  end
  return #tests == 1 and tests[1] or "(" .. table.concat(tests, " || ") .. ")"
end

---C tests of the later bytes. The variables b1, b2, ... are these bytes, minus their fixed bits.
local function later_tests(form)
  local groups, tests = {}, {}
  for i = 2, #form.bytes do
    local bits <const> = form.bytes[i].bits
    groups[bits] = groups[bits] or {}
    table.insert(groups[bits], ("b%d"):format(i - 1))
  end
  for bits = 0, 7 do
    local names <const> = groups[bits]
    local all <const> = names and (#names > 1 and "(" .. table.concat(names, " | ") .. ")" or names[1])
    tests[#tests + 1] = all and ("%s < %s"):format(all, number(1 << bits))
  end
  return tests
end

---The number of free bits in a form's bytes, from the byte at a place on.
local function bits_from(form, place)
  local bits = 0
  for i = place, #form.bytes do
    bits = bits + form.bytes[i].bits
  end
  return bits
end

---The C of a form's code point, from the variables `lead`, b1, b2, ...
local function inline_value(form)
  local lo <const>, terms = form.bytes[1].lo, {}
  for i, byte in ipairs(form.bytes) do
    local shift <const> = bits_from(form, i + 1)
    local name <const> = i > 1 and ("b%d"):format(i - 1) or lo == 0 and "lead" or ("(lead - 0x%02XU)"):format(lo)
    if shift < WORD_BITS and (i == 1 or byte.bits > 0) then
      terms[#terms + 1] = shift == 0 and name or #form.bytes == 1 and name or ("(%s << %d)"):format(name, shift)
    end
  end
  terms[#terms + 1] = form.base > 0 and number(form.base) or nil
  return (table.concat(terms, " + "):gsub("^%(([^()]*)%)$", "%1"))
end

---Whether `lead`, which is not a lead byte of this form, would give one of the form's characters if it were decoded as a lead byte.
local function is_mistaken(form, characters, lead)
  local rest <const> = bits_from(form, 2)
  local first <const> = ((lead - form.bytes[1].lo << rest) + form.base) % WORDS
  local values <const> = { { lo = first, hi = first + (1 << rest) - 1 }, { lo = first - WORDS, hi = first + (1 << rest) - 1 - WORDS } }
  return #ranges_.intersect(characters, { values[1] }) > 0 or #ranges_.intersect(characters, { values[2] }) > 0
end

---The forms of two or more bytes with at most 32 free bits whose characters are in 1 to MOST_RANGES ranges; sorted by lead bytes.
local function inline_forms(spec)
  local forms = {}
  for _, form in ipairs(spec.forms) do
    local characters <const> = characters_of(spec, form)
    if #form.bytes > 1 and #characters > 0 and #characters <= MOST_RANGES and bits_from(form, 1) <= WORD_BITS then
      forms[#forms + 1] = form
    end
  end
  table.sort(forms, function(a, b)
    if a.bytes[1].lo ~= b.bytes[1].lo then
      return a.bytes[1].lo < b.bytes[1].lo
    end
    return a.line < b.line
  end)
  return forms
end

---The forms of two or more bytes whose characters are in few ranges, for code that is inlined into the caller's loop.
---@param spec table
---@return table forms { {pattern, length, lead, fixed, tail, value, valid} }: tests and values in C; `fixed` are the fixed bits of later
---  bytes; `lead` must be tested first; it is false only in the last form, if the other tests imply it
---@return boolean all true only if each character has one of these forms, or one byte
---@return boolean chained whether a byte that passes `lead` cannot begin a later form
function M.inline(spec)
  local out, forms <const>, chained, single = {}, inline_forms(spec), true, 0
  for i = 2, #forms do
    chained = chained and forms[i - 1].bytes[1].hi < forms[i].bytes[1].lo
  end
  for i, form in ipairs(forms) do
    local lead <const>, characters <const>, fixed = form.bytes[1], characters_of(spec, form), {}
    local from <const>, to <const> = chained and i > 1 and forms[i - 1].bytes[1].hi + 1 or 0, chained and i < #forms and lead.hi or 255
    local mistaken = false
    for byte = from, to do
      mistaken = mistaken or (byte < lead.lo or byte > lead.hi) and is_mistaken(form, characters, byte)
    end
    for place = 2, #form.bytes do
      fixed[place - 1] = number(form.bytes[place].lo)
    end
    out[i] = {
      pattern = form.pattern, length = #form.bytes, fixed = fixed, value = inline_value(form), valid = in_ranges(characters),
      tail = table.concat(later_tests(form), " && "),
      lead = (mistaken or not chained) and inside("lead", { { lo = lead.lo, hi = lead.hi } })
        or i < #forms and ("lead <= %s"):format(number(lead.hi)) or false,
    }
  end
  for _, form in ipairs(spec.forms) do
    single = single + (#form.bytes == 1 and #characters_of(spec, form) > 0 and 1 or 0)
  end
  return out, #out + single == #spec.forms and single <= 1 and not spec.pair, chained
end

---The characters of the largest one-byte form. Forms with characters in more than MOST_RANGES ranges do not count.
---@param model table
---@return table? single { test, value, starts }: C about `lead`; `starts`: whether such a byte never occurs inside a longer character
function M.single(model)
  local best, most = nil, 0
  for _, form in ipairs(model.spec.forms) do
    local characters <const>, count = characters_of(model.spec, form), 0
    for _, range in ipairs(characters) do
      count = count + range.hi - range.lo + 1
    end
    if #form.bytes == 1 and #characters <= MOST_RANGES and count > most then
      local bytes = {}
      for i, range in ipairs(characters) do
        bytes[i] = { lo = form.bytes[1].lo + range.lo - form.base, hi = form.bytes[1].lo + range.hi - form.base }
      end
      local starts <const> = #ranges_.subtract(bytes, model.cuts.starts) == 0
      most, best = count, { test = inside("lead", bytes), value = inline_value(form), starts = starts }
    end
  end
  return best
end

-- ---- To bytes ----

---The C of the bytes of code_point in a form.
local function bytes_of(form)
  local bytes, shift = {}, 0
  for i = #form.bytes, 1, -1 do
    local byte <const> = form.bytes[i]
    local term
    if byte.bits > 0 and shift < WORD_BITS then
      local shifted <const> = shift > 0 and ("code_point >> %d"):format(shift) or "code_point"
      local top <const> = form.base == 0 and i == 1
      term = top and shifted or ("(%s & 0x%02XU)"):format(shifted, (1 << byte.bits) - 1)
    end
    local fixed <const> = (byte.lo > 0 or not term) and ("0x%02XU"):format(byte.lo) or nil
    bytes[i] = ("(uint8_t)(%s)"):format(fixed and term and fixed .. " | " .. term or term or fixed)
    shift = shift + byte.bits
  end
  return bytes
end

---Whether another form may have the same bytes for other code points.
local function is_shared(spec, form)
  for _, other in ipairs(spec.forms) do
    local same = other ~= form and #other.bytes == #form.bytes
    for i, range in ipairs(same and form.bytes or {}) do
      same = same and range.lo <= other.bytes[i].hi and other.bytes[i].lo <= range.hi
    end
    if same then
      return true
    end
  end
  return false
end

---The code points that forms write, including halves of pairs, in ascending spans of one form. Spellings by `also` are not in any span.
---@param spec table
---@return table spans { {lo, hi, form, bytes, gaps, gap?, below} }: `bytes` and `gap` (a test) are C; `below` is whether the number before
---  the span must be refused, since no span contains it
---@return boolean many whether some spans have too many gaps to compare: their `gaps` are empty, and the automaton finds the gaps
function M.spans(spec)
  local parts = {}
  for _, form in ipairs(spec.forms) do
    for _, range in ipairs(ranges_.intersect(code_points(spec, form), form.ranges)) do
      parts[#parts + 1] = { lo = range.lo, hi = range.hi, form = form }
    end
  end
  table.sort(parts, function(a, b) return a.lo < b.lo end)
  local spans, many = {}, false
  for _, part in ipairs(parts) do
    local span = spans[#spans]
    if span and span.form == part.form then
      -- A spec may write adjacent ranges: 2F, 30..39.
      span.gaps[#span.gaps + 1] = part.lo > span.hi + 1 and { lo = span.hi + 1, hi = part.lo - 1 } or nil
      span.hi = part.hi
    else
      spans[#spans + 1] = {
        lo = part.lo, hi = part.hi, form = part.form, bytes = bytes_of(part.form), gaps = {},
        below = part.lo > (span and span.hi + 1 or 0),
      }
    end
  end
  for _, span in ipairs(spans) do
    if #span.gaps > MOST_COMPARED and not is_shared(spec, span.form) then
      many, span.gaps = true, {}
    end
    span.gap = #span.gaps > 0 and inside("code_point", span.gaps) or nil
  end
  return spans, many
end

---The constants for pairs, as C.
---@param spec table
---@return table? pair { first, last, high, low, lows, half }: `half` tests whether code_point is a half
function M.pair(spec)
  if not spec.pair then
    return nil
  end
  local high <const>, low <const>, paired <const> = spec.pair.high, spec.pair.low, forms_.paired(spec)
  return {
    first = number(paired.lo), last = number(paired.hi), high = number(high.lo), low = number(low.lo), lows = number(low.hi - low.lo + 1),
    half = inside("code_point", forms_.halves(spec)),
  }
end

---The rows of the high halves of pairs, each with its length and a C test whether bytes begin with it.
---@param spec table
---@return table rows { {bytes, length, text, test} }
function M.high_halves(spec)
  local out = {}
  for i, row in ipairs(spec.pair and rows.of_range(spec, spec.pair.high) or {}) do
    local tests = { ("length >= %d"):format(#row.bytes) }
    for place, range in ipairs(row.bytes) do
      if range.lo > 0 or range.hi < 255 then
        tests[#tests + 1] = inside(("bytes[%d]"):format(place - 1), { range }, 0xFF)
      end
    end
    out[i] = { bytes = row.bytes, length = #row.bytes, text = bytes_.text(row.bytes), test = table.concat(tests, " && ") }
  end
  return out
end

return M
