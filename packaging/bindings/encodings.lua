-- SPDX-License-Identifier: 0BSD
-- encodings: reads the encodings of the catalogue, and fills the holes of templates, for packages in other languages.
--
-- In:  names of specs; gen/specs/SPEC.lua, out/NAME/NAME.json, VERSION. Out: values for the holes.
--
--     read { "mutf-8" }  -->  { { name = "mutf8", spec_name = "mutf-8", title = "MUTF-8", ... } }
--     filled("@each use $name;\n", {}, read { "mutf-8" })  -->  "use mutf8;\n"

local facts = require "gen.emit.facts"
local files = require "gen.common.files"
local spec = require "gen.spec.spec"

local M = {}

---Ends the program with a message.
function M.fail(message, ...)
  io.stderr:write(arg[0], ": ", message:format(...), "\n")
  os.exit(1)
end

---@return string text of a file that must exist
function M.text_of(name)
  local text <const>, reason <const> = files.read(name)
  return text or M.fail("%s", reason)
end

---"utf-8-nonul" becomes "Utf8Nonul", for names of functions and types.
local function camel(spec_name)
  return (spec_name:gsub("[^%w]*(%w+)", function(word) return word:sub(1, 1):upper() .. word:sub(2) end))
end

local function encoding(spec_name)
  local file <const> = ("gen/specs/%s.lua"):format(spec_name)
  local rules <const> = spec.read(M.text_of(file), file)
  local certificate <const> = ("out/%s/%s.json"):format(rules.name, rules.name)
  local known <const> = facts.of_file(certificate) or M.fail("%s is missing, or is not a certificate", certificate)
  return {
    name = rules.name, spec_name = spec_name, title = rules.title, source = rules.source, users = rules.users, hash = known.hash,
    camel = camel(spec_name),
  }
end

---@param spec_names string[] of the catalogue
---@return table[] encodings { name, spec_name, title, source, users, hash, camel }; hash: the spec's, from the certificate in out/
function M.read(spec_names)
  local list <const> = {}
  for i, spec_name in ipairs(spec_names) do
    list[i] = encoding(spec_name)
  end
  return list
end

---@return string version with at least three numbers, which package managers require
function M.version()
  local version = M.text_of("VERSION"):match("^(%d[%d.]*)\n$") or M.fail("VERSION is not a version number")
  while select(2, version:gsub("%.", "")) < 2 do
    version = version .. ".0"
  end
  return version
end

---Replaces each $NAME in a text by its value, if there is one. Repeats each line that contains @each for every encoding, with the values
---of the encoding.
function M.filled(text, values, encodings)
  text = text:gsub("([^\n]*)@each ?([^\n]*\n)", function(before, after)
    local lines <const> = {}
    for i, one in ipairs(encodings) do
      lines[i] = (before .. after):gsub("%$(%l[%l_]*)", one)
    end
    return table.concat(lines)
  end)
  return (text:gsub("%$(%l[%l_]*)", values))
end

return M
