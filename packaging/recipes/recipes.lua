-- SPDX-License-Identifier: 0BSD
-- recipes: writes the recipes of package managers for a release.
--
-- In:  lua5.4 packaging/recipes/recipes.lua FOLDER TARBALL URL HOMEPAGE NAME...: the tarball, the address that it will have, the address
--      of the project's page, the folders of out/.
-- Out: FOLDER with NAME for each NAME.in of packaging/recipes, with its holes filled (packaging/bindings/encodings.lua): $url, $homepage,
--      $version, $digest and $long_digest (SHA-256 and SHA-512 of the tarball), and $name in lines with @each.

package.path = "./?.lua;" .. package.path
local encodings = require "packaging.bindings.encodings"
local files = require "gen.common.files"
local dir = require "pl.dir"
local path = require "pl.path"

local HERE <const> = "packaging/recipes"

local function digest(program, file)
  local sum <const> = io.popen(("%s '%s'"):format(program, file)):read("a"):match "^%x+"
  return sum or encodings.fail("%s '%s' failed", program, file)
end

local function main(folder, tarball, url, homepage, ...)
  for _, text in ipairs { url, homepage } do
    if text:find "[\"'\\%c%s$]" then
      encodings.fail("an address must not contain quotes, spaces or '$': %s", text)
    end
  end
  local names <const>, list <const> = {}, {}
  for i, name in ipairs { ... } do
    names[i] = { name = name }
  end
  local values <const> = {
    url = url, homepage = homepage, version = encodings.version(), digest = digest("sha256sum", tarball),
    long_digest = digest("sha512sum", tarball),
  }
  for _, file in ipairs(files.list_all(HERE)) do
    local name <const> = file:sub(#HERE + 2):match "^(.*)%.in$"
    if name then
      dir.makepath(path.join(folder, path.dirname(name)))
      list[#list + 1] = { name = name, text = encodings.filled(encodings.text_of(file), values, names) }
    end
  end
  files.write(folder, list)
end

main(...)
