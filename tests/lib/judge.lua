-- SPDX-License-Identifier: 0BSD
-- judge: finds faults in texts by the statements of a spec, for tests of the generator. It uses no automaton or byte classes, and no
-- code of gen/: it decodes code points by the forms' bits and looks each up in the ranges. Rows of bytes are compared byte by byte.
--
-- In:  the text of a valid spec, and texts as lists of bytes.
-- Out: judge.fault: { offset, length, fault, expected } by docs/specs.md, 'What a fault is'; nil for a well-formed text.
--      `expected` has 256 digits, one for each byte. The digit is 1 if the byte can follow the bytes that were read.
--      In UTF-8, 41 ED A0 80 has offset 1, length 1, fault "surrogate", expected 80..9F.
--      Other functions return the length of a prefix, numbers of characters, and characters at the edges of ranges.
--
-- The first bytes of a character fix an interval of code points, since the bits of the other bytes are free. So a text can continue after
-- these bytes if some form matches them and writes an allowed code point of the interval. In this file, a part is a range of
-- code points of a form that all `never` rules treat alike; a row of bytes is one part, and all pairs together are one part (meaning.lua).

local meaning_ <const> = require "tests.lib.meaning"
local point_sets <const> = require "tests.lib.point_sets"

local both <const>, meets <const>, first_from <const> = point_sets.both, point_sets.meets, point_sets.first_from
local forbidden <const> = meaning_.forbidden

local M = {
  read = meaning_.read, forbidden = forbidden, union = point_sets.union, both = both, without = point_sets.without, meets = meets,
}

