-- SPDX-License-Identifier: 0BSD
-- grammar: turns rows into alternatives of byte ranges for grammars.
--
-- In:  rows, or a model. Out: alternatives in re2c's notation, [\xE0] [\xA0-\xBF] [\x80-\xBF]. For ABNF and PEG, rules in two directions:
--      from the first byte of a text to its last, and, with reversed rows, from the last to the first.
--
-- The idea: the rows are divided into parts, one for each form and one for pairs, or more if `never` rules distinguish characters. Only
-- adjacent parts matter: each part has a list of the parts that must not follow it. Backwards, the same two parts must not be adjacent.
-- WTF-8: form_3_b (U+D800..U+DBFF) is never followed by form_3_c (U+DC00..U+DFFF); reversed, form_3_c is never followed by form_3_b.

local lists = require "gen.common.lists"
local bytes_ = require "gen.common.bytes"
local ranges_ = require "gen.common.ranges"
local characters = require "gen.language.characters"

local M = {}

---@param range table {lo, hi}
---@return string re2c's character class
local function byte_class(range)
  if range.lo == range.hi then
    return ("[\\x%02X]"):format(range.lo)
  end
  return ("[\\x%02X-\\x%02X]"):format(range.lo, range.hi)
end

---@param rows table
---@param contexts integer
---@return table alternatives[from][to], a list of strings, one for each row between these contexts
function M.re2c(rows, contexts)
  local out = {}
  for from = 1, contexts do
    out[from] = {}
    for to = 1, contexts do
      out[from][to] = {}
    end
  end
  for _, row in ipairs(rows) do
    local alternative <const> = lists.joined(row.bytes, " ", function(range) return byte_class(range) end)
    for from = 1, contexts do
      if not (row.barred and row.barred[from]) then
        table.insert(out[from][row.to], alternative)
      end
    end
  end
  return out
end

-- ---- Rules ----

---The name of a number: a for 1, b for 2, ... z, aa, ab, ...
local function letters(number)
  local text = ""
  while number > 0 do
    text = string.char(("a"):byte() + (number - 1) % 26) .. text
    number = (number - 1) // 26
  end
  return text
end

