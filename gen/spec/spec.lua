-- SPDX-License-Identifier: 0BSD
-- spec: a rule file, read in a sandbox, becomes a plain table.
--
-- In:  the text of a spec (gen/specs/utf-8.lua is one): Lua's syntax, but only the words below, no globals, no libraries.
-- Out: { name, title, source, users, path, text, hash, forms, pair?, nevers, replacement?, well_formed?, examples }, where
--
--      form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
--
-- is { line = 9, pattern = "110xxxxx 10xxxxxx", bits = 11, base = 0, ranges = { {lo = 0x80, hi = 0x7FF} }, also = {}, except = {},
--      bytes = { {lo = 0xC0, hi = 0xDF, bits = 5}, {lo = 0x80, hi = 0xBF, bits = 6} } }.
-- A row of `bytes` is a form that has no bits and no code points; `base` are the leading bits that all code points of a form share.
--
--      never { "U+000D", { "U+0000..U+10FFFF", "end", except = "U+000A" }, name = "lone_cr" }
--
-- is { line, name = "lone_cr", first = SET, second = SET, ends = true }: no text ends after one of `first` either. A SET has `ranges`
-- and `except` as they are written, and `code_points`, what is left of them.
--
--      except { surrogate = unicode "Cs" }  disallow { unassigned = unicode "Cn" }  allow { unicode "L", "U+0020" }
--
-- are clipped to each form and are in its `except` then, { name = "unassigned", line, ranges, profile = true }: `profile` is set by the two
-- words that leave out what the encoding writes, disallow and allow. What `allow` does not hold has the name `unlisted`, last of all.
-- `unicode` is { version, table } where a spec uses it.
--
-- The idea: a spec is data. What runs it allows no loop without end, no file, no memory bomb; and every word checks its arguments
-- at once, so that a mistake is told with the line that holds it.

local ranges_ = require "gen.common.ranges"
local bytes_ = require "gen.common.bytes"
local forms_ = require "gen.spec.forms"
local outside_ = require "gen.common.outside"
local names_ = require "gen.common.names"
local refused = require "gen.spec.refused"
local unicode <const> = require "gen.spec.unicode"

local code_points_text <const> = ranges_.text

local M = {}

local LIMITS <const> = {
  bytes = 1024 * 1024, instructions = 1000000, kibibytes = 64 * 1024, form_bytes = 6, forms = 64, nevers = 512, sets = 256, name = 64,
}

---What a spec's file holds at most.
M.MOST_BYTES = LIMITS.bytes

---A wrong spec: raised as a table, so that it can never be taken for a fault of the generator itself.
---@param line integer?  1-based line of the spec, nil where no single line is to blame
---@param message string what is wrong; what is allowed
local function fail(line, message, ...)
  error({ spec_error = true, line = line, message = string.format(message, ...) }, 0)
end

---The fault names that follow from the forms; a spec's own (its `except` names) must be others.
local COMMON_FAULTS <const> = {
  none = true, truncated = true, too_long = true, too_short = true, not_a_form = true, overlong = true, too_large = true, unlisted = true,
  unpaired = true,
}

---What no form names and what `allow` does not hold: one fault.
local UNLISTED <const> = "unlisted"

---64-bit FNV-1a, as 16 hexadecimal digits: a fingerprint, not a seal. http://www.isthe.com/chongo/tech/comp/fnv/
---@param text string
function M.hash(text)
  local h, PRIME <const> = 0xcbf29ce484222325, 0x100000001b3
  -- Eight bytes a step, since reading one takes longer than all else.
  for i = 1, #text - 7, 8 do
    local a <const>, b <const>, c <const>, d <const>, e <const>, f <const>, g <const>, last <const> = text:byte(i, i + 7)
    h = ((((((((h ~ a) * PRIME ~ b) * PRIME ~ c) * PRIME ~ d) * PRIME ~ e) * PRIME ~ f) * PRIME ~ g) * PRIME ~ last) * PRIME
  end
  for i = #text - #text % 8 + 1, #text do
    h = (h ~ text:byte(i)) * PRIME
  end
  return ("%016x"):format(h)
end

---"U+0800..U+FFFF" or "U+00AD" -> {lo, hi}.
local function read_range(line, text)
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

