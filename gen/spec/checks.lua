-- SPDX-License-Identifier: 0BSD
-- checks: the checks that need the whole spec, after all its words are read.
--
-- In:  the spec that words.lua has read. Out: nothing; a wrong spec raises an error. Afterwards, the `except` of each form lists
--      every code point of the form's ranges that some rule leaves out.
--      `form "0xxxxxxx" { "U+0000..U+00FF" }` is refused: U+00FF does not fit seven bits.

local lists = require "gen.common.lists"
local bytes_ = require "gen.common.bytes"
local forms_ = require "gen.spec.forms"
local ranges_ = require "gen.common.ranges"
local sandbox = require "gen.spec.sandbox"
local sets = require "gen.spec.sets"

local fail <const>, union <const> = sandbox.fail, sets.union
local code_points_text <const> = ranges_.text

local M = {}

---The fault of code points that `allow` does not list.
local UNLISTED <const> = "unlisted"

---The first range of code points that two lists of ranges share. @return table? range
local function common(a, b)
  return ranges_.intersect(a, b)[1]
end

---The name of a rule that leaves out code points, for a message.
local function rule_text(rule)
  return (rule.name == UNLISTED and "`allow` of line %d" or "the exception " .. rule.name .. " of line %d"):format(rule.line)
end

---Collects a form's exceptions: its own and those of the whole spec. Ranges in the form's own rules are taken as written. Ranges in the
---spec's rules are clipped to the form's ranges. A set of `unicode` is clipped to the form's code points that are neither halves nor in a
---rule's ranges. If several sets have a code point, the first rule gets it. `except` rules come before `disallow` rules, since a profile
---only leaves out code points that the encoding writes. The code points that `allow` does not list come last.
---@return table rules { {name, line, ranges, profile?} }, only rules that leave out code points of the form
local function rules_of(spec, form)
  local rules, by_name = {}, {}
  for _, list in ipairs { form.except, spec.excepts } do
    for _, rule in ipairs(list) do
      local written <const>, mine = list == form.except and rule.written or ranges_.intersect(rule.written, form.ranges), by_name[rule.name]
      if mine then
        mine.ranges, mine.given = union(mine.ranges, written), union(mine.given, rule.given)
      else
        mine = { name = rule.name, line = rule.line, ranges = written, given = rule.given, profile = rule.profile }
        rules[#rules + 1], by_name[rule.name] = mine, mine
      end
    end
  end
  local free = ranges_.subtract(form.ranges, forms_.halves(spec))
  for _, rule in ipairs(rules) do
    free = ranges_.subtract(free, union(rule.ranges, {}))
  end
  local function take(rule, given)
    rule.ranges = #given > 0 and union(rule.ranges, given) or rule.ranges
    free = ranges_.subtract(free, given)
  end
  for _, of_profile in ipairs { false, true } do
    for _, rule in ipairs(rules) do
      if (rule.profile or false) == of_profile then
        take(rule, ranges_.intersect(free, rule.given))
        rule.given = nil
      end
    end
  end
  for _, allow in ipairs { form.allow or spec.allow, form.allow and spec.allow } do
    local rule <const> = by_name[UNLISTED] or { name = UNLISTED, line = allow.line, ranges = {}, profile = true }
    if not by_name[UNLISTED] then
      rules[#rules + 1], by_name[UNLISTED] = rule, rule
    end
    take(rule, ranges_.subtract(free, union(allow.written, allow.given)))
  end
  return lists.picked(rules, function(rule) return #rule.ranges > 0 and rule end)
end

---Checks that no name belongs to both an `except` rule and a `disallow` rule, since the kind of rule determines the length of a fault.
local function check_kinds(spec)
  local known = {}
  local function check_rules(rules)
    for _, rule in ipairs(rules) do
      local other <const> = known[rule.name]
      if other and other.profile ~= rule.profile then
        fail(math.max(rule.line, other.line), "the name %s is used by `except` in line %d and by `disallow` in line %d; rename one of them",
          rule.name, (rule.profile and other or rule).line, (rule.profile and rule or other).line)
      end
      known[rule.name] = rule
    end
  end
  for _, form in ipairs(spec.forms) do
    check_rules(form.except)
  end
  check_rules(spec.excepts)
end

---Checks the code points that exceptions and `allow` name against those of forms and pairs. Gives each form its exceptions; `own_except`
---keeps the exceptions in the form's own statement. Clips the sets of `unicode` in each `never` to characters.
local function clip(spec)
  local own = {}
  for _, form in ipairs(spec.forms) do
    own = union(own, form.ranges)
  end
  local paired <const> = spec.pair and #own > 0 and forms_.paired(spec)
  local function check_reach(points, what, inside, left_out)
    if #own == 0 then
      fail(points.line, "%s applies to nothing: no form has code points", what)
    end
    local outside <const> = ranges_.subtract(points.written, inside)[1]
    if outside then
      fail(points.line, "%s names %s, which %s", what, code_points_text { outside },
        inside == own and "no form has" or "its form does not have")
    elseif #ranges_.intersect(union(points.written, points.given), own) == 0 then
      fail(points.line, "%s names no code point that a form has", what)
    end
    local unreached <const> = paired and left_out[1]
    if unreached then
      fail(points.line, "%s leaves out %s, but no rule may leave out code points that the pairs of line %d encode: %s", what,
        code_points_text { unreached }, spec.pair.line, code_points_text { paired })
    end
  end
  for _, rule in ipairs(spec.excepts) do
    check_reach(rule, "the exception " .. rule.name, own, paired and ranges_.intersect({ paired }, rule.given))
  end
  if spec.allow then
    check_reach(spec.allow, "`allow`", own, paired and ranges_.subtract({ paired }, union(spec.allow.written, spec.allow.given)))
  end
  for _, form in ipairs(spec.forms) do
    local inside <const> = union(form.ranges, {})
    for _, rule in ipairs(form.except) do
      check_reach(rule, "the exception " .. rule.name, inside, {})
    end
    if form.allow then
      check_reach(form.allow, "`allow`", union(form.ranges, form.also), {})
    end
  end
  for _, form in ipairs(spec.forms) do
    form.own_except, form.except = form.except, rules_of(spec, form)
  end
  local written
  for _, rule in ipairs(spec.nevers) do
    for _, set in ipairs { rule.first, rule.second } do
      if #set.given > 0 then
        written = written or forms_.written(spec)
        set.ranges = union(set.ranges, ranges_.intersect(set.given, written))
        set.code_points = ranges_.subtract(set.ranges, set.except)
      end
    end
  end
end

---Checks that a form has enough bits for its code points. Leading bits that all its code points share need no bits of the form.
local function check_fit(form)
  for _, range in ipairs(ranges_.join(form.ranges, form.also)) do
    local low <const>, high <const> = range.lo >> form.bits << form.bits, range.hi >> form.bits << form.bits
    if low ~= form.base or high ~= form.base then
      fail(form.line, "U+%04X does not fit form %q, whose %d bits encode %s; all code points of a form must have the same leading bits",
        low ~= form.base and range.lo or range.hi, form.pattern, form.bits,
        code_points_text { { lo = form.base, hi = form.base + (1 << form.bits) - 1 } })
    end
  end
end

---Checks that the spec has a name, a source and a form, that each form's code points are there and fit it, and that no ranges overlap.
local function check(spec)
  if not spec.encoding then
    fail(1, "the spec has no name; add one, such as encoding \"UTF-8\"")
  end
  if not spec.source then
    fail(1, "the spec has no source; add one, such as source \"RFC 3629\"")
  end
  if #spec.forms == 0 then
    fail(spec.lines.encoding, "an encoding needs at least one form, such as form \"0xxxxxxx\" { \"U+0000..U+007F\" }")
  end
  for i, form in ipairs(spec.forms) do
    if not form.ranges then
      fail(form.line, "form %q has no code points; write them after it, such as { \"U+0080..U+07FF\" }", form.pattern)
    end
    check_fit(form)
    for j = 1, i - 1 do
      local both <const> = common(form.ranges, spec.forms[j].ranges)
      if both then
        fail(form.line, "U+%04X is in two forms, here and in line %d; put it under `also` in the form that encoders must not use", both.lo,
          spec.forms[j].line)
      end
    end
  end
end

---Checks that no character's bytes equal the bytes of a character of another form, or are the beginning of these. Characters that a profile
---leaves out are checked, too.
local function check_clash(spec)
  local bytes <const>, form <const>, other <const> = forms_.clash(forms_.encoding_of(spec))
  if bytes then
    local one <const>, two <const> = spec.forms[form], spec.forms[other]
    fail(math.max(one.line, two.line), "%s is a character of form %q of line %d and %s a character of form %q of line %d; forms may"
      .. " share lead bytes only if no character's bytes are the beginning of another's", bytes_.hex(bytes), one.pattern, one.line,
      #one.bytes == #two.bytes and "also" or "begins", two.pattern, two.line)
  end
end

---The first exception that leaves out code points of a range. @return table? rule
local function exception_in(spec, range)
  for _, form in ipairs(spec.forms) do
    for _, rule in ipairs(form.except) do
      if common(rule.ranges, { range }) then
        return rule
      end
    end
  end
end

---Checks that each form has characters or halves of pairs if a profile's rules are ignored, and that the spec has some with these rules. No
---code point may be left out twice. Each code point of `also` must be in another form, not in its own form, and not left out.
local function check_exceptions(spec)
  local encoding <const>, empty = forms_.encoding_of(spec), true
  for f, form in ipairs(spec.forms) do
    for i, rule in ipairs(form.except) do
      for j = 1, i - 1 do
        local both <const> = common(rule.ranges, form.except[j].ranges)
        if both then
          fail(rule.line, "U+%04X is left out twice, by the exceptions %s and %s", both.lo, form.except[j].name, rule.name)
        end
      end
    end
    local used <const> = common(form.ranges, forms_.halves(spec))
    if form.bits and not used and #forms_.covered(encoding.forms[f]) == 0 then
      fail(form.line, "form %q has no characters: its exceptions leave out all its code points", form.pattern)
    end
    empty = empty and form.bits and not used and #forms_.covered(form) == 0
    for _, range in ipairs(form.also) do
      local own <const> = common({ range }, form.ranges)
      if own then
        fail(form.line, "U+%04X is in both `also` and the form's own ranges; remove it from one of them", own.lo)
      end
      local elsewhere = {}
      for _, other in ipairs(spec.forms) do
        elsewhere = union(elsewhere, other ~= form and other.ranges or {})
      end
      local missing = ranges_.subtract({ range }, elsewhere)[1]
      if missing then
        fail(form.line, "`also` names %s, which no other form has; put it into the form's own ranges", code_points_text { missing })
      end
      local allow <const> = form.allow
      local rule <const> = exception_in(spec, range) or allow and #ranges_.subtract({ range }, union(allow.written, allow.given)) > 0
        and { name = UNLISTED, line = allow.line }
      if rule then
        fail(form.line, "`also` names %s, but %s leaves out some of these code points", code_points_text { range }, rule_text(rule))
      end
    end
  end
  if empty then
    local rules <const> = spec.forms[#spec.forms].except
    fail(rules[#rules].line, "the spec has no characters: its rules leave out all of them, the last ones by %s", rule_text(rules[#rules]))
  end
end

---Checks that no exception has the same name as a `never` rule.
local function check_names(spec)
  for _, never in ipairs(spec.nevers) do
    for _, form in ipairs(spec.forms) do
      for _, rule in ipairs(form.except) do
        if rule.name == never.name then
          fail(never.line, "the exception of line %d already has the name %s; choose another", rule.line, never.name)
        end
      end
    end
  end
end

---Checks the halves of a pair. One form must have all code points of a half. An exception must leave out all code points of a half, or
---none; a rule of a profile must leave out none. No code point may be in both halves.
local function check_pairs(spec)
  local function covered(range)
    return lists.any(spec.forms, function(form) return #ranges_.subtract({ range }, forms_.covered(form, true)) == 0 end)
  end
  local function require_covered(line, range, what)
    local rule <const> = exception_in(spec, range)
    if not covered(range) then
      fail(line, "%s %s is not inside the ranges of one form; add it to a form", what, code_points_text { range })
    elseif rule and #ranges_.subtract({ range }, rule.ranges) > 0 then
      fail(line, "%s leaves out a part of %s %s; it must leave out all or nothing", rule_text(rule), what, code_points_text { range })
    end
  end
  for _, form in ipairs(spec.pair and spec.forms or {}) do
    for _, rule in ipairs(form.except) do
      local half <const> = rule.profile and ranges_.intersect(rule.ranges, forms_.halves(spec))[1]
      if half then
        fail(rule.line, "%s leaves out %s, which are not characters but halves of the pair of line %d; use `except`", rule_text(rule),
          code_points_text { half }, spec.pair.line)
      end
    end
  end
  if spec.pair then
    require_covered(spec.pair.line, spec.pair.high, "the high half")
    require_covered(spec.pair.line, spec.pair.low, "the low half")
    local both <const> = common({ spec.pair.high }, { spec.pair.low })
    if both then
      fail(spec.pair.line, "U+%04X is in both the high half and the low half of the pair", both.lo)
    end
  end
end

---Checks that each range of a `never` has a character, and that each side has one, except a side that is only "start" or "end". A side must
---have all characters that pairs write, or none of them.
local function check_nevers(spec)
  local written <const>, paired <const> = forms_.written(spec), forms_.paired(spec)
  local halves <const> = forms_.halves(spec)
  local function check_range(line, range)
    if #ranges_.intersect({ range }, written) > 0 then
      return
    elseif #ranges_.intersect({ range }, halves) > 0 then
      fail(line, "never names halves of the pair of line %d, which are not characters; the pairs encode %s", spec.pair.line,
        code_points_text { paired })
    end
    local rule <const> = exception_in(spec, range)
    if rule then
      fail(line, "the range %s has no characters: %s leaves out code points of it", code_points_text { range }, rule_text(rule))
    end
    fail(line, "the range %s has no characters: no form has these code points", code_points_text { range })
  end
  for _, rule in ipairs(spec.nevers) do
    for _, set in ipairs { rule.first, rule.second } do
      for _, range in ipairs(set.ranges) do
        check_range(rule.line, range)
      end
      if #set.ranges + #set.given > 0 and #ranges_.intersect(set.code_points, written) == 0 then
        fail(rule.line, "a side of never has no characters: %s", #set.ranges > 0 and "its `except` leaves out all of them"
          or "no form writes a code point of its `unicode`")
      end
      local both <const> = paired and ranges_.intersect({ paired }, set.code_points) or {}
      if #both > 0 and (both[1].lo > paired.lo or both[1].hi < paired.hi) then
        fail(rule.line, "never names some of %s, which the pairs of line %d encode; it must name all of them or none",
          code_points_text { paired }, spec.pair.line)
      end
    end
  end
end

---@param spec table that words.lua has read; this function changes its forms and `never` rules
function M.check(spec)
  check_kinds(spec)
  check(spec)
  clip(spec)
  check_exceptions(spec)
  check_clash(spec)
  check_names(spec)
  check_pairs(spec)
  check_nevers(spec)
end

return M
