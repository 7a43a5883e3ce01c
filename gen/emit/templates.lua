-- SPDX-License-Identifier: 0BSD
-- templates: fills the holes of templates, which are C or another language.
--
-- In:  the name of a template in templates/, and a view: a table of the names that its holes and its lines of Lua may use. Out: the text.
--
-- A line that begins with @ is Lua, and $(x) is a value:
--
--     @ for _, name in ipairs(names) do
--     int $(name);
--     @ end
--
-- The idea: each line of a template becomes one line of Lua, so line numbers in Lua's messages are those of the template. A name that the
-- view lacks is an error, and so is a hole whose value is nil, false or a float.

local files_ = require "gen.common.files"
local progress = require "gen.common.progress"

local M = {}

local function fail(name, line, message, ...)
  error({ emit_error = true, path = "templates/" .. name, line = line, message = message:format(...) }, 0)
end

---A string literal of Lua, on one line.
local function quoted(text)
  return (("%q"):format(text):gsub("\\\n", "\\n"))
end

---Turns a line of text with holes into Lua that outputs its parts. Names that begin with __ belong to this file.
local function put_line(line)
  local parts, from = {}, 1
  for first, hole, after in line:gmatch("()%$(%b())()") do
    parts[#parts + 1] = first > from and ("__put(%s)"):format(quoted(line:sub(from, first - 1))) or nil
    parts[#parts + 1] = ("__put(__value%s)"):format(hole)
    from = after
  end
  parts[#parts + 1] = ("__put(%s)"):format(quoted(line:sub(from) .. "\n"))
  return table.concat(parts, " ")
end

---Compiles a template to a function of three arguments: the view, a function that collects parts, and one that formats the value of a hole.
---@param text string
---@param name string
---@param line integer the number of its first line in the file
local function compiled(text, name, line)
  local lines = {}
  for one in text:gsub("\n*$", "\n"):gmatch("([^\n]*)\n") do
    lines[#lines + 1] = one:match("^@(.*)$") or put_line(one)
  end
  local code <const> = ("%sreturn function(_ENV, __put, __value) %s\nend"):format(("\n"):rep(line - 1), table.concat(lines, "\n"))
  local chunk <const>, why = load(code, "=" .. name, "t", {})
  if not chunk then
    local place <const>, message <const> = why:match(":(%d+): (.*)$")
    fail(name, math.tointeger(place), "%s", message)
  end
  return chunk()
end

---@param root string the project's folder, with templates/
---@param name string the template's file in templates/
---@return string text with its holes
function M.read(root, name)
  local text <const>, why = files_.read(files_.join(root, "templates", name))
  if not text then
    error({ emit_error = true, message = "a template is missing: " .. why }, 0)
  end
  return text
end

---The compiled templates: name, line and text -> function.
local known <const> = {}

local function function_of(text, name, line)
  local key <const> = ("%s:%d\n%s"):format(name, line, text)
  known[key] = known[key] or compiled(text, name, line)
  return known[key]
end

---@return string text of a hole's value; raises an error if a hole may not have this value
local function value_of(value)
  if value == nil or value == false then
    error("a hole has no value", 2)
  elseif math.type(value) == "float" then
    error("the value of a hole is a float", 2)
  end
  return tostring(value)
end

---The line of this template where an error was raised, and the message without that place.
local function place_of(name, message)
  local level = 2
  local info = debug.getinfo(level, "Sl")
  while info and info.source ~= "=" .. name do
    level = level + 1
    info = debug.getinfo(level, "Sl")
  end
  return { line = info and info.currentline, message = message:gsub("^" .. name:gsub("%p", "%%%0") .. ":%d+: ", "") }
end

---A template's text, or a part of it, filled from a view; without line ends at its end.
---@param text string
---@param name string the template's file, for messages
---@param view table the names that the template may use
---@param line integer? where the text begins in the file, for messages
---@return string text
function M.fill(text, name, view, line)
  local environment <const> = setmetatable({}, {
    __index = function(_, key)
      local value <const> = view[key]
      if value == nil then
        error("unknown name " .. tostring(key), 2)
      end
      return value
    end,
  })
  local parts = {}
  local function put(part)
    parts[#parts + 1] = part
  end
  local ok <const>, why <const> = xpcall(function_of(text, name, line or 1), function(message)
    return type(message) == "table" and message or place_of(name, tostring(message))
  end, environment, put, value_of)
  if not ok then
    error(why.emit_error and why or fail(name, why.line, "%s", why.message), 0)
  end
  return (table.concat(parts):gsub("\n+$", ""))
end

---A template filled from a view.
---@param root string the project's folder
---@param name string
---@param view table
function M.render(root, name, view)
  progress.stage("template " .. name)
  return M.fill(M.read(root, name), name, view)
end

return M
