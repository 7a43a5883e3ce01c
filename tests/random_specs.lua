-- SPDX-License-Identifier: 0BSD
-- random_specs: specs drawn from a seed, and what they mean by their forms alone.
--
-- In:  a seed. Out: { text = the spec as a user would write it, forms, pair?, nevers }, and an oracle on texts: it reads code points by the
--      forms' bits and looks each up in the ranges. It knows no rows, no automaton and no byte classes, and nothing of gen/.

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

---Lists of forms to draw from: those of UTF-8 and its older six-byte form; lead and continuation bytes exchanged; five bits a continuation;
---continuation bytes of two kinds; lead bytes that are continuation bytes too, as in EUC.
local FAMILIES <const> = {
  { "0xxxxxxx", "110xxxxx 10xxxxxx", "1110xxxx 10xxxxxx 10xxxxxx", "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx", weight = 10 },
  { "0xxxxxxx", "110xxxxx 10xxxxxx", "1110xxxx 10xxxxxx 10xxxxxx", "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx",
    "111110xx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx", "1111110x 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx", weight = 2 },
  { "0xxxxxxx", "100xxxxx 11xxxxxx", "1010xxxx 11xxxxxx 11xxxxxx", "10110xxx 11xxxxxx 11xxxxxx 11xxxxxx", weight = 3 },
  { "0xxxxxxx", "10xxxxxx 101xxxxx", weight = 1 },
  { "0xxxxxxx", "110xxxxx 101xxxxx", "1110xxxx 101xxxxx 101xxxxx", "11110xxx 101xxxxx 101xxxxx 101xxxxx", weight = 2 },
  { "0xxxxxxx", "110xxxxx 100xxxxx", "1110xxxx 101xxxxx 100xxxxx", weight = 1 },
  { "0xxxxxxx", "1xxxxxxx 1xxxxxxx", weight = 1 },
  { "0xxxxxxx", "1xxxxxxx 01xxxxxx", weight = 1 },
  { "00xxxxxx", "01xxxxxx 10xxxxxx", "110xxxxx 10xxxxxx 10xxxxxx", weight = 1 },
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

local function read_form(pattern)
  local form = { pattern = pattern, bytes = {}, bits = 0, ranges = {}, also = {}, except = {} }
  for word in pattern:gmatch("%S+") do
    local fixed, free = word:match("^([01]*)(x*)$")
    form.bytes[#form.bytes + 1] = { fixed = tonumber(fixed, 2) << #free, bits = #free }
    form.bits = form.bits + #free
  end
  return form
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

local function holds(list, code_point)
  return meets({ lo = code_point, hi = code_point }, list)
end

---@param seed integer
---@return table drawn
function M.draw(seed)
  local roll <const> = M.dice(seed)
  local drawn = { forms = {}, nevers = {}, seed = seed }
  local next_free = 0
  local patterns <const> = family(roll)
  for i, pattern in ipairs(patterns) do
    local form = read_form(pattern)
    local last <const> = (1 << form.bits) - 1
    if next_free <= last and (roll(8) > 1 or i == #patterns and #drawn.forms == 0) then
      local lo, hi = next_free, last
      if roll(4) == 1 then
        hi = lo + roll(last - lo + 1) - 1
      end
      form.ranges[1] = { lo = lo, hi = hi }
      if roll(10) == 1 and hi - lo > 8 then
        local middle <const> = lo + roll(hi - lo - 4)
        form.ranges = { { lo = lo, hi = middle }, { lo = middle + 2, hi = hi } }
      end
      next_free = hi + 1
      drawn.forms[#drawn.forms + 1] = form
    end
  end
  local forms <const> = drawn.forms
  local function some_range()
    local form = forms[roll(#forms)]
    return form.ranges[roll(#form.ranges)], form
  end

  -- What rules speak of must not be left out; so it is drawn first.
  local kept = {}
  if roll(6) == 1 then
    local range = some_range()
    local high, low = part_of(roll, range), part_of(roll, range)
    if not meets(high, { low }) then
      drawn.pair, kept = { high = high, low = low }, { high, low }
    end
  end
  local halves <const> = { table.unpack(kept) }
  for n = 1, roll(4) == 1 and roll(3) or 0 do
    local first, second = part_of(roll, (some_range())), part_of(roll, (some_range()))
    if not meets(first, halves) and not meets(second, halves) then
      drawn.nevers[#drawn.nevers + 1] = { first = first, second = second, name = "rule_" .. n }
      kept[#kept + 1], kept[#kept + 2] = first, second
    end
  end
  for _, form in ipairs(forms) do
    for n = 1, roll(2) == 1 and roll(4) or 0 do
      local hole <const> = part_of(roll, form.ranges[roll(#form.ranges)])
      local left_out <const> = { table.unpack(kept) }
      for _, rule in ipairs(form.except) do
        left_out[#left_out + 1] = rule.range
      end
      if not meets(hole, left_out) and hole.hi - hole.lo < form.ranges[1].hi - form.ranges[1].lo then
        form.except[#form.except + 1] = { name = ("hole_%d_%d"):format(#form.bytes, n), range = hole }
      end
    end
  end
  -- A longer form may write what a shorter one writes.
  for i = 2, roll(5) == 1 and #forms or 0 do
    local other <const> = forms[roll(i - 1)]
    if #other.except == 0 and #other.bytes < #forms[i].bytes and forms[i].ranges[1].lo > other.ranges[#other.ranges].hi then
      forms[i].also = { part_of(roll, other.ranges[1]) }
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
      holes[j] = ("%s = %s"):format(rule.name, range_text(rule.range))
    end
    words[#words + 1] = #holes > 0 and ("except = { %s }"):format(table.concat(holes, ", ")) or nil
    lines[#lines + 1] = ('form "%s" { %s }'):format(form.pattern, table.concat(words, ", "))
  end
  if drawn.pair then
    lines[#lines + 1] = ("pair { high = %s, low = %s }"):format(range_text(drawn.pair.high), range_text(drawn.pair.low))
  end
  for _, rule in ipairs(drawn.nevers) do
    lines[#lines + 1] = ('never { %s, %s, name = "%s" }'):format(range_text(rule.first), range_text(rule.second), rule.name)
  end
  drawn.text = table.concat(lines, "\n") .. "\n"
  return drawn
end

-- ---- What a spec means ----

---Whether a form may write a code point, alone or as half of a pair.
function M.writes(form, code_point)
  for _, rule in ipairs(form.except) do
    if holds({ rule.range }, code_point) then
      return false
    end
  end
  return holds(form.ranges, code_point) or holds(form.also, code_point)
end

---@return integer[] bytes
function M.encode(form, code_point)
  local bytes = {}
  for i = #form.bytes, 1, -1 do
    local byte = form.bytes[i]
    bytes[i] = byte.fixed | code_point & (1 << byte.bits) - 1
    code_point = code_point >> byte.bits
  end
  return bytes
end

---The code point that begins at bytes[i]. @return integer? code_point, integer? next
local function decode(drawn, bytes, i)
  for _, form in ipairs(drawn.forms) do
    local code_point, like = 0, i + #form.bytes - 1 <= #bytes
    for j, byte in ipairs(like and form.bytes or {}) do
      local free <const> = bytes[i + j - 1] - byte.fixed
      like = like and 0 <= free and free < 1 << byte.bits
      code_point = code_point << byte.bits | free
    end
    if like then
      return M.writes(form, code_point) and code_point or nil, i + #form.bytes
    end
  end
end

---How many bytes of a text are well-formed from its beginning on.
---@param bytes integer[]
function M.valid_prefix(drawn, bytes)
  local i, before = 1, nil
  while i <= #bytes do
    local code_point, after = decode(drawn, bytes, i)
    if not code_point then
      return i - 1
    end
    if drawn.pair and holds({ drawn.pair.low }, code_point) then
      return i - 1
    elseif drawn.pair and holds({ drawn.pair.high }, code_point) then
      local low, beyond = decode(drawn, bytes, after)
      if not low or not holds({ drawn.pair.low }, low) then
        return i - 1
      end
      code_point, after = nil, beyond
    end
    for _, rule in ipairs(before and code_point and drawn.nevers or {}) do
      if holds({ rule.first }, before) and holds({ rule.second }, code_point) then
        return i - 1
      end
    end
    before, i = code_point, after
  end
  return #bytes
end

---Where the answers of `writes` and of the rules can change: the first code point of each stretch that they treat alike, ascending.
function M.edges(drawn, form)
  local seen, list = { [0] = true }, { 0 }
  local function add(range)
    for _, edge in ipairs { range.lo, range.hi + 1 } do
      if not seen[edge] and edge < 1 << form.bits then
        seen[edge] = true
        list[#list + 1] = edge
      end
    end
  end
  for _, other in ipairs(drawn.forms) do
    for _, ranges in ipairs { other.ranges, other.also } do
      for _, range in ipairs(ranges) do
        add(range)
      end
    end
    for _, rule in ipairs(other.except) do
      add(rule.range)
    end
  end
  for _, rule in ipairs(drawn.nevers) do
    add(rule.first)
    add(rule.second)
  end
  if drawn.pair then
    add(drawn.pair.high)
    add(drawn.pair.low)
  end
  table.sort(list)
  return list
end

---How many characters of 1, 2, ... bytes there are, by summing stretches.
function M.counts(drawn)
  local counts, high, low = {}, {}, {}
  local function add(to, length, number)
    to[length] = (to[length] or 0) + number
  end
  for _, form in ipairs(drawn.forms) do
    local edges <const> = M.edges(drawn, form)
    for i, edge in ipairs(edges) do
      local number <const> = (edges[i + 1] or 1 << form.bits) - edge
      if M.writes(form, edge) then
        local half = drawn.pair and (holds({ drawn.pair.high }, edge) and high or holds({ drawn.pair.low }, edge) and low)
        add(half or counts, #form.bytes, number)
      end
    end
  end
  for length, number in next, high do
    for rest, other in next, low do
      add(counts, length + rest, number * other)
    end
  end
  return counts
end

return M
