-- SPDX-License-Identifier: 0BSD
-- from: finds the specs that a spec is made from: `from` names one, which may name another, and so on.
--
-- In:  the text of a spec, and its path. Out of `whole`: the text with the texts of all specs that it is made from; of `chain`: these specs
--      and the spec itself, in reading order. `from "utf-8"` names a spec of the catalogue, `from "base.lua"` a file next to the spec.
--      The whole text ends in one comment for each spec that it is made from:
--
--          --[==[ from "utf-8"
--          encoding "UTF-8"
--          ...
--          ]==]
--
-- The idea: a whole text needs no other file, and its hash depends on all rules. So headers quote the whole text, and copies contain it. A
-- text that already has such a comment keeps it. Since the comments are at the end, they do not change line numbers.

local files_ = require "gen.common.files"
local refused = require "gen.spec.refused"
local sandbox = require "gen.spec.sandbox"

local M = {}

---The most specs that one spec is made from, directly or not.
local MOST <const> = 16

---The project's folder with a slash. In the playground, which has no folders, it is empty.
local function root()
  return ((package.searchpath("gen.spec.from", package.path) or ""):gsub("gen/spec/from%.lua$", ""))
end

---The name after `from`, if `from` is the first statement of a spec.
---@param text string
---@return string? name, integer? line
function M.named(text)
  local at, kind
  local stop = 1
  repeat
    at = text:find("%S", stop) or #text + 1
    stop, kind = sandbox.after(text, at)
  until kind ~= "comment"
  local _, name <const> = text:match("^from%s*%(?%s*([\"'])([^\n]-)%1", at)
  return name, name and 1 + select(2, text:sub(1, at):gsub("\n", ""))
end

---The text of the comment whose first line is `from "NAME"`, without this line; nil if there is no such comment.
local function comment_of(text, name)
  for level, at in text:gmatch("\n%-%-%[(=+)%[ from ()") do
    local head <const> = ('"%s"\n'):format(name)
    if text:sub(at, at + #head - 1) == head then
      return text:sub(at + #head, (text:find("\n]" .. level .. "]", at, true) or #text))
    end
  end
end

---The comment with a spec's name and text, as in the example above.
local function as_comment(name, text)
  local level = "=="
  while text:find("]" .. level .. "]", 1, true) do
    level = level .. "="
  end
  return ('--[%s[ from "%s"\n%s%s]%s]\n'):format(level, name, text, text:find("\n$") and "" or "\n", level)
end

---Raises an error about a `from`. Its path and line are final: spec.locate does not change them.
local function fail(path, line, message, ...)
  error({ spec_error = true, located = true, path = path, line = line, message = message:format(...) }, 0)
end

---The path of a named spec, as messages show it.
---@param path string of the spec that has the `from`
local function shown_as(name, path)
  return name:find("%.lua$") and path:match("^(.-)[^/]*$") .. name or ("gen/specs/%s.lua"):format(name)
end

---Reads the spec that a `from` names.
---@param path string of the spec with the `from`
---@param line integer of the `from`
---@return string text, string file
local function read(name, path, line)
  if not name:find("^[%w][%w._-]*$") then
    fail(path, line,
      "from names %q; allowed are a spec of the catalogue, such as \"utf-8\", and a file next to this spec, such as \"mine.lua\"", name)
  end
  local shown <const>, own <const> = shown_as(name, path), name:find("%.lua$") ~= nil
  local file <const> = own and shown or root() .. shown
  local text <const>, why <const> = files_.read(file, sandbox.LIMITS.bytes)
  if not text and own then
    fail(path, line, "from names a file next to this spec, which cannot be read: %s", why)
  elseif not text then
    fail(path, line, "%s", refused.reason(name) and "no spec describes " .. refused.reason(name)
      or ("the catalogue has no %s ('u8gen list' shows all); a file next to this spec is named with its ending, such as \"%s.lua\"")
        :format(name, name))
  end
  local ok <const>, checked <const> = pcall(sandbox.text, text)
  if not ok then
    fail(shown, checked.line, "%s; line %d of %s names this spec", checked.message, line, path)
  end
  return checked, file
end

---@param text string of a spec
---@param path string
---@return string whole
---@return string[] files that were read; raises { spec_error, located, path, line, message }
function M.whole(text, path)
  local files <const>, seen <const>, order <const> = {}, { [path] = true }, { path }
  local name, line = M.named(text)
  while name do
    local from <const> = order[#order]
    local shown <const> = shown_as(name, from)
    order[#order + 1] = shown
    if seen[shown] then
      fail(from, line, "from is circular: %s; one of these specs must not be made from another", table.concat(order, ", "))
    elseif #order > MOST + 1 then
      fail(from, line, "a spec is made from at most %d others, each made from the next", MOST)
    end
    seen[shown] = true
    local part = comment_of(text, name)
    if not part then
      part, files[#files + 1] = read(name, from, line)
      text = ("%s%s%s"):format(text, text:find("\n$") and "" or "\n", as_comment(name, part))
    end
    name, line = M.named(part)
  end
  return text, files
end

---@param whole string
---@param path string
---@return table[] specs { path, text, name?, line? }: the first one is not made from another, the last one is the spec itself; `name` and
---`line` belong to the `from` in `text`
function M.chain(whole, path)
  local list, part = {}, whole
  while true do
    local name <const>, line <const> = M.named(part)
    table.insert(list, 1, { path = path, text = part, name = name, line = line })
    if not name then
      return list
    end
    path, part = shown_as(name, path), comment_of(whole, name)
  end
end

---The files of a chain, see gen/common/places.lua.
function M.files(chain)
  local files <const> = { from = {} }
  for i, part in ipairs(chain) do
    files[#chain - i], files.from[#chain - i + 1] = part.path, part.line
  end
  return files
end

return M
