-- SPDX-License-Identifier: 0BSD
-- package: writes the sources of the package for another language.
--
-- In:  lua5.4 packaging/bindings/package.lua LANGUAGE FOLDER C SPEC...: the files of packaging/LANGUAGE, binding.h, binding.c, out/,
--      LICENSE.
-- Out: FOLDER with these files, except *.mk, *.lua and *.pyc. NAME.in becomes NAME, with its holes filled (encodings.lua). The C is in the
--      folder C of FOLDER. C++ calls the emitted C, without binding.h and binding.c.
--
--     lua5.4 packaging/bindings/package.lua python build/python/package c utf-8 mutf-8

package.path = "./?.lua;" .. package.path
local encodings = require "packaging.bindings.encodings"
local automaton = require "packaging.cpp.automaton"
local functions = require "packaging.bindings.functions"
local files = require "gen.common.files"
local pipeline = require "gen.pipeline"
local dir = require "pl.dir"
local path = require "pl.path"

local HERE <const> = "packaging/"

---Adds a file of the language's folder. each.hpp.in becomes a file for each encoding, with its automaton.
local function add(made, name, text, values, known)
  local plain <const> = name:gsub("%.in$", "")
  if not name:find "^each%." then
    made[plain] = name == plain and text or encodings.filled(text, values, known)
    return
  end
  for _, one in ipairs(known) do
    local file <const> = ("gen/specs/%s.lua"):format(one.spec_name)
    one.version, one.upper = values.version, one.name:upper()
    one.automaton = automaton.cpp(pipeline.understand(encodings.text_of(file), file))
    made[plain:gsub("each", one.name)] = encodings.filled(text, one, {})
  end
end

local function main(language, folder, c, ...)
  local known <const> = encodings.read { ... }
  local made <const> = { LICENSE = encodings.text_of "LICENSE" }
  if language ~= "cpp" then
    for _, file in ipairs { "binding.h", "binding.c" } do
      made[c .. "/" .. file] = encodings.text_of(HERE .. "bindings/" .. file)
    end
  end
  for _, one in ipairs(known) do
    for _, kind in ipairs { "c", "h" } do
      made[("%s/%s.%s"):format(c, one.name, kind)] = encodings.text_of(("out/%s/%s.%s"):format(one.name, one.name, kind))
    end
  end
  local values <const> = { version = encodings.version(), functions = functions.rust() }
  local root <const> = HERE .. language
  for _, file in ipairs(files.list_all(root)) do
    if not file:find "%.mk$" and not file:find "%.lua$" and not file:find "%.pyc$" then
      add(made, file:sub(#root + 2), encodings.text_of(file), values, known)
    end
  end
  local list <const> = {}
  for name, text in pairs(made) do
    dir.makepath(path.join(folder, path.dirname(name)))
    list[#list + 1] = { name = name, text = text }
  end
  files.write(folder, list)
end

main(...)
