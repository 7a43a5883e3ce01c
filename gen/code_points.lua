-- SPDX-License-Identifier: 0BSD
-- code_points: code points to bytes and back, as C.
--
-- In:  spec. Out: what characters.c puts together: for each length of a character the forms that have it, each with the C of its code
--      point; and the code points in ascending spans of one form, each with the C of its bytes.
--      UTF-8, three bytes: (bytes[0] & 0x0FU) << 12 | (bytes[1] & 0x3FU) << 6 | (bytes[2] & 0x3FU);
--          the span U+0800..U+FFFF with the gap U+D800..U+DFFF: 0xE0U | code_point >> 12, 0x80U | (code_point >> 6 & 0x3FU), ...
--
-- The idea: a whole character's length tells its form. Where it does not, the bytes at the places in which the forms differ do, and where
-- two forms differ in none, the code point, since no character has the bytes of another.

local rows = require "gen.rows"

local M = {}

---Gaps of a span that are compared one by one; of a span with more of them, the automaton tells what stands in them.
local MOST_COMPARED <const> = 6

local WORD_BITS <const>, LAST_WORD <const> = 32, 0xFFFFFFFF

---Why a language's characters can't be told as numbers, or nil.
---@param model table
---@return string? reason
function M.refused(model)
  local spec <const> = model.spec
  for _, form in ipairs(spec.forms) do
    if not form.bits then
      return ("the characters of line %d have no code points"):format(form.line)
    end
  end
  local paired <const> = rows.paired(spec)
  if paired and paired.hi > LAST_WORD then
    return ("the pairs of line %d write U+%X, and code points have at most 32 bits"):format(spec.pair.line, paired.hi)
  end
end

local function number(value)
  return ("0x%XU"):format(value)
end

-- ---- From bytes ----

---A form's characters and halves of pairs.
local function code_points(spec, form)
  return rows.union(rows.covered(form), rows.intersect(rows.covered(form, true), rows.halves(spec)))
end

---The C of a form's code point.
---@param form table
---@param from integer index of its first byte
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

---A test whether a name's value lies in ascending ranges, in C.
local function within(name, ranges)
  local tests = {}
  for i, range in ipairs(ranges) do
    local from <const>, to <const> = ("%s >= %s"):format(name, number(range.lo)), ("%s <= %s"):format(name, number(range.hi))
    tests[i] = range.lo == range.hi and ("%s == %s"):format(name, number(range.lo))
      or range.lo == 0 and to or ("(%s && %s)"):format(from, to)
  end
  return #tests == 1 and tests[1] or "(" .. table.concat(tests, " || ") .. ")"
end

