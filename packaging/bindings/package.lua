-- SPDX-License-Identifier: 0BSD
-- package: writes the sources of the package for another language.
--
-- In:  lua5.4 packaging/bindings/package.lua LANGUAGE FOLDER C SPEC...: the files of packaging/LANGUAGE, binding.h, binding.c, out/,
--      LICENSE.
-- Out: FOLDER with these files. NAME.in becomes NAME, with its holes filled (encodings.lua). The C is in the folder C of FOLDER.
--
--     lua5.4 packaging/bindings/package.lua python build/python/package c utf-8 mutf-8

package.path = "./?.lua;" .. package.path
local encodings = require "packaging.bindings.encodings"
local functions = require "packaging.bindings.functions"
local files = require "gen.common.files"
local dir = require "pl.dir"
local path = require "pl.path"

local HERE <const> = "packaging/"

local function main(language, folder, c, ...)
  local known <const> = encodings.read { ... }
  local made <const> = { LICENSE = encodings.text_of "LICENSE" }
  for _, file in ipairs { "binding.h", "binding.c" } do
    made[c .. "/" .. file] = encodings.text_of(HERE .. "bindings/" .. file)
  end
  for _, one in ipairs(known) do
    for _, kind in ipairs { "c", "h" } do
      made[("%s/%s.%s"):format(c, one.name, kind)] = encodings.text_of(("out/%s/%s.%s"):format(one.name, one.name, kind))
    end
  end
  local values <const> = { version = encodings.version(), functions = functions.rust() }
  local root <const> = HERE .. language
  for _, file in ipairs(files.list_all(root)) do
    local name <const>, text <const> = file:sub(#root + 2), encodings.text_of(file)
    if name:find "%.in$" then
      made[name:sub(1, -4)] = encodings.filled(text, values, known)
    elseif not name:find "%.mk$" and not name:find "%.pyc$" then
      made[name] = text
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