---Whether the n bytes from `at` on match the places (byte ranges) of a form. Bytes after the last place are not compared.
local function fits(form, bytes, at, n)
  for i = 1, math.min(n, #form.places) do
    local byte <const>, place <const> = bytes[at + i - 1], form.places[i]
    if byte < place.lo or place.hi < byte then
      return false
    end
  end
  return true
end

---The interval of the code points that begin with these n bytes in a form.
local function interval(form, bytes, at, n)
  local value, free = 0, form.bits
  for i = 1, math.min(n, #form.places) do
    local place <const> = form.places[i]
    value = value << place.bits | bytes[at + i - 1] - place.lo
    free = free - place.bits
  end
  return form.base + (value << free), form.base + (value + 1 << free) - 1
end

---Whether a character that begins with these n bytes is allowed in a context, and some text can be completed after it.
---@return table? part the first part (see above) that has such a character; if the n bytes are a whole character, the part with this
---character
---@return boolean whole whether the n bytes are a whole character
local function part_of(meaning, context, bytes, at, n)
  for _, form in ipairs(meaning.by_lead[bytes[at]] or {}) do
    local size <const> = #form.places
    if n <= size and form.row and fits(form, bytes, at, n) then
      return form.parts[1], n == size
    elseif not form.row and fits(form, bytes, at, n) then
      local lo <const>, hi <const> = interval(form, bytes, at, n)
      if n <= size then
        for p = first_from(form.parts, lo), #form.parts do
          local part <const> = form.parts[p]
          if part.lo > hi then
            break
          elseif part.context.good and not forbidden(context, part) then
            return part, n == size
          end
        end
      end
      local pair <const> = meaning.pair_part
      if pair and meets(form.highs, lo, hi) and pair.context.good and not forbidden(context, pair) then
        for _, other in ipairs(n > size and meaning.forms or {}) do
          if not other.row and n - size <= #other.places and fits(other, bytes, at + size, n - size) then
            local low <const>, last <const> = interval(other, bytes, at + size, n - size)
            if meets(other.lows, low, last) then
              return pair, n - size == #other.places
            end
          end
        end
        if n <= size then
          return pair, false
        end
      end
    end
  end
  return nil, false
end

---The size of the high half at the start of the n bytes, if there is one.
local function high_half(meaning, bytes, at, n)
  for _, form in ipairs(meaning.by_lead[bytes[at]] or {}) do
    if not form.row and n >= #form.places and fits(form, bytes, at, n) then
      local lo <const>, hi <const> = interval(form, bytes, at, n)
      if meets(form.highs, lo, hi) then
        return #form.places
      end
    end
  end
end

---The bytes that can follow the bytes from..to of a character in a context, as a string of 0 and 1.
function M.expected(meaning, context, bytes, from, to)
  local text = {}
  for i = from, to do
    text[#text + 1] = bytes[i]
  end
  local key <const> = context.key .. ":" .. table.concat(text, " ")
  meaning.known = meaning.known or {}
  if not meaning.known[key] then
    local digits, n <const> = {}, #text + 1
    for byte = 0, 255 do
      text[n] = byte
      digits[byte + 1] = part_of(meaning, context, text, 1, n) and "1" or "0"
    end
    meaning.known[key] = table.concat(digits)
  end
  return meaning.known[key]
end

---The fault if n bytes could begin a character, but the next byte does not continue it: rules 6 to 8 of 'What a fault is'.
local function fault_by_forms(meaning, bytes, at, n)
  local byte <const> = bytes[at + n]
  local begins, due, later = false, false, false
  for _, form in ipairs(meaning.forms) do
    for i, place in ipairs(form.places) do
      local here <const> = place.lo <= byte and byte <= place.hi
      begins = begins or here and i == 1
      later = later or here and i > 1
      due = due or here and i == n + 1 and fits(form, bytes, at, n)
    end
  end
  if n == 0 and not begins then
    return later and "too_long" or "not_a_form"
  elseif n > 0 and not due then
    return "too_short"
  end
  for _, form in ipairs(meaning.forms) do
    if not form.row and n < #form.places and fits(form, bytes, at, n + 1) then
      local lo <const>, hi <const> = interval(form, bytes, at, n + 1)
      for _, rule in ipairs(form.excluded) do
        if meets(rule.set, lo, hi) then
          return rule.name
        end
      end
    end
  end
  for _, form in ipairs(meaning.pair and meaning.forms or {}) do
    if not form.row and n < #form.places and fits(form, bytes, at, n + 1) then
      local lo <const>, hi <const> = interval(form, bytes, at, n + 1)
      if meets(form.lone_lows, lo, hi) then
        return "unpaired"
      end
    end
  end
  return "not_a_form"
end

---The name of the first rule that is active in a context and forbids a character that begins with these n bytes.
local function fault_by_rules(meaning, context, bytes, at, n)
  for _, i in ipairs(context.activated) do
    for _, form in ipairs(meaning.by_lead[bytes[at]] or {}) do
      local size <const> = #form.places
      if not form.row and fits(form, bytes, at, n) then
        local lo <const>, hi <const> = interval(form, bytes, at, n)
        for p = first_from(form.parts, lo), n <= size and #form.parts or 0 do
          if form.parts[p].lo > hi then
            break
          elseif form.parts[p].second[i] then
            return meaning.nevers[i].name
          end
        end
        if meaning.pair_part and meaning.pair_part.second[i] and meets(form.highs, lo, hi) then
          return meaning.nevers[i].name
        end
      end
    end
  end
end

---The name of the first rule that is active in a context and forbids the end of the text.
local function end_rule(meaning, context)
  for _, i in ipairs(context.activated) do
    if meaning.nevers[i].ends then
      return meaning.nevers[i].name
    end
  end
end

---Reads one character from `at` on, without the profile (`disallow`, `allow`). Stops before a byte that cannot continue it.
---@return integer n the number of bytes read
---@return string? name of the first rule of the profile that forbids the character. If the text ends inside the character, the first rule
---that forbids some character that begins with these bytes. nil if no rule does, or if the next byte does not continue the character
local function read_by_encoding(meaning, bytes, at)
  local n, last = 0, false
  local name
  while not last and at + n <= #bytes do
    local some = part_of(meaning, meaning.start, bytes, at, n + 1) ~= nil
    name = nil
    for _, form in ipairs(meaning.by_lead[bytes[at]] or {}) do
      if not form.row and n < #form.places and fits(form, bytes, at, n + 1) then
        local lo <const>, hi <const> = interval(form, bytes, at, n + 1)
        for _, rule in ipairs(form.profile) do
          if meets(rule.set, lo, hi) then
            some, last, name = true, last or n + 1 == #form.places, name or rule.name
          end
        end
      end
    end
    if not some then
      break
    end
    n = n + 1
    last = last or select(2, part_of(meaning, meaning.start, bytes, at, n))
  end
  return n, (last or at + n > #bytes) and name or nil
end

---@param bytes integer[]
---@param begin table? the context before the bytes; the start of a text if left out
---@return table? fault { offset, length, fault, expected }, nil for a well-formed text
function M.fault(meaning, bytes, begin)
  local size <const> = #bytes
  -- offset: the end of the last character after which the text may end. at: the start of the current character. first: the first whole
  -- character after offset, or a high half there without a low half. If `first` is set and the text is not truncated, `first` is the fault.
  local offset, at, context, first = 0, 0, begin or meaning.origin, nil
  while true do
    local n, part, whole = 0, nil, false
    while not whole do
      if at + n == size then
        if n == 0 and context.final then
          return nil
        elseif n == 0 then
          return { offset = offset, length = first.size, fault = first.fault,
            expected = M.expected(meaning, first.context, bytes, first.from, offset + first.size) }
        end
        return { offset = offset, length = size - offset, fault = "truncated",
          expected = M.expected(meaning, context, bytes, at + 1, size) }
      end
      n = n + 1
      part, whole = part_of(meaning, context, bytes, at + 1, n)
      if not part then
        break
      end
    end
    if part then
      at, context = at + n, part.context
      if context.final then
        offset, first = at, nil
      elseif not first then
        first = { size = at - offset, context = context, from = at + 1, fault = end_rule(meaning, context) }
      end
    else
      local high <const> = not first and n > 1 and meaning.pair and part_of(meaning, context, bytes, at + 1, n - 1) == meaning.pair_part
        and high_half(meaning, bytes, at + 1, n - 1)
      if high then
        first = { size = high, context = context, from = offset + 1, fault = "unpaired" }
      end
      if first then
        return { offset = offset, length = first.size, fault = first.fault,
          expected = M.expected(meaning, first.context, bytes, first.from, offset + first.size) }
      end
      -- Without rules, a character could begin with the first `taken` bytes. If taken >= n, only a rule or the profile can forbid it here.
      local taken, done = 0, false
      while not done and at + taken < size do
        local one <const>, last <const> = part_of(meaning, meaning.start, bytes, at + 1, taken + 1)
        taken, done = one and taken + 1 or taken, not one or last
      end
      local encoded <const>, left_out <const> = read_by_encoding(meaning, bytes, at + 1)
      if encoded > taken then
        return { offset = offset, length = encoded, fault = left_out or fault_by_forms(meaning, bytes, at + 1, encoded),
          expected = M.expected(meaning, context, bytes, at + 1, at + n - 1) }
      elseif taken >= n then
        return { offset = offset, length = taken, fault = fault_by_rules(meaning, context, bytes, at + 1, taken),
          expected = M.expected(meaning, context, bytes, at + 1, at + n - 1) }
      end
      return { offset = offset, length = math.max(n - 1, 1), fault = fault_by_forms(meaning, bytes, at + 1, n - 1),
        expected = M.expected(meaning, context, bytes, at + 1, at + n - 1) }
    end
  end
end

---The length of the longest well-formed prefix of a text, in bytes.
---@param bytes integer[]
---@param begin table? as for `fault`
function M.valid_prefix(meaning, bytes, begin)
  local fault <const> = M.fault(meaning, bytes, begin)
  return fault and fault.offset or #bytes
end

---The number of characters of each length in bytes. A character does not count if no text can be completed after it.
function M.counts(meaning)
  local counts, high, low = {}, {}, {}
  local function add(to, length, number)
    to[length] = (to[length] or 0) + number
  end
  for _, form in ipairs(meaning.forms) do
    local number = 1
    for _, place in ipairs(form.row and form.places or {}) do
      number = number * (place.hi - place.lo + 1)
    end
    for _, part in ipairs(form.parts) do
      if part.context.good then
        add(counts, #form.places, form.row and number or part.hi - part.lo + 1)
      end
    end
    for to, set in pairs(meaning.pair and not form.row and { [high] = form.highs, [low] = form.lows } or {}) do
      for _, range in ipairs(set) do
        add(to, #form.places, range.hi - range.lo + 1)
      end
    end
  end
  for length, number in pairs(meaning.pair and meaning.pair_part.context.good and high or {}) do
    for rest, other in pairs(low) do
      add(counts, length + rest, number * other)
    end
  end
  return counts
end

---@return integer[] bytes of a code point in a form, even if the form may not write it
function M.encode(form, code_point)
  local bytes, value = {}, code_point - form.base
  for i = #form.places, 1, -1 do
    local place <const> = form.places[i]
    bytes[i] = place.lo + (value & (1 << place.bits) - 1)
    value = value >> place.bits
  end
  return bytes
end

---The edges in a form, ascending: its first code point, each of its code points at which some range of the spec begins, and each that
---directly follows the end of a range.
function M.edges(meaning, form)
  local list = {}
  local function add(set)
    for _, range in ipairs(both(set, form.whole)) do
      list[#list + 1] = range.lo
      list[#list + 1] = range.hi + 1
    end
  end
  add(form.whole)
  for _, other in ipairs(meaning.forms) do
    add(other.own)
    add(other.also)
    for _, rule in ipairs(other.except) do
      add(rule.set)
    end
  end
  for _, rule in ipairs(meaning.nevers) do
    add(rule.first)
    add(rule.second)
  end
  for _, set in pairs(meaning.pair or {}) do
    add(set)
  end
  table.sort(list)
  local out = {}
  for _, edge in ipairs(list) do
    if edge ~= out[#out] and edge <= form.whole[1].hi then
      out[#out + 1] = edge
    end
  end
  return out
end

---Adds to pieces the characters of a row in which each byte is the lower or the upper end of its range. A row of more than 8 bytes has too
---many such characters, so only characters with at most two lower ends or at most two upper ends are added.
local function add_ends(pieces, places)
  local all <const> = (1 << #places) - 1
  local function add(uppers)
    local piece = {}
    for i, place in ipairs(places) do
      piece[i] = uppers >> i - 1 & 1 == 0 and place.lo or place.hi
    end
    pieces[#pieces + 1] = piece
  end
  if #places <= 8 then
    for uppers = 0, all do
      add(uppers)
    end
  else
    for i = 0, #places do
      for j = math.min(i + 1, #places), #places do
        local few <const> = all & (1 << i | 1 << j)
        add(few)
        add(all ~ few)
      end
    end
  end
end

---Characters at the edges of all ranges, in each form that has the bits for them, allowed or not.
function M.pieces(meaning)
  local pieces = {}
  for _, form in ipairs(meaning.forms) do
    if form.row then
      add_ends(pieces, form.places)
    else
      for _, edge in ipairs(M.edges(meaning, form)) do
        for code_point = math.max(edge - 1, form.base), edge do
          pieces[#pieces + 1] = M.encode(form, code_point)
        end
      end
      pieces[#pieces + 1] = M.encode(form, form.whole[1].hi)
    end
  end
  return pieces
end

return M
