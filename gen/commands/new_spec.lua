-- SPDX-License-Identifier: 0BSD
-- new_spec: writes a spec by editing an existing one.
--
-- In:  the model of a spec, and edits { name, without, max?, replacement? }. Out: the text of the new spec. For utf-8 without U+00AD and
--      up to U+FFFF, the new spec has the first three forms of utf-8, other statements, and
--
--     disallow { soft_hyphen = "U+00AD" }
--
-- The idea: unaffected statements are copied with their comments, so the result reads like a handwritten spec. `users` is left out, as is
-- `well_formed` if the language changes. The examples are new ones for `without` and `max`, and old ones that are still correct.

local console = require "gen.commands.console"
local statements = require "gen.commands.statements"
local lists = require "gen.common.lists"
local bytes_ = require "gen.common.bytes"
local forms_ = require "gen.spec.forms"
local characters = require "gen.language.characters"
local faults = require "gen.language.faults"
local layout = require "gen.common.layout"
local names = require "gen.common.names"
local outside = require "gen.common.outside"
local ranges = require "gen.common.ranges"
local refused = require "gen.spec.refused"
local unicode = require "gen.spec.unicode"

local M = {}

local fail <const> = console.usage_error

---An upper bound on code points.
local HIGHEST <const> = 1 << 40

local hex_of <const>, points_text <const> = bytes_.hex, ranges.text

-- ---- Options ----

---Default names of faults. A range gets the name in the first row that contains it. A Unicode set gets the name in the row with this set.
local FAULTS <const> = {
  { "nul", "U+0000" }, { "tab", "U+0009" }, { "line_feed", "U+000A" }, { "carriage_return", "U+000D" }, { "control", "U+0000..U+001F" },
  { "delete", "U+007F" }, { "c1_control", "U+0080..U+009F" }, { "no_break_space", "U+00A0" }, { "soft_hyphen", "U+00AD" },
  { "bidi_control", "U+061C" }, { "zero_width_space", "U+200B" }, { "joiner", "U+200C..U+200D" }, { "bidi_control", "U+200E..U+200F" },
  { "line_separator", "U+2028" }, { "paragraph_separator", "U+2029" }, { "bidi_control", "U+202A..U+202E" },
  { "bidi_control", "U+2066..U+2069" }, { "surrogate", "U+D800..U+DFFF" }, { "private_use", "U+E000..U+F8FF" },
  { "noncharacter", "U+FDD0..U+FDEF" }, { "variation_selector", "U+FE00..U+FE0F" }, { "byte_order_mark", "U+FEFF" },
  { "replacement_character", "U+FFFD" }, { "noncharacter", "U+FFFE..U+FFFF" }, { "tag", "U+E0000..U+E007F" },
  { "private_use", "U+F0000..U+10FFFF" }, { "unassigned", "Cn" }, { "surrogate", "Cs" }, { "private_use", "Co" }, { "control", "Cc" },
  { "format", "Cf" }, { "ignorable", "Default_Ignorable_Code_Point" }, { "noncharacter", "Noncharacter_Code_Point" },
}

local function parse_range(text)
  local lo <const>, hi <const> = text:match("^[Uu]%+(%x+)%.*[Uu]?%+?(%x*)$")
  local exact <const> = text:find("^[Uu]%+%x+$") or text:find("^[Uu]%+%x+%.%.[Uu]%+%x+$")
  if not exact or #lo > 8 or #hi > 8 then
    return nil
  end
  return { lo = tonumber(lo, 16), hi = tonumber(hi ~= "" and hi or lo, 16) }
end

---The default name of the fault for an excluded set.
local function fault_of(range, name)
  for _, row in ipairs(FAULTS) do
    local known <const> = parse_range(row[2])
    if row[2] == name or range and known and known.lo <= range.lo and range.hi <= known.hi then
      return row[1]
    end
  end
  return name and name:lower():gsub("[^%l%d]+", "_") or ("without_%04x"):format(range.lo)
end

---Reads one code point.
---@param text string such as "U+FFFF"
---@return integer? code_point
---@return string? reason
function M.code_point(text)
  local range <const> = parse_range(text)
  if not range or range.lo ~= range.hi then
    return nil, ("%s is not a code point, such as U+FFFF"):format(text)
  end
  return range.lo
end

