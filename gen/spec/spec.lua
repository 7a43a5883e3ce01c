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
-- The idea: a spec is data. Its text runs in a sandbox (sandbox.lua), where each word adds what it says to the spec (words.lua); then the
-- whole is checked (checks.lua).

local outside_ = require "gen.common.outside"
local names_ = require "gen.common.names"
local unicode <const> = require "gen.spec.unicode"
local sandbox = require "gen.spec.sandbox"
local words = require "gen.spec.words"
local checks = require "gen.spec.checks"

local M = {}

---What a spec's file holds at most.
M.MOST_BYTES = sandbox.LIMITS.bytes

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

---@param text string the spec's text
---@param path string how messages name it
---@return table spec; raises { spec_error, line, message, path }
function M.read(text, path)
  local spec <const> = { lines = {}, forms = {}, nevers = {}, excepts = {}, tokens = {}, sets = 0, path = path }
  local ok <const>, err <const> = pcall(function()
    spec.text = sandbox.text(text)
    sandbox.run(spec.text, words.of(spec))
    checks.check(spec)
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
  spec.hash = M.hash(spec.text .. (spec.unicode and spec.unicode.table or ""))
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
