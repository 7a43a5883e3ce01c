-- SPDX-License-Identifier: 0BSD
-- ORIGIN: its values are written to the right files. For a key without a value, nothing is written, or NOASSERTION if SPDX needs a value.
-- (Packages of Debian need an address; packaging/deb.sh then writes one that does not exist.)
--
-- The tree's own ORIGIN may have no values. So most tests use a tree of links with another ORIGIN file, with or without values.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local banner <const> = require "gen.emit.banner"
local files <const> = require "gen.common.files"
local origin <const> = require "gen.common.origin"
local place <const> = require "tests.lib.workplace" ("origin_test", "processes")

local expect <const>, read <const>, write <const> = place.expect, place.read, place.write

local FULL <const> = "supplier    Some People\nhomepage    https://u8gen.test/home\nrepository  https://u8gen.test/git/u8gen.git\n"
  .. "contact     some@people.test\n"
local NONE <const> = "supplier\nhomepage\nrepository\ncontact\n"

local TEMPLATES <const> = { "packaging/u8gen.pc.in", "packaging/debian/control", "packaging/debian/copyright" }

---Makes a tree of links with this ORIGIN.
local function tree(text)
  expect(("mkdir tree && ln -s '%s'/* tree && rm tree/ORIGIN"):format(place.root), 0)
  write("tree/ORIGIN", text)
end

TestOrigin = {}

function TestOrigin.setUp()
  place.clear()
end

function TestOrigin.test_valid_and_invalid_values()
  lu.assertEquals(origin.of_text(FULL, "O"), { supplier = "Some People", homepage = "https://u8gen.test/home",
    repository = "https://u8gen.test/git/u8gen.git", contact = "some@people.test" })
  lu.assertEquals(origin.of_text(NONE, "O"), {})
  for wrong, message in next, {
    [FULL:gsub("https://u8gen.test/home", "http://u8gen.test")] = "O:2: this is not a homepage: http://u8gen.test",
    [FULL:gsub("/home", "/*/")] = "O:2: this is not a homepage: https://u8gen.test/*/",
    [FULL:gsub("/home", "/a b")] = "O:2: this is not a homepage: https://u8gen.test/a b",
    [FULL:gsub("/home", ("/x"):rep(40))] = "O:2: this is not a homepage: https://u8gen.test" .. ("/x"):rep(40),
    [FULL:gsub("Some People", "\"; rm")] = "O:1: this is not a supplier: \"; rm",
    [FULL:gsub("some@", "")] = "O:4: this is not a contact: people.test",
    [FULL:gsub("contact", "homepage")] = "O:4: expected one line for each of contact, homepage, repository, supplier",
    [FULL:gsub("contact", "address")] = "O:4: expected one line for each of contact, homepage, repository, supplier",
    [FULL:gsub("contact[^\n]*\n", "")] = "O:3: expected one line for each of contact, homepage, repository, supplier",
  } do
    local ok <const>, why <const> = pcall(origin.of_text, wrong, "O")
    lu.assertFalse(ok, wrong)
    lu.assertEquals(why.message, message)
  end
end

function TestOrigin.test_the_readme_has_the_homepage_and_the_changelog_has_the_version()
  local own <const> = origin.read(".")
  lu.assertStrContains(files.read "README.md", own.homepage or "")
  lu.assertStrContains(files.read "CHANGELOG.md", "\n## " .. banner.version(".") .. "\n")
end

function TestOrigin.test_templates_of_packages_are_filled_with_the_values()
  for _, case in ipairs { { FULL, true }, { NONE, false } } do
    place.clear()
    tree(case[1])
    local text = ""
    for _, name in ipairs(TEMPLATES) do
      text = text .. expect(("cd tree && sh packaging/origin.sh >../program && sed -f ../program %s"):format(name), 0)
    end
    text = text .. origin.filled(files.read "packaging/npm/package.json.in", origin.of_text(case[1], "O"))
    for _, line in ipairs {
      "URL: https://u8gen.test/home", "Maintainer: Some People <some@people.test>", "Homepage: https://u8gen.test/home",
      "Vcs-Git: https://u8gen.test/git/u8gen.git", "Source: https://u8gen.test/git/u8gen.git", "Upstream-Contact: some@people.test",
      '  "homepage": "https://u8gen.test/home",', '  "author": "Some People",',
      '  "repository": { "type": "git", "url": "https://u8gen.test/git/u8gen.git" },',
    } do
      lu.assertEquals(text:find("\n" .. line .. "\n", 1, true) ~= nil, case[2], line)
    end
    for _, key in ipairs(origin.KEYS) do
      lu.assertNotStrContains(text, "@" .. key:upper() .. "@")
      lu.assertNotStrContains(text, "$" .. key)
    end
    lu.assertEquals(text:find "Maintainer: " ~= nil or text:find "homepage" ~= nil, case[2])
  end
end

function TestOrigin.test_vendor_writes_the_values()
  tree(FULL)
  expect("tree/u8gen vendor utf-8 copy --kernels dfa --only valid", 0)
  lu.assertStrContains(read "copy/utf8.spdx", "\nPackageSupplier: Organization: Some People (some@people.test)\n"
    .. "PackageDownloadLocation: git+https://u8gen.test/git/u8gen.git@v" .. banner.version(".") .. "\n")
  lu.assertStrContains(read "copy/utf8.spdx", "\nPackageHomePage: https://u8gen.test/home\n")
  lu.assertStrContains(read "copy/README.md", "\nu8gen comes from <https://u8gen.test/home>.\n")
end

function TestOrigin.test_vendor_writes_noassertion_or_nothing_for_keys_without_a_value()
  tree(NONE)
  expect("tree/u8gen vendor utf-8 copy --kernels dfa --only valid && cat copy/*", 0)
  lu.assertStrContains(read "copy/utf8.spdx", "\nPackageSupplier: NOASSERTION\nPackageDownloadLocation: NOASSERTION\n")
  lu.assertNotStrContains(read "copy/utf8.spdx", "HomePage")
  lu.assertNotStrContains(read "copy/README.md", "comes from")
  expect("rm tree/ORIGIN; tree/u8gen vendor utf-8 none", 2, "cannot read the origin: ")
end

function TestOrigin.test_cmake_has_the_homepage()
  tree(FULL)
  if not os.execute "command -v cmake >/dev/null" then
    lu.skip "cmake is missing"
  end
  expect("cmake -S tree -B build && grep HOMEPAGE_URL build/CMakeCache.txt", 0, "HOMEPAGE_URL:STATIC=https://u8gen.test/home\n")
end

os.exit(lu.LuaUnit.run())