---Reads one excluded set.
---@param text string "U+00AD", "U+0000..U+001F", "Cn", optionally with "name=" before it
---@return table? exclusion { fault, ranges } or { fault, unicode, ranges }
---@return string? reason
local function read_exclusion(text)
  local fault <const>, set = text:match("^(%l[%w_]*)=(.*)$")
  set = set or text
  if text:find("^[^=]*=") and not fault and not set:find("^%u[%w_]*=[%w_]+$") then
    return nil, ("%s has no name before its =; a name begins with a lower-case letter, such as soft_hyphen=U+00AD"):format(text)
  elseif fault and fault:find("%u") then
    return nil, ("the name %s is not in lower case"):format(fault)
  end
  local range <const> = parse_range(set)
  if range and range.lo > range.hi then
    return nil, ("the range %s ends before it begins"):format(set)
  elseif range then
    return { fault = fault or fault_of(range), ranges = { range } }
  elseif set:find("^[Uu]%+") or not set:find("^[%w_=]+$") then
    return nil, ("cannot read %s; allowed are U+00AD, U+0000..U+001F, and Unicode names such as Cn"):format(set)
  end
  local list <const> = unicode.ranges(set)
  if not list then
    return nil, ("unicode has no %s; the nearest is %s"):format(set, unicode.nearest(set))
  end
  return { fault = fault or fault_of(nil, set), unicode = set, ranges = list }
end

