-- SPDX-License-Identifier: 0BSD
-- words: the words of the spec language, and the functions that read their arguments.
--
-- In:  the spec under construction, with its text. Out of `of`: the function of each word. For example, `form` takes "0xxxxxxx",
--      adds { line, pattern = "0xxxxxxx", bits = 7, bytes, also, except } to the forms, and returns a function that takes code points.
--
-- The idea: every word checks its arguments when the spec calls it, so that an error names the right line.

local difference = require "gen.common.difference"
local lists <const> = require "gen.common.lists"
local bytes_ <const> = require "gen.common.bytes"
local ranges_ = require "gen.common.ranges"
local outside_ = require "gen.common.outside"
local names_ = require "gen.common.names"
local places = require "gen.common.places"
local refused = require "gen.spec.refused"
local unicode <const> = require "gen.spec.unicode"
local byte_rows <const> = require "gen.spec.byte_rows"
local sandbox = require "gen.spec.sandbox"
local sets = require "gen.spec.sets"

local fail <const>, here <const>, LIMITS <const> = sandbox.fail, sandbox.here, sandbox.LIMITS

local M = {}

---The names of u8gen's own faults, and `none`, which means no fault. A spec cannot use them for its own faults.
local COMMON_FAULTS <const> = {
  none = true, truncated = true, too_long = true, too_short = true, not_a_form = true, overlong = true, too_large = true, unlisted = true,
  unpaired = true,
}

---"110xxxxx 10xxxxxx" -> { {lo = 0xC0, hi = 0xDF, bits = 5}, {lo = 0x80, hi = 0xBF, bits = 6} }, 11
local function read_pattern(line, pattern)
  local bytes, bits = {}, 0
  for word in pattern:gmatch("%S+") do
    local fixed, free = word:match("^([01]*)(x*)$")
    if not fixed or #word ~= 8 then
      fail(line, "cannot read the byte %q of a form; a byte is eight of 0, 1 and x, with x only at its end, such as 110xxxxx", word)
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

---The positions of each `name =` or `["name"] =` in a text, ascending. A position is LINES times the line, plus the column. The order of
---rules depends on positions, since Lua's tables do not keep the order of their keys.
local function positions(text)
  local found = {}
  for number, line in ipairs(difference.lines((sandbox.code(text):gsub("(%s+)(=+)", "%2%1")))) do
    for column, word in line:gmatch("()([%a_][%w_]*)=%f[^=]") do
      found[word] = found[word] or {}
      table.insert(found[word], number * places.LINES + column)
    end
  end
  return found
end

---The words of the language. Each takes the spec under construction and returns the function that a spec calls.
local WORDS <const> = {}

---A word that is followed by a string, and that a spec uses at most once.
---@param read? fun(line: integer, text: string, spec: table): any the value that the spec keeps
local function once(key, read)
  return function(spec)
    return function(text)
      local line = here()
      if type(text) ~= "string" or not text:find("%S") then
        fail(line, "%s must be followed by a string that is not blank", key)
      end
      if spec[key] and not spec.kept[key] then
        fail(line, "%s occurs twice, first in line %d; remove one of them", key, spec.lines[key])
      end
      spec[key], spec.lines[key], spec.kept[key] = read and read(line, text, spec) or text, line, nil
    end
  end
end

---Returns a check that a string can be one line of a comment, since emitted files quote it in comments.
local function comment_of(word)
  return function(line, text)
    local reason = outside_.unfit(text)
    if reason then
      fail(line, "%s must be one line of text and cannot contain %s", word, reason)
    end
    return text
  end
end

---The code point that replaces ill-formed bytes. repair.lua checks whether some form writes it, and whether rules forbid it.
WORDS.replacement = once("replacement", function(line, text)
  local range <const> = sets.range(line, text)
  if range.lo ~= range.hi then
    fail(line, "replacement must be one code point, such as \"U+FFFD\", not %s", ranges_.text { range })
  end
  return range.lo
end)

WORDS.source = once("source", comment_of "source")
WORDS.users = once("users", comment_of "users")

