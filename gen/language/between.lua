-- SPDX-License-Identifier: 0BSD
-- between: finds the facts about two languages that a conversion from one to the other needs.
--
-- In:  the specs or models of a source and a target. Out of `agreement`: a spec's text, or nil; of `facts`: properties for the templates.
--      MUTF-8 and UTF-8 agree in U+0001..U+007F, U+0080..U+07FF, and U+0800..U+FFFF without the surrogates:
--
--          form "0xxxxxxx" { "U+0001..U+007F" }
--          form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
--          form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+D7FF", "U+E000..U+FFFF" }
--
-- The idea: the characters that both languages write with the same bytes in any context are a language of their own, the agreement. It is
-- compiled like every spec, so its kernels find how much of a text can be copied. Where a kernel stops, the source's automaton reads one
-- character, and the target's forms write it. The agreement lacks pairs, both sides of `never` rules, and high surrogates if they may be
-- halves of a code point. Characters that it lacks are converted correctly, only more slowly.
--
-- If the two languages only differ in ways that vectors can convert (`recoding`), another language is compiled: all characters that can be
-- converted, as the source writes them. For MUTF-8 to UTF-8, this language also has U+0000 in two bytes, and surrogates are pairs. If the
-- source writes characters from U+0080 on in one byte, the agreement is compiled nevertheless.

local lists = require "gen.common.lists"
local pairs_ = require "gen.common.pairs"
local ranges_ = require "gen.common.ranges"
local forms_ = require "gen.spec.forms"
local rows = require "gen.language.rows"
local spec_ = require "gen.spec.spec"
local characters = require "gen.language.characters"
local utf16 = require "gen.language.utf16"
local utf8_ = require "gen.language.utf8"

local M = {}

---The conversions in out/, each as { source, target }, the names of specs.
M.COMMITTED = {}
for i, pair in ipairs(pairs_) do
  M.COMMITTED[i] = { pair:match "^(.+):(.+)$" }
end

---The surrogates of UTF-16, and the code points that a high and a low one together encode.
local HIGH <const>, LOW <const>, SUPPLEMENTARY <const> = utf16.HIGH, utf16.LOW, utf16.SUPPLEMENTARY

---The code points that an encoding writes in this form: those in the form's ranges, without `also` and without halves of pairs.
local function spelled(spec, form)
  return ranges_.subtract(ranges_.intersect(forms_.covered(form), form.ranges), forms_.halves(spec))
end

