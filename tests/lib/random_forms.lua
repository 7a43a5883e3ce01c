-- SPDX-License-Identifier: 0BSD
-- random_forms: draws the forms of a spec, or rows of bytes.
--
-- In:  dice (random_specs.lua). Out: a list of { pattern, ranges, also, except, based? }, with empty `also` and `except`; rows as a spec
--      writes them, "81..9F {40..7E 80..A0}". Unusual properties are noted in tags.

local M = {}

---Families of forms to draw from.
local FAMILIES <const> = {
  { "0xxxxxxx", "110xxxxx 10xxxxxx", "1110xxxx 10xxxxxx 10xxxxxx", "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx", weight = 9 },  -- UTF-8
  { "0xxxxxxx", "110xxxxx 10xxxxxx", "1110xxxx 10xxxxxx 10xxxxxx", "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx",  -- UTF-8 of up to six bytes
    "111110xx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx", "1111110x 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx", weight = 2 },
  -- lead bytes 80..B7, continuation bytes C0..FF
  { "0xxxxxxx", "100xxxxx 11xxxxxx", "1010xxxx 11xxxxxx 11xxxxxx", "10110xxx 11xxxxxx 11xxxxxx 11xxxxxx", weight = 2 },
  { "0xxxxxxx", "10xxxxxx 101xxxxx", weight = 1 },  -- continuation bytes of five bits
  -- the same with a second form of one byte, as in I8 (UTF-EBCDIC)
  { "0xxxxxxx", "100xxxxx", "110xxxxx 101xxxxx", "1110xxxx 101xxxxx 101xxxxx", "11110xxx 101xxxxx 101xxxxx 101xxxxx", weight = 3 },
  { "0xxxxxxx", "110xxxxx 100xxxxx", "1110xxxx 101xxxxx 100xxxxx", weight = 1 },  -- two kinds of continuation bytes
  { "0xxxxxxx", "1xxxxxxx 1xxxxxxx", weight = 1 },  -- lead bytes are also continuation bytes, as in EUC
  { "0xxxxxxx", "1xxxxxxx 01xxxxxx", weight = 1 },  -- continuation bytes below 80
  { "00xxxxxx", "01xxxxxx 10xxxxxx", "110xxxxx 10xxxxxx 10xxxxxx", weight = 1 },  -- lead bytes below 80
  { "0xxxxxxx", "1xxxxxxx 01xxxxxx", "1xxxxxxx 0011xxxx 1xxxxxxx 0011xxxx", weight = 2 },  -- lead bytes of two forms each, as in GB 18030
  { "0xxxxxxx", "110xxxxx 10xxxxxx", "110xxxxx 0xxxxxxx 11xxxxxx", weight = 1 },  -- the same
}

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

---Draws all or some of UTF-8's forms, with the usual bounds or others.
function M.utf8(roll, tags)
  local patterns <const> = FAMILIES[1]
  local forms <const> = {}
  local bounds <const> = { { lo = 0, hi = 0x7F }, { lo = 0x80, hi = 0x7FF }, { lo = 0x800, hi = 0xFFFF }, { lo = 0x10000, hi = 0x10FFFF } }
  local kind <const> = roll(10)
  local last <const> = kind == 1 and roll(3) or 4
  tags.three_forms, tags.two_forms, tags.one_form = last == 3, last == 2, last == 1
  if kind == 2 then
    bounds[4].hi, tags.bits_21 = 0x1FFFFF, true
  elseif kind == 3 then
    bounds[1].lo, tags.no_nul = 1, true
  elseif kind == 5 and last > 1 then
    -- The next form encodes the last code points of this one.
    local i <const> = roll(last - 1)
    bounds[i].hi = bounds[i].lo + roll(bounds[i].hi - bounds[i].lo) - 1
    bounds[i + 1].lo, tags.moved = bounds[i].hi + 1, true
  end
  for i = 1, last do
    forms[i] = { pattern = patterns[i], ranges = { bounds[i] }, also = {}, except = {} }
  end
  if kind == 4 then
    local drop <const> = 1 + roll(3)
    table.remove(forms, drop)
    tags.gap = true
  end
  return forms
end

---Draws ascending ranges for most forms of a family. If the next free code point has too many bits for a form, the form gets a base: a
---multiple of 2^n, where n is the number of x in the form. Sometimes a form gets a base although it has enough bits.
function M.family(roll, tags)
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
  tags.family = true
  return forms
end

---Draws rows of bytes, for a spec that also has a form of one byte. There are a few ranges of lead bytes, each with at most two ranges or
---sets of second bytes. Most characters end after the second byte, or after one or two more. Some have up to 16 bytes, from small ranges.
function M.rows(roll, tags)
  local rows, lead = {}, 0x80
  local function range(lo, hi)
    return lo == hi and ("%02X"):format(lo) or ("%02X..%02X"):format(lo, hi)
  end
  ---The bytes of a range, or a set of one to three of its parts.
  local function place(lo, hi)
    local parts, at = {}, lo
    for _ = 1, roll(5) == 1 and 3 or 0 do
      local from <const> = at + roll(12) - 1
      local to <const> = math.min(from + roll(12) - 1, hi)
      parts[#parts + 1] = from <= hi and range(from, to) or nil
      at = to + roll(4)
    end
    tags.sets = tags.sets or #parts > 0
    return #parts > 0 and ("{%s}"):format(table.concat(parts, roll(2) == 1 and " " or "  ")) or range(lo, hi)
  end
  while lead <= 0xFF and #rows < 6 do
    local lo <const> = lead + roll(24) - 1
    local hi <const> = math.min(lo + roll(64) - 1, 0xFF)
    local second = roll(3) == 1 and 0x80 or 0x30 + roll(16)
    for _ = 1, lo <= 0xFF and roll(2) or 0 do
      local from <const> = second + roll(16) - 1
      local to <const> = math.min(from + roll(80) - 1, 0xFF)
      local row = { range(lo, hi), from <= 0xFF and place(from, to) or nil }
      while #row > 1 and #row < 4 and roll(4) == 1 do
        local first <const> = 0x20 + roll(0x90)
        row[#row + 1] = place(first, math.min(first + roll(96), 0xFF))
      end
      local most <const> = roll(16) == 1 and 4 + roll(12) or 0
      while #row > 1 and #row < most do
        local first <const> = 0x20 + roll(0xD0)
        row[#row + 1] = range(first, first + roll(4) - 1)
      end
      tags.long_rows = tags.long_rows or #row > 4
      rows[#rows + 1] = #row > 1 and table.concat(row, " ") or nil
      second = to + 1
    end
    lead = hi + 1
  end
  return rows
end

return M
