-- SPDX-License-Identifier: 0BSD
-- random_specs: specs drawn from a seed, as a user would write them.
--
-- In:  a seed. Out: { seed, text, tags }, where tags names what the spec has besides plain forms ("pair", "end", "rows", ...).
--      What it means, tests/judge.lua says.
--
-- The idea: forms first; then what rules speak of, so that exceptions can leave it alone; what a draw would make a contradiction (a rule
-- about code points that nobody writes, a form of which nothing is left) is dropped, so that every spec that comes out is right.

local judge = require "tests.judge"

local M = {}

---Random numbers from a seed, the same everywhere: xorshift64*. https://doi.org/10.18637/jss.v008.i14
---@return fun(n: integer): integer roll of 1..n
function M.dice(seed)
  local x = seed * 0x9E3779B97F4A7C15 | 1
  return function(n)
    x = x ~ x >> 12
    x = x ~ x << 25
    x = x ~ x >> 27
    return (x * 0x2545F4914F6CDD1D >> 33) % n + 1
  end
end

---Lists of forms to draw from: those of UTF-8 and its older six-byte form; lead and continuation bytes exchanged; five bits a continuation,
---with a second form of one byte (I8); continuation bytes of two kinds; lead bytes that are continuation bytes too, as in EUC; lead bytes
---that begin two forms, as in GB18030.
local FAMILIES <const> = {
  { "0xxxxxxx", "110xxxxx 10xxxxxx", "1110xxxx 10xxxxxx 10xxxxxx", "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx", weight = 9 },
  { "0xxxxxxx", "110xxxxx 10xxxxxx", "1110xxxx 10xxxxxx 10xxxxxx", "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx",
    "111110xx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx", "1111110x 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx", weight = 2 },
  { "0xxxxxxx", "100xxxxx 11xxxxxx", "1010xxxx 11xxxxxx 11xxxxxx", "10110xxx 11xxxxxx 11xxxxxx 11xxxxxx", weight = 2 },
  { "0xxxxxxx", "10xxxxxx 101xxxxx", weight = 1 },
  { "0xxxxxxx", "100xxxxx", "110xxxxx 101xxxxx", "1110xxxx 101xxxxx 101xxxxx", "11110xxx 101xxxxx 101xxxxx 101xxxxx", weight = 3 },
  { "0xxxxxxx", "110xxxxx 100xxxxx", "1110xxxx 101xxxxx 100xxxxx", weight = 1 },
  { "0xxxxxxx", "1xxxxxxx 1xxxxxxx", weight = 1 },
  { "0xxxxxxx", "1xxxxxxx 01xxxxxx", weight = 1 },
  { "00xxxxxx", "01xxxxxx 10xxxxxx", "110xxxxx 10xxxxxx 10xxxxxx", weight = 1 },
  { "0xxxxxxx", "1xxxxxxx 01xxxxxx", "1xxxxxxx 0011xxxx 1xxxxxxx 0011xxxx", weight = 2 },
  { "0xxxxxxx", "110xxxxx 10xxxxxx", "110xxxxx 0xxxxxxx 11xxxxxx", weight = 1 },
}

---How many exceptions all forms of a spec have at most, where there are many.
local MOST_HOLES <const> = 30

local function family(roll)
  local total = 0
  for _, one in ipairs(FAMILIES) do
    total = total + one.weight
  end
  local n = roll(total)
  for _, one in ipairs(FAMILIES) do
    n = n - one.weight
    if n <= 0 then
      return one
    end
  end
end

local function range_text(range)
  return range.lo == range.hi and ('"U+%04X"'):format(range.lo) or ('"U+%04X..U+%04X"'):format(range.lo, range.hi)
end

