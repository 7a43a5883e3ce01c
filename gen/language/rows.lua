-- SPDX-License-Identifier: 0BSD
-- rows: turns the forms of a spec into rows, the sequences of byte ranges that are its characters.
--
-- In:  spec. Out of `derive`: rows in byte order; row = { form, bytes = { {lo, hi}, ... }, to, barred }. `to` is the context after the
--      character, `barred` the set of contexts that forbid it. A spec without `never` has one context, 1. If a rule applies at the start of
--      a text, the start has a context, too. The number of contexts includes this context only if some character also leads to it.
--      Out of `excluded`: the rows of code points that forms leave out, and of low halves.
--      UTF-8 gives the nine rows of Unicode Table 3-7. In "1110xxxx 10xxxxxx 10xxxxxx", U+0800..U+D7FF becomes
--          E0 A0..BF 80..BF,  E1..EC 80..BF 80..BF,  ED 80..9F 80..BF
--
-- The idea: the code points of each form are cut wherever a `never` rule distinguishes characters, and gen/spec/forms.lua turns each part
-- into rows. A pair is one character: its row has the bytes of both halves.

local lists = require "gen.common.lists"
local forms = require "gen.spec.forms"
local ranges_ = require "gen.common.ranges"

local M = {}

local function by_bytes(a, b)
  for i = 1, math.min(#a.bytes, #b.bytes) do
    if a.bytes[i].lo ~= b.bytes[i].lo then
      return a.bytes[i].lo < b.bytes[i].lo
    end
  end
  return #a.bytes < #b.bytes
end

---The rows of the characters that a profile leaves out, each with the name of its rule as the fault; in the order of forms and their rules.
---@param spec table
---@return table rows
function M.disallowed(spec)
  local rows = {}
  for i, form in ipairs(spec.forms) do
    for _, rule in ipairs(form.except) do
      forms.add_rows(rows, form, i, rule.profile and rule.ranges or {}, rule.name)
    end
  end
  return rows
end

---The rows of a range of code points in all forms that have these in their ranges or in `also`, even if an exception leaves them out.
function M.of_range(spec, range)
  local rows = {}
  for i, form in ipairs(spec.forms) do
    forms.add_rows(rows, form, i, ranges_.intersect(forms.covered(form, true), { range }))
  end
  return rows
end

---The rows of the characters that are pairs: a high half followed by a low half.
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

---The rows of the characters in ascending ranges of code points, by form; then all pairs, if a range contains the first pair's code point.
function M.of_characters(spec, ranges)
  local rows = {}
  local halves <const> = forms.halves(spec)
  for i, form in ipairs(spec.forms) do
    forms.add_rows(rows, form, i, ranges_.intersect(ranges_.subtract(forms.covered(form), halves), ranges))
  end
  local pairs_ <const> = spec.pair and ranges_.holds(ranges, forms.paired(spec).lo) and M.pairs(spec) or {}
  return table.move(pairs_, 1, #pairs_, #rows + 1, rows)
end

---Cuts ranges at each of `cuts`, where sides of rules begin and end, so that each part is completely inside or outside of each side.
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

---For each range in a side of a rule, its first code point and the first code point after it; all in ascending order.
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

---Divides the characters of each form into parts: { form?, rows, activated, barred }. No rule distinguishes the characters of a part. All
---pairs are one part. `activated` lists the rules whose first side contains the part, `barred` those whose second side does.
local function kinds_of(spec)
  local kinds = {}
  local function add(range, rows, form)
    local kind = { form = form, rows = rows, activated = {}, barred = {} }
    for i, rule in ipairs(spec.nevers) do
      kind.activated[#kind.activated + 1] = ranges_.holds(rule.first.code_points, range.lo) and i or nil
      kind.barred[#kind.barred + 1] = ranges_.holds(rule.second.code_points, range.lo) and i or nil
    end
    kinds[#kinds + 1] = kind
  end
  local cuts <const> = cuts_of(spec)
  local halves <const> = forms.halves(spec)
  for i, form in ipairs(spec.forms) do
    if not form.bits then
      kinds[#kinds + 1] = { form = i, rows = { { form = i, bytes = form.bytes } }, activated = {}, barred = {} }
    end
    for _, part in ipairs(parts_of(cuts, ranges_.subtract(forms.covered(form), halves))) do
      local rows = {}
      forms.add_rows(rows, form, i, { part })
      add(part, rows, i)
    end
  end
  if spec.pair then
    add(forms.paired(spec), M.pairs(spec))
  end
  return kinds
end

---The rows of the well-formed characters, each with the context after it and the contexts that forbid it. A context is the set of the
---`never` rules whose first side contains the previous character. Context 1 forbids nothing.
---@param spec table
---@return table rows { {form, bytes, to, barred} }
---@return integer contexts the number of contexts
---@return table ends set of the contexts in which no text ends
---@return integer origin the context in which a text begins: 1, or the context of the rules with "start"
function M.derive(spec)
  local contexts, seen, ends, rows <const>, kinds <const> = 1, { [""] = 1 }, {}, {}, kinds_of(spec)
  -- For each rule, the contexts that contain it.
  local contexts_of = {}
  for i in ipairs(spec.nevers) do
    contexts_of[i] = {}
  end
  for _, kind in ipairs(kinds) do
    local key <const> = table.concat(kind.activated, " ")
    if not seen[key] then
      contexts = contexts + 1
      seen[key] = contexts
      for _, rule in ipairs(kind.activated) do
        table.insert(contexts_of[rule], contexts)
        ends[contexts] = ends[contexts] or spec.nevers[rule].ends or nil
      end
    end
    kind.to = seen[key]
  end
  local starting <const> = lists.picked(spec.nevers, function(rule, i) return rule.starts and i end)
  local origin <const> = seen[table.concat(starting, " ")] or contexts + 1
  for _, rule in ipairs(origin > contexts and starting or {}) do
    table.insert(contexts_of[rule], origin)
  end
  for _, kind in ipairs(kinds) do
    local barred = {}
    for _, rule in ipairs(kind.barred) do
      for _, context in ipairs(contexts_of[rule]) do
        barred[context] = true
      end
    end
    for _, row in ipairs(kind.rows) do
      rows[#rows + 1] = { form = row.form, bytes = row.bytes, to = kind.to, barred = barred }
    end
  end
  table.sort(rows, by_bytes)
  return rows, contexts, ends, origin
end

---Rows of code points left out of forms, and of low halves, with their faults. Of rows that begin with the same bytes, the first decides.
---The fault of a code point in a named exception has that name. Of other code points, one in the ranges of a shorter form is `overlong`,
---one above the last of all forms is `too_large`, and the rest are `unlisted`. A low half that no exception names is `unpaired`.
---@param spec table
---@return table rows, each with .fault
function M.excluded(spec)
  local last <const> = lists.most(spec.forms, function(form) return #form.ranges > 0 and form.ranges[#form.ranges].hi or 0 end)
  local rows = {}
  for i, form in ipairs(spec.forms) do
    local first <const>, size <const> = form.base or 0, form.bits and 1 << form.bits or 0
    local open = ranges_.subtract({ { lo = first, hi = first + size - 1 } }, forms.covered(form))
    local function take(ranges, fault)
      local kept = ranges_.subtract(open, ranges)
      forms.add_rows(rows, form, i, ranges_.subtract(open, kept), fault)
      open = kept
    end
    for _, rule in ipairs(form.except) do
      take(rule.ranges, rule.name)
    end
    local shorter = {}
    for _, other in ipairs(spec.forms) do
      if #other.bytes < #form.bytes then
        shorter = ranges_.join(shorter, other.ranges)
      end
    end
    take(shorter, "overlong")
    take({ { lo = last + 1, hi = first + size } }, "too_large")
    take({ { lo = 0, hi = last } }, "unlisted")
  end
  -- Low halves that no exception names.
  for i, form in ipairs(spec.pair and spec.forms or {}) do
    forms.add_rows(rows, form, i, ranges_.intersect(forms.covered(form), { spec.pair.low }), spec.pair.name)
  end
  return rows
end

return M
