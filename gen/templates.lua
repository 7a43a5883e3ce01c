-- SPDX-License-Identifier: 0BSD
-- templates: C, or another language, with holes.
--
-- In:  a template of templates/ and the values of its holes. Out: the text.
--
-- A line that begins with @ is Lua, $(x) is a value. A hole whose value is missing is an error, never an empty string.

local template = require "pl.template"
local path = require "pl.path"
local files_ = require "gen.files"
local progress = require "gen.progress"

local M = {}

local function fail(message, ...)
  error({ emit_error = true, message = message:format(...) }, 0)
end

local function read_template(root, name)
  local text, why = files_.read(path.join(root, "templates", name))
  if not text then
    fail("a template is missing: %s", why)
  end
  -- Penlight prints nothing for nil and false: each hole goes through a function that refuses them.
  return (text:gsub("%$(%b())", "$(value%1)"))
end

---A template filled from an environment. Unknown names and empty holes are errors that name the template.
function M.render(root, name, values)
  progress.stage("template " .. name)
  local text = read_template(root, name)
  local env = setmetatable({}, {
    __index = function(_, key)
      local value = values[key]
      if value == nil and key ~= "_escape" then
        error("unknown name " .. tostring(key), 2)
      end
      return value
    end,
  })
  local compiled, why = template.compile(text, { escape = "@", inline_escape = "$", chunk_name = name })
  if not compiled then
    fail("template %s: %s", name, tostring(why))
  end
  local out, message = compiled:render(env)
  if not out then
    if type(message) == "table" then
      error(message, 0)
    end
    fail("template %s: %s", name, tostring(message))
  end
  return (out:gsub("\n+$", ""))
end

return M
