-- SPDX-License-Identifier: 0BSD
-- random_specs: specs drawn from a seed, as a user would write them.
--
-- In:  a seed. Out: { seed, text, tags }. The tags are the names of the features that the spec has in addition to plain forms ("pair",
--      "end", "rows", ...). tests/lib/judge.lua gives the meaning of the spec.
--
-- First the forms are drawn, then one rule after another, each about code points that the spec still writes. A rule is dropped if it would
-- make the spec wrong: for example, if one of its ranges has no code point that a form writes, or if `except` empties a form. `never`
-- rules are dropped, the last one first, until some character may begin a text, and a text can be completed after each character. So nearly
-- every spec is valid. Most specs have forms of UTF-8.

local forms_ <const> = require "tests.lib.random_forms"
local judge <const> = require "tests.lib.judge"
local sets <const> = require "tests.lib.random_sets"
local ucd <const> = require "tests.lib.ucd"

local part_of <const>, point_of <const>, points <const>, singles <const> = sets.part_of, sets.point_of, sets.points, sets.singles
local range_text <const>, set_text <const> = sets.range_text, sets.text
local LAST <const>, SURROGATES <const> = 0x10FFFF, { lo = 0xD800, hi = 0xDFFF }

---The forms of UTF-8.
local UTF8 <const> = {
  { pattern = "0xxxxxxx", lo = 0, hi = 0x7F }, { pattern = "110xxxxx 10xxxxxx", lo = 0x80, hi = 0x7FF },
  { pattern = "1110xxxx 10xxxxxx 10xxxxxx", lo = 0x800, hi = 0xFFFF },
  { pattern = "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx", lo = 0x10000, hi = LAST },
}

local M = {}

---Random numbers from a seed, the same on every machine: xorshift64*, a variant of https://doi.org/10.18637/jss.v008.i14
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

-- ---- Rules ----

---The code points that a form writes. If `encoded` is true, the profile (`disallow`, `allow`) is ignored.
local function left_of(drawn, form, encoded)
  local left = judge.union(form.ranges)
  for _, list in ipairs { form.except, drawn.except } do
    for _, rule in ipairs(list) do
      left = encoded and rule.disallowed and left or judge.without(left, rule.points)
    end
  end
  for _, allowed in ipairs(encoded and {} or { form.allow or false, drawn.allow or false }) do
    left = allowed and judge.both(left, allowed.points) or left
  end
  return left
end

---The code points that some form writes, without the halves of a pair.
local function written_of(drawn)
  local written = {}
  for _, form in ipairs(drawn.forms) do
    written = judge.union(written, left_of(drawn, form))
  end
  return judge.without(written, drawn.halves)
end

---Whether `except` leaves code points in each form that has no half of a pair, and the profile leaves some character. A profile may empty
---a form, but not all forms.
local function has_characters(drawn)
  for _, form in ipairs(drawn.forms) do
    local half <const> = #judge.both(judge.union(form.ranges), drawn.halves) > 0
    if not half and #judge.without(left_of(drawn, form, true), drawn.halves) == 0 then
      return false
    end
  end
  return #written_of(drawn) > 0
end

