-- SPDX-License-Identifier: 0BSD
-- sandbox: runs the text of a spec with only the words of the language, under limits, and reports its mistakes.
--
-- In:  the text, and the words as functions. Out: nothing; the words store their arguments.
--      `x = 1` raises { spec_error = true, line = 1, message = "a spec cannot define global variables such as x; it has statements only" }.
--
-- The idea: a spec is data. The sandbox prevents endless loops, access to files, excessive memory, and tables that have a name twice. The
-- limits, and the lack of a string library, apply to the spec's own code, not to the words that it calls.

local lists = require "gen.common.lists"
local difference = require "gen.common.difference"
local outside = require "gen.common.outside"
local spelling = require "gen.common.spelling"

local M = {}

M.LIMITS = {
  bytes = 1024 * 1024, instructions = 1000000, kibibytes = 64 * 1024, form_bytes = 6, row_bytes = 16, forms = 1024, rows = 64 * 1024,
  nevers = 512, sets = 256, name = 64, row_characters = 2.0 ^ 62, step_kibibytes = 4096, seconds = 5,
}

local LIMITS <const> = M.LIMITS

---Raises an error of the spec. Its field spec_error distinguishes it from errors of the generator.
---@param line integer?  a line, numbered as in gen/common/places.lua; nil if no single line is wrong
---@param message string for string.format: the mistake, and usually what a spec may contain instead
function M.fail(line, message, ...)
  error({ spec_error = true, line = line, message = string.format(message, ...) }, 0)
end

local fail <const> = M.fail

---The number to add to a line number of the running text, so that the sum shows the file, see gen/common/places.lua.
local offset = 0

---@return integer? line of the running spec
function M.here()
  local level, info = 1
  repeat
    level = level + 1
    info = debug.getinfo(level, "Sl")
  until not info or info.source == "=spec"
  return info and info.currentline + offset
end