WORDS.encoding = once("encoding", function(line, text)
  comment_of "encoding" (line, text)
  local name, reason = names_.of(text)
  if refused.reason(text, true) then
    fail(line, "a spec cannot describe %s", refused.reason(text, true))
  elseif not name then
    fail(line, "an encoding cannot be called %q: %s", text, reason)
  end
  return text
end)

---Sorts rules by the positions of their names in the text. If a name has several positions, the first one from `line` on counts; if none is
---there, the last one. Names that are not in the text come last, in alphabetical order.
local function sort_by_text(rules, spec, line)
  spec.part.positions = spec.part.positions or positions(spec.part.text)
  local start <const>, keys <const> = ((line - 1) % places.LINES + 1) * places.LINES, {}
  for _, rule in ipairs(rules) do
    local list <const> = spec.part.positions[rule.name] or { math.maxinteger }
    local at <const> = lists.picked(list, function(position) return position >= start and position or nil end)[1]
    keys[rule] = ("%20d%s"):format(at or list[#list], rule.name)
  end
  table.sort(rules, function(a, b) return keys[a] < keys[b] end)
  return rules
end

---Example arguments of the words that leave code points out, for messages.
local LEFT_OUT <const> = { except = '{ surrogate = "U+D800..U+DFFF" }', disallow = '{ control = "U+0080..U+009F" }' }

---{ surrogate = "U+D800..U+DFFF", unassigned = unicode "Cn" } -> rules { name, line, written, given, profile } in the order of the text.
---@param word string "except" or "disallow"
local function read_except(spec, line, word, body)
  if type(body) ~= "table" or spec.tokens[body] then
    fail(line, "%s must be followed by named ranges, such as %s", word, LEFT_OUT[word])
  end
  local rules = {}
  for name, points in next, body do
    if type(name) ~= "string" or not name:match("^%l[%l%d_]*$") then
      fail(line, "an exception needs a name in lower case, such as surrogate; this one has %s",
        type(name) == "string" and "the name " .. name or "none")
    elseif COMMON_FAULTS[name] then
      fail(line, "the name %s is reserved for one of u8gen's own faults; choose another", name)
    end
    local rule <const> = sets.points(spec, line, points, "the exception " .. name)
    rule.name, rule.profile = name, word == "disallow" or nil
    rules[#rules + 1] = rule
  end
  return sort_by_text(rules, spec, line)
end

---Adds a form, or refuses it if the spec would have too many.
local function add_form(spec, form)
  if #spec.forms == LIMITS.forms then
    fail(form.line, "a spec has at most %d forms, rows of `bytes` included", LIMITS.forms)
  end
  spec.forms[#spec.forms + 1] = form
end

function WORDS.form(spec)
  return function(pattern)
    local line = here()
    if type(pattern) ~= "string" then
      fail(line, "form must be followed by its bytes, such as \"110xxxxx 10xxxxxx\"")
    end
    local bytes, bits = read_pattern(line, pattern)
    local form = { line = line, pattern = pattern:gsub("%s+", " "), bytes = bytes, bits = bits, also = {}, except = {} }
    add_form(spec, form)
    return function(body)
      if type(body) ~= "table" or form.ranges then
        fail(line, form.ranges and "form %q is followed by code points twice; write them in one table"
          or "form %q must be followed by its code points, such as { \"U+0080..U+07FF\" }", pattern)
      end
      local plain, left_out <const> = {}, { except = {}, disallow = {} }
      for key, value in next, body do
        if math.type(key) == "integer" then
          plain[key] = value
        elseif key == "also" then
          form.also = sets.ranges(line, value, "also")
        elseif LEFT_OUT[key] then
          left_out[key] = read_except(spec, line, key, value)
        elseif key == "allow" then
          form.allow = sets.points(spec, line, value, "allow")
        else
          fail(line, "a form has an unknown key %q; allowed are ranges, except, disallow, allow and also", sandbox.shown(key))
        end
      end
      table.move(left_out.disallow, 1, #left_out.disallow, #left_out.except + 1, left_out.except)
      form.except = sort_by_text(left_out.except, spec, line)
      form.ranges = (#plain > 0 or #form.also == 0) and sets.ranges(line, plain, "form \"" .. form.pattern .. "\"") or {}
      form.base = (form.ranges[1] or form.also[1]).lo >> bits << bits
    end
  end
end

---except { NAME = SET }, disallow { NAME = SET }: no form writes these code points; with `disallow`, the encoding without the profile does.
for word in next, LEFT_OUT do
  WORDS[word] = function(spec)
    return function(body)
      local line <const> = here()
      for _, rule in ipairs(read_except(spec, line, word, body)) do
        for _, other in ipairs(spec.excepts) do
          if other.name == rule.name then
            fail(line, "the exception %s occurs twice, first in line %d; rename one of them", rule.name, other.line)
          end
        end
        spec.excepts[#spec.excepts + 1] = rule
      end
    end
  end
end

---allow { SET }: no form writes other code points.
function WORDS.allow(spec)
  return function(body)
    local line <const> = here()
    if spec.allow and not spec.kept.allow then
      fail(line, "allow occurs twice, first in line %d; remove one of them", spec.allow.line)
    end
    spec.allow, spec.kept.allow = sets.points(spec, line, body, "allow"), nil
  end
end

---from "utf-8": the spec inherits the statements of another one, which have run already (see `begin`).
function WORDS.from(spec)
  return function(name)
    local line <const>, part <const> = here(), spec.part
    if part.begun then
      fail(line, "from occurs twice, first in line %d; a spec inherits from one other spec at most", part.begun)
    elseif not part.name or name ~= part.name then
      fail(line, "from must be the first statement of a spec, with a name after it, such as from \"utf-8\"")
    end
    part.begun = line
  end
end

---unicode "Cn": the code points of a name (unicode.lua), for `except`, `disallow`, `allow` and `never`. Returns an empty table, a token for
---these code points; the same name gives the same table.
function WORDS.unicode(spec)
  return function(name)
    local line <const> = here()
    if type(name) ~= "string" then
      fail(line, "unicode must be followed by a name, such as \"Cn\" or \"XID_Continue\"")
    elseif #name > LIMITS.name then
      fail(line, "unicode has no name of %d bytes; a name is short, such as \"XID_Continue\"", #name)
    end
    local list <const> = unicode.ranges(name)
    if not list then
      local values <const> = unicode.values(name:match("^(.*)=") or name)
      local known <const> = lists.joined(#values > 0 and { values } or unicode.names(), "; the ", function(group)
        return (group.title or "values") .. " " .. table.concat(group, ", ")
      end)
      fail(line, "unicode has no %q; the nearest is %s; allowed are the %s", name, unicode.nearest(name), known)
    end
    if not spec.tokens[name] then
      local token <const> = setmetatable({}, { __metatable = false, __newindex = function()
        fail(here(), "a spec cannot change the result of unicode")
      end })
      spec.tokens[name], spec.tokens[token] = token, list
    end
    return spec.tokens[name]
  end
end

---Refuses the keys of a rule's table that are not in `allowed`.
local function only_keys(line, body, what, allowed)
  for key in next, body do
    if not lists.set(allowed)[key] then
      fail(line, "%s has an unknown key %q; allowed are %s", what, sandbox.shown(key), table.concat(allowed, ", "))
    end
  end
end

---pair { high = RANGE, low = RANGE }: a high and a low code point are one character together; neither is a character alone.
function WORDS.pair(spec)
  return function(body)
    local line = here()
    if type(body) ~= "table" or not body.high or not body.low then
      fail(line, "pair must be followed by its halves, such as { high = \"U+D800..U+DBFF\", low = \"U+DC00..U+DFFF\" }")
    elseif spec.pair then
      fail(line, "pair occurs twice, first in line %d; remove one of them", spec.pair.line)
    end
    only_keys(line, body, "pair", { "high", "low" })
    spec.pair = { line = line, name = "unpaired", high = sets.range(line, body.high), low = sets.range(line, body.low) }
  end
end

---never { SET, SET, name = "..." }: a code point of the second set must not follow directly after one of the first set. If the second set
---has "end", a text must not end after a code point of the first set, either. If the first set has "start", a text must not begin with a
---code point of the second set, either.
function WORDS.never(spec)
  return function(body)
    local line = here()
    if type(body) ~= "table" or not body[1] or not body[2] then
      fail(line, "never must be followed by two ranges, such as { \"U+D800..U+DBFF\", \"U+DC00..U+DFFF\" }")
    end
    only_keys(line, body, "never", { 1, 2, "name" })
    local name = body.name or "forbidden_pair"
    if type(name) ~= "string" or not name:match("^%l[%l%d_]*$") or COMMON_FAULTS[name] then
      fail(line, "never needs a name in lower case that is not reserved for u8gen's own faults; this one is %s", sandbox.shown(name))
    elseif #spec.nevers == LIMITS.nevers then
      fail(line, "a spec has at most %d never rules", LIMITS.nevers)
    end
    local rule = { line = line, name = name }
    rule.first, rule.starts = sets.set(spec, line, body[1], "start")
    rule.second, rule.ends = sets.set(spec, line, body[2], "end")
    if rule.starts and rule.ends then
      fail(line, "never with \"start\" and \"end\" forbids the empty text, which is always well-formed; write two rules")
    end
    spec.nevers[#spec.nevers + 1] = rule
  end
end

---The line on which the text of a long string begins: Lua drops a line end directly after the opening bracket.
---@param line integer of the word before it
local function first_line(part, line)
  part.lines = part.lines or difference.lines(part.text)
  return part.lines[(line - 1) % places.LINES + 1]:find("%[=*%[\r?$") and line + 1 or line
end

---The rows of a block of lines, see byte_rows.lua; and the line of the spec where the block begins.
---@param line integer of the word
local function read_rows(spec, line, text, word, most)
  local first <const> = first_line(spec.part, line)
  return byte_rows.read(text, word, most, function(number, message) fail(first + number, "%s", message) end), first
end

---bytes "81..9F {40..7E 80..FC}": one row of bytes on each line, for characters without code points. A row with a set is short for several.
function WORDS.bytes(spec)
  return function(text)
    local line <const> = here()
    if type(text) ~= "string" or not text:find("%S") then
      fail(line, "bytes must be followed by rows of bytes, ranges and sets, such as \"81..9F {40..7E 80..FC}\"")
    end
    local rows <const>, first <const> = read_rows(spec, line, text, "bytes", LIMITS.forms)
    for _, row in ipairs(rows) do
      local count = 1.0
      for _, range in ipairs(row) do
        count = count * (range.hi - range.lo + 1)
      end
      spec.row_characters = spec.row_characters + count
      if #row > LIMITS.row_bytes then
        fail(first + row.number, "a row has one to %d bytes, %q has %d", LIMITS.row_bytes, bytes_.text(row), #row)
      elseif spec.row_characters > LIMITS.row_characters then
        fail(first + row.number, "the rows up to %q have more than 2^62 characters; write fewer or narrower ranges",
          bytes_.text(row))
      end
      row.number = nil
      add_form(spec, { line = line, pattern = bytes_.text(row), bytes = row, ranges = {}, also = {}, except = {} })
    end
  end
end

WORDS.well_formed = once("well_formed", function(line, text, spec)
  return (read_rows(spec, line, text, "well_formed", LIMITS.rows))
end)

WORDS.examples = once("examples", function(line, text, spec)
  local list, first, number = {}, first_line(spec.part, line), 0
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

---Prepares a spec for the next text that it is made from. Drops the name, `users`, `well_formed` and the examples of the earlier texts.
---Keeps their source, replacement and `allow`, unless this text has its own.
---@param part table see from.chain
function M.begin(spec, part)
  spec.part, spec.kept = part, { source = true, replacement = true, allow = true }
  for _, key in ipairs { "encoding", "users", "well_formed", "examples" } do
    spec[key], spec.lines[key] = nil, nil
  end
end

---@return string[] words of the language, sorted
function M.names()
  return lists.keys(WORDS)
end

---@param spec table under construction
---@return table<string, function> words as a spec calls them
function M.of(spec)
  local words <const> = {}
  for name, word in next, WORDS do
    words[name] = word(spec)
  end
  return words
end

return M