---The code points on the first or the second side of a `never` rule.
local function ruled(spec)
  local all = {}
  for _, rule in ipairs(spec.nevers) do
    all[#all + 1], all[#all + 2] = rule.first.code_points, rule.second.code_points
  end
  return ranges_.join(table.unpack(all))
end

---Whether two forms, by their patterns and bases, write the same bytes for each code point that both may have.
local function write_alike(one, other)
  local rest = 0
  for i = 2, #one.bytes do
    local a <const>, b <const> = one.bytes[i], other.bytes[i]
    if not b or a.lo ~= b.lo or a.bits ~= b.bits then
      return false
    end
    rest = rest + a.bits
  end
  return #one.bytes == #other.bytes and one.bytes[1].lo - (one.base >> rest) == other.bytes[1].lo - (other.base >> rest)
end

---Whether the source allows a high surrogate directly before a low one as two characters, which together mean one code point.
local function has_halves(source)
  local written <const> = forms_.written(source)
  local highs <const>, cuts = ranges_.intersect(written, { HIGH }), { HIGH.lo }
  for _, rule in ipairs(source.nevers) do
    for _, range in ipairs(rule.first.code_points) do
      cuts[#cuts + 1], cuts[#cuts + 2] = range.lo, range.hi + 1
    end
  end
  for _, range in ipairs(highs) do
    cuts[#cuts + 1] = range.lo
  end
  -- The first sides of the rules do not distinguish code points between two cuts.
  for _, high in ipairs(cuts) do
    local lows = ranges_.holds(highs, high) and ranges_.intersect(written, { LOW }) or {}
    for _, rule in ipairs(#lows > 0 and source.nevers or {}) do
      lows = ranges_.holds(rule.first.code_points, high) and ranges_.subtract(lows, rule.second.code_points) or lows
    end
    if #lows > 0 then
      return true
    end
  end
  return false
end

---The characters that both encodings write with the same bytes in any context, as a spec.
---@param source table a spec
---@param target table another
---@return string? text nil if there is no such character
function M.agreement(source, target)
  local lines <const> = {
    ("-- The characters that %s and %s write with the same bytes in any context."):format(source.title, target.title),
    "", 'encoding "Agreement"', ("source   %q"):format(("%s; %s"):format(source.title, target.title)), "",
  }
  local dependent <const> = ranges_.join(ruled(source), ruled(target), has_halves(source) and { HIGH } or {})
  local before <const> = #lines
  for _, form in ipairs(source.forms) do
    local alike = {}
    for _, other in ipairs(target.forms) do
      if write_alike(form, other) then
        local own <const> = ranges_.subtract(forms_.covered(form), forms_.halves(source))
        alike = ranges_.join(alike, ranges_.intersect(own, spelled(target, other)))
      end
    end
    local words <const> = lists.map(ranges_.subtract(alike, dependent), function(range) return ('"%s"'):format(ranges_.text { range }) end)
    if #words > 0 then
      lines[#lines + 1] = ('form "%s" { %s }'):format(form.pattern, table.concat(words, ", "))
    end
  end
  return #lines > before and table.concat(lines, "\n") .. "\n" or nil
end

local NUL <const>, HIGH_HALF <const>, FORMS <const> = { lo = 0, hi = 0 }, utf8_.HIGH_HALF, utf8_.FORMS
local SURROGATES <const> = ranges_.join({ HIGH }, { LOW })
---The code points that UTF-8's forms of one to four bytes encode.
local UTF8 <const> = { { lo = 0, hi = HIGH_HALF.lo - 1 }, { lo = HIGH_HALF.lo, hi = utf8_.THREE.lo - 1 }, utf8_.THREE, SUPPLEMENTARY }

---The code points of the range `some` that an encoding writes in UTF-8's form of `length` bytes. For length 1, any form of one byte counts
---if each of its bytes is its own code point.
local function in_form(spec, length, some)
  local all = {}
  for _, form in ipairs(spec.forms) do
    local alike <const> = form.pattern == FORMS[length] and form.base == 0
      or length == 1 and #form.bytes == 1 and form.base == form.bytes[1].lo
    all = alike and ranges_.join(all, ranges_.intersect(spelled(spec, form), { some })) or all
  end
  return all
end

---"pair" if the encoding pairs surrogates of three bytes as UTF-16 does; "free" if all surrogates are characters of three bytes; else nil.
local function surrogates_of(spec)
  if not spec.pair then
    return #ranges_.subtract(SURROGATES, in_form(spec, 3, { lo = HIGH.lo, hi = LOW.hi })) == 0 and "free" or nil
  end
  local all <const> = ranges_.text { spec.pair.high, spec.pair.low, forms_.paired(spec) } == ranges_.text { HIGH, LOW, SUPPLEMENTARY }
  return all and lists.any(spec.forms, function(form)
    return form.pattern == FORMS[3] and form.base == 0 and #ranges_.subtract(SURROGATES, forms_.covered(form, true)) == 0
  end) and "pair" or nil
end

---The language of all characters that can be converted, as the source writes them.
---@param covered table[] for each form of the source, its code points that can be converted
---@param is_paired boolean whether two surrogates are a character
local function convertible(source, target, covered, is_paired)
  local lines <const> = {
    ("-- The characters of %s that %s can write."):format(source.title, target.title),
    "", 'encoding "Convertible"', ("source   %q"):format(("%s; %s"):format(source.title, target.title)), "",
  }
  for i, form in ipairs(source.forms) do
    local words = lists.map(covered[i], function(range) return ('"%s"'):format(ranges_.text { range }) end)
    if is_paired and form.pattern == FORMS[3] then
      -- The code points of pairs follow the last code point of all forms. So the form keeps its range up to U+FFFF, and `except` leaves
      -- out the code points that cannot be converted.
      local left_out <const> = lists.map(ranges_.subtract({ utf8_.THREE }, covered[i]),
        function(range) return ('"%s"'):format(ranges_.text { range }) end)
      words = { '"U+0800..U+FFFF"', ("except = { unconvertible = { %s } }"):format(table.concat(left_out, ", ")) }
    end
    lines[#lines + 1] = #words > 0 and ('form "%s" { %s }'):format(form.pattern, table.concat(words, ", ")) or nil
  end
  lines[#lines + 1] = is_paired and 'pair { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" }' or nil
  return table.concat(lines, "\n") .. "\n"
end

---How vectors convert one encoding to another, byte by byte. The two encodings may differ in the ways below. In one direction, a shorter
---sequence is "split" into a longer one; in the other, a longer sequence is joined ("join"):
---
---    zero   U+0000 is 00, or C0 80
---    pairs  a code point above U+FFFF has the four bytes of UTF-8, or two surrogates of three bytes each
---    wide   a code point from U+0080 to U+00FF is one byte, or UTF-8's two
---
---Any other character that both encodings have must have UTF-8's bytes in both.
---@param source table a spec
---@param target table another
---@return table? recoding { zero, pairs, wide (each "split", "join" or false), splits (whether they are "split"), lowest, highest (least
---  and greatest code point of `wide`), text (of the language's spec) }; nil if vectors cannot convert in this way: if characters differ in
---  other ways, in both directions or not at all, or if an encoding lacks a property that the code below needs
function M.recoding(source, target)
  local writable <const>, from <const>, to <const> = forms_.written(target), surrogates_of(source), surrogates_of(target)
  local recoding <const>, covered <const>, all = { zero = false, pairs = false, wide = false }, {}, {}
  local ways <const>, supplementary <const> = {}, ranges_.intersect(writable, { SUPPLEMENTARY })
  local is_paired <const> = from ~= nil and (to ~= nil or #supplementary > 0)
  -- Vectors need encodings without `never` rules, a source with one spelling of each code point, and one meaning of surrogates. If
  -- surrogates are joined, the target must write each code point above U+FFFF in UTF-8's form.
  if #source.nevers + #target.nevers > 0 or lists.any(source.forms, function(form) return #form.also > 0 end)
    or from == "free" and #ranges_.intersect(writable, SURROGATES) > 0 or not from and has_halves(source)
    or from and #in_form(source, 4, SUPPLEMENTARY) > 0 or to == "free" and #supplementary > 0
    or is_paired and not to and #ranges_.subtract({ SUPPLEMENTARY }, in_form(target, 4, SUPPLEMENTARY)) > 0 then
    return nil
  end
  local function differ(name, way, ranges, i)
    recoding[name] = #ranges > 0 and way or recoding[name]
    covered[i] = ranges_.join(covered[i], ranges)
  end
  for i, form in ipairs(source.forms) do
    local own <const> = ranges_.subtract(forms_.covered(form), ranges_.join(forms_.halves(source), from and SURROGATES or {}))
    local one <const> = { forms = { form }, pair = source.pair }
    local function shared(length, other_length, some)
      return ranges_.intersect(ranges_.intersect(own, in_form(one, length, some)), in_form(target, other_length, some))
    end
    covered[i] = ranges_.join(shared(2, 2, NUL), shared(#form.bytes, #form.bytes, UTF8[#form.bytes] or NUL))
    differ("zero", "split", shared(1, 2, NUL), i)
    differ("zero", "join", shared(2, 1, NUL), i)
    differ("wide", "split", shared(1, 2, HIGH_HALF), i)
    differ("wide", "join", shared(2, 1, HIGH_HALF), i)
    differ("pairs", "split", to and ranges_.intersect(own, in_form(one, 4, SUPPLEMENTARY)) or {}, i)
    all = ranges_.join(all, covered[i])
  end
  local can_be <const> = ranges_.intersect(forms_.written(source), ranges_.join(writable, to and { SUPPLEMENTARY } or {}))
  if is_paired then
    recoding.pairs = not to and "join"
    all = ranges_.join(all, { SUPPLEMENTARY })
  end
  for _, name in ipairs { "zero", "pairs", "wide" } do
    ways[#ways + 1] = recoding[name] or nil
  end
  if #ways == 0 or lists.any(ways, function(way) return way ~= ways[1] end) or #ranges_.subtract(can_be, all) > 0
    or recoding.wide == "join" and (recoding.pairs or #in_form(target, 2, HIGH_HALF) > 0) then
    return nil
  end
  recoding.splits = ways[1] == "split"
  recoding.text = convertible(source, target, covered, is_paired)
  if recoding.wide then
    local bytes <const> = ranges_.intersect(all, { HIGH_HALF })
    recoding.lowest, recoding.highest = bytes[1].lo, bytes[#bytes].hi
    if recoding.splits then
      -- Kernels cannot check one-byte characters from 80 on. So the conversion compares these bytes with `lowest` and `highest`.
      recoding.text = M.agreement(source, target)
      if #bytes > 1 or not recoding.text or #ranges_.subtract({ UTF8[1] }, all) > 0
        or lists.any(source.forms, function(form) return #form.bytes > 1 end) then
        return nil
      end
    end
  end
  return recoding
end

---The language that is compiled for a conversion: that of `recoding` or, if this is nil, the agreement.
---@return string? text of its spec; nil if there is none
function M.language(source, target)
  local recoding <const> = M.recoding(source, target)
  return recoding and recoding.text or M.agreement(source, target)
end

---The data about both languages for the banner.
---@param source table a spec
---@param target table another
---@return table spec { title, source, hash, unicode? }
function M.spec(source, target)
  return {
    title = ("%s to %s"):format(source.title, target.title), source = ("%s; %s"):format(source.source, target.source),
    hash = spec_.hash(source.hash .. target.hash), unicode = source.unicode or target.unicode,
  }
end

---Whether characters of these code points can break a rule of the target. If not, converted text breaks no rule, except at its start.
local function can_be_broken(written, target)
  for _, rule in ipairs(target.nevers) do
    local meets <const> = rule.ends or #ranges_.intersect(rule.second.code_points, written) > 0
    if meets and #ranges_.intersect(rule.first.code_points, written) > 0 then
      return true
    end
  end
  return false
end

---@param source table a model
---@param target table another
---@return table facts
---  recode        how vectors convert, see `recoding`; false if they only copy
---  halves        whether the source allows a high and a low surrogate as two characters that together mean one code point
---  highs         whether the target can write each high surrogate that the source has
---  low_rows      the rows of the source's low surrogates that are characters, not halves
---  spells_halves whether some code point that the target lacks is written as two surrogates
---  tracked       whether the conversion must run the target's automaton, since it could break a `never` rule of the target
---  ends          whether there are places between characters at which a text must not end
---  starts        whether the source or the target has rules at the start of a text, which conversions do not check
---  unwritten     the code points that the source has and the target cannot write
---  spellings     whether some code point has several spellings in the source
---  doubled       whether `halves` is true and the source can also write some code points above U+FFFF as one character
---  longest       an upper bound of the bytes that are written for one code point
function M.facts(source, target)
  local read <const>, writable = forms_.written(source.spec), forms_.written(target.spec)
  local supplementary <const> = has_halves(source.spec) and { SUPPLEMENTARY } or ranges_.intersect(read, { SUPPLEMENTARY })
  local spells_halves <const> = #ranges_.subtract(supplementary, writable) > 0
    and #ranges_.intersect(writable, { HIGH }) > 0 and #ranges_.intersect(writable, { LOW }) > 0
  local unwritten = ranges_.subtract(read, writable)
  if spells_halves and #ranges_.subtract({ HIGH, LOW }, writable) == 0 then
    unwritten = ranges_.subtract(unwritten, { SUPPLEMENTARY })
  end
  local written <const> = ranges_.join(read, supplementary, spells_halves and { HIGH, LOW } or {})
  local tracked <const>, spellings = can_be_broken(written, target.spec), false
  for _, form in ipairs(source.spec.forms) do
    spellings = spellings or #form.also > 0
  end
  return {
    recode = M.recoding(source.spec, target.spec) or false, low_rows = rows.of_characters(source.spec, { LOW }), tracked = tracked,
    halves = has_halves(source.spec), highs = #ranges_.intersect(unwritten, { HIGH }) == 0, spells_halves = spells_halves,
    ends = next(source.ends) ~= nil or tracked and next(target.ends) ~= nil, starts = source.starts or target.starts,
    doubled = has_halves(source.spec) and #ranges_.intersect(read, { SUPPLEMENTARY }) > 0,
    longest = characters.longest(target.spec) * (spells_halves and 2 or 1), unwritten = unwritten, spellings = spellings,
  }
end

return M