---The ranges of two lists in one.
local function union(a, b)
  local all <const> = table.move(a, 1, #a, 1, {})
  return ranges_.union(table.move(b, 1, #b, #a + 1, all))
end

---One range, or a list of ranges, -> { {lo, hi}, ... } in ascending order, none touching a code point twice.
local function read_ranges(line, value, what)
  local list = type(value) == "table" and value or { value }
  local ranges = {}
  for i = 1, #list do
    ranges[i] = read_range(line, list[i])
  end
  for key in next, list do
    if math.type(key) ~= "integer" or key < 1 or key > #list then
      fail(line, "%s has an unknown key %s; allowed are ranges only", what, tostring(key))
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

---"110xxxxx 10xxxxxx" -> { {lo = 0xC0, hi = 0xDF, bits = 5}, {lo = 0x80, hi = 0xBF, bits = 6} }, 11
local function read_pattern(line, pattern)
  local bytes, bits = {}, 0
  for word in pattern:gmatch("%S+") do
    local fixed, free = word:match("^([01]*)(x*)$")
    if not fixed or #word ~= 8 then
      fail(line, "cannot read the byte %q of a form; a byte is eight of 0, 1 and x, the x last, such as 110xxxxx", word)
    end
    local lo <const> = (tonumber(fixed, 2) or 0) << #free
    bytes[#bytes + 1] = { lo = lo, hi = lo + (1 << #free) - 1, bits = #free }
    bits = bits + #free
  end
  if #bytes == 0 or #bytes > LIMITS.form_bytes then
    fail(line, "a form has one to %d bytes, %q has %d", LIMITS.form_bytes, pattern, #bytes)
  end
  return bytes, bits
end

---Where each `name =` stands in the spec's text at or after a line: the order in which a reader meets the names of an `except`.
local function text_order(text, line)
  local at, from = {}, 1
  for _ = 2, line do
    from = text:find("\n", from, true) + 1
  end
  for position, word in text:sub(from):gmatch("()([%a_][%w_]*)%s*=") do
    at[word] = at[word] or position
  end
  return at
end

---Refuses a name that stands twice in one table of the spec: Lua would keep the last one and drop the others without a word.
local function check_doubles(text)
  local line, open, at = 1, {}, 1
  while at <= #text do
    local from <const> = at
    local level = text:match("^%-?%-?%[(=*)%[", at)
    local comment <const> = text:sub(at, at + 1) == "--"
    if level and (comment or text:sub(at, at) == "[") then
      at = (select(2, text:find("]" .. level .. "]", at, true)) or #text) + 1
    elseif comment then
      at = text:find("\n", at, true) or #text + 1
    elseif text:find("^[\"']", at) then
      local quote <const> = text:sub(at, at)
      at = at + 1
      while at <= #text and text:sub(at, at) ~= quote and text:sub(at, at) ~= "\n" do
        at = at + (text:sub(at, at) == "\\" and 2 or 1)
      end
      at = at + 1
    elseif text:find("^[%a_]", at) then
      local word <const>, equals <const> = text:match("^([%w_]+)%s*(=?=?)", at)
      local names <const> = open[#open]
      if names and equals == "=" then
        if names[word] then
          fail(line, "%s stands twice in one table, first in line %d; one of the two would be lost", word, names[word])
        end
        names[word] = line
      end
      at = at + #word
    else
      if text:find("^{", at) then
        open[#open + 1] = {}
      elseif text:find("^}", at) then
        open[#open] = nil
      end
      at = at + 1
    end
    line = line + select(2, text:sub(from, at - 1):gsub("\n", ""))
  end
end

---The words of the language. Each gets the spec under construction and returns the function that a rule file calls.
local WORDS = {}

local function once(key, check)
  return function(spec, here)
    return function(text)
      local line = here()
      if type(text) ~= "string" or not text:find("%S") then
        fail(line, "%s is followed by a string", key)
      end
      if spec[key] then
        fail(line, "%s stands twice, first in line %d", key, spec.lines[key])
      end
      spec[key], spec.lines[key] = check and check(line, text) or text, line
    end
  end
end

---Strings that become comments are one line each.
local function comment_of(word)
  return function(line, text)
    local reason = outside_.unfit(text)
    if reason then
      fail(line, "%s is one line of text and cannot hold %s", word, reason)
    end
    return text
  end
end

---One code point that stands for what is ill-formed; whether some form writes it is repair's matter.
WORDS.replacement = once("replacement", function(line, text)
  local range <const> = read_range(line, text)
  if range.lo ~= range.hi then
    fail(line, "replacement is one code point, such as \"U+FFFD\"; %s are several", code_points_text { range })
  end
  return range.lo
end)

WORDS.source = once("source", comment_of "source")
WORDS.users = once("users", comment_of "users")

WORDS.encoding = once("encoding", function(line, text)
  comment_of "encoding" (line, text)
  local name, reason = names_.of(text)
  if refused.reason(text, true) then
    fail(line, "no spec describes %s", refused.reason(text, true))
  elseif not name then
    fail(line, "an encoding cannot be called %q: %s", text, reason)
  end
  return text
end)

---A set of code points: a range, what `unicode` gives, or a table of these, some of which its `except` takes out.
---@return table points { line, written = the ranges that stand there, given = those of `unicode`, which are clipped to each form }
local function read_points(spec, line, value, what, within)
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
      fail(line, "%s has no %s; allowed are ranges, unicode \"NAME\"%s", what, tostring(key), within and "" or " and except")
    end
  end
  spec.sets = spec.sets + #sets
  if spec.sets > LIMITS.sets then
    fail(line, "a spec uses at most %d sets of unicode", LIMITS.sets)
  end
  local points = { line = line, written = (#plain > 0 or #sets == 0) and read_ranges(line, plain, what) or {}, given = sets[1] or {} }
  for i = 2, #sets do
    points.given = union(points.given, sets[i])
  end
  if list.except ~= nil then
    local but <const> = read_points(spec, line, list.except, "the exception of " .. what, true)
    local out <const> = union(but.written, but.given)
    points.written, points.given = ranges_.subtract(points.written, out), ranges_.subtract(points.given, out)
    if #points.written + #points.given == 0 then
      fail(line, "%s names no code point: its exception leaves out all that it names", what)
    end
  end
  return points
end

---Sorts rules as a reader of the text meets their names.
local function sort_by_text(rules, text, line)
  local order <const> = text_order(text, line)
  table.sort(rules, function(a, b)
    return (order[a.name] or math.huge) < (order[b.name] or math.huge)
  end)
  return rules
end

---An example of what follows each of the words that leave code points out.
local LEFT_OUT <const> = { except = '{ surrogate = "U+D800..U+DFFF" }', disallow = '{ control = "U+0080..U+009F" }' }

---{ surrogate = "U+D800..U+DFFF", unassigned = unicode "Cn" } -> rules { name, line, written, given, profile } in the order of the text.
---@param word string "except" or "disallow"
local function read_except(spec, line, word, body, text)
  if type(body) ~= "table" or spec.tokens[body] then
    fail(line, "%s is followed by named ranges, such as %s", word, LEFT_OUT[word])
  end
  local rules = {}
  for name, points in next, body do
    if type(name) ~= "string" or not name:match("^%l[%l%d_]*$") then
      fail(line, "an exception needs a name in lower case, such as surrogate; this one has %s", tostring(name))
    elseif COMMON_FAULTS[name] then
      fail(line, "the name %s is taken: it is derived from the forms", name)
    end
    local rule <const> = read_points(spec, line, points, "the exception " .. name)
    rule.name, rule.profile = name, word == "disallow" or nil
    rules[#rules + 1] = rule
  end
  return sort_by_text(rules, text, line)
end

---Adds a form, if there is room for one more.
local function add_form(spec, form)
  if #spec.forms == LIMITS.forms then
    fail(form.line, "a spec has at most %d forms, rows of `bytes` included", LIMITS.forms)
  end
  spec.forms[#spec.forms + 1] = form
end

function WORDS.form(spec, here, text)
  return function(pattern)
    local line = here()
    if type(pattern) ~= "string" then
      fail(line, "form is followed by its bytes, such as \"110xxxxx 10xxxxxx\"")
    end
    local bytes, bits = read_pattern(line, pattern)
    local form = { line = line, pattern = pattern:gsub("%s+", " "), bytes = bytes, bits = bits, also = {}, except = {} }
    add_form(spec, form)
    return function(body)
      if type(body) ~= "table" then
        fail(line, "form %q is followed by its code points, such as { \"U+0080..U+07FF\" }", pattern)
      end
      local plain, left_out <const> = {}, { except = {}, disallow = {} }
      for key, value in next, body do
        if math.type(key) == "integer" then
          plain[key] = value
        elseif key == "also" then
          form.also = read_ranges(line, value, "also")
        elseif LEFT_OUT[key] then
          left_out[key] = read_except(spec, line, key, value, text)
        elseif key == "allow" then
          form.allow = read_points(spec, line, value, "allow")
        else
          fail(line, "a form has no %q; allowed are ranges, except, disallow, allow and also", tostring(key))
        end
      end
      table.move(left_out.disallow, 1, #left_out.disallow, #left_out.except + 1, left_out.except)
      form.except = sort_by_text(left_out.except, text, line)
      form.ranges = (#plain > 0 or #form.also == 0) and read_ranges(line, plain, "form \"" .. form.pattern .. "\"") or {}
      form.base = (form.ranges[1] or form.also[1]).lo >> bits << bits
    end
  end
end

---except { NAME = SET } and disallow { NAME = SET }: left out of every form, by the encoding or by a profile of it.
for word in next, LEFT_OUT do
  WORDS[word] = function(spec, here, text)
    return function(body)
      local line <const> = here()
      for _, rule in ipairs(read_except(spec, line, word, body, text)) do
        for _, other in ipairs(spec.excepts) do
          if other.name == rule.name then
            fail(line, "the exception %s stands twice, first in line %d", rule.name, other.line)
          end
        end
        spec.excepts[#spec.excepts + 1] = rule
      end
    end
  end
end

---allow { SET }: nothing else is written in any form.
function WORDS.allow(spec, here)
  return function(body)
    local line <const> = here()
    if spec.allow then
      fail(line, "allow stands twice, first in line %d", spec.allow.line)
    end
    spec.allow = read_points(spec, line, body, "allow")
  end
end

---unicode "Cn": code points by a general category or property of Unicode's, for `except`, `disallow`, `allow` and `never`. What a spec
---gets is a table without content, the same for the same name.
function WORDS.unicode(spec, here)
  return function(name)
    local line <const> = here()
    if type(name) ~= "string" then
      fail(line, "unicode is followed by a name, such as \"Cn\" or \"XID_Continue\"")
    elseif #name > LIMITS.name then
      fail(line, "unicode has no name of %d bytes; one of them is \"XID_Continue\"", #name)
    end
    local list <const> = unicode.ranges(name)
    if not list then
      local known <const> = {}
      for i, group in ipairs(unicode.names()) do
        known[i] = group.title .. " " .. table.concat(group, ", ")
      end
      fail(line, "unicode has no %q; the nearest is %s; allowed are the %s", name, unicode.nearest(name), table.concat(known, "; the "))
    end
    if not spec.tokens[name] then
      local token <const> = setmetatable({}, { __metatable = false, __newindex = function()
        fail(here(), "a spec cannot change what unicode gives")
      end })
      spec.tokens[name], spec.tokens[token] = token, list
    end
    return spec.tokens[name]
  end
end

---Keys that a rule's table may have besides its list; anything else is refused.
local function only_keys(line, body, what, allowed)
  for key in next, body do
    if not allowed[key] then
      local names = {}
      for name in next, allowed do
        names[#names + 1] = tostring(name)
      end
      table.sort(names)
      fail(line, "%s has no %q; allowed are %s", what, tostring(key), table.concat(names, ", "))
    end
  end
end

---pair { high = RANGE, low = RANGE }: a high and a low code point make one character together, neither is one alone.
function WORDS.pair(spec, here)
  return function(body)
    local line = here()
    if type(body) ~= "table" or not body.high or not body.low then
      fail(line, "pair is followed by its halves, such as { high = \"U+D800..U+DBFF\", low = \"U+DC00..U+DFFF\" }")
    elseif spec.pair then
      fail(line, "pair stands twice, first in line %d", spec.pair.line)
    end
    only_keys(line, body, "pair", { high = true, low = true })
    spec.pair = { line = line, name = "unpaired", high = read_range(line, body.high), low = read_range(line, body.low) }
  end
end

---A side of a `never`: a range, what `unicode` gives, or a table of these of which `except` leaves some out.
---@param may_end boolean whether the word "end" may stand among them
---@return table set { ranges, except, code_points; given, what `unicode` gave, to be clipped to what is written }, boolean ends
local function read_set(spec, line, value, may_end)
  local list <const>, body, ends = type(value) == "table" and not spec.tokens[value] and value or { value }, {}, false
  for _, one in ipairs(list) do
    ends = ends or one == "end" and may_end
    body[#body + 1] = (one ~= "end" or not may_end) and one or nil
  end
  for key in next, list do
    if math.type(key) ~= "integer" and key ~= "except" then
      fail(line, "a side of never has no %q; allowed are ranges, unicode \"NAME\"%s and except", tostring(key),
        may_end and ", \"end\"" or "")
    end
  end
  local nothing <const> = { written = {}, given = {} }
  local points <const> = (#body > 0 or not ends) and read_points(spec, line, body, "never") or nothing
  local but <const> = list.except and read_points(spec, line, list.except, "the exception of never", true) or nothing
  local set <const> = { ranges = points.written, given = points.given, except = union(but.written, but.given) }
  set.code_points = ranges_.subtract(union(set.ranges, set.given), set.except)
  if #body > 0 and #set.code_points == 0 then
    fail(line, "never names no code point: its exception leaves out all that it names")
  end
  return set, ends
end

---never { SET, SET, name = "..." }: no code point of the second directly after one of the first; with "end" in the second, no end of the
---text either.
function WORDS.never(spec, here)
  return function(body)
    local line = here()
    if type(body) ~= "table" or not body[1] or not body[2] then
      fail(line, "never is followed by two ranges, such as { \"U+D800..U+DBFF\", \"U+DC00..U+DFFF\" }")
    end
    only_keys(line, body, "never", { true, true, name = true })
    local name = body.name or "forbidden_pair"
    if type(name) ~= "string" or not name:match("^%l[%l%d_]*$") or COMMON_FAULTS[name] then
      fail(line, "never needs a name in lower case that is not derived from the forms; this one is %s", tostring(name))
    elseif #spec.nevers == LIMITS.nevers then
      fail(line, "a spec has at most %d never rules", LIMITS.nevers)
    end
    local rule = { line = line, name = name, first = read_set(spec, line, body[1], false) }
    rule.second, rule.ends = read_set(spec, line, body[2], true)
    spec.nevers[#spec.nevers + 1] = rule
  end
end

---"E0 A0..BF 80..BF" -> { {lo = 0xE0, hi = 0xE0}, {lo = 0xA0, hi = 0xBF}, {lo = 0x80, hi = 0xBF} }; one row a line.
function M.read_rows(text, on_error)
  local rows, number = {}, 0
  for line in (text .. "\n"):gmatch("(.-)\n") do
    local row = {}
    for word in line:gmatch("%S+") do
      local lo, hi = word:match("^(%x%x)%.%.(%x%x)$")
      lo = lo or word:match("^%x%x$")
      if not lo then
        on_error(number, word)
      end
      row[#row + 1] = { lo = tonumber(lo, 16), hi = tonumber(hi or lo, 16) }
    end
    if #row > 0 then
      rows[#rows + 1] = row
    end
    number = number + 1
  end
  return rows
end

---The line on which a long string's text begins: Lua drops a line end right after its brackets.
---@param source string the whole spec
---@param line integer  where the word stands that the string follows
local function first_line(source, line)
  local number = 0
  for text in source:gmatch("([^\n]*)\n?") do
    number = number + 1
    if number == line then
      return text:find("%[=*%[%s*$") and line + 1 or line
    end
  end
end

---bytes "81..9F 40..7E": rows of bytes that are characters without code points, one a line.
function WORDS.bytes(spec, here, source)
  return function(text)
    local line = here()
    if type(text) ~= "string" or not text:find("%S") then
      fail(line, "bytes is followed by rows of bytes and ranges of bytes, such as \"81..9F 40..7E\"")
    end
    local first = first_line(source, line)
    local rows = M.read_rows(text, function(number, word)
      fail(first + number, "cannot read %q in bytes; a row is bytes and ranges of bytes such as 81..9F 40..7E", word)
    end)
    for _, row in ipairs(rows) do
      if #row > LIMITS.form_bytes then
        fail(line, "a row has one to %d bytes, %q has %d", LIMITS.form_bytes, bytes_.text(row), #row)
      end
      for _, range in ipairs(row) do
        if range.lo > range.hi then
          fail(line, "the range %s ends before it begins", bytes_.text { range })
        end
      end
      add_form(spec, { line = line, pattern = bytes_.text(row), bytes = row, ranges = {}, also = {}, except = {} })
    end
  end
end

function WORDS.well_formed(spec, here, source)
  local set = once("well_formed", function(line, text)
    local first = first_line(source, line)
    return M.read_rows(text, function(number, word)
      fail(first + number, "cannot read %q in well_formed; a row is bytes and ranges of bytes such as E0 A0..BF 80..BF", word)
    end)
  end)
  return set(spec, here)
end

function WORDS.examples(spec, here, source)
  local set = once("examples", function(line, text)
    local list, first, number = {}, first_line(source, line), 0
    for row in (text .. "\n"):gmatch("(.-)\n") do
      local verdict, rest = row:match("^%s*(%S+)%s*(.*)$")
      if verdict then
        local bytes = {}
        while rest:match("^%x%x%s") or rest:match("^%x%x$") do
          bytes[#bytes + 1] = tonumber(rest:sub(1, 2), 16)
          rest = rest:sub(3):match("^%s*(.*)$")
        end
        if verdict ~= "valid" and verdict ~= "invalid" or #bytes == 0 then
          fail(first + number, "an example is 'valid HEX... citation' or 'invalid HEX... FAULT citation', not %q", row:match("%S.*"))
        end
        local fault = nil
        if verdict == "invalid" then
          fault, rest = rest:match("^([%l_]+[%d%l_]*)%s*(.*)$")
          if not fault then
            fail(first + number, "the name of the fault must follow the bytes of an invalid example")
          end
        end
        list[#list + 1] = { line = first + number, valid = verdict == "valid", bytes = bytes, fault = fault, citation = rest }
      end
      number = number + 1
    end
    return list
  end)
  return set(spec, here)
end

---@return string[] words of the language, sorted
function M.words()
  local words = {}
  for word in next, WORDS do
    words[#words + 1] = word
  end
  table.sort(words)
  return words
end

---A word that runs as a part of the generator, also what it returns to be called next.
local function guarded(word, enter, leave)
  return function(...)
    enter()
    local result <const> = word(...)
    leave()
    return type(result) == "function" and guarded(result, enter, leave) or result
  end
end

---Runs the text with nothing but the words, under limits on size, instructions and memory. These, and the lack of a string library, are
---for the spec's own code: words do what their arguments ask for.
---@param here fun(): integer? the line of the spec that runs
local function run(text, words, here)
  local known = {}
  for word in next, words do
    known[#known + 1] = word
  end
  table.sort(known)
  local callable <const> = {}
  local env = setmetatable({}, {
    __index = function(_, word)
      if callable[word] then
        return callable[word]
      end
      fail(here(), "unknown word %s; allowed are %s", tostring(word), table.concat(known, ", "))
    end,
    __newindex = function(_, word)
      if words[word] then
        fail(here(), "%s is a word of specs and is followed by what it says, without =", word)
      end
      fail(here(), "a spec cannot define %s; it is data", tostring(word))
    end,
  })
  local chunk, message = load(text, "=spec", "t", env)
  if not chunk then
    if message:find("C stack overflow", 1, true) then
      fail(nil, "the spec is nested too deep; it is data and needs a few levels")
    end
    local line, what = message:match("^spec:(%d+): (.*)$")
    fail(tonumber(line), "%s", what or message)
  end
  collectgarbage()
  local steps, base, strings = 0, collectgarbage("count"), getmetatable("")
  local index <const> = strings.__index
  local function takes_too_much()
    return collectgarbage("count") - base > LIMITS.kibibytes
  end
  local function watch()
    steps = steps + 1
    if steps > LIMITS.instructions then
      fail(here(), "the spec runs too long; it is data and needs no loop")
    elseif takes_too_much() then
      collectgarbage()
      if takes_too_much() then
        fail(here(), "the spec takes too much memory; it is data and needs no computing")
      end
    end
  end
  local function enter()
    debug.sethook()
    strings.__index = index
  end
  local function leave()
    strings.__index = nil
    debug.sethook(watch, "", 1)
  end
  for name, word in next, words do
    callable[name] = guarded(word, enter, leave)
  end
  local routine <const> = coroutine.create(chunk)
  debug.sethook(routine, watch, "", 1)
  strings.__index = nil
  local ok, err = coroutine.resume(routine)
  strings.__index = index
  debug.sethook(routine)
  if not ok then
    if type(err) == "table" and err.spec_error then
      error(err, 0)
    end
    local line, what = tostring(err):match("^spec:(%d+): (.*)$")
    fail(tonumber(line), "%s", what or tostring(err))
  end
end

local function intersects(a, b)
  return a.lo <= b.hi and b.lo <= a.hi
end

---What leaves code points out, for a message.
local function rule_text(rule)
  return (rule.name == UNLISTED and "`allow` of line %d" or "the exception " .. rule.name .. " of line %d"):format(rule.line)
end

---A form's exceptions, its own and those of the whole spec: what is written is taken as it is, what `unicode` gives is clipped to the
---form's ranges, and a code point that is left out already keeps its name. A profile leaves out only what the encoding writes, so `except`
---takes first; last of all comes what `allow` does not hold.
---@return table rules { {name, line, ranges} }
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
  local kept <const> = {}
  for _, rule in ipairs(rules) do
    kept[#kept + 1] = #rule.ranges > 0 and rule or nil
  end
  return kept
end

---A name is that of `except` rules or of `disallow` rules: it tells how long a fault is.
local function check_kinds(spec)
  local known = {}
  local function check_rules(rules)
    for _, rule in ipairs(rules) do
      local other <const> = known[rule.name]
      if other and other.profile ~= rule.profile then
        fail(math.max(rule.line, other.line), "the name %s is that of an `except` in line %d and of a `disallow` in line %d; give them two",
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

---Gives each form the exceptions that hold for it, and each `never` the code points of `unicode` that are written.
local function clip(spec)
  local own = {}
  for _, form in ipairs(spec.forms) do
    own = union(own, form.ranges or {})
  end
  local paired <const> = spec.pair and #own > 0 and forms_.paired(spec)
  local function check_reach(points, what, inside, left_out)
    if #inside == 0 then
      fail(points.line, "%s has nothing to hold for: no form has code points", what)
    end
    local outside <const> = ranges_.subtract(points.written, inside)[1]
    if outside then
      fail(points.line, "%s names %s, which is in no range of %s", what, code_points_text { outside },
        inside == own and "a form" or "its form")
    end
    local unreached <const> = paired and left_out[1]
    if unreached then
      fail(points.line, "%s leaves out %s, which pairs of line %d write; what pairs write is written whole, %s", what,
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
    if form.allow then
      check_reach(form.allow, "`allow`", union(form.ranges, {}), {})
    end
  end
  for _, form in ipairs(spec.forms) do
    form.except = form.ranges and rules_of(spec, form) or {}
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

---The code points of a form fit its bits, but for leading ones that all of them share.
local function check_fit(form)
  for _, list in ipairs { form.ranges, form.also } do
    for _, range in ipairs(list) do
      if range.lo >> form.bits << form.bits ~= form.base or range.hi >> form.bits << form.bits ~= form.base then
        fail(form.line, "U+%04X does not fit form %q, whose %d bits end at U+%04X; all that a form writes has the same leading bits",
          range.hi, form.pattern, form.bits, form.base + (1 << form.bits) - 1)
      end
    end
  end
end

---The rules that only the whole spec shows: ranges that do not fit, one code point in two forms.
local function check(spec)
  if not spec.encoding then
    fail(1, "the spec has no name; it begins with encoding \"UTF-8\", say")
  end
  if not spec.source then
    fail(1, "the spec names no source; add source \"RFC 3629\", say")
  end
  if #spec.forms == 0 then
    fail(spec.lines.encoding, "an encoding needs at least one form, such as form \"0xxxxxxx\" { \"U+0000..U+007F\" }")
  end
  for i, form in ipairs(spec.forms) do
    if not form.ranges then
      fail(form.line, "form %q has no code points; they follow it, such as { \"U+0080..U+07FF\" }", form.pattern)
    end
    check_fit(form)
    for _, rule in ipairs(form.except) do
      for _, range in ipairs(rule.ranges) do
        local inside = false
        for _, allowed in ipairs(form.ranges) do
          inside = inside or (allowed.lo <= range.lo and range.hi <= allowed.hi)
        end
        if not inside then
          fail(rule.line, "the exception %s takes U+%04X..U+%04X out of ranges that do not hold them", rule.name, range.lo, range.hi)
        end
      end
    end
    for j = 1, i - 1 do
      local other = spec.forms[j]
      for _, mine in ipairs(form.ranges) do
        for _, theirs in ipairs(other.ranges) do
          if intersects(mine, theirs) then
            fail(form.line, "U+%04X has two forms, this one and that of line %d; list in `also` what a form may write besides another",
              math.max(mine.lo, theirs.lo), other.line)
          end
        end
      end
    end
  end
end

---Characters are told from each other: no one's bytes are another's, or begin it. Those that a profile leaves out are characters, too.
local function check_clash(spec)
  local bytes <const>, form <const>, other <const> = forms_.clash(forms_.encoding_of(spec))
  if bytes then
    local one <const>, two <const> = spec.forms[form], spec.forms[other]
    fail(math.max(one.line, two.line), "%s is a character of form %q of line %d and %s one of form %q of line %d; forms may share lead"
      .. " bytes only where no character's bytes begin another's", bytes_.hex(bytes), one.pattern, one.line,
      #one.bytes == #two.bytes and "also" or "begins", two.pattern, two.line)
  end
end

---The exception that takes some of a range out of a form. @return table? rule
local function exception_in(spec, range)
  for _, form in ipairs(spec.forms) do
    for _, rule in ipairs(form.except) do
      for _, left_out in ipairs(rule.ranges) do
        if intersects(left_out, range) then
          return rule
        end
      end
    end
  end
end

---The rules that leave code points out must leave some, not contradict `also`, and give each code point one reason.
local function check_exceptions(spec)
  local encoding <const>, empty = forms_.encoding_of(spec), true
  for f, form in ipairs(spec.forms) do
    for i, rule in ipairs(form.except) do
      for j = 1, i - 1 do
        for _, range in ipairs(rule.ranges) do
          for _, other in ipairs(form.except[j].ranges) do
            if intersects(range, other) then
              fail(rule.line, "U+%04X is left out twice, as %s and as %s", math.max(range.lo, other.lo), form.except[j].name, rule.name)
            end
          end
        end
      end
    end
    local used = false
    for _, half in ipairs(spec.pair and { spec.pair.high, spec.pair.low } or {}) do
      for _, range in ipairs(form.ranges) do
        used = used or intersects(range, half)
      end
    end
    if form.bits and not used and #forms_.covered(encoding.forms[f]) == 0 then
      fail(form.line, "form %q is empty: its exceptions leave out all that it names", form.pattern)
    end
    empty = empty and form.bits and not used and #forms_.covered(form) == 0
    for _, range in ipairs(form.also) do
      for _, own in ipairs(form.ranges) do
        if intersects(range, own) then
          fail(form.line, "U+%04X stands in `also` and in the form's own ranges", math.max(range.lo, own.lo))
        end
      end
      local elsewhere = {}
      for _, other in ipairs(spec.forms) do
        table.move(other ~= form and other.ranges or {}, 1, other ~= form and #other.ranges or 0, #elsewhere + 1, elsewhere)
      end
      table.sort(elsewhere, function(a, b) return a.lo < b.lo end)
      local missing = ranges_.subtract({ range }, elsewhere)[1]
      if missing then
        fail(form.line, "`also` names %s, which no other form writes; name it among the form's own ranges", code_points_text { missing })
      end
      local rule <const> = exception_in(spec, range)
      if rule then
        fail(form.line, "`also` allows code points of %s that %s leaves out", code_points_text { range }, rule_text(rule))
      end
    end
  end
  if empty then
    local rules <const> = spec.forms[#spec.forms].except
    fail(rules[#rules].line, "no character is left: %s is the last rule that leaves some out", rule_text(rules[#rules]))
  end
end

---A name of a fault is that of exceptions, of several forms maybe, or of `never` rules.
local function check_names(spec)
  for _, never in ipairs(spec.nevers) do
    for _, form in ipairs(spec.forms) do
      for _, rule in ipairs(form.except) do
        if rule.name == never.name then
          fail(never.line, "the name %s is that of an exception in line %d", never.name, rule.line)
        end
      end
    end
  end
end

---The halves of a pair are code points that some form could write.
local function check_pairs(spec)
  local function covered(range)
    for _, form in ipairs(spec.forms) do
      local allowed = forms_.covered(form, true)
      for _, part in ipairs(allowed) do
        if part.lo <= range.lo and range.hi <= part.hi then
          return true
        end
      end
    end
    return false
  end
  local function require_covered(line, range, what)
    local rule <const> = exception_in(spec, range)
    if not covered(range) then
      fail(line, "%s %s fits no range of one form", what, code_points_text { range })
    elseif rule then
      for _, left_out in ipairs(rule.ranges) do
        if left_out.lo <= range.lo and range.hi <= left_out.hi then
          return
        end
      end
      fail(line, "%s %s holds code points that %s leaves out, and others", what, code_points_text { range }, rule_text(rule))
    end
  end
  for _, form in ipairs(spec.pair and spec.forms or {}) do
    for _, rule in ipairs(form.except) do
      local half <const> = rule.profile and ranges_.intersect(rule.ranges, forms_.halves(spec))[1]
      if half then
        fail(rule.line, "%s names %s, halves of the pair of line %d, which make characters in pairs only", rule_text(rule),
          code_points_text { half }, spec.pair.line)
      end
    end
  end
  if spec.pair then
    require_covered(spec.pair.line, spec.pair.high, "the high half")
    require_covered(spec.pair.line, spec.pair.low, "the low half")
    if intersects(spec.pair.high, spec.pair.low) then
      fail(spec.pair.line, "U+%04X is a high half and a low one", math.max(spec.pair.high.lo, spec.pair.low.lo))
    end
  end
end

---Each range of a `never` holds a character, and of those that pairs write all or none.
local function check_nevers(spec)
  local written <const>, paired <const> = forms_.written(spec), forms_.paired(spec)
  local halves <const> = forms_.halves(spec)
  local function check_range(line, range)
    if #ranges_.intersect({ range }, written) > 0 then
      return
    elseif #ranges_.intersect({ range }, halves) > 0 then
      fail(line, "never names halves of the pair of line %d, which stand in pairs only", spec.pair.line)
    end
    local rule <const> = exception_in(spec, range)
    if rule then
      fail(line, "the range %s holds code points that %s leaves out", code_points_text { range }, rule_text(rule))
    end
    fail(line, "the range %s fits no range of a form", code_points_text { range })
  end
  for _, rule in ipairs(spec.nevers) do
    for _, set in ipairs { rule.first, rule.second } do
      for _, range in ipairs(set.ranges) do
        check_range(rule.line, range)
      end
      local both <const> = paired and ranges_.intersect({ paired }, set.code_points) or {}
      if #both > 0 and (both[1].lo > paired.lo or both[1].hi < paired.hi) then
        fail(rule.line, "never names some of %s, which the pairs of line %d write; all of them or none are allowed",
          code_points_text { paired }, spec.pair.line)
      end
    end
  end
end

---The text as it shall be run and quoted, its lines ended by LF alone.
local function checked_text(text)
  if #text > LIMITS.bytes then
    fail(nil, "a spec has at most %d bytes, this one has %d", LIMITS.bytes, #text)
  end
  local lines, line, reason = outside_.lines(text)
  return lines or fail(line, "%s", reason)
end

---@param text string the spec's text
---@param path string how messages name it
---@return table spec; raises { spec_error, line, message, path }
function M.read(text, path)
  local spec = { lines = {}, forms = {}, nevers = {}, excepts = {}, tokens = {}, sets = 0, path = path }
  local ok, err = pcall(function()
    text = checked_text(text)
    spec.text = text
    local words = {}
    local function here()
      local level = 2
      while true do
        local info = debug.getinfo(level, "Sl")
        if not info then
          return nil
        elseif info.source == "=spec" then
          return info.currentline
        end
        level = level + 1
      end
    end
    for name, word in next, WORDS do
      words[name] = word(spec, here, text)
    end
    run(text, words, here)
    check_doubles(text)
    check_kinds(spec)
    clip(spec)
    check(spec)
    check_exceptions(spec)
    check_clash(spec)
    check_names(spec)
    check_pairs(spec)
    check_nevers(spec)
  end)
  if not ok then
    if type(err) == "table" and err.spec_error then
      err.path = path
    end
    error(err, 0)
  end
  spec.title = spec.encoding
  spec.name = names_.of(spec.encoding)
  if next(spec.tokens) then
    local version <const>, image <const> = unicode.table()
    spec.unicode = { version = version, table = M.hash(image) }
  end
  -- The rules are the text and what it takes from the table.
  spec.hash = M.hash(text .. (spec.unicode and spec.unicode.table or ""))
  spec.tokens, spec.sets = nil, nil
  spec.examples = spec.examples or {}
  return spec
end

---What a spec says, line by line as it is written: for a verifier that must not depend on anything derived from it.
---@return table statements { {word, text, lo, hi} } such as { word = "except", text = "surrogate", lo = 0xD800, hi = 0xDFFF }
function M.statements(spec)
  local out = {}
  local function say(word, text, ranges)
    for _, range in ipairs(ranges) do
      out[#out + 1] = { word = word, text = text, lo = range.lo, hi = range.hi }
    end
  end
  local nothing <const> = { { lo = 0, hi = 0 } }
  for _, form in ipairs(spec.forms) do
    say(form.bits and "form" or "bytes", form.pattern, nothing)
    say("range", "", form.ranges)
    for _, rule in ipairs(form.except) do
      say(rule.profile and "disallow" or "except", rule.name, rule.ranges)
    end
    say("also", "", form.also)
  end
  if spec.pair then
    say("high", "", { spec.pair.high })
    say("low", "", { spec.pair.low })
  end
  for _, rule in ipairs(spec.nevers) do
    say("never", rule.name, nothing)
    for _, side in ipairs { "first", "second" } do
      say(side, "", rule[side].ranges)
      say(side .. "_except", "", rule[side].except)
    end
    say("end", "", rule.ends and nothing or {})
  end
  say("replacement", "", spec.replacement and { { lo = spec.replacement, hi = spec.replacement } } or {})
  return out
end

---The line that a person gets for a wrong spec.
function M.message(err)
  return outside_.shown(("%s:%d: error: %s"):format(err.path, err.line or 1, err.message))
end

return M
