-- SPDX-License-Identifier: 0BSD
-- meaning: reads the sets of characters that a spec defines, for tests of the generator. It uses no code of gen/.
--
-- In:  the text of a valid spec. Out: { forms, pair?, nevers, contexts, parts, by_lead, start, origin, last, pair_part? }. Each form
--      has `parts` (ranges of the code points that it writes, which all rules treat alike), and by name the code points that it lacks.
--      `contexts` are sets of rules that characters can activate. `start` is the context without rules, `origin` that at a text's start.
--      UTF-8's third form: excluded = {{name = "surrogate", set = {{0xD800, 0xDFFF}}}, {name = "overlong", set = {{0, 0x7F}}}, ...}.
--
-- The rules remove code points from a form's set one after the other. The fault at a code point has the name of the rule that removed it.

local point_sets <const> = require "tests.lib.point_sets"
local spec_words <const> = require "tests.lib.spec_words"

local union <const>, both <const> = point_sets.union, point_sets.both
local without <const>, first_from <const> = point_sets.without, point_sets.first_from

local M = {}

---A set of code points, cut so that each part is entirely inside or entirely outside each set of each `never` rule.
---@return table parts { {lo, hi, first = {}, second = {}} }; note_rules fills `first` and `second`
local function parts_of(set, nevers)
  local cuts = {}
  for _, rule in ipairs(nevers) do
    for _, side in ipairs { rule.first, rule.second } do
      for _, range in ipairs(side) do
        cuts[#cuts + 1] = range.lo
        cuts[#cuts + 1] = range.hi + 1
      end
    end
  end
  table.sort(cuts)
  local parts, c = {}, 1
  for _, range in ipairs(set) do
    local lo = range.lo
    while lo <= range.hi do
      while cuts[c] and cuts[c] <= lo do
        c = c + 1
      end
      local hi <const> = math.min(range.hi, (cuts[c] or math.maxinteger) - 1)
      parts[#parts + 1] = { lo = lo, hi = hi, first = {}, second = {} }
      lo = hi + 1
    end
  end
  return parts
end

---Notes in each part the rules whose first or second set contains the part: first = {i, ...}, second = {[i] = true}.
local function note_rules(parts, nevers)
  for i, rule in ipairs(nevers) do
    for _, side in ipairs { "first", "second" } do
      for _, range in ipairs(rule[side]) do
        for p = first_from(parts, range.lo), #parts do
          local part <const> = parts[p]
          if part.lo > range.hi then
            break
          elseif side == "first" then
            part.first[#part.first + 1] = i
          else
            part.second[i] = true
          end
        end
      end
    end
  end
end

---The context after a character: the rules that it activates. A text may end there unless one of them forbids the end.
local function context_of(meaning, activated)
  local key <const> = table.concat(activated, " ")
  local context = meaning.contexts[key]
  if not context then
    context = { key = key, activated = activated, final = true }
    for _, i in ipairs(activated) do
      context.final = context.final and not meaning.nevers[i].ends
    end
    meaning.contexts[key] = context
    meaning.contexts[#meaning.contexts + 1] = context
  end
  return context
end

---Whether a rule activated in this context forbids a part.
function M.forbidden(context, part)
  for _, i in ipairs(context.activated) do
    if part.second[i] then
      return true
    end
  end
  return false
end

---Sets `good` in each context from which a text can be completed.
local function find_dead_ends(meaning)
  for _, context in ipairs(meaning.contexts) do
    context.good = context.final
  end
  local changed
  repeat
    changed = false
    for _, context in ipairs(meaning.contexts) do
      for _, part in ipairs(context.good and {} or meaning.parts) do
        if part.context.good and not M.forbidden(context, part) then
          context.good, changed = true, true
          break
        end
      end
    end
  until not changed
end

---The code points that a form leaves out, as named sets: the form's own first, then the spec's. Code points that `allow` lacks come last.
---Ranges in the text of the spec have priority over sets of `unicode`, and `except` has priority over the profile: of several sets that
---contain a code point, the one with the highest priority gets it. `allow` and sets of `unicode` do not leave out halves of a pair. `whole`
---marks the rules of the profile: `disallow` and `allow`.
local function exceptions_of(meaning, form, halves)
  local rules, by_name, free = {}, {}, without(form.own, halves)
  local function rule_of(name, whole)
    if not by_name[name] then
      by_name[name] = { name = name, set = {}, given = {}, whole = whole }
      rules[#rules + 1] = by_name[name]
    end
    return by_name[name]
  end
  for _, list in ipairs { form.except, meaning.except } do
    for _, one in ipairs(list) do
      local rule <const>, written <const> = rule_of(one.name, one.whole), both(one.written, form.own)
      rule.set, rule.given = union(rule.set, written), union(rule.given, one.given)
      free = without(free, written)
    end
  end
  local function take(rule, set)
    rule.set = union(rule.set, both(free, set))
    free = without(free, set)
  end
  for _, whole in ipairs { false, true } do
    for _, rule in ipairs(rules) do
      if rule.whole == whole then
        take(rule, rule.given)
      end
    end
  end
  for _, allowed in ipairs { form.allow or false, meaning.allow or false } do
    if allowed then
      take(rule_of("unlisted", true), without(free, allowed))
    end
  end
  return rules
end

---Notes the code points that a form leaves out, by name: in `excluded` if the encoding does not write them in this form, in `profile` if
---the encoding writes them but the profile forbids them.
---@return table written the code points that the form writes, halves of a pair included
local function note_exceptions(meaning, form)
  local encoded = form.named
  for _, rule in ipairs(form.except) do
    if rule.whole then
      form.withheld = union(form.withheld, rule.set)
      form.profile[#form.profile + 1] = rule
    else
      encoded = without(encoded, rule.set)
    end
  end
  local open = without(form.whole, encoded)
  local function take(name, set)
    local taken <const> = both(open, set)
    form.excluded[#form.excluded + 1] = #taken > 0 and { name = name, set = taken } or nil
    open = without(open, taken)
  end
  for _, rule in ipairs(form.except) do
    take(rule.name, rule.whole and {} or rule.set)
  end
  for _, other in ipairs(meaning.forms) do
    if #other.places < #form.places then
      take("overlong", other.own)
    end
  end
  take("too_large", { { lo = meaning.last + 1, hi = math.maxinteger } })
  take("unlisted", open)
  return without(encoded, form.withheld)
end

---Notes the code points that a form writes, in parts, and the halves of a pair that it writes. Adds the form to `by_lead`.
local function note_form(meaning, form, halves)
  form.written, form.excluded, form.withheld, form.profile = {}, {}, {}, {}
  if form.row then
    form.parts = { { row = true, first = {}, second = {} } }
  else
    local written <const> = note_exceptions(meaning, form)
    form.highs = meaning.pair and both(form.named, meaning.pair.high) or {}
    form.lows = meaning.pair and both(form.named, meaning.pair.low) or {}
    form.lone_lows = both(form.lows, written)
    form.written = without(written, halves)
    form.parts = parts_of(form.written, meaning.nevers)
    note_rules(form.parts, meaning.nevers)
  end
  for lead = form.places[1].lo, form.places[1].hi do
    meaning.by_lead[lead] = meaning.by_lead[lead] or {}
    table.insert(meaning.by_lead[lead], form)
  end
  for _, part in ipairs(form.parts) do
    part.context = context_of(meaning, part.first)
    meaning.parts[#meaning.parts + 1] = part
  end
end

---@param text string a valid spec
---@param unicode function? returns the ranges of a name, for the word `unicode`
---@return table meaning
function M.read(text, unicode)
  local meaning <const> = spec_words(text, unicode)
  local halves <const> = meaning.pair and union(meaning.pair.high, meaning.pair.low) or {}
  meaning.contexts, meaning.parts, meaning.by_lead, meaning.last = {}, {}, {}, 0
  meaning.start = context_of(meaning, {})
  for _, form in ipairs(meaning.forms) do
    if not form.row then
      local whole <const> = { { lo = form.base, hi = form.base + (1 << form.bits) - 1 } }
      meaning.last = math.max(meaning.last, form.own[1] and form.own[#form.own].hi or 0)
      form.named, form.whole = union(form.own, form.also), whole
      form.except = exceptions_of(meaning, form, halves)
    end
  end
  for i, form in ipairs(meaning.forms) do
    form.index = i
    note_form(meaning, form, halves)
  end
  if meaning.pair then
    -- Pairs write the code points after the last one of all forms. A rule names all of them or none, so one code point represents them.
    local pairs_ <const> = { { lo = meaning.last + 1, hi = meaning.last + 1, first = {}, second = {} } }
    note_rules(pairs_, meaning.nevers)
    meaning.pair_part = pairs_[1]
    meaning.pair_part.context = context_of(meaning, meaning.pair_part.first)
    meaning.parts[#meaning.parts + 1] = meaning.pair_part
  end
  local starting <const> = {}
  for i, rule in ipairs(meaning.nevers) do
    starting[#starting + 1] = rule.starts and i or nil
  end
  meaning.origin = context_of(meaning, starting)
  find_dead_ends(meaning)
  return meaning
end

return M
