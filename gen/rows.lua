-- SPDX-License-Identifier: 0BSD
-- rows: a spec's forms and code point ranges become sequences of byte ranges.
--
-- In:  spec. Out: rows, in byte order for each context they start from; row = { from, to, form, bytes = { {lo, hi}, ... } }. A spec
--      without `never` has one context, 1.
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

M.subtract = subtract

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

---The ranges of all lists in one, ascending; those that touch are joined.
M.union = union

---The code points that a form's ranges name, ascending; those of its exceptions are among them if `excepted`.
function M.covered(form, excepted)
  local covered = union(form.ranges, form.also)
  for _, rule in ipairs(excepted and {} or form.except) do
    covered = subtract(covered, rule.ranges)
  end
  return covered
end

local function intersect(a, b)
  return subtract(a, subtract(a, b))
end

local function by_bytes(a, b)
  if a.from ~= b.from then
    return a.from < b.from
  end
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

---The contexts of a spec: what the last character forbids the next one. Context 1 forbids nothing; another is the set of the
---`never` rules whose first range holds the last code point, as { [index of the rule] = true }.
---@return table contexts, fun(range: table): integer context_after
local function contexts_of(spec)
  local contexts, seen = { {} }, { [""] = 1 }
  local function after(range)
    local armed, key = {}, {}
    for i, rule in ipairs(spec.nevers) do
      if rule.first.lo <= range.lo and range.hi <= rule.first.hi then
        armed[i] = true
        key[#key + 1] = i
      end
    end
    key = table.concat(key, " ")
    if not seen[key] then
      contexts[#contexts + 1] = armed
      seen[key] = #contexts
    end
    return seen[key]
  end
  return contexts, after
end

---A form's code points cut at every end of a rule's range, so that each part is wholly inside or outside of each rule.
local function parts_of(spec, ranges)
  local parts = ranges
  for _, rule in ipairs(spec.nevers) do
    for _, range in ipairs { rule.first, rule.second } do
      local inside, outside = intersect(parts, { range }), subtract(parts, { range })
      parts = inside
      table.move(outside, 1, #outside, #parts + 1, parts)
      table.sort(parts, function(a, b) return a.lo < b.lo end)
    end
  end
  return parts
end

---Rows of the well-formed characters: each leads from a context to another. A pair is one character, its two forms in a row.
---@param spec table
---@return table rows { {from, to, form, bytes} }, integer contexts how many contexts there are
function M.derive(spec)
  local contexts, context_after = contexts_of(spec)
  local halves = spec.pair and { spec.pair.high, spec.pair.low } or {}
  local parts = {}
  for i, form in ipairs(spec.forms) do
    for _, part in ipairs(parts_of(spec, subtract(M.covered(form), union(halves)))) do
      parts[#parts + 1] = { form = i, range = part, to = context_after(part) }
    end
  end
  local rows = {}
  for from, armed in ipairs(contexts) do
    for _, part in ipairs(parts) do
      local forbidden = false
      for rule in next, armed do
        local second = spec.nevers[rule].second
        forbidden = forbidden or (second.lo <= part.range.lo and part.range.hi <= second.hi)
      end
      for _, bytes in ipairs(forbidden and {} or cut(spec.forms[part.form], 1, part.range.lo, part.range.hi)) do
        rows[#rows + 1] = { from = from, to = part.to, form = part.form, bytes = bytes }
      end
    end
    for i, high_form in ipairs(spec.forms) do
      for _, high in ipairs(spec.pair and intersect(M.covered(high_form, true), { spec.pair.high }) or {}) do
        for _, low_form in ipairs(spec.forms) do
          for _, low in ipairs(intersect(M.covered(low_form, true), { spec.pair.low })) do
            for _, first in ipairs(cut(high_form, 1, high.lo, high.hi)) do
              for _, second in ipairs(cut(low_form, 1, low.lo, low.hi)) do
                local bytes = { table.unpack(first) }
                table.move(second, 1, #second, #bytes + 1, bytes)
                rows[#rows + 1] = { from = from, to = 1, form = i, bytes = bytes }
              end
            end
          end
        end
      end
    end
  end
  table.sort(rows, by_bytes)
  return rows, #contexts
end

---The rows of a range of code points, by whatever form's ranges name it, exceptions or not.
function M.of_range(spec, range)
  local rows = {}
  for i, form in ipairs(spec.forms) do
    add_rows(rows, form, i, intersect(M.covered(form, true), { range }))
  end
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
    local open = subtract({ { lo = 0, hi = (1 << form.bits) - 1 } }, M.covered(form))
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

---How many bytes the longest form has.
---@param spec table
---@return integer
function M.longest_form(spec)
  local longest = 0
  for _, form in ipairs(spec.forms) do
    longest = math.max(longest, #form.bytes)
  end
  return longest
end

---"80..B6, B8..BE"
---@param ranges table list of {lo, hi}
function M.ranges_text(ranges)
  local words = {}
  for i, range in ipairs(ranges) do
    words[i] = M.text { range }
  end
  return table.concat(words, ", ")
end

---"E0 A0 80"
---@param bytes integer[]
function M.hex(bytes)
  local words = {}
  for i, byte in ipairs(bytes) do
    words[i] = ("%02X"):format(byte)
  end
  return table.concat(words, " ")
end

return M