---The code points that the rows of a part write, ascending. The first and last character are enough: a row writes one range.
local function code_points(spec, part)
  local ranges <const>, form <const> = {}, spec.forms[part.form]
  for _, bytes in ipairs(part.rows) do
    local first, last = {}, {}
    for i, range in ipairs(bytes) do
      first[i], last[i] = range.lo, range.hi
    end
    if part.kind == "pair" then
      ranges[#ranges + 1] = { lo = characters.read(spec, first), hi = characters.read(spec, last) }
    else
      ranges[#ranges + 1] = { lo = characters.decode(form, first), hi = characters.decode(form, last) }
    end
  end
  return ranges_.join(ranges)
end

---The contexts in a set, as a string.
local function contexts_text(set, contexts)
  local words = {}
  for context = 1, contexts do
    words[#words + 1] = set[context] and context or nil
  end
  return table.concat(words, " ")
end

---Divides the rows into parts: rows of one form that allow the same characters after them and before them.
---@param model table
---@return table parts { name, meaning, rows = list of bytes, never = list of indices of parts that must not follow,
---  first and last = whether the part may be the first and the last of a text }
local function parts_of(model)
  local spec <const> = model.spec
  local seen, parts, per_kind, words = {}, {}, {}, {}
  for _, row in ipairs(model.rows) do
    local kind <const> = #row.bytes > #spec.forms[row.form].bytes and "pair" or "form_" .. row.form
    words[row.barred] = words[row.barred] or contexts_text(row.barred, math.max(model.contexts, model.origin))
    local key <const> = ("%s %d %s"):format(kind, row.to, words[row.barred])
    if not seen[key] then
      local part <const> = { kind = kind, form = row.form, to = row.to, barred = row.barred, rows = {} }
      parts[#parts + 1], seen[key] = part, part
      per_kind[kind] = per_kind[kind] or {}
      table.insert(per_kind[kind], part)
      part.number = #per_kind[kind]
    end
    table.insert(seen[key].rows, row.bytes)
  end
  table.sort(parts, function(a, b)
    if a.form ~= b.form then
      return a.form < b.form
    end
    return a.kind ~= b.kind and a.kind < b.kind or a.kind == b.kind and a.number < b.number
  end)
  for _, part in ipairs(parts) do
    local several <const> = #per_kind[part.kind] > 1
    part.name = several and ("%s_%s"):format(part.kind, letters(part.number)) or part.kind
    part.meaning = spec.forms[part.form].pattern
    if part.kind == "pair" then
      part.meaning = ("%s and %s"):format(ranges_.text { spec.pair.high }, ranges_.text { spec.pair.low })
    end
    if spec.forms[part.form].bits then
      part.meaning = ("%s: %s"):format(part.meaning, ranges_.text(code_points(spec, part)))
    end
    part.never, part.last, part.first = {}, not model.ends[part.to], not part.barred[model.origin]
    for i, other in ipairs(parts) do
      part.never[#part.never + 1] = other.barred[part.to] and i or nil
    end
  end
  return parts
end

local function mirrored(bytes)
  local out = {}
  for i, range in ipairs(bytes) do
    out[#bytes + 1 - i] = range
  end
  return out
end

---The same parts for reading backwards: rows are reversed, and `never` lists the parts that must not precede a part in the text.
local function reversed(parts)
  local out = {}
  for i, part in ipairs(parts) do
    out[i] = { name = part.name .. "_reversed", meaning = part.meaning, rows = {}, never = {}, first = part.last, last = part.first }
    for r, bytes in ipairs(part.rows) do
      out[i].rows[r] = mirrored(bytes)
    end
  end
  for before, part in ipairs(parts) do
    for _, after in ipairs(part.never) do
      table.insert(out[after].never, before)
    end
  end
  return out
end

---The indices of the parts that must not begin a text.
local function never_first(parts)
  return lists.picked(parts, function(part, i) return not part.first and i end)
end

---The most names in rules without lookahead. Each rule lists nearly all parts, so without this limit a file could have megabytes.
local MOST_NAMES <const> = 50000

---Texts as rules without lookahead. After a part comes any part that its `never` does not list, or the end if the part may be last. Parts
---with the same continuations share one rule.
---@param name string of the first rule
---@return table? rules { name, last = whether the text may end here, steps = { {parts = names, to = name of the rule} } }; nil if there
---  are too many names
local function chains(parts, name)
  local function key_of(rule)
    return table.concat(rule.never, " ") .. (rule.last and "" or " more")
  end
  local first <const> = { name = name, never = never_first(parts), last = true }
  local rules, by_key, targets = { first }, { [key_of(first)] = 1 }, {}
  for i, part in ipairs(parts) do
    local key <const> = key_of(part)
    if not by_key[key] then
      rules[#rules + 1] = { name = ("%s_%d"):format(name, #rules + 1), never = part.never, last = part.last }
      by_key[key] = #rules
    end
    targets[i] = by_key[key]
  end
  if #rules * #parts > MOST_NAMES then
    return nil
  end
  for _, rule in ipairs(rules) do
    local barred, steps = {}, {}
    for _, i in ipairs(rule.never) do
      barred[i] = true
    end
    for i, part in ipairs(parts) do
      if not barred[i] then
        local target <const> = targets[i]
        steps[target] = steps[target] or { parts = {}, to = rules[target].name }
        table.insert(steps[target].parts, part.name)
      end
    end
    rule.steps = {}
    for target = 1, #rules do
      rule.steps[#rule.steps + 1] = steps[target]
    end
  end
  return rules
end

---The rows longer than `length`, as sets of the bytes at their first `length` places: places[i][byte].
local function places_of(all, length)
  local places = {}
  for i = 1, length do
    places[i] = {}
  end
  for _, bytes in ipairs(all) do
    for i = 1, #bytes > length and length or 0 do
      for byte = bytes[i].lo, bytes[i].hi do
        places[i][byte] = true
      end
    end
  end
  return places
end

---Whether each range contains a byte of the set for its place.
local function meets(bytes, places)
  for i, set in ipairs(places) do
    local found = false
    for byte = bytes[i].lo, bytes[i].hi do
      found = found or set[byte]
    end
    if not found then
      return false
    end
  end
  return true
end

---A message that names two rows if the longer one may begin with the bytes of the shorter one, since a PEG takes the first match; or nil.
local function ambiguity(parts)
  local all, places = {}, {}
  for _, part in ipairs(parts) do
    table.move(part.rows, 1, #part.rows, #all + 1, all)
  end
  for _, short in ipairs(all) do
    -- Skip the rows that cannot begin any longer row; most differ in their lead bytes.
    places[#short] = places[#short] or places_of(all, #short)
    for _, long in ipairs(meets(short, places[#short]) and all or {}) do
      local alike = #short < #long
      for i = 1, alike and #short or 0 do
        alike = alike and short[i].lo <= long[i].hi and long[i].lo <= short[i].hi
      end
      if alike then
        return ("read from the end, %s may be a character or the end of %s")
          :format(bytes_.text(mirrored(short)), bytes_.text(mirrored(long)))
      end
    end
  end
end

---@param model table
---@return table directions two of { text, character = names of rules, parts, never_first, chains or false, ambiguity? }
function M.directions(model)
  local parts <const> = parts_of(model)
  local out = {}
  for i, suffix in ipairs { "", "_reversed" } do
    local these <const> = i == 1 and parts or reversed(parts)
    out[i] = {
      text = "text" .. suffix, character = "character" .. suffix, parts = these, never_first = never_first(these),
      chains = chains(these, "text" .. suffix) or false, ambiguity = ambiguity(these),
    }
  end
  return out
end

-- ---- Notations ----

---"%xE0 %xA0-BF %x80-BF": RFC 5234, section 2.3.
---@param bytes table
function M.abnf(bytes)
  return lists.joined(bytes, " ", function(range)
    return range.lo == range.hi and ("%%x%02X"):format(range.lo) or ("%%x%02X-%02X"):format(range.lo, range.hi)
  end)
end

---One range of bytes for a PEG. In brackets, at least in LPeg, ^ must not come first nor ] last, so these are written separately.
local function peg_range(range)
  local caret <const>, bracket <const>, quote <const> = ("^]'"):byte(1, 3)
  if range.lo == range.hi then
    return (range.lo == quote and '"\\x%02X"' or "'\\x%02X'"):format(range.lo)
  elseif range.lo == caret then
    return ("('\\x%02X' / %s)"):format(caret, peg_range { lo = caret + 1, hi = range.hi })
  elseif range.hi == bracket then
    return ("('\\x%02X' / %s)"):format(bracket, peg_range { lo = range.lo, hi = bracket - 1 })
  end
  return ("[\\x%02X-\\x%02X]"):format(range.lo, range.hi)
end

---"'\xE0' [\xA0-\xBF] [\x80-\xBF]"
---@param bytes table
function M.peg(bytes)
  return lists.joined(bytes, " ", function(range) return peg_range(range) end)
end

return M
