-- SPDX-License-Identifier: 0BSD
-- sets: reads code points as a spec writes them, "U+0080..U+07FF" or a table of such strings, into ranges.
--
-- In:  the spec under construction, the line, a value, and its name in messages. A value: { "U+000A", unicode "Cn", except = "U+0085" }.
-- Out of `points`: { line, written = the ranges in the spec's text, given = those of `unicode`, which checks.lua clips to each form }. For
--      this value: { line = 3, written = { {lo = 0xA, hi = 0xA} }, given = { ... } }.
-- Out of `set`: one side of a `never`, and whether it includes the edge of a text ("start" or "end").

local ranges_ = require "gen.common.ranges"
local sandbox = require "gen.spec.sandbox"

local fail <const>, LIMITS <const> = sandbox.fail, sandbox.LIMITS

local M = {}

---"U+0800..U+FFFF" or "U+00AD" -> {lo, hi}.
function M.range(line, text)
  if type(text) ~= "string" then
    fail(line, "a range of code points is a string such as \"U+0080..U+07FF\", not a %s", type(text))
  end
  local lo, hi = text:match("^%s*U%+(%x+)%s*%.%.%s*U%+(%x+)%s*$")
  lo = lo or text:match("^%s*U%+(%x+)%s*$")
  if not lo or #lo > 8 or #(hi or "") > 8 then
    fail(line, "cannot read the range %q; allowed are \"U+0080..U+07FF\" and \"U+00AD\"", text)
  end
  lo, hi = tonumber(lo, 16), tonumber(hi or lo, 16)
  if lo > hi then
    fail(line, "the range %s ends before it begins", text)
  end
  return { lo = lo, hi = hi }
end

---The union of two lists of ranges.
function M.union(a, b)
  local all <const> = table.move(a, 1, #a, 1, {})
  return ranges_.union(table.move(b, 1, #b, #a + 1, all))
end

---One range, or a list of ranges -> { {lo, hi}, ... }, ascending. Refuses ranges that overlap.
function M.ranges(line, value, what)
  local list = type(value) == "table" and value or { value }
  local ranges = {}
  for i = 1, #list do
    ranges[i] = M.range(line, list[i])
  end
  for key in next, list do
    if math.type(key) ~= "integer" or key < 1 or key > #list then
      fail(line, "%s has an unknown key %s; allowed are ranges only", what, sandbox.shown(key))
    end
  end
  if #ranges == 0 then
    fail(line, "%s has no range; allowed are \"U+0080..U+07FF\" and \"U+00AD\"", what)
  end
  table.sort(ranges, function(a, b) return a.lo < b.lo end)
  for i = 2, #ranges do
    if ranges[i].lo <= ranges[i - 1].hi then
      fail(line, "%s names U+%04X twice", what, ranges[i].lo)
    end
  end
  return ranges
end

---A set of code points: a range, the result of `unicode`, or a table of these. The table may have an `except`, unless it is itself inside
---an `except` (`within`).
---@return table points { line, written = the ranges in the text, given = those of `unicode`, which are clipped to each form }
function M.points(spec, line, value, what, within)
  local list <const> = type(value) == "table" and not spec.tokens[value] and value or { value }
  local plain, sets, seen = {}, {}, {}
  for i = 1, #list do
    local set <const> = spec.tokens[list[i]]
    if type(list[i]) ~= "table" or not set then
      plain[#plain + 1] = list[i]
    elseif not seen[set] then
      seen[set], sets[#sets + 1] = true, set
    end
  end
  for key in next, list do
    if math.type(key) == "integer" and (key < 1 or key > #list) or math.type(key) ~= "integer" and (key ~= "except" or within) then
      fail(line, "%s has an unknown key %s; allowed are ranges, unicode \"NAME\"%s", what, sandbox.shown(key),
        within and "" or " and except")
    end
  end
  spec.sets = spec.sets + #sets
  if spec.sets > LIMITS.sets then
    fail(line, "a spec uses at most %d sets of unicode", LIMITS.sets)
  end
  local points = { line = line, written = (#plain > 0 or #sets == 0) and M.ranges(line, plain, what) or {}, given = sets[1] or {} }
  for i = 2, #sets do
    points.given = M.union(points.given, sets[i])
  end
  if list.except ~= nil then
    local but <const> = M.points(spec, line, list.except, "the `except` of " .. what, true)
    local out <const> = M.union(but.written, but.given)
    points.written, points.given = ranges_.subtract(points.written, out), ranges_.subtract(points.given, out)
    if #points.written + #points.given == 0 then
      fail(line, "%s names no code point: its `except` leaves out all of them", what)
    end
  end
  return points
end

---A side of a `never`: a range, the result of `unicode`, or a table of these with an optional `except`.
---@param edge string "start" or "end": the edge of a text that this side may name
---@return table set { ranges, except, code_points, given = the ranges of `unicode`, which checks.lua clips to written code points }
---@return boolean has_edge
function M.set(spec, line, value, edge)
  local list <const>, body, has_edge = type(value) == "table" and not spec.tokens[value] and value or { value }, {}, false
  for i = 1, #list do
    has_edge = has_edge or list[i] == edge
    body[#body + 1] = list[i] ~= edge and list[i] or nil
  end
  for key in next, list do
    if key ~= "except" and not (math.type(key) == "integer" and 1 <= key and key <= #list) then
      fail(line, "a side of never has an unknown key %q; allowed are ranges, unicode \"NAME\", %q and except", sandbox.shown(key), edge)
    end
  end
  local nothing <const> = { written = {}, given = {} }
  local points <const> = (#body > 0 or not has_edge) and M.points(spec, line, body, "never") or nothing
  local but <const> = list.except and M.points(spec, line, list.except, "the `except` of never", true) or nothing
  local set <const> = { ranges = points.written, given = points.given, except = M.union(but.written, but.given) }
  set.code_points = ranges_.subtract(M.union(set.ranges, set.given), set.except)
  if #body > 0 and #set.code_points == 0 then
    fail(line, "never names no code point: its `except` leaves out all of them")
  end
  return set, has_edge
end

return M
