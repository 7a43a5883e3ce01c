-- SPDX-License-Identifier: 0BSD
-- forms: finds the code points that the forms of a spec write, and their sequences of byte ranges.
--
-- In:  a spec, or one of its forms, and code points as ranges. Out: the code points that forms and pairs write; and rows: { form, bytes =
--      { {lo, hi}, ... } }. For the form "1110xxxx 10xxxxxx 10xxxxxx", U+0800..U+D7FF becomes the rows
--          E0 A0..BF 80..BF,  E1..EC 80..BF 80..BF,  ED 80..9F 80..BF
--
-- The idea: the free bits after the lead byte have N values. A range of code points is cut at multiples of N, into a partial start, a whole
-- middle, and a partial end. The middle is one row. Start and end have one lead byte each; their later bytes are cut in the same way.

local lists = require "gen.common.lists"
local ranges_ = require "gen.common.ranges"

local M = {}

---The byte ranges, from byte i of a form on, that encode the values lo..hi of the free bits.
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
    for _, row in ipairs(cut(form, i + 1, low, high)) do
      table.insert(row, 1, { lo = byte.lo + first_high, hi = byte.lo + last_high })
      out[#out + 1] = row
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
  local has_partial_end <const> = hi & last ~= last
  if has_partial_end then
    last_high = last_high - 1
  end
  if first_high <= last_high then
    add(first_high, last_high, 0, last)
  end
  if has_partial_end then
    add(last_high + 1, last_high + 1, 0, hi & last)
  end
  return out
end

---Adds to a list the rows of a form for some ranges of code points.
---@param rows table gets { form = index, bytes, fault }
---@param form table
---@param index integer of the form
---@param ranges table list of {lo, hi}
---@param fault string?
function M.add_rows(rows, form, index, ranges, fault)
  for _, range in ipairs(ranges) do
    for _, bytes in ipairs(cut(form, 1, range.lo - form.base, range.hi - form.base)) do
      rows[#rows + 1] = { form = index, bytes = bytes, fault = fault }
    end
  end
end

---The code points of a form's ranges and of its `also`, ascending. Code points of its exceptions are included only if `excepted`.
function M.covered(form, excepted)
  local covered = ranges_.join(form.ranges, form.also)
  for _, rule in ipairs(excepted and {} or form.except) do
    covered = ranges_.subtract(covered, rule.ranges)
  end
  return covered
end

---Whether a code point is among those of `covered`.
---@param code_point integer
function M.covers(form, code_point, excepted)
  return (ranges_.holds(form.ranges, code_point) or ranges_.holds(form.also, code_point))
    and (excepted or not lists.any(form.except, function(rule) return ranges_.holds(rule.ranges, code_point) end))
end

---The code points that are halves of pairs, ascending.
function M.halves(spec)
  return spec.pair and ranges_.join({ spec.pair.high }, { spec.pair.low }) or {}
end

---The code points that pairs write: one for each pair. They begin after the greatest code point of the forms.
---@return table? range
function M.paired(spec)
  if not spec.pair then
    return nil
  end
  local first <const> = lists.most(spec.forms, function(form) return #form.ranges > 0 and form.ranges[#form.ranges].hi + 1 or 0 end)
  local high <const>, low <const> = spec.pair.high, spec.pair.low
  return { lo = first, hi = first + (high.hi - high.lo + 1) * (low.hi - low.lo + 1) - 1 }
end

---All code points of well-formed characters, ascending. Halves of pairs are not among them.
function M.written(spec)
  local all <const> = { { M.paired(spec) } }
  local halves <const> = M.halves(spec)
  for _, form in ipairs(spec.forms) do
    all[#all + 1] = ranges_.subtract(M.covered(form), halves)
  end
  return ranges_.join(table.unpack(all))
end

---The encoding that a spec restricts as a profile: the same forms and pairs, but without `disallow`, `allow`, and `never` rules.
---@param spec table
---@return table encoding with only the fields of a spec that this file and rows.lua read
function M.encoding_of(spec)
  local encoding <const> = { forms = {}, pair = spec.pair, nevers = {} }
  for i, form in ipairs(spec.forms) do
    local except <const> = lists.picked(form.except, function(rule) return not rule.profile and rule end)
    encoding.forms[i] = {
      line = form.line, pattern = form.pattern, bytes = form.bytes, bits = form.bits, base = form.base, ranges = form.ranges,
      also = form.also, except = except,
    }
  end
  return encoding
end

---Finds two characters of different forms such that the bytes of the first are the beginning of the second's bytes, or all of them. Here,
---halves of pairs count as characters. Forms may share lead bytes if there are no such characters.
---@return integer[]? bytes the shortest example
---@return integer? form index of the shorter character's form
---@return integer? other index of the other character's form
function M.clash(spec)
  local rows, best, form, other = {}, nil, nil, nil
  local halves <const> = M.halves(spec)
  for i, one in ipairs(spec.forms) do
    rows[i] = one.bits and {} or { { bytes = one.bytes } }
    M.add_rows(rows[i], one, i, ranges_.join(M.covered(one), ranges_.intersect(M.covered(one, true), halves)))
  end
  local function compare(i, j)
    for _, short in ipairs(rows[i]) do
      for _, long in ipairs(#short.bytes < (best and #best or math.huge) and rows[j] or {}) do
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

---The number of bytes of the longest form.
---@param spec table
---@return integer
function M.longest_form(spec)
  return lists.most(spec.forms, function(form) return #form.bytes end)
end

---The number of bytes of the longest form with characters: a profile may leave out all characters of a form. With pairs, an upper bound.
---@param counts table the number of characters of each length, see analysis.lua
---@return integer
function M.longest_used_form(spec, counts)
  return math.min(M.longest_form(spec), #counts)
end

---The set of the first bytes of all forms that have more than `length` bytes.
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

---Whether a row or a form allows a byte at a place.
---@param place integer 1 for the first byte
function M.fits(row, place, byte)
  local range <const> = row.bytes[place]
  return range ~= nil and range.lo <= byte and byte <= range.hi
end

---Whether a row or a form allows these bytes at its first places.
---@param bytes integer[]
function M.begins(row, bytes)
  for place, byte in ipairs(bytes) do
    if not M.fits(row, place, byte) then
      return false
    end
  end
  return true
end

return M
