-- SPDX-License-Identifier: 0BSD
-- rows: a spec's forms and code point ranges become sequences of byte ranges.
--
-- In:  spec. Out: rows, in byte order; row = { form, bytes = { {lo, hi}, ... }, to, barred }: `to` is the context that the character leads
--      to, `barred` the set of those that do not allow it. A spec without `never` has one context, 1.
--      UTF-8 gives the nine rows of Unicode Table 3-7: U+0800..U+D7FF in "1110xxxx 10xxxxxx 10xxxxxx" falls into
--          E0 A0..BF 80..BF,  E1..EC 80..BF 80..BF,  ED 80..9F 80..BF
--
-- The idea: a range of code points is a rectangle of bytes exactly if its ends lie on multiples of what the later bytes hold. A range
-- that is not is cut there: a partial head, a whole middle, a partial tail; head and tail have one lead byte and recur on the rest.

local ranges_ = require "gen.common.ranges"

local M = {}

---Byte-range sequences of what the free bits lo..hi write in a form, from byte i on.
---@param form table  a form of the spec
---@return table list of { {lo, hi}, ... }
local function cut(form, i, lo, hi)
  local byte = form.bytes[i]
  if i == #form.bytes then
    return { { { lo = byte.lo + lo, hi = byte.lo + hi } } }
  end
  local rest = 0
  for j = i + 1, #form.bytes do
    rest = rest + form.bytes[j].bits
  end
  local last <const> = (1 << rest) - 1
  local out = {}
  local function add(first_high, last_high, low, high)
    for _, tail in ipairs(cut(form, i + 1, low, high)) do
      table.insert(tail, 1, { lo = byte.lo + first_high, hi = byte.lo + last_high })
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

---Byte-range sequences of a range of code points in a form.
local function rows_of(form, range)
  return cut(form, 1, range.lo - form.base, range.hi - form.base)
end