---The ways to write a character: a form, or two of them for a pair. { forms, bytes, ranges?, text, value }: `ranges` of one form only.
local function ways_of(spec)
  local ways <const>, halves <const> = {}, rows.halves(spec)
  for _, form in ipairs(spec.forms) do
    if #rows.subtract(rows.covered(form), halves) > 0 then
      ways[#ways + 1] = {
        bytes = form.bytes, ranges = rows.subtract(code_points(spec, form), halves), text = form.pattern, value = value(form, 0),
      }
    end
  end
  local pair <const> = spec.pair
  local first <const> = pair and rows.paired(spec).lo
  for _, high in ipairs(pair and spec.forms or {}) do
    for _, low in ipairs(#rows.intersect(code_points(spec, high), { pair.high }) > 0 and spec.forms or {}) do
      if #rows.intersect(code_points(spec, low), { pair.low }) > 0 then
        local bytes <const> = table.move(low.bytes, 1, #low.bytes, #high.bytes + 1, { table.unpack(high.bytes) })
        ways[#ways + 1] = {
          bytes = bytes, text = high.pattern .. " and " .. low.pattern,
          value = ("%s + ((%s) - %s) * %s + ((%s) - %s)"):format(number(first), value(high, 0), number(pair.high.lo),
            number(pair.low.hi - pair.low.lo + 1), value(low, #high.bytes), number(pair.low.lo)),
        }
      end
    end
  end
  return ways
end

---A test that tells a way from others of its length, in C; nil if there are none.
local function test_of(way, others)
  local tests, apart = {}, true
  for _, other in ipairs(others) do
    local differs = false
    for i, range in ipairs(way.bytes) do
      differs = differs or range.hi < other.bytes[i].lo or other.bytes[i].hi < range.lo
    end
    apart = apart and differs
  end
  for i, range in ipairs(way.bytes) do
    local needed = false
    for _, other in ipairs(others) do
      needed = needed or other.bytes[i].lo < range.lo or range.hi < other.bytes[i].hi
    end
    tests[#tests + 1] = needed and within(("bytes[%d]"):format(i - 1), { range }) or nil
  end
  if not apart then
    -- Never two pairs: their halves are characters of forms, and these differ.
    tests[#tests + 1] = within(("(%s)"):format(way.value), way.ranges)
  end
  return #others > 0 and table.concat(tests, " && "):gsub("^%((.*)%)$", #tests == 1 and "%1" or "(%1)") or nil
end

---The lengths of characters, ascending, each with its ways: { length, ways }; a way has `text`, `value`, and a `test` if others follow.
---@param spec table
function M.lengths(spec)
  local by_length <const>, lengths <const> = {}, {}
  for _, way in ipairs(ways_of(spec)) do
    local length <const> = #way.bytes
    if not by_length[length] then
      by_length[length] = { length = length, ways = {} }
      lengths[#lengths + 1] = by_length[length]
    end
    table.insert(by_length[length].ways, way)
  end
  table.sort(lengths, function(a, b) return a.length < b.length end)
  for _, group in ipairs(lengths) do
    -- What code points must tell comes first: pairs have no ranges of them.
    table.sort(group.ways, function(a, b)
      if (a.ranges ~= nil) ~= (b.ranges ~= nil) then
        return a.ranges ~= nil
      end
      return a.text < b.text
    end)
    for i, way in ipairs(group.ways) do
      way.test = test_of(way, { table.unpack(group.ways, i + 1) })
    end
  end
  return lengths
end

---How many bytes the longest character has.
---@param spec table
function M.longest(spec)
  local longest = 0
  for _, way in ipairs(ways_of(spec)) do
    longest = math.max(longest, #way.bytes)
  end
  return longest
end

-- ---- To bytes ----

---The C of a form's bytes for code_point.
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

---Whether another form may have the same bytes, for other code points.
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

---The code points that forms write, halves of pairs among them, in ascending spans of one form, what stands in `also` by its own form.
---@param spec table
---@return table spans { {lo, hi, form, bytes, gaps, below} }: `bytes` is their C, `below` whether what is less must be refused
---@return boolean many whether there are gaps that the automaton must tell; such spans have none
function M.spans(spec)
  local pieces = {}
  for _, form in ipairs(spec.forms) do
    for _, range in ipairs(rows.intersect(code_points(spec, form), form.ranges)) do
      pieces[#pieces + 1] = { lo = range.lo, hi = range.hi, form = form }
    end
  end
  table.sort(pieces, function(a, b) return a.lo < b.lo end)
  local spans, many = {}, false
  for _, piece in ipairs(pieces) do
    local span = spans[#spans]
    if span and span.form == piece.form then
      span.gaps[#span.gaps + 1] = { lo = span.hi + 1, hi = piece.lo - 1 }
      span.hi = piece.hi
    else
      spans[#spans + 1] = {
        lo = piece.lo, hi = piece.hi, form = piece.form, bytes = bytes_of(piece.form), gaps = {},
        below = piece.lo > (span and span.hi + 1 or 0),
      }
    end
  end
  for _, span in ipairs(spans) do
    if #span.gaps > MOST_COMPARED and not is_shared(spec, span.form) then
      many, span.gaps = true, {}
    end
    span.gap = #span.gaps > 0 and within("code_point", span.gaps):gsub("^%((.*)%)$", "%1") or nil
  end
  return spans, many
end

---What pairs write, as numbers in C.
---@param spec table
---@return table? pair { first, last, high, low, lows, half }: `half` tests whether code_point is a half
function M.pair(spec)
  if not spec.pair then
    return nil
  end
  local high <const>, low <const>, paired <const> = spec.pair.high, spec.pair.low, rows.paired(spec)
  return {
    first = number(paired.lo), last = number(paired.hi), high = number(high.lo), low = number(low.lo), lows = number(low.hi - low.lo + 1),
    half = within("code_point", rows.halves(spec)):gsub("^%((.*)%)$", "%1"),
  }
end

---High halves of pairs as rows: their length and a test in C whether bytes begin with such a one.
---@param spec table
---@return table rows { {length, text, test} }
function M.high_halves(spec)
  local out = {}
  for i, row in ipairs(spec.pair and rows.of_range(spec, spec.pair.high) or {}) do
    local tests = { ("length >= %d"):format(#row.bytes) }
    for place, range in ipairs(row.bytes) do
      if range.lo > 0 or range.hi < 255 then
        tests[#tests + 1] = within(("bytes[%d]"):format(place - 1), { range }):gsub("^%((.*)%)$", "%1")
      end
    end
    out[i] = { length = #row.bytes, text = rows.text(row.bytes), test = table.concat(tests, " && ") }
  end
  return out
end

return M
