-- SPDX-License-Identifier: 0BSD
-- spec: reads a spec file in a sandbox and turns it into a plain table.
--
-- In:  the text of a spec, such as gen/specs/utf-8.lua. It has Lua's syntax, but only the words of words.lua: no globals and no libraries.
-- Out: { name, title, source, users?, path, files, text, hash, lines (see `once` in words.lua), forms, pair?, nevers, replacement?,
--      well_formed?, examples }. `text` includes specs that this one is made from (from.lua); a line may be in one of them (places.lua).
--
--      form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
--
-- becomes
--
--      { line = 9, pattern = "110xxxxx 10xxxxxx", bits = 11, base = 0, ranges = { {lo = 0x80, hi = 0x7FF} }, also = {}, except = {},
--        bytes = { {lo = 0xC0, hi = 0xDF, bits = 5}, {lo = 0x80, hi = 0xBF, bits = 6} } }
--
-- `base` holds the leading bits that all code points of a form share. A row of the word `bytes` becomes a form without bits or code points.
--
--      never { "U+000D", { "U+0000..U+10FFFF", "end", except = "U+000A" }, name = "lone_cr" }
--
-- becomes { line, name = "lone_cr", first = SET, second = SET, ends = true }. `ends` means that no text ends after a code point of `first`.
-- `starts` means that no text begins with a code point of `second`.
-- A SET has `ranges`, `except` and their difference `code_points`. `ranges` also has the code points of `unicode` that the spec can write.
--
--      except { surrogate = unicode "Cs" }  disallow { unassigned = unicode "Cn" }  allow { unicode "L", "U+0020" }
--
-- Each of these rules is clipped to each form and added to the form's `except`: { name = "unassigned", line, ranges, profile = true }.
-- `disallow` and `allow` set `profile`: they leave out code points that the encoding itself writes. The code points that `allow` does not
-- list come last, under the name `unlisted`. If a spec uses `unicode`, the result has `unicode` = { version, table }.
--
-- The idea: a spec is data. Its text runs in sandbox.lua, where each word adds its arguments (words.lua). checks.lua checks the whole spec.

local outside_ = require "gen.common.outside"
local names_ = require "gen.common.names"
local places = require "gen.common.places"
local unicode <const> = require "gen.spec.unicode"
local sandbox = require "gen.spec.sandbox"
local from = require "gen.spec.from"
local words = require "gen.spec.words"
local checks = require "gen.spec.checks"

local M = {}

---The most bytes of a spec file.
M.MOST_BYTES = sandbox.LIMITS.bytes

---64-bit FNV-1a, as 16 hexadecimal digits. It detects changes, but is not a cryptographic hash. http://www.isthe.com/chongo/tech/comp/fnv/
---@param text string
function M.hash(text)
  local h, PRIME <const> = 0xcbf29ce484222325, 0x100000001b3
  -- Calls of `byte` take most of the time, so one call reads eight bytes.
  for i = 1, #text - 7, 8 do
    local a <const>, b <const>, c <const>, d <const>, e <const>, f <const>, g <const>, last <const> = text:byte(i, i + 7)
    h = ((((((((h ~ a) * PRIME ~ b) * PRIME ~ c) * PRIME ~ d) * PRIME ~ e) * PRIME ~ f) * PRIME ~ g) * PRIME ~ last) * PRIME
  end
  for i = #text - #text % 8 + 1, #text do
    h = (h ~ text:byte(i)) * PRIME
  end
  return ("%016x"):format(h)
end

---Adds to an error of a spec the file that has the mistake, and makes the error's line a line of this file.
---@param spec table with `files`
---@param err any
function M.locate(spec, err)
  if type(err) == "table" and err.spec_error and not err.located then
    places.locate(spec.files, err)
  end
end

---@param text string the spec's text
---@param path string the name that messages use for it
---@return table spec; raises { spec_error, line, message, path }
function M.read(text, path)
  local spec <const> = { lines = {}, forms = {}, nevers = {}, excepts = {}, tokens = {}, sets = 0, row_characters = 0.0, path = path,
    files = { [0] = path } }
  local ok <const>, err <const> = pcall(function()
    spec.text = sandbox.text((from.whole(text, path)))
    local chain <const> = from.chain(spec.text, path)
    spec.files = from.files(chain)
    for i, part in ipairs(chain) do
      words.begin(spec, part)
      sandbox.run(part.text, words.of(spec), (i - #chain) * places.LINES)
    end
    checks.check(spec)
  end)
  if not ok then
    M.locate(spec, err)
    error(err, 0)
  end
  spec.title = spec.encoding
  spec.name = names_.of(spec.encoding)
  if next(spec.tokens) then
    local version <const>, image <const> = unicode.table()
    spec.unicode = { version = version, table = M.hash(image) }
  end
  -- The rules depend on the text and, if it uses `unicode`, on the Unicode table.
  spec.hash = M.hash(spec.text .. (spec.unicode and spec.unicode.table or ""))
  spec.tokens, spec.sets, spec.part, spec.kept = nil, nil, nil, nil
  spec.examples = spec.examples or {}
  return spec
end

---The statements of a spec, in a fixed order; each form has all its exceptions. The reference of verify/ reads them for a user's spec.
---@return table statements { {word, text, lo, hi} } such as { word = "except", text = "surrogate", lo = 0xD800, hi = 0xDFFF }
function M.statements(spec)
  local out = {}
  local function add(word, text, ranges)
    for _, range in ipairs(ranges) do
      out[#out + 1] = { word = word, text = text, lo = range.lo, hi = range.hi }
    end
  end
  local nothing <const> = { { lo = 0, hi = 0 } }
  for _, form in ipairs(spec.forms) do
    add(form.bits and "form" or "bytes", form.pattern, nothing)
    add("range", "", form.ranges)
    for _, rule in ipairs(form.except) do
      add(rule.profile and "disallow" or "except", rule.name, rule.ranges)
    end
    add("also", "", form.also)
  end
  if spec.pair then
    add("high", "", { spec.pair.high })
    add("low", "", { spec.pair.low })
  end
  for _, rule in ipairs(spec.nevers) do
    add("never", rule.name, nothing)
    for _, side in ipairs { "first", "second" } do
      add(side, "", rule[side].ranges)
      add(side .. "_except", "", rule[side].except)
    end
    add("start", "", rule.starts and nothing or {})
    add("end", "", rule.ends and nothing or {})
  end
  add("replacement", "", spec.replacement and { { lo = spec.replacement, hi = spec.replacement } } or {})
  return out
end

---The message about an error of a spec, as one line.
function M.message(err)
  return outside_.shown(("%s:%d: error: %s"):format(err.path, err.line or 1, err.message))
end

return M