---The text of a spec as it is run and quoted, with LF as its only line end. Raises an error if the text is too long or has refused bytes.
function M.text(text)
  if #text > LIMITS.bytes then
    fail(nil, "a spec has at most %d bytes, this one has %d", LIMITS.bytes, #text)
  end
  local lines <const>, line <const>, reason <const> = outside.lines(text)
  return lines or fail(line, "%s", reason)
end

---@return integer position after the item that begins at `at` in a spec's text: a comment, a string, or one byte of other text
---@return string? kind "comment" or "string"
function M.after(text, at)
  local comment <const>, quote <const> = text:match("^%-%-()", at), text:match("^[\"']", at)
  local level <const> = text:match("^%[(=*)%[", comment or at)
  local kind <const> = comment and "comment" or (level or quote) and "string" or nil
  if level then
    return (select(2, text:find("]" .. level .. "]", at, true)) or #text) + 1, kind
  elseif comment then
    return text:find("\n", at, true) or #text + 1, kind
  end
  local stop, ends <const> = at + 1, "^[\n" .. (quote or "") .. "]"
  while quote and stop <= #text and not text:find(ends, stop) do
    stop = text:match("^[^\\\n\"']+()", stop) or text:match("^\\z%s*()", stop) or text:match("^\\?.()", stop)
  end
  return quote and stop + 1 or stop, kind
end

---The text of a spec, with blanks in place of its comments and strings. Line ends and the names of keys such as ["name"] stay.
function M.code(text)
  local parts, at = {}, 1
  while at <= #text do
    local stop, kind = M.after(text, at)
    local key <const> = text:match("^%[%s*[\"'][%w_]+[\"']%s*%]()", at)
    stop = key or kind and stop or text:find("[%-%[\"']", stop) or #text + 1
    parts[#parts + 1] = text:sub(at, stop - 1):gsub(key and "[^%w_\n]" or kind and "[^\n]" or "^$", " ")
    at = stop
  end
  return table.concat(parts)
end

---Refuses a name that occurs twice in one table of the spec: Lua would silently keep only one of the values.
local function check_doubles(code)
  local open <const> = {}
  local function line_of(at)
    return 1 + offset + select(2, code:sub(1, at):gsub("\n", ""))
  end
  code = code:gsub("[{}]", " %0 ")
  for at, word, equals in code:gmatch("()([{}%w_][%w_]*)%s*(=?=?)") do
    local names <const> = open[#open]
    if word == "{" or word == "}" then
      open[word == "{" and #open + 1 or #open] = word == "{" and {} or nil
    elseif names and equals == "=" then
      if names[word] then
        fail(line_of(at), "%s occurs twice in one table, first in line %d; Lua would keep only one of them", word, line_of(names[word]))
      end
      names[word] = at
    end
  end
end

---Wraps a word so that the word, and a function that it returns, run without the limits.
local function guarded(word, enter, leave)
  return function(...)
    enter()
    local result <const> = word(...)
    leave()
    return type(result) == "function" and guarded(result, enter, leave) or result
  end
end

---A value of a spec as text for a message, which must not contain a memory address.
function M.shown(value)
  local kind <const> = type(value)
  return (kind == "table" or kind == "function") and "a " .. kind or tostring(value)
end

---The global names of the spec: the words that it may call.
---@param callable table<string, function>
local function environment(callable)
  return setmetatable({}, {
    __index = function(_, word)
      if callable[word] then
        return callable[word]
      end
      local known <const> = lists.keys(callable)
      fail(M.here(), "unknown word %s; the nearest is %s, allowed are %s", M.shown(word),
        spelling.nearest(M.shown(word), known), table.concat(known, ", "))
    end,
    __newindex = function(_, word)
      if callable[word] then
        fail(M.here(), "%s is a statement of specs; write its value directly after it, without =", word)
      end
      fail(M.here(), "a spec cannot define global variables such as %s; it has statements only", M.shown(word))
    end,
  })
end

---Raises Lua's message about the text of a spec, as an error of the spec.
local function fail_as_spec(message, text)
  local line <const>, what <const> = message:match("^spec:(%d+): (.*)$")
  local function moved(digits)
    return math.tointeger(digits) + offset
  end
  local lead <const> = what and what:match("near '<\\(%d+)>'$")
  if lead then
    -- Lua names only the first byte of a character that is not ASCII.
    local number <const> = math.tointeger(line)
    local at <const> = difference.lines(M.code(text))[number]:find(string.char(lead), 1, true)
    local code_point <const> = utf8.codepoint(difference.lines(text)[number], at)
    fail(moved(line), "%s (U+%04X) is outside of strings and comments; a string of a spec is between the quotes \" and \"",
      utf8.char(code_point), code_point)
  end
  fail(line and moved(line), "%s", (what or message):gsub("(at line )(%d+)", function(at, digits) return at .. moved(digits) end))
end

---Stops a spec that runs too long or takes too much memory. One instruction may do much work. So each KiB that is taken counts as a step,
---and the memory per instruction and the time are limited. The garbage collector, which would hide taken memory, stops while a spec runs.
---@return table watcher { step (a debug hook), pause (before a word), resume (after a word) }
local function watcher()
  local steps, base <const>, before, spent, start = 0, collectgarbage("count"), 0, 0.0, 0.0
  local W <const> = {}
  function W.pause()
    spent = spent + os.clock() - start
    collectgarbage("restart")
  end
  function W.resume()
    collectgarbage("stop")
    before, start = collectgarbage("count"), os.clock()
  end
  function W.step()
    local taken <const> = collectgarbage("count") - before
    steps = steps + 1 + taken
    if steps > LIMITS.instructions or spent + os.clock() - start > LIMITS.seconds then
      fail(M.here(), "the spec runs too long; a spec needs no loops")
    elseif before + taken - base > LIMITS.kibibytes then
      collectgarbage()
    end
    before = collectgarbage("count")
    if taken > LIMITS.step_kibibytes or before - base > LIMITS.kibibytes then
      fail(M.here(), "the spec takes too much memory; a spec needs no computations")
    end
  end
  return W
end

---@param text string of the spec
---@param words table<string, function>
---@param before? integer the number that is added to line numbers of the text; nil: 0
function M.run(text, words, before)
  local callable <const> = {}
  offset = before or 0
  local chunk <const>, message <const> = load(text, "=spec", "t", environment(callable))
  if not chunk then
    if message:find("C stack overflow", 1, true) then
      fail(nil, "the spec is nested too deeply; a spec needs only a few levels")
    end
    fail_as_spec(message, text)
  end
  local code <const> = M.code(text)
  local dots <const> = code:find("...", 1, true)
  if dots then
    fail(1 + offset + select(2, code:sub(1, dots):gsub("\n", "")), "a spec needs no function with ..., which may copy many values")
  end
  collectgarbage()
  local watch <const>, strings <const> = watcher(), getmetatable("")
  local index <const> = strings.__index
  local function enter()
    debug.sethook()
    watch.pause()
    strings.__index = index
  end
  local function leave()
    strings.__index = nil
    watch.resume()
    debug.sethook(watch.step, "", 1)
  end
  for name, word in next, words do
    callable[name] = guarded(word, enter, leave)
  end
  local routine <const> = coroutine.create(chunk)
  debug.sethook(routine, watch.step, "", 1)
  strings.__index = nil
  watch.resume()
  local ok <const>, err <const> = coroutine.resume(routine)
  strings.__index = index
  debug.sethook(routine)
  watch.pause()
  if not ok and type(err) == "table" and err.spec_error then
    error(err, 0)
  elseif not ok then
    fail_as_spec(tostring(err), text)
  end
  check_doubles(code)
end

return M