---The ranges of all lists in one, ascending; those that touch are joined.
local function union(...)
  local all = {}
  for _, list in ipairs { ... } do
    table.move(list, 1, #list, #all + 1, all)
  end
  return ranges_.union(all)
end

local subtract <const>, intersect <const> = ranges_.subtract, ranges_.intersect

M.union, M.subtract, M.intersect = union, subtract, intersect

---The code points that a form's ranges name, ascending; those of its exceptions are among them if `excepted`.
function M.covered(form, excepted)
  local covered = union(form.ranges, form.also)
  for _, rule in ipairs(excepted and {} or form.except) do
    covered = subtract(covered, rule.ranges)
  end
  return covered
end

---The code points that are halves of pairs, ascending.
function M.halves(spec)
  return spec.pair and union({ spec.pair.high }, { spec.pair.low }) or {}
end

---The code points that pairs write: those behind the last one of all forms.
---@return table? range
function M.paired(spec)
  if not spec.pair then
    return nil
  end
  local first = 0
  for _, form in ipairs(spec.forms) do
    first = math.max(first, #form.ranges > 0 and form.ranges[#form.ranges].hi + 1 or 0)
  end
  local high <const>, low <const> = spec.pair.high, spec.pair.low
  return { lo = first, hi = first + (high.hi - high.lo + 1) * (low.hi - low.lo + 1) - 1 }
end

---All code points of well-formed characters, ascending: halves of pairs are none.
function M.written(spec)
  local lists <const> = { { M.paired(spec) } }
  local halves <const> = M.halves(spec)
  for _, form in ipairs(spec.forms) do
    lists[#lists + 1] = subtract(M.covered(form), halves)
  end
  return union(table.unpack(lists))
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
    for _, bytes in ipairs(rows_of(form, range)) do
      rows[#rows + 1] = { form = index, bytes = bytes, fault = fault }
    end
  end
end

---The encoding that a spec's profile is one of: the same forms and pairs, without what `disallow` and `allow` leave out, and without
---rules on two characters.
---@param spec table
---@return table encoding as much of a spec as this file reads
function M.encoding_of(spec)
  local encoding <const> = { forms = {}, pair = spec.pair, nevers = {} }
  for i, form in ipairs(spec.forms) do
    local except <const> = {}
    for _, rule in ipairs(form.except) do
      except[#except + 1] = not rule.profile and rule or nil
    end
    encoding.forms[i] = {
      line = form.line, pattern = form.pattern, bytes = form.bytes, bits = form.bits, base = form.base, ranges = form.ranges,
      also = form.also, except = except,
    }
  end
  return encoding
end

---The characters of the encoding that a profile leaves out, by the names of its rules: rows with a fault name, in the order of the forms,
---and in each of its rules.
---@param spec table
---@return table rows
function M.disallowed(spec)
  local rows = {}
  for i, form in ipairs(spec.forms) do
    for _, rule in ipairs(form.except) do
      add_rows(rows, form, i, rule.profile and rule.ranges or {}, rule.name)
    end
  end
  return rows
end

---The rows of a range of code points, by whatever form's ranges name it, exceptions or not.
function M.of_range(spec, range)
  local rows = {}
  for i, form in ipairs(spec.forms) do
    add_rows(rows, form, i, intersect(M.covered(form, true), { range }))
  end
  return rows
end

---The rows of the characters that are pairs, a high half and a low one in a row.
function M.pairs(spec)
  local out = {}
  for _, high in ipairs(M.of_range(spec, spec.pair.high)) do
    for _, low in ipairs(M.of_range(spec, spec.pair.low)) do
      local bytes = { table.unpack(high.bytes) }
      out[#out + 1] = { form = high.form, bytes = table.move(low.bytes, 1, #low.bytes, #bytes + 1, bytes) }
    end
  end
  return out
end

---Whether one of some ascending ranges holds a code point.
function M.holds(ranges, code_point)
  local first, last = 1, #ranges
  while first < last do
    local middle <const> = (first + last) // 2
    if ranges[middle].hi < code_point then
      first = middle + 1
    else
      last = middle
    end
  end
  return ranges[first] ~= nil and ranges[first].lo <= code_point and code_point <= ranges[first].hi
end

---The rows of the characters whose code points are in ascending ranges, in the order of the forms.
function M.of_characters(spec, ranges)
  local rows = {}
  local halves <const> = M.halves(spec)
  for i, form in ipairs(spec.forms) do
    add_rows(rows, form, i, intersect(subtract(M.covered(form), halves), ranges))
  end
  local pairs_ <const> = spec.pair and M.holds(ranges, M.paired(spec).lo) and M.pairs(spec) or {}
  return table.move(pairs_, 1, #pairs_, #rows + 1, rows)
end

---A form's code points cut wherever a side of a rule begins or ends, so that each part is wholly inside or outside of it.
local function parts_of(cuts, ranges)
  local parts, c = {}, 1
  for _, range in ipairs(ranges) do
    local lo = range.lo
    while cuts[c] and cuts[c] <= range.hi do
      if cuts[c] > lo then
        parts[#parts + 1] = { lo = lo, hi = cuts[c] - 1 }
        lo = cuts[c]
      end
      c = c + 1
    end
    parts[#parts + 1] = { lo = lo, hi = range.hi }
  end
  return parts
end

---Where sides of rules begin, and the first code points behind them, ascending.
local function cuts_of(spec)
  local cuts = {}
  for _, rule in ipairs(spec.nevers) do
    for _, side in ipairs { rule.first, rule.second } do
      for _, range in ipairs(side.code_points) do
        cuts[#cuts + 1] = range.lo
        cuts[#cuts + 1] = range.hi + 1
      end
    end
  end
  table.sort(cuts)
  return cuts
end

---The characters in parts that no rule tells apart: a form's code points, or all pairs. { form, rows, armed, barred }: `armed` and
---`barred` are lists of rules, those whose first side and those whose second side holds them.
local function kinds_of(spec)
  local kinds = {}
  local function add(range, rows, form)
    local kind = { form = form, rows = rows, armed = {}, barred = {} }
    for i, rule in ipairs(spec.nevers) do
      kind.armed[#kind.armed + 1] = M.holds(rule.first.code_points, range.lo) and i or nil
      kind.barred[#kind.barred + 1] = M.holds(rule.second.code_points, range.lo) and i or nil
    end
    kinds[#kinds + 1] = kind
  end
  local cuts <const> = cuts_of(spec)
  local halves <const> = M.halves(spec)
  for i, form in ipairs(spec.forms) do
    if not form.bits then
      kinds[#kinds + 1] = { form = i, rows = { { form = i, bytes = form.bytes } }, armed = {}, barred = {} }
    end
    for _, part in ipairs(parts_of(cuts, subtract(M.covered(form), halves))) do
      local rows = {}
      add_rows(rows, form, i, { part })
      add(part, rows, i)
    end
  end
  if spec.pair then
    add(M.paired(spec), M.pairs(spec))
  end
  return kinds
end

---Rows of the well-formed characters, each with the context it leads to and those that bar it. A pair is one character, its two forms in
---a row. A context is what the last character forbids: the set of the `never` rules whose first side holds it. Context 1 forbids nothing.
---@param spec table
---@return table rows { {form, bytes, to, barred} }
---@return integer contexts how many contexts there are
---@return table ends set of the contexts in which no text ends
function M.derive(spec)
  local contexts, seen, ends, rows <const>, kinds <const> = 1, { [""] = 1 }, {}, {}, kinds_of(spec)
  -- By rule, the contexts in which it is armed.
  local armed_in = {}
  for i in ipairs(spec.nevers) do
    armed_in[i] = {}
  end
  for _, kind in ipairs(kinds) do
    local key <const> = table.concat(kind.armed, " ")
    if not seen[key] then
      contexts = contexts + 1
      seen[key] = contexts
      for _, rule in ipairs(kind.armed) do
        table.insert(armed_in[rule], contexts)
        ends[contexts] = ends[contexts] or spec.nevers[rule].ends or nil
      end
    end
    kind.to = seen[key]
  end
  for _, kind in ipairs(kinds) do
    local barred = {}
    for _, rule in ipairs(kind.barred) do
      for _, context in ipairs(armed_in[rule]) do
        barred[context] = true
      end
    end
    for _, row in ipairs(kind.rows) do
      rows[#rows + 1] = { form = row.form, bytes = row.bytes, to = kind.to, barred = barred }
    end
  end
  table.sort(rows, by_bytes)
  return rows, contexts, ends
end

---Two characters of which one's bytes are, or begin, the other's: forms may share lead bytes, not that.
---@return integer[]? bytes the shortest example
---@return integer? form of the character that they are
---@return integer? other of the one that they begin, or are as well
function M.clash(spec)
  local lists, best, form, other = {}, nil, nil, nil
  local halves <const> = M.halves(spec)
  for i, one in ipairs(spec.forms) do
    lists[i] = one.bits and {} or { { bytes = one.bytes } }
    add_rows(lists[i], one, i, union(M.covered(one), intersect(M.covered(one, true), halves)))
  end
  local function compare(i, j)
    for _, short in ipairs(lists[i]) do
      for _, long in ipairs(#short.bytes < (best and #best or math.huge) and lists[j] or {}) do
        local bytes = #short.bytes <= #long.bytes and {} or nil
        for n, range in ipairs(bytes and short.bytes or {}) do
          local lo <const> = math.max(range.lo, long.bytes[n].lo)
          bytes = bytes and lo <= math.min(range.hi, long.bytes[n].hi) and bytes or nil
          if bytes then
            bytes[n] = lo
          end
        end
        if bytes and (not best or #bytes < #best) then
          best, form, other = bytes, i, j
        end
      end
    end
  end
  for i, one in ipairs(spec.forms) do
    for j, two in ipairs(spec.forms) do
      local shared = i ~= j
      for n = 1, shared and math.min(#one.bytes, #two.bytes) or 0 do
        shared = shared and one.bytes[n].lo <= two.bytes[n].hi and two.bytes[n].lo <= one.bytes[n].hi
      end
      if shared then
        compare(i, j)
      end
    end
  end
  return best, form, other
end

---Why each code point that a form could write is left out: rows with a fault name, in the order in which a fault is decided.
---A code point that a shorter form writes is `overlong` here, one above the last of all forms `too_large`; a named exception
---has its name; what remains is `unlisted`; a low half of a pair that no rule leaves out is `unpaired`.
---@param spec table
---@return table rows, each with .fault
function M.excluded(spec)
  local last = 0
  for _, form in ipairs(spec.forms) do
    last = math.max(last, #form.ranges > 0 and form.ranges[#form.ranges].hi or 0)
  end
  local rows = {}
  for i, form in ipairs(spec.forms) do
    local first <const>, size <const> = form.base or 0, form.bits and 1 << form.bits or 0
    local open = subtract({ { lo = first, hi = first + size - 1 } }, M.covered(form))
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
    take({ { lo = last + 1, hi = first + size } }, "too_large")
    take({ { lo = 0, hi = last } }, "unlisted")
  end
  -- A low half without the high one, where no exception names it.
  for i, form in ipairs(spec.pair and spec.forms or {}) do
    add_rows(rows, form, i, intersect(M.covered(form), { spec.pair.low }), spec.pair.name)
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

---"U+0041, U+0061..U+007A"
---@param ranges table list of {lo, hi}
function M.code_points_text(ranges)
  local words = {}
  for i, range in ipairs(ranges) do
    words[i] = range.lo == range.hi and ("U+%04X"):format(range.lo) or ("U+%04X..U+%04X"):format(range.lo, range.hi)
  end
  return table.concat(words, ", ")
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

---The same of the forms that characters have: a profile may leave a form none.
---@param counts table how many characters there are of each length, see analysis.lua
---@return integer
function M.longest_used_form(spec, counts)
  return math.min(M.longest_form(spec), #counts)
end

---The lead bytes of forms of more than so many bytes, as a set.
---@param spec table
---@param length integer
---@return table leads
function M.leads(spec, length)
  local leads = {}
  for _, form in ipairs(spec.forms) do
    local lead = form.bytes[1]
    for byte = lead.lo, #form.bytes > length and lead.hi or -1 do
      leads[byte] = true
    end
  end
  return leads
end

---Whether a row, or a form, may have a byte at a place.
---@param place integer 1 for the first byte
function M.fits(row, place, byte)
  local range <const> = row.bytes[place]
  return range ~= nil and range.lo <= byte and byte <= range.hi
end

---Whether bytes are those of a row, or a form, as far as they go, and no more than it has.
---@param bytes integer[]
function M.begins(row, bytes)
  for place, byte in ipairs(bytes) do
    if not M.fits(row, place, byte) then
      return false
    end
  end
  return true
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
