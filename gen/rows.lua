-- SPDX-License-Identifier: 0BSD
-- rows: a spec's forms and code point ranges become sequences of byte ranges.
--
-- In:  spec. Out: rows, a list in byte order; row = { form = i, bytes = { {lo, hi}, ... } }.
--      UTF-8 gives the nine rows of Unicode Table 3-7: U+0800..U+D7FF in "1110xxxx 10xxxxxx 10xxxxxx" falls into
--          E0 A0..BF 80..BF,  E1..EC 80..BF 80..BF,  ED 80..9F 80..BF
--
-- The idea: a range of code points is a rectangle of bytes exactly if its ends lie on multiples of what the later bytes hold. A range
-- that is not is cut there: a partial head, a whole middle, a partial tail; head and tail have one lead byte and recur on the rest.

local M = {}

---Byte-range sequences of the code points lo..hi in a form, from byte i on.
---@param form table  a form of the spec
---@return table list of { {lo, hi}, ... }
local function cut(form, i, lo, hi)
  local byte = form.bytes[i]
  if i == #form.bytes then
    return { { { lo = byte.fixed + lo, hi = byte.fixed + hi } } }
  end
  local rest = 0
  for j = i + 1, #form.bytes do
    rest = rest + form.bytes[j].bits
  end
  local last <const> = (1 << rest) - 1
  local out = {}
  local function add(first_high, last_high, low, high)
    for _, tail in ipairs(cut(form, i + 1, low, high)) do
      table.insert(tail, 1, { lo = byte.fixed + first_high, hi = byte.fixed + last_high })
      out[#out + 1] = tail
    end
  end
  local first_high, last_high = lo >> rest, hi >> rest
  if first_high == last_high then
    add(first_high, first_high, lo & last, hi & last)
    return out
  end
  if lo & last ~= 0 then
    add(first_high, first_high, lo & last, last)
    first_high = first_high + 1
  end
  local tail <const> = hi & last ~= last
  if tail then
    last_high = last_high - 1
  end
  if first_high <= last_high then
    add(first_high, last_high, 0, last)
  end
  if tail then
    add(last_high + 1, last_high + 1, 0, hi & last)
  end
  return out
end

---a minus b, both ascending lists of {lo, hi}.
local function subtract(a, b)
  local out = {}
  for _, range in ipairs(a) do
    local lo = range.lo
    for _, hole in ipairs(b) do
      if hole.hi >= lo and hole.lo <= range.hi then
        if hole.lo > lo then
          out[#out + 1] = { lo = lo, hi = hole.lo - 1 }
        end
        lo = hole.hi + 1
      end
    end
    if lo <= range.hi then
      out[#out + 1] = { lo = lo, hi = range.hi }
    end
  end
  return out
end

local function union(...)
  local all = {}
  for _, list in ipairs { ... } do
    table.move(list, 1, #list, #all + 1, all)
  end
  table.sort(all, function(a, b) return a.lo < b.lo end)
  local out = {}
  for _, range in ipairs(all) do
    local last = out[#out]
    if last and range.lo <= last.hi + 1 then
      last.hi = math.max(last.hi, range.hi)
    else
      out[#out + 1] = { lo = range.lo, hi = range.hi }
    end
  end
  return out
end

---The code points that a form writes, ascending.
function M.allowed(form)
  local allowed = union(form.ranges, form.also)
  for _, rule in ipairs(form.except) do
    allowed = subtract(allowed, rule.ranges)
  end
  return allowed
end

local function by_bytes(a, b)
  for i = 1, math.min(#a.bytes, #b.bytes) do
    if a.bytes[i].lo ~= b.bytes[i].lo then
      return a.bytes[i].lo < b.bytes[i].lo
    end
  end
  return #a.bytes < #b.bytes
end

local function add_rows(rows, form, index, ranges, fault)
  for _, range in ipairs(ranges) do
    for _, bytes in ipairs(cut(form, 1, range.lo, range.hi)) do
      rows[#rows + 1] = { form = index, bytes = bytes, fault = fault }
    end
  end
end

---@param spec table
---@return table rows of the well-formed characters
function M.derive(spec)
  local rows = {}
  for i, form in ipairs(spec.forms) do
    add_rows(rows, form, i, M.allowed(form))
  end
  table.sort(rows, by_bytes)
  return rows
end

---Why each code point that a form could write is left out: rows with a fault name, in the order in which a fault is decided.
---A code point that a shorter form writes is `overlong` here, one above the last of all forms `too_large`; a named exception
---has its name; what remains is `unlisted`.
---@param spec table
---@return table rows, each with .fault
function M.excluded(spec)
  local last = 0
  for _, form in ipairs(spec.forms) do
    last = math.max(last, form.ranges[#form.ranges].hi)
  end
  local rows = {}
  for i, form in ipairs(spec.forms) do
    local open = subtract({ { lo = 0, hi = (1 << form.bits) - 1 } }, M.allowed(form))
    local function take(ranges, fault)
      local kept = subtract(open, ranges)
      add_rows(rows, form, i, subtract(open, kept), fault)
      open = kept
    end
    for _, rule in ipairs(form.except) do
      take(rule.ranges, rule.name)
    end
    local shorter = {}
    for _, other in ipairs(spec.forms) do
      if #other.bytes < #form.bytes then
        shorter = union(shorter, other.ranges)
      end
    end
    take(shorter, "overlong")
    take({ { lo = last + 1, hi = 1 << form.bits } }, "too_large")
    take({ { lo = 0, hi = last } }, "unlisted")
  end
  return rows
end

---"E0 A0..BF 80..BF"
function M.text(bytes)
  local words = {}
  for i, byte in ipairs(bytes) do
    words[i] = byte.lo == byte.hi and ("%02X"):format(byte.lo) or ("%02X..%02X"):format(byte.lo, byte.hi)
  end
  return table.concat(words, " ")
end

return M