---Reads the excluded sets.
---@param texts string[] of one or more sets each, separated by commas or blanks
---@return table[]? exclusions { fault, unicode?, ranges }
---@return string? reason
function M.points(texts)
  local exclusions <const> = {}
  for _, text in ipairs(texts) do
    for part in text:gmatch("[^,%s]+") do
      local exclusion <const>, reason <const> = read_exclusion(part)
      if not exclusion then
        return nil, reason
      end
      exclusions[#exclusions + 1] = exclusion
    end
  end
  return exclusions
end

---@param name string
---@param known string[] names of the catalogue
---@return string? reason why an encoding cannot have this name
function M.unfit_name(name, known)
  if outside.unfit(name) then
    return ("a name is one line and cannot contain %s"):format(outside.unfit(name))
  end
  local prefix <const>, reason <const> = names.of(name)
  if refused.reason(name, true) then
    return ("no spec describes %s"):format(refused.reason(name, true))
  elseif not prefix then
    return ("an encoding cannot be called %q: %s"):format(name, reason)
  end
  for _, word in ipairs(known) do
    if names.of(word) == prefix then
      return ("%s of the catalogue has the same file names; choose another name"):format(word)
    end
  end
end

-- ---- Writing the new spec ----

---Ranges, and `sets` that are already code, in the syntax of specs: "U+0000..U+001F", or { "U+0000", "U+007F", unicode "Cn" }.
local function set_text(list, sets)
  local words <const> = lists.concat(lists.map(list, function(range) return ('"%s"'):format(points_text { range }) end), sets or {})
  return #words == 1 and words[1] or "{ " .. table.concat(words, ", ") .. " }"
end

---The part of a list of ranges up to a code point; the whole list if `max` is nil.
local function up_to(list, max)
  return max and ranges.intersect(list, { { lo = 0, hi = max } }) or list
end

---The code points above `max` that a spec encodes.
local function above(spec, max)
  return ranges.intersect(forms_.written(spec), { { lo = max + 1, hi = HIGHEST } })
end

---The code of a form without the code points above `max`, and without excluded code points in its `also`.
---@param out table excluded ranges, without those of Unicode sets
---@return string? code nil if the form has no code points left
local function cut_form(statement, form, max, out)
  local own <const>, also <const> = up_to(form.ranges, max), up_to(ranges.subtract(form.also, out), max)
  if #own + #also == 0 then
    return nil
  elseif ranges.count(own) == ranges.count(form.ranges) and ranges.count(also) == ranges.count(form.also) then
    return statement.code
  elseif statement.code:find("%f[%w]unicode%f[%W]") or statement.code:find("%f[%w]allow%f[%W]") then
    fail("line %d of the --from spec has `allow` or `unicode`, which cannot be shortened; edit a copy of the spec by hand", statement.line)
  end
  local parts = { #own > 0 and set_text(own):gsub("^{ (.*) }$", "%1") or nil }
  parts[#parts + 1] = #also > 0 and "also = " .. set_text(also) or nil
  for _, word in ipairs { "except", "disallow" } do
    local rules = {}
    for _, rule in ipairs(form.own_except) do
      local left <const> = (rule.profile and "disallow" or "except") == word and up_to(rule.written, max) or {}
      rules[#rules + 1] = #left > 0 and ("%s = %s"):format(rule.name, set_text(left)) or nil
    end
    parts[#parts + 1] = #rules > 0 and ("%s = { %s }"):format(word, table.concat(rules, ", ")) or nil
  end
  return ('form "%s" { %s }'):format(form.pattern, table.concat(parts, ", "))
end

---Whether a `never` rule still forbids anything if `max` is the last code point.
local function is_met(rule, max)
  return (rule.starts or #up_to(rule.first.code_points, max) > 0) and (rule.ends or #up_to(rule.second.code_points, max) > 0)
end

---Aligns the ranges of forms in one column.
local function align(list)
  local width = 0
  for _, one in ipairs(list) do
    local pattern <const> = one.word == "form" and one.code:match('^form%s*("[^"\n]*")')
    width = math.max(width, #(pattern or ""))
  end
  for _, one in ipairs(list) do
    local pattern <const>, body <const> = one.code:match('^form%s*("[^"\n]*")%s*(.*)$')
    if pattern and one.word == "form" then
      one.code = ("form %s%s  %s"):format(pattern, (" "):rep(width - #pattern), body)
    end
  end
end

---The excluded sets by fault, in order. Their ranges omit code points that are above `max`, that the spec does not encode, or that an
---earlier exclusion has.
local function exceptions_of(spec, exclusions, max)
  local rest, list, by_fault = up_to(forms_.written(spec), max), {}, {}
  for _, exclusion in ipairs(exclusions) do
    local points <const> = ranges.intersect(exclusion.ranges, rest)
    local shown <const> = exclusion.unicode or points_text(exclusion.ranges)
    if #points == 0 then
      fail("%s is excluded already: %s does not encode it, or another option excludes it", shown, spec.title)
    end
    rest = ranges.subtract(rest, points)
    local rule <const> = by_fault[exclusion.fault] or { fault = exclusion.fault, points = {}, sets = {}, shown = {} }
    list[#list + 1] = not by_fault[exclusion.fault] and rule or nil
    by_fault[exclusion.fault] = rule
    rule.first = rule.first or points[1].lo
    rule.shown[#rule.shown + 1] = shown
    if exclusion.unicode then
      rule.sets[#rule.sets + 1] = ('unicode "%s"'):format(exclusion.unicode)
    else
      rule.points = ranges.union(table.move(points, 1, #points, #rule.points + 1, rule.points))
    end
  end
  return list
end

---The `disallow` statement for the excluded sets.
local function disallow_text(list)
  local lines <const>, width <const> = {}, lists.most(list, function(rule) return #rule.fault end)
  for i, rule in ipairs(list) do
    lines[i] = ("%s%s = %s"):format(rule.fault, #list > 1 and (" "):rep(width - #rule.fault) or "", set_text(rule.points, rule.sets))
  end
  if #lines == 1 then
    return ("disallow { %s }"):format(lines[1])
  end
  return "disallow {\n    " .. table.concat(lines, ",\n    ") .. ",\n}"
end

---The difference between the languages of the new spec and the old one: "without U+00AD, up to U+FFFF"; "" if there is none.
local function difference_of(list, max)
  local shown, words = {}, {}
  for _, rule in ipairs(list) do
    table.move(rule.shown, 1, #rule.shown, #shown + 1, shown)
  end
  words[1] = #shown > 0 and "without " .. table.concat(shown, ", ") or nil
  words[#words + 1] = max and ("up to U+%04X"):format(max) or nil
  return table.concat(words, ", ")
end

---The `examples` statement, aligned in columns.
local function examples_text(list)
  local widths = { 0, 0 }
  for _, one in ipairs(list) do
    one.hex = hex_of(one.bytes)
    widths[1], widths[2] = math.max(widths[1], #one.hex), math.max(widths[2], #(one.fault or ""))
  end
  local lines = { "examples [[" }
  for _, one in ipairs(list) do
    lines[#lines + 1] = ("    %-8s %-" .. widths[1] .. "s  %-" .. widths[2] .. "s  %s"):format(one.valid and "valid" or "invalid",
      one.hex, one.fault or "", one.citation):gsub("%s+$", "")
  end
  lines[#lines + 1] = "]]"
  return table.concat(lines, "\n")
end

---The new examples: one for each fault of the excluded sets, up to two for `max`, and those of the old spec that are still correct.
---@param old table the old spec
---@param model table of the new rules
local function examples_of(old, model, exceptions, max)
  local list = {}
  local function add(bytes, citation, expected)
    local fault <const> = faults.of(model, bytes)
    local name <const> = fault and fault.fault
    if expected == nil or expected == (name or false) then
      list[#list + 1] = { bytes = bytes, valid = not fault, fault = name, citation = citation }
    end
  end
  for _, rule in ipairs(exceptions) do
    add(characters.write(old, rule.first), ("U+%04X, which is excluded"):format(rule.first))
  end
  local within <const> = up_to(forms_.written(model.spec), max)
  if max and #within > 0 then
    local last <const>, next_one <const> = within[#within].hi, above(old, max)[1].lo
    add(characters.write(old, last), ("U+%04X, the last code point"):format(last))
    add(characters.write(old, next_one), ("U+%04X, above the last code point"):format(next_one))
  end
  for _, one in ipairs(old.examples) do
    add(one.bytes, one.citation, one.fault or false)
  end
  return list
end

---A text as lines of comment.
local function comment(text)
  return layout.filled("-- ", outside.comment(text), "-- ")
end

---The statements of the new spec, except its examples.
local function edited(old, list, edits, exceptions)
  local changed <const> = #exceptions > 0 or edits.max ~= nil
  local difference <const>, title <const> = difference_of(exceptions, edits.max), old.title
  local out, forms, last, left_out = {}, lists.picked(old.forms, function(form) return form.bits and form end), 0, {}
  for _, rule in ipairs(exceptions) do
    left_out = ranges.union(table.move(rule.points, 1, #rule.points, #left_out + 1, left_out))
  end
  local nevers <const> = { table.unpack(old.nevers) }
  local what <const> = difference ~= "" and ("%s %s."):format(title, difference) or ("%s, under another name."):format(title)
  local kept <const> = { source = ("source   %q"):format(old.source .. (difference ~= "" and "; " .. difference or "")) }
  for i, one in ipairs(list) do
    local code = one.code
    if one.word == "form" then
      local form <const> = table.remove(forms, 1)
      code = cut_form(one, form, edits.max, left_out)
    elseif one.word == "never" then
      code = is_met(table.remove(nevers, 1), edits.max) and code or nil
    elseif one.word == "encoding" then
      code = ("encoding %q"):format(edits.name)
    elseif one.word == "source" then
      code = kept.source
    elseif one.word == "users" or one.word == "examples" or one.word == "well_formed" and changed
      or one.word == "replacement" and edits.replacement or one.word == "pair" and edits.max then
      code = nil
    end
    if code then
      out[#out + 1] = { word = one.word, code = code, above = i == 1 and "" or one.above, after = code == one.code and one.after or "" }
      last = (one.word ~= "well_formed" and one.word ~= "encoding" and one.word ~= "source") and #out or math.max(last, 1)
    end
  end
  align(out)
  local added = {}
  if #exceptions > 0 then
    added[#added + 1] = { word = "disallow", code = disallow_text(exceptions), above = "\n\n", after = "" }
  end
  if edits.replacement then
    added[#added + 1] = { word = "replacement", code = ('replacement "U+%04X"'):format(edits.replacement), above = "\n\n", after = "" }
  end
  for i, one in ipairs(added) do
    table.insert(out, last + i, one)
  end
  out[1].above = comment(what) .. "\n\n"
  return out
end

local function joined(list)
  local parts <const> = lists.map(list, function(one) return one.above .. one.code .. one.after end)
  return (table.concat(parts):gsub("\n\n\n+", "\n\n"):gsub("%s*$", "\n"))
end

---@param old table a model, see pipeline.understand
---@param edits table { name, without (see M.points), max?, replacement? }
---@param understand fun(text: string): table model of a text; raises the errors of spec.read
---@return string text
function M.text(old, edits, understand)
  local spec <const> = old.spec
  local paired <const> = forms_.paired(spec)
  if edits.max and #above(spec, edits.max) == 0 then
    fail("%s encodes nothing above U+%04X", spec.title, edits.max)
  elseif edits.max and paired and edits.max >= paired.lo then
    fail("%s encodes %s as pairs, which cannot be restricted; --max must be below U+%04X", spec.title, points_text { paired }, paired.lo)
  end
  local exceptions <const> = exceptions_of(spec, edits.without, edits.max)
  local list <const> = edited(spec, statements.of(spec), edits, exceptions)
  local model <const> = understand(joined(list))
  local examples <const> = examples_of(spec, model, exceptions, edits.max)
  if #examples > 0 then
    list[#list + 1] = { code = examples_text(examples), above = "\n\n", after = "" }
  end
  return joined(list)
end

return M