---A part of a range: one code point, a block on a boundary of bits, or any.
local function part_of(roll, range)
  local size <const> = range.hi - range.lo + 1
  local lo = range.lo + roll(size) - 1
  local kind <const> = roll(4)
  if kind == 1 then
    return { lo = lo, hi = lo }
  elseif kind == 2 then
    local hi = range.lo + roll(size) - 1
    return { lo = math.min(lo, hi), hi = math.max(lo, hi) }
  end
  local block <const> = 1 << roll(12)
  lo = math.max(lo // block * block, range.lo)
  return { lo = lo, hi = math.min(lo // block * block + block - 1, range.hi) }
end

local function meets(range, list)
  for _, other in ipairs(list) do
    if range.lo <= other.hi and other.lo <= range.hi then
      return true
    end
  end
  return false
end

---Forms of a family with ranges, one after the other. What lies above a form's bits begins at a multiple of them: a form with a base.
local function draw_forms(roll, tags)
  local forms, next_free = {}, 0
  local patterns <const> = family(roll)
  for i, pattern in ipairs(patterns) do
    local bits <const> = select(2, pattern:gsub("x", ""))
    local based <const> = next_free >= 1 << bits or next_free > 0 and roll(12) == 1
    local base <const> = based and (next_free - 1 >> bits) + 1 << bits or 0
    if roll(8) > 1 or i == #patterns and #forms == 0 then
      local lo <const>, last <const> = math.max(next_free, base), base + (1 << bits) - 1
      local hi = last
      if roll(4) == 1 then
        hi = lo + roll(last - lo + 1) - 1
      end
      local form = { pattern = pattern, ranges = { { lo = lo, hi = hi } }, also = {}, except = {}, based = based }
      if roll(10) == 1 and hi - lo > 8 then
        local middle <const> = lo + roll(hi - lo - 4)
        form.ranges = { { lo = lo, hi = middle }, { lo = middle + 2, hi = hi } }
      end
      next_free = hi + 1
      forms[#forms + 1] = form
      tags.base = tags.base or based
    end
  end
  return forms
end

---Rows of bytes behind a form of one byte: leads in a few stretches, and behind each one second bytes that end a character or go on.
local function draw_rows(roll)
  local rows, lead = {}, 0x80
  local function range(lo, hi)
    return lo == hi and ("%02X"):format(lo) or ("%02X..%02X"):format(lo, hi)
  end
  while lead <= 0xFF and #rows < 6 do
    local lo <const> = lead + roll(24) - 1
    local hi <const> = math.min(lo + roll(64) - 1, 0xFF)
    local second = roll(3) == 1 and 0x80 or 0x30 + roll(16)
    for _ = 1, lo <= 0xFF and roll(2) or 0 do
      local from <const> = second + roll(16) - 1
      local to <const> = math.min(from + roll(80) - 1, 0xFF)
      local row = { range(lo, hi), from <= 0xFF and range(from, to) or nil }
      while #row > 1 and #row < 4 and roll(4) == 1 do
        local first <const> = 0x20 + roll(0x90)
        row[#row + 1] = range(first, math.min(first + roll(96), 0xFF))
      end
      rows[#rows + 1] = #row > 1 and table.concat(row, " ") or nil
      second = to + 1
    end
    lead = hi + 1
  end
  return rows
end

---A set as a never rule names it: a range, or several, some of them left out again; and the code points that it holds.
local function draw_set(roll, some_range)
  if roll(3) > 1 then
    local range <const> = part_of(roll, some_range())
    return { ranges = { range }, holes = {} }
  end
  local ranges = {}
  for i = 1, roll(3) do
    ranges[i] = part_of(roll, some_range())
  end
  if roll(3) == 1 then
    -- Over several forms, and over code points that nobody writes.
    ranges = { { lo = math.min(ranges[1].lo, 0x20), hi = ranges[#ranges].hi + roll(0x400) } }
  end
  ranges = judge.union(ranges)
  local holes = {}
  for i = 1, roll(3) - 1 do
    holes[i] = part_of(roll, ranges[roll(#ranges)])
  end
  return { ranges = ranges, holes = judge.union(holes) }
end

local function set_text(set, with_end)
  local words = {}
  for i, range in ipairs(set.ranges) do
    words[i] = range_text(range)
  end
  words[#words + 1] = with_end and '"end"' or nil
  local holes = {}
  for i, range in ipairs(set.holes) do
    holes[i] = range_text(range)
  end
  if #holes > 0 then
    words[#words + 1] = "except = " .. (#holes == 1 and holes[1] or "{ " .. table.concat(holes, ", ") .. " }")
  end
  return #words == 1 and words[1] or "{ " .. table.concat(words, ", ") .. " }"
end

---What a set holds of the code points that are written.
local function held(set, written)
  return judge.both(judge.without(set.ranges, set.holes), written)
end

---Whether every range of a set holds a code point that is written, its holes apart, and it holds none of those that pairs write.
local function makes_sense(set, written, pairs_from)
  for _, range in ipairs(set.ranges) do
    if #judge.both(judge.without({ range }, set.holes), written) == 0 then
      return false
    end
  end
  return not meets({ lo = pairs_from, hi = math.maxinteger }, judge.without(set.ranges, set.holes))
end

---@param seed integer
---@return table drawn { seed, text, tags }
function M.draw(seed)
  local roll <const>, tags <const> = M.dice(seed), {}
  tags.rows = roll(6) == 1
  local rows <const> = tags.rows and draw_rows(roll) or {}
  local forms <const> = tags.rows and { { pattern = "0xxxxxxx", ranges = { { lo = roll(2) - 1, hi = 0x7F } }, also = {}, except = {} } }
    or draw_forms(roll, tags)
  local last = 0
  for _, form in ipairs(forms) do
    last = math.max(last, form.ranges[#form.ranges].hi)
  end
  local function some_range()
    local form <const> = forms[roll(#forms)]
    return form.ranges[roll(#form.ranges)], form
  end

  -- Halves must not be left out in part; so they are drawn first.
  local pair, halves = nil, {}
  if roll(4) == 1 then
    local high <const>, low <const> = part_of(roll, (some_range())), part_of(roll, (some_range()))
    if not meets(high, { low }) then
      pair, halves = { high = high, low = low }, judge.union({ high }, { low })
      tags.pair = true
    end
  end
  local many <const> = roll(8) == 1
  for number, form in ipairs(forms) do
    local holes = judge.union(halves)
    local count = roll(2) == 1 and roll(4) or 0
    if many and (number > 1 or #forms == 1) then
      count, tags.many_holes = 6 + roll(MOST_HOLES // #forms), true
    end
    for n = 1, count do
      local hole <const> = part_of(roll, form.ranges[roll(#form.ranges)])
      if not meets(hole, holes) and hole.hi - hole.lo < form.ranges[1].hi - form.ranges[1].lo then
        holes[#holes + 1] = hole
        -- Of many, several share a name.
        local name <const> = ("hole_%d_%d"):format(number, many and roll(3) or n)
        local rule = form.except[name] or { name = name, ranges = {} }
        form.except[name] = rule
        form.except[#form.except + 1] = #rule.ranges == 0 and rule or nil
        rule.ranges[#rule.ranges + 1] = hole
      end
    end
    local left = judge.union(form.ranges)
    for _, rule in ipairs(form.except) do
      table.sort(rule.ranges, function(a, b) return a.lo < b.lo end)
      left = judge.without(left, judge.union(rule.ranges))
    end
    if #left == 0 or #judge.without(left, halves) == 0 and not pair then
      form.except = {}
    end
  end
  -- A longer form may write what a shorter one writes.
  for i = 2, roll(5) == 1 and #forms or 0 do
    local other <const> = forms[roll(i - 1)]
    local part <const> = part_of(roll, other.ranges[1])
    local free <const> = #other.except == 0 and not other.based and not forms[i].based and not meets(part, halves)
    if free and #other.pattern < #forms[i].pattern and forms[i].ranges[1].lo > other.ranges[#other.ranges].hi then
      forms[i].also, tags.also = { part }, true
    end
  end
  local written = {}
  for _, form in ipairs(forms) do
    local own = judge.union(form.ranges)
    for _, rule in ipairs(form.except) do
      own = judge.without(own, judge.union(rule.ranges))
    end
    written = judge.union(written, judge.without(own, halves))
  end
  local nevers = {}
  for n = 1, roll(3) == 1 and roll(4) or 0 do
    local first <const>, second <const> = draw_set(roll, some_range), draw_set(roll, some_range)
    local with_end <const> = roll(3) == 1
    local pairs_from <const> = pair and last + 1 or math.maxinteger
    -- Behind a character after which no text ends there must be one that may stand there.
    local dead <const> = with_end and #judge.without(written, held(second, written)) == 0
    if #written > 0 and makes_sense(first, written, pairs_from) and makes_sense(second, written, pairs_from) and not dead then
      -- Some rules share a name, and some have the one that is left out.
      local name <const> = roll(4) == 1 and "" or (', name = "rule_%d"'):format(roll(3) == 1 and 1 or n)
      nevers[#nevers + 1] = ("never { %s, %s%s }"):format(set_text(first), set_text(second, with_end), name)
      tags.never, tags["end"] = true, tags["end"] or with_end
      tags.wide = tags.wide or #first.ranges + #second.ranges > 2 or #first.holes + #second.holes > 0
    end
  end

  local lines = { ('encoding "Random %d"'):format(seed), ('source "seed %d"'):format(seed) }
  for _, form in ipairs(forms) do
    local words = {}
    for j, range in ipairs(form.ranges) do
      words[j] = range_text(range)
    end
    for _, range in ipairs(form.also) do
      words[#words + 1] = "also = " .. range_text(range)
    end
    local holes = {}
    for j, rule in ipairs(form.except) do
      holes[j] = ("%s = %s"):format(rule.name, set_text { ranges = rule.ranges, holes = {} })
    end
    words[#words + 1] = #holes > 0 and ("except = { %s }"):format(table.concat(holes, ", ")) or nil
    lines[#lines + 1] = ('form "%s" { %s }'):format(form.pattern, table.concat(words, ", "))
  end
  if #rows > 0 then
    lines[#lines + 1] = "bytes [[\n" .. table.concat(rows, "\n") .. "\n]]"
  end
  if pair then
    lines[#lines + 1] = ("pair { high = %s, low = %s }"):format(range_text(pair.high), range_text(pair.low))
  end
  table.move(nevers, 1, #nevers, #lines + 1, lines)
  return { seed = seed, text = table.concat(lines, "\n") .. "\n", tags = tags }
end

return M