---Adds an exception, `except` or `disallow`, of one form or of all, unless it would make the spec wrong.
local function draw_exception(roll, drawn, number)
  local form <const> = roll(3) == 1 and drawn.forms[roll(#drawn.forms)] or nil
  local large <const> = roll(6) == 1
  local owned = {}
  for _, one in ipairs(form and { form } or drawn.forms) do
    owned = judge.union(owned, one.ranges)
  end
  local free <const> = judge.without(form and judge.both(left_of(drawn, form), written_of(drawn)) or written_of(drawn), drawn.halves)
  local set <const> = sets.draw(roll, free, large)
  -- A range in the text of the spec may contain only free code points.
  set.ranges = judge.both(set.ranges, free)
  set.holes = judge.both(set.holes, set.ranges)
  set.points = judge.both(points(set), owned)
  if #set.ranges + #set.names == 0 or #set.points == 0 or #judge.without(judge.union(set.ranges), set.holes) == 0 and #set.names == 0 then
    return
  end
  -- Unicode's sets may contain code points that pairs write.
  if #set.names > 0 and drawn.pair and not form and drawn.last < LAST then
    return
  end
  local list <const> = form and form.except or drawn.except
  local disallowed <const> = roll(2) == 1
  local name = roll(8) == 1 and (disallowed and "shared_out" or "shared") or ("except_%d"):format(number)
  for _, rule in ipairs(list) do
    name = rule.name == name and ("except_%d"):format(number) or name
  end
  list[#list + 1] = { name = name, set = set, points = set.points, disallowed = disallowed }
  if not has_characters(drawn) then
    list[#list] = nil
    return
  end
  drawn.tags.unicode = drawn.tags.unicode or #set.names > 0
  drawn.tags.except, drawn.tags.form_except = true, drawn.tags.form_except or form ~= nil
  drawn.tags.disallow = drawn.tags.disallow or disallowed
end

local function draw_allow(roll, drawn)
  local form <const> = roll(2) == 1 and drawn.forms[roll(#drawn.forms)] or nil
  local set <const>, owned = sets.empty(), {}
  for _, one in ipairs(form and { form } or drawn.forms) do
    owned = judge.union(owned, one.ranges)
  end
  if roll(4) == 1 then
    set.names = { sets.LARGE[roll(#sets.LARGE)] }
  end
  for _, one in ipairs(form and { form } or drawn.forms) do
    if roll(4) > 1 then
      set.ranges[#set.ranges + 1] = part_of(roll, one.ranges[roll(#one.ranges)])
    else
      set.ranges[#set.ranges + 1] = { lo = one.ranges[1].lo, hi = one.ranges[1].hi }
    end
  end
  set.ranges = judge.union(set.ranges, singles(roll, owned, 6))
  set.points = points(set)
  local holder <const> = form or drawn
  if drawn.pair and not form then
    return
  end
  holder.allow = set
  if not has_characters(drawn) then
    holder.allow = nil
  else
    drawn.tags.allow, drawn.tags.unicode = true, drawn.tags.unicode or #set.names > 0
  end
end

---Draws a side of `never`. Returns nil if the side or one of its ranges has no code point of a form, or if pairs write some of the side.
local function draw_side(roll, drawn, written)
  local set
  if roll(3) == 1 then
    set = sets.empty()
    set.ranges = singles(roll, written, roll(2) == 1 and 2 or 8)
  else
    set = sets.draw(roll, written, roll(8) == 1)
  end
  if roll(8) == 1 and #set.ranges > 0 and #set.names == 0 then
    -- Draws a range that may span several forms and contain code points that no form writes.
    local last <const> = set.ranges[#set.ranges].hi
    set.ranges = { { lo = math.min(set.ranges[1].lo, 0x20), hi = math.min(last + roll(0x400), drawn.last) } }
    set.holes = roll(2) == 1 and { part_of(roll, set.ranges[1]) } or {}
  end
  set.points = judge.both(points(set), written)
  for _, range in ipairs(set.ranges) do
    if #judge.both(judge.without({ range }, set.holes), written) == 0 then
      return nil
    end
  end
  local from <const> = drawn.pair and drawn.last + 1 or math.maxinteger
  return #set.points > 0 and not judge.meets(points(set), from, math.maxinteger) and set or nil
end

---Draws a set of almost all code points. If a rule forbids them after a character, only a few characters may follow this character.
local function complement(roll, drawn, written)
  local set <const>, kept <const> = sets.empty(), draw_side(roll, drawn, written)
  if not kept or #kept.names > 0 then
    return nil
  end
  set.ranges = { { lo = 0, hi = math.min(drawn.last, roll(2) == 1 and LAST or drawn.last) } }
  set.holes = judge.without(kept.ranges, kept.holes)
  set.points = judge.both(points(set), written)
  return #set.points > 0 and set or nil
end

---Adds a `never` rule.
local function draw_never(roll, drawn, number)
  local written <const> = written_of(drawn)
  local before <const> = drawn.nevers[#drawn.nevers]
  if #written == 0 then
    return
  end
  -- A chain: the characters that the previous rule forbids activate this one.
  local chained <const> = before and before.second and roll(4) == 1
  local first <const> = chained and before.second or draw_side(roll, drawn, written)
  local kind <const> = roll(8)
  local second = nil
  if kind == 1 then
    second = complement(roll, drawn, written)
  elseif kind == 2 and before and roll(2) == 1 then
    second = before.first
  elseif kind > 2 or roll(2) == 1 then
    second = draw_side(roll, drawn, written)
  end
  local ends <const> = not second or roll(3) == 1
  if not first or not second and not ends then
    return
  end
  local name <const> = roll(4) > 1 and ("rule_%d"):format(roll(3) == 1 and 1 or number) or nil
  drawn.nevers[#drawn.nevers + 1] = { first = first, second = second, ends = ends, name = name, chained = chained }
end

---Adds rules on the start of a text, or adds the start to a rule. `roll` has a seed of its own here, so that the other parts of the spec
---get the same random numbers as without these rules.
local function draw_starts(roll, drawn)
  local written <const> = written_of(drawn)
  for n = 1, #written > 0 and ({ 0, 0, 1, 1, 2 })[roll(5)] or 0 do
    local rule <const> = drawn.nevers[roll(math.max(1, #drawn.nevers))]
    if rule and rule.second and not rule.ends and roll(2) == 1 then
      rule.starts = true
    else
      local second <const> = roll(4) == 1 and complement(roll, drawn, written) or draw_side(roll, drawn, written)
      local name <const> = roll(3) > 1 and ("start_%d"):format(n) or nil
      drawn.nevers[#drawn.nevers + 1] = second and { starts = true, second = second, ends = false, name = name }
    end
  end
end

---Draws the halves of a pair. The spec gets no pair if the halves overlap, or if one is not in a range of a form.
local function draw_pair(roll, drawn)
  local high, low
  local function some_range()
    local form <const> = drawn.forms[roll(#drawn.forms)]
    return form.ranges[roll(#form.ranges)]
  end
  local kind <const> = roll(5)
  if kind <= 2 then
    high, low = { lo = 0xD800, hi = 0xDBFF }, { lo = 0xDC00, hi = 0xDFFF }
  elseif kind == 3 then
    local points_ <const> = { 0x0D, 0x0A, 0x1B, 0x5C, 0x5B, 0x26, roll(0x7F), roll(0x7F) }
    local a <const>, b <const> = points_[roll(#points_)], points_[roll(#points_)]
    high, low = { lo = a, hi = a }, { lo = b, hi = b }
    drawn.tags.ascii_pair = true
  else
    high, low = part_of(roll, some_range()), part_of(roll, some_range())
  end
  local function owned(half)
    for _, form in ipairs(drawn.forms) do
      for _, range in ipairs(form.ranges) do
        if range.lo <= half.lo and half.hi <= range.hi then
          return true
        end
      end
    end
  end
  if high.lo <= low.hi and low.lo <= high.hi or not owned(high) or not owned(low) then
    drawn.tags.ascii_pair = nil
    return
  end
  drawn.pair, drawn.halves = { high = high, low = low }, judge.union({ high }, { low })
  drawn.tags.pair = true
end

---Adds some code points of a shorter form to the `also` of a longer form.
local function draw_also(roll, drawn)
  local form <const>, other <const> = drawn.forms[roll(#drawn.forms)], drawn.forms[roll(#drawn.forms)]
  local left <const> = judge.without(left_of(drawn, other), drawn.halves)
  if #other.pattern >= #form.pattern or form.based or other.based or form.allow or #left == 0 then
    return
  end
  form.also, drawn.tags.also = { part_of(roll, left[roll(#left)]) }, true
end

---Whether the forms are those of the catalogue's UTF-8.
local function is_utf8(drawn)
  local same = #drawn.forms == 4
  for i, form in ipairs(same and drawn.forms or {}) do
    local rule <const>, range <const> = form.except[1], UTF8[i]
    local excepted <const> = i ~= 3 and not rule or i == 3 and rule and rule.name == "surrogate" and not form.except[2]
    same = same and form.pattern == range.pattern and #form.ranges == 1 and form.ranges[1].lo == range.lo and form.ranges[1].hi == range.hi
      and excepted and #form.also == 0 and not form.allow
  end
  return same
end

---The text of the spec. If its forms are those of UTF-8 and its seed is even, `from "utf-8"` replaces the forms.
local function text_of(drawn)
  local lines = { ('encoding "Random %d"'):format(drawn.seed), ('source "seed %d"'):format(drawn.seed) }
  local changes <const> = drawn.seed % 2 == 0 and is_utf8(drawn)
  if changes then
    table.insert(lines, 1, 'from "utf-8"')
    drawn.tags.from = true
  end
  ---The `except` and `disallow` statements of a list of rules, as text.
  local function excepts(list, text)
    local words, out = { {}, {} }, {}
    for _, rule in ipairs(list) do
      table.insert(words[rule.disallowed and 2 or 1], ("%s = %s"):format(rule.name, set_text(rule.set)))
    end
    for i, word in ipairs { "except", "disallow" } do
      out[#out + 1] = #words[i] > 0 and text:format(word, table.concat(words[i], ", ")) or nil
    end
    -- If there are both, a third of the specs have `disallow` first.
    return drawn.seed % 3 == 0 and #out == 2 and { out[2], out[1] } or out
  end
  for _, form in ipairs(changes and {} or drawn.forms) do
    local words = {}
    for j, range in ipairs(form.ranges) do
      words[j] = range_text(range)
    end
    for _, range in ipairs(form.also) do
      words[#words + 1] = "also = " .. range_text(range)
    end
    for _, one in ipairs(excepts(form.except, "%s = { %s }")) do
      words[#words + 1] = one
    end
    words[#words + 1] = form.allow and "allow = " .. set_text(form.allow) or nil
    lines[#lines + 1] = ('form "%s" { %s }'):format(form.pattern, table.concat(words, ", "))
  end
  if #drawn.rows > 0 then
    lines[#lines + 1] = "bytes [[\n" .. table.concat(drawn.rows, "\n") .. "\n]]"
  end
  if drawn.pair then
    lines[#lines + 1] = ("pair { high = %s, low = %s }"):format(range_text(drawn.pair.high), range_text(drawn.pair.low))
  end
  for _, one in ipairs(excepts(drawn.except, "%s { %s }")) do
    lines[#lines + 1] = one
  end
  if drawn.allow then
    lines[#lines + 1] = ("allow { %s }"):format(set_text(drawn.allow):gsub("^{ (.*) }$", "%1"))
  end
  for _, rule in ipairs(drawn.nevers) do
    local function side(set, edge)
      return set and set_text(set, edge or nil) or ('"%s"'):format(edge)
    end
    lines[#lines + 1] = ("never { %s, %s%s }"):format(side(rule.first, rule.starts and "start"), side(rule.second, rule.ends and "end"),
      rule.name and (', name = "%s"'):format(rule.name) or "")
  end
  if drawn.replacement then
    lines[#lines + 1] = ('replacement "U+%04X"'):format(drawn.replacement)
  end
  return table.concat(lines, "\n") .. "\n"
end

---@return string text of a drawn spec, or of a part of it
M.text_of = text_of

---Whether there is a character after which no text can be completed, or no character may begin a text.
local function has_dead_ends(text)
  local meaning <const>, begins = judge.read(text, ucd.ranges), false
  for _, context in ipairs(meaning.contexts) do
    if not context.good then
      return true
    end
  end
  for _, part in ipairs(meaning.parts) do
    begins = begins or not judge.forbidden(meaning.origin, part)
  end
  return not begins
end

---@param seed integer
---@return table drawn { seed, text, tags, and the drawn parts of the spec }
function M.draw(seed)
  local roll <const>, tags <const> = M.dice(seed), {}
  local drawn <const> = { seed = seed, tags = tags, rows = {}, except = {}, nevers = {}, halves = {}, last = 0 }
  local kind <const> = roll(20)
  tags.rows = kind == 1
  if kind == 1 then
    drawn.rows = forms_.rows(roll, tags)
    drawn.forms = { { pattern = "0xxxxxxx", ranges = { { lo = roll(2) - 1, hi = 0x7F } }, also = {}, except = {} } }
  else
    drawn.forms = kind <= 6 and forms_.family(roll, tags) or forms_.utf8(roll, tags)
  end
  for _, form in ipairs(drawn.forms) do
    drawn.last = math.max(drawn.last, form.ranges[#form.ranges].hi)
  end
  if roll(5) == 1 then
    draw_pair(roll, drawn)
  end
  -- Most specs with forms of UTF-8 leave out surrogates, as UTF-8 does.
  for _, form in ipairs(roll(4) > 1 and #judge.both({ SURROGATES }, drawn.halves) == 0 and kind > 6 and drawn.forms or {}) do
    if form.ranges[1].lo <= SURROGATES.lo and SURROGATES.hi <= form.ranges[#form.ranges].hi then
      local set <const> = { ranges = { SURROGATES }, names = {}, holes = {} }
      form.except[1] = { name = "surrogate", set = set, points = { SURROGATES } }
    end
  end
  for n = 1, ({ 0, 1, 1, 2, roll(4) })[roll(5)] do
    draw_exception(roll, drawn, n)
  end
  if roll(12) == 1 then
    draw_allow(roll, drawn)
  end
  if roll(8) == 1 then
    draw_also(roll, drawn)
  end
  for n = 1, ({ 0, 0, 1, 1, 2, roll(5) })[roll(6)] do
    draw_never(roll, drawn, n)
  end
  draw_starts(M.dice(seed ~ 0x9E3779B97F4A7C15), drawn)
  local written <const> = written_of(drawn)
  if roll(5) == 1 and #written > 0 then
    drawn.replacement, tags.replacement = point_of(roll, written), true
  end
  drawn.text = text_of(drawn)
  while #drawn.nevers > 0 and has_dead_ends(drawn.text) do
    drawn.nevers[#drawn.nevers] = nil
    drawn.text = text_of(drawn)
  end
  for _, rule in ipairs(drawn.nevers) do
    tags.never, tags["end"], tags.chain = true, tags["end"] or rule.ends, tags.chain or rule.chained
    tags.start = tags.start or rule.starts
    for _, set in pairs { first = rule.first, second = rule.second } do
      tags.wide = tags.wide or #set.ranges > 2 or #set.holes > 0
      tags.unicode = tags.unicode or #set.names > 0
    end
  end
  tags.nevers = #drawn.nevers > 1
  return drawn
end

return M
