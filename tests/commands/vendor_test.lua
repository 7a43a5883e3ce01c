-- SPDX-License-Identifier: 0BSD
-- u8gen vendor: the files that it writes, how it treats an existing copy, and its report of an upgrade.
--
-- To imitate an older version, the tests change generated files: the version in the banner, and some code.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local banner <const> = require "gen.emit.banner"
local digest <const> = require "gen.common.digest"
local files <const> = require "gen.common.files"
local outside <const> = require "gen.common.outside"
local sbom <const> = require "gen.commands.sbom"
local spec <const> = require "gen.spec.spec"
local place <const> = require "tests.lib.workplace" "vendor_test"

local expect <const>, read <const>, write <const>, edit <const> = place.expect, place.read, place.write, place.edit

local VERSION <const> = banner.version(".")

---Only scalar kernels, so that generation takes little time.
local VENDOR <const> = "u8gen vendor utf-8 copy --prefix app_utf8 --kernels dfa,shift --without utf16,utf32,stream"

---Returns the listing of the folder `copy`, with times, and the hashes of its files.
local function state()
  return (select(2, place.sh("cd copy && ls -l --time-style=full-iso && sha256sum *")))
end

---Turns a generated file into one of version 0.0, with the right hash of the body. Replaces `from` by `to`, if given.
local function age(file, from, to)
  local text <const> = assert(read(file)):gsub("u8gen    " .. VERSION:gsub("%p", "%%%0"), "u8gen    0.0")
  if from then
    lu.assertNotNil(text:find(from, 1, true), from)
  end
  local changed <const> = from and text:gsub(from:gsub("%p", "%%%0"), (to:gsub("%%", "%%%%"))) or text
  local head <const>, body <const> = changed:match("^(.-\n//   body     )%x+\n(.*)$")
  write(file, head .. spec.hash(body) .. "\n" .. body)
end

TestVendor = {}

function TestVendor.setUp()
  place.clear()
end

function TestVendor.test_the_folder_has_the_files_of_gen_and_those_of_a_copy()
  expect(VENDOR, 0, "UTF-8: 5 files in copy: 5 new; README.md there says how to compile, check and upgrade them")
  lu.assertEquals(place.files(), "./copy/LICENSE ./copy/README.md ./copy/app_utf8.c ./copy/app_utf8.h ./copy/app_utf8.spdx ")
  expect((VENDOR:gsub("vendor utf%-8 copy", "gen utf-8 -o own")), 0)
  expect("cmp own/app_utf8.c copy/app_utf8.c"
    .. " && cmp own/app_utf8.h copy/app_utf8.h && cmp '" .. place.root .. "/LICENSE' copy/LICENSE", 0)
  lu.assertStrContains(read "copy/LICENSE", "BSD Zero Clause License")
end

function TestVendor.test_two_runs_in_different_folders_give_the_same()
  expect(VENDOR, 0)
  expect("TZ=Asia/Tokyo LC_ALL=C " .. VENDOR:gsub("copy", "other/folder") .. " && diff -r copy other/folder", 0)
  local before <const> = state()
  expect(VENDOR, 0, "5 files in copy: 5 unchanged")
  lu.assertEquals(state(), before)
end

---The commands of the copy's README work.
function TestVendor.test_the_commands_of_the_readme_work()
  expect(VENDOR, 0)
  local readme <const>, commands = read "copy/README.md", {}
  for command in readme:gmatch("\n    ([^\n]+)") do
    commands[#commands + 1] = command
  end
  lu.assertEquals(commands, { "cc -O2 -c app_utf8.c", "u8gen check --copy app_utf8.h app_utf8.c",
    "awk '/^FileName: /{n = substr($0, 11)} /^FileChecksum: SHA256/ && n !~ /[/].*[/]/{print $3 \"  \" n}' app_utf8.spdx | sha256sum -c",
    "u8gen vendor utf-8 . --prefix app_utf8 --kernels dfa,shift --without utf16,utf32,stream" })
  expect(("cd copy && %s && test -f app_utf8.o && rm app_utf8.o"):format(commands[1]), 0)
  expect("cd copy && " .. commands[2], 0, "app_utf8.h: unchanged", "app_utf8.c: unchanged")
  lu.assertEquals(expect("cd copy && " .. commands[3], 0), "./app_utf8.h: OK\n./app_utf8.c: OK\n./LICENSE: OK\n./README.md: OK\n")
  expect("cd copy && " .. commands[4], 0, "5 files in .: 5 unchanged")
  expect("cd copy && echo >>app_utf8.c && " .. commands[3], 1, "./app_utf8.c: FAILED\n./LICENSE: OK\n")
  for name in readme:gmatch("\n| `([%w_.]+)` |") do
    lu.assertNotNil(read("copy/" .. name), name)
  end
end

function TestVendor.test_a_single_header_and_a_conversion()
  expect("u8gen vendor utf-8 one --single-header --kernels dfa", 0)
  lu.assertStrContains(read "one/README.md", "    #define UTF8_IMPLEMENTATION\n    #include \"utf8.h\"\n")
  lu.assertNotStrContains(read "one/README.md", "utf8.c")
  write("main.c", '#define UTF8_IMPLEMENTATION\n#include "one/utf8.h"\nint main(void) { return !utf8_valid("a", 1); }\n')
  expect("cc -Wall -Wextra -Wconversion -Werror main.c -o main && ./main", 0)
  expect("u8gen vendor utf-8 two --to mutf-8 --kernels dfa", 0, "UTF-8 to MUTF-8: 5 files in two")
  lu.assertStrContains(read "two/README.md", "u8gen vendor utf-8 . --to mutf-8 --kernels dfa")
  lu.assertStrContains(read "two/utf8_to_mutf8.spdx", "Relationship: SPDXRef-Source GENERATED_FROM SPDXRef-Spec2\n")
  expect("u8gen check --copy two/*.c two/*.h one/*.h", 0, "two/utf8_to_mutf8.c: unchanged", "one/utf8.h: unchanged")
  expect("u8gen vendor utf-8 three --to mutf-8 --without repair", 2, "--without does not apply to conversions")
end

function TestVendor.test_a_users_spec_is_copied()
  expect("mkdir 'rules of mine' && cp '" .. place.root .. "/gen/specs/utf-8.lua' 'rules of mine/my rules.lua'", 0)
  expect("u8gen vendor 'rules of mine/my rules.lua' copy --kernels dfa", 0, "6 files in copy: 6 new")
  lu.assertEquals(read "copy/my rules.lua", read "rules of mine/my rules.lua")
  expect("cd copy && " .. read "copy/README.md":match "\n    (awk [^\n]+)", 0, "./my rules.lua: OK\n", "./utf8.c: OK\n")
  lu.assertStrContains(read "copy/README.md", "    u8gen vendor 'my rules.lua' . --kernels dfa\n")
  lu.assertStrContains(read "copy/utf8.spdx", "FileName: ./my rules.lua\n")
  expect("cd copy && u8gen check --copy utf8.c utf8.h", 0, "utf8.c: unchanged; u8gen " .. VERSION, "(my rules.lua), --kernels dfa")
  expect("cd copy && u8gen vendor 'my rules.lua' . --kernels dfa", 0, "6 files in .: 6 unchanged")
  edit("rules of mine/my rules.lua", "everything that says", "all that says")
  expect("u8gen vendor 'rules of mine/my rules.lua' copy --kernels dfa", 0, "rules", '- users    "everything that', '+ users    "all that',
    "6 files in copy: 5 changed, 1 unchanged")
  edit("copy/my rules.lua", "all that says", "who says")
  expect("u8gen check --copy copy/utf8.c", 1, "stale", "it was not generated from the spec that copy/my rules.lua has now")
  expect("u8gen vendor 'rules of mine/my rules.lua' copy --kernels dfa", 1, "copy/my rules.lua was edited", "nothing was changed in copy")
  expect("u8gen vendor 'copy/my rules.lua' copy --kernels dfa", 0, '+ users    "who says')
end

-- ---- Edits ----

function TestVendor.test_an_edited_file_is_shown_and_kept()
  expect(VENDOR, 0)
  edit("copy/app_utf8.c", "size_t i = 0;", "size_t i = 1;")
  local before <const> = state()
  expect(VENDOR, 1, "copy/app_utf8.c was edited:\n", "-     for (size_t i = 0;", "+     for (size_t i = 1;",
    "nothing was changed in copy; --force overwrites edited files")
  -- With other options, only the edit is shown, and not the changes from the options.
  local text <const> = expect((VENDOR:gsub("dfa,shift", "dfa")), 1, "-     for (size_t i = 0;")
  lu.assertNotStrContains(text, "shift")
  lu.assertEquals(state(), before)
  expect(VENDOR .. " --force", 0, "copy/app_utf8.c was edited, and is overwritten", "5 files in copy: 1 changed, 4 unchanged")
  expect("u8gen check --copy copy/app_utf8.c copy/app_utf8.h", 0)
end

for name, line in next, { ["README.md"] = "flags", LICENSE = "WARRANTIES", ["app_utf8.spdx"] = "NOASSERTION", ["app_utf8.h"] = "u8gen" } do
  TestVendor["test_an_edit_is_seen_in_" .. name:gsub("%W", "_")] = function()
    expect(VENDOR, 0)
    edit("copy/" .. name, line, line .. "s")
    local before <const> = state()
    expect(VENDOR, 1, "copy/" .. name .. " was edited", "@@ line ", "nothing was changed in copy")
    lu.assertEquals(state(), before)
    expect(VENDOR .. " --force", 0, "5 files in copy: 1 changed, 4 unchanged")
  end
end

function TestVendor.test_files_that_are_not_copies_are_kept()
  expect("mkdir copy && echo mine > copy/README.md && echo mine > copy/app_utf8.c", 0)
  expect(VENDOR, 1, "copy/README.md was edited, or is not a file of u8gen", "copy/app_utf8.c was edited, or is not a file of u8gen",
    "+ mine")
  lu.assertEquals(place.files(), "./copy/README.md ./copy/app_utf8.c ")
  lu.assertEquals(read "copy/README.md", "mine\n")
end

function TestVendor.test_targets_that_are_not_regular_files_are_refused()
  for _, made in ipairs { "mkdir -p copy/app_utf8.c", "mkdir copy && mkfifo copy/README.md", "echo x > copy",
    "mkdir copy && ln -s /dev/zero copy/app_utf8.h" } do
    place.clear()
    expect(made, 0)
    expect("timeout 60 " .. VENDOR .. " --force", 2, "u8gen: error: ")
    lu.assertEquals(place.sh("find . -name '.u8gen*' | grep ."), 1)
  end
end

function TestVendor.test_a_folder_has_at_most_one_copy()
  expect(VENDOR, 0)
  local before <const> = state()
  expect("u8gen vendor mutf-8 copy --kernels dfa --force", 2, "copy has the copy app_utf8 already; each copy needs its own folder")
  lu.assertEquals(state(), before)
  expect("cp '" .. place.root .. "/gen/specs/utf-8.lua' README.md && u8gen vendor README.md other --kernels dfa", 2,
    "the spec's file is called README.md, like another file of the copy")
  lu.assertNil(read "other/LICENSE")
end

-- ---- Upgrades ----

function TestVendor.test_an_upgrade_of_unedited_files_succeeds()
  expect((VENDOR:gsub("vendor utf%-8 copy", "gen utf-8 -o copy")), 0)
  expect("rm copy/*.abnf copy/*.peg", 0)
  age("copy/app_utf8.h", "app_utf8_count(const void *text, size_t size)", "app_utf8_length(const void *text)")
  age("copy/app_utf8.c", "end = i + 1;", "end = 1 + i;")
  expect("u8gen check --copy copy/app_utf8.c copy/app_utf8.h", 0, "app_utf8.c: unchanged; u8gen 0.0,",
    ("this u8gen has version %s; 'u8gen vendor' upgrades the copy"):format(VERSION))
  expect(VENDOR, 0, "copy: app_utf8 changes:\n    u8gen       0.0 -> " .. VERSION,
    "    functions   new: app_utf8_count; gone: app_utf8_length\n", "    kernels     changed: dfa",
    "5 files in copy: 3 new, 2 changed")
end

---Without a bill of materials, u8gen compares a file's body with the hash in its banner. If the edit also changed the hash, a comparison
---with the files that the same version generates finds the edit.
function TestVendor.test_an_edit_with_a_recomputed_hash()
  expect(VENDOR, 0)
  expect("rm copy/app_utf8.spdx", 0)
  edit("copy/app_utf8.c", "end = i + 1;", "end = 1 + i;")
  local facts <const> = banner.read(read "copy/app_utf8.c")
  edit("copy/app_utf8.c", facts.said, facts.is)
  expect(VENDOR, 1, "copy/app_utf8.c was edited", "end = 1 + i;", "nothing was changed in copy")
end

function TestVendor.test_an_upgrade_of_an_edited_older_copy_fails()
  expect(VENDOR, 0)
  age("copy/app_utf8.h")
  age("copy/app_utf8.c")
  edit("copy/app_utf8.c", "end = i + 1;", "end = 1 + i;")
  local before <const> = state()
  expect(VENDOR, 1, "copy/app_utf8.c was edited", "end = 1 + i;", "nothing was changed in copy")
  expect("u8gen check --copy copy/app_utf8.c", 1, "edited; u8gen 0.0", "its body has the hash ", "upgrades the copy")
  lu.assertEquals(state(), before)
end

function TestVendor.test_other_options_are_reported()
  expect(VENDOR, 0)
  local report <const> = expect("u8gen vendor utf-8 copy --prefix app_utf8 --kernels dfa --without utf16,utf32,stream,repair", 0,
    "    command     u8gen gen utf-8 --prefix app_utf8 --kernels dfa,shift --without ", "    kernels     gone: shift; changed: dfa\n",
    "    types       gone: app_utf8_repair_stream\n", " app_utf8_repaired_size\n",
    "    tables      gone: app_utf8_shift_table\n",
    "gone: app_utf8_repair, app_utf8_repair_end, app_utf8_repair_feed, app_utf8_repair_start,\n",
    "    macros      gone: ", "APP_UTF8_NO_REPAIR")
  lu.assertNil(report:find("NO_APP", 1, true))
  expect("u8gen vendor utf-8 copy --prefix app_utf8 --kernels dfa --single-header", 0, "new: APP_UTF8_IMPLEMENTATION",
    "copy/app_utf8.c is no longer part of the copy; 'rm copy/app_utf8.c' removes it")
  lu.assertNotNil(read "copy/app_utf8.c")
end

function TestVendor.test_other_rules_are_reported()
  local text <const> = 'encoding "Ab"\nsource "x"\nform "0xxxxxxx" { "U+0000..U+007F" }\n'
    .. 'form "110xxxxx 10xxxxxx" { "U+0080..U+07FF"%s }\n'
  write("ab.lua", text:format "")
  expect("u8gen vendor ab.lua copy --kernels dfa", 0)
  write("ab.lua", text:format ', except = { soft_hyphen = "U+00AD" }')
  expect("u8gen vendor ab.lua copy --kernels dfa", 0, "    rules       ", '- form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }',
    '+ form "110xxxxx 10xxxxxx" { "U+0080..U+07FF", except = { soft_hyphen', "    faults      new: soft_hyphen\n",
    "    tables      changed: ab_dfa_class, ab_dfa_next\n",
    "    characters  of 1 byte 128, of 2 bytes 1920 -> of 1 byte 128, of 2 bytes 1919")
end

function TestVendor.test_line_ends_of_another_system_are_not_an_edit()
  expect(VENDOR, 0)
  expect("sed -i 's/$/\\r/' copy/*", 0)
  expect("u8gen check --copy copy/app_utf8.h copy/app_utf8.c", 0, "copy/app_utf8.c: unchanged", "its lines end in CR LF")
  expect(VENDOR, 0, "5 files in copy: 5 changed")
  lu.assertNil(read "copy/app_utf8.c":find "\r")
end

---Names and texts of a spec stay on one line and are not interpreted.
function TestVendor.test_names_and_texts_of_a_spec_are_escaped()
  local text <const> = 'encoding "Ab%s"\nsource "x%s"\nform "0xxxxxxx" { "U+0000..U+007F" }\n'
  local function shape_of(name, spdx)
    local lines = {}
    for line in read(name):gmatch("[^\n]*") do
      lines[#lines + 1] = spdx and line:match("^%a+:") or line:match("^[#|%s]*")
    end
    return lines
  end
  write("ab.lua", text:format("", ""))
  expect("u8gen vendor ab.lua plain --kernels dfa", 0)
  local name <const> = "a`b|<!-- \n    rm -rf x\nFileName: x\27[2J\u{202E}é'$(x).lua"
  local title <const> = "<!--|`x`</text>*_[a](b)"
  write(name, text:format(title, title .. "é"))
  expect("u8gen vendor " .. outside.shell_word(name) .. " copy --kernels dfa --prefix ab", 0)
  lu.assertEquals(shape_of "copy/README.md", shape_of "plain/README.md")
  lu.assertEquals(shape_of("copy/ab.spdx", true), shape_of("plain/ab.spdx", true))
  for _, file in ipairs { "copy/README.md", "copy/ab.spdx" } do
    lu.assertNil(outside.trouble(read(file)))
  end
  lu.assertNil(read "copy/README.md":find "<!--|`x`")
  lu.assertStrContains(read "copy/README.md", "x&#60;&#33;--&#124;&#96;x&#96;&#60;/text&#62;")
  expect("cd copy && u8gen check --copy ab.c ab.h", 0, "ab.c: unchanged")
  local upgrade <const> = read "copy/README.md":match("\n    (u8gen vendor [^\n]*)")
  lu.assertEquals(outside.words(upgrade), { "u8gen", "vendor", name, ".", "--prefix", "ab", "--kernels", "dfa" })
end

---If a bill of materials lists files outside of the copy, those files are ignored.
function TestVendor.test_a_bill_of_materials_of_another_program()
  expect(VENDOR, 0)
  local listed <const> = {}
  for i, name in ipairs { "../victim", "..", "gone.c" } do
    listed[i] = { name = name, text = "", id = "X" .. i, kind = "OTHER" }
  end
  write("copy/app_utf8.spdx", sbom.write({
    name = "app_utf8", title = "x", version = "1", hash = "0", command = "x", holder = "x", date = "x", origin = {},
  }, listed, {}))
  write("victim", "")
  write("copy/gone.c", "")
  lu.assertNotStrContains(expect(VENDOR, 0, "copy/gone.c is no longer part of the copy"), "victim")
end

-- ---- The bill of materials ----

---SPDX 2.3: the required fields, and their required values.
function TestVendor.test_the_bill_of_materials()
  expect(VENDOR, 0)
  local text <const>, sums = read "copy/app_utf8.spdx", {}
  for _, line in ipairs { "SPDXVersion: SPDX-2.3", "DataLicense: CC0-1.0", "SPDXID: SPDXRef-DOCUMENT", "DocumentName: app_utf8",
    "Creator: Tool: u8gen-" .. VERSION, "PackageName: app_utf8", "SPDXID: SPDXRef-Package", "PackageDownloadLocation: NOASSERTION",
    "PackageLicenseConcluded: 0BSD", "PackageLicenseDeclared: 0BSD", "Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-Package" } do
    lu.assertStrContains("\n" .. text, "\n" .. line .. "\n")
  end
  lu.assertStrMatches(text:match "\nCreated: ([^\n]*)", "%d%d%d%d%-%d%d%-%d%dT00:00:00Z")
  lu.assertStrMatches(text:match "\nDocumentNamespace: ([^\n]*)",
    "https://spdx%.org/spdxdocs/app_utf8%-%x+%-%x%x%x%x%-5%x%x%x%-[89ab]%x%x%x%-" .. ("%x"):rep(12))
  for block in text:match("\nPackageName.*$"):gmatch("(FileName: .-)\n\n") do
    local name <const> = block:match("^FileName: %./([^\n]+)\n")
    local sha1 <const> = place.expect("sha1sum < copy/" .. name, 0):match("%x+")
    lu.assertEquals(block:match("\nFileChecksum: SHA1: (%x+)\n"), sha1, name)
    lu.assertEquals(block:match("\nFileChecksum: SHA256: (%x+)\n"), place.expect("sha256sum < copy/" .. name, 0):match("%x+"), name)
    lu.assertStrMatches(block:match("\nSPDXID: ([^\n]*)"), "SPDXRef%-[%w.-]+")
    for _, field in ipairs { "FileType", "LicenseConcluded", "LicenseInfoInFile", "FileCopyrightText" } do
      lu.assertStrMatches(block:match("\n" .. field .. ": ([^\n]*)"), ".+")
    end
    sums[#sums + 1] = sha1
  end
  lu.assertEquals(#sums, 4)
  table.sort(sums)
  local code <const> = place.expect("printf %s " .. table.concat(sums) .. " | sha1sum", 0):match("%x+")
  lu.assertStrContains(text, "\nPackageVerificationCode: " .. code .. "\n")
  -- Identifiers are unique, and every identifier in a relationship exists.
  local known = {}
  for id in text:gmatch("\nSPDXID: ([^\n]+)") do
    lu.assertNil(known[id], id)
    known[id] = true
  end
  for one, other in text:gmatch("\nRelationship: (%S+) %u+_?%u* (%S+)") do
    lu.assertTrue(known[one] and known[other], one .. " " .. other)
  end
  -- The bill has both hashes of the banner, and the spec's file.
  local facts <const> = banner.read(read "copy/app_utf8.c")
  lu.assertStrContains(text, "\nPackageVersion: " .. VERSION .. "+" .. facts.spec .. "\n")
  lu.assertStrContains(text, "\nFileComment: body " .. facts.said .. "\n")
  local rules <const> = place.expect(("sha256sum < '%s/gen/specs/utf-8.lua'"):format(place.root), 0):match("%x+")
  lu.assertStrContains(text, "FileName: ./gen/specs/utf-8.lua\nSPDXID: SPDXRef-Spec\nFileType: SOURCE\n")
  lu.assertStrContains(text, "\nFileChecksum: SHA256: " .. rules .. "\n")
end

function TestVendor.test_an_edited_bill_of_materials_is_refused()
  expect(VENDOR, 0)
  local text <const> = read "copy/app_utf8.spdx"
  lu.assertNotNil(sbom.read(text))
  for at = 1, #text, 7 do
    lu.assertNil(sbom.read(text:sub(1, at - 1) .. string.char(text:byte(at) ~ 1) .. text:sub(at + 1)), at)
  end
  lu.assertNil(sbom.read "")
  lu.assertNil(sbom.read(text .. "\n"))
end

-- ---- Building blocks ----

function TestDigest()
  -- NIST's examples for "abc", the hash of an empty text, and other texts, most of a length near one or two blocks.
  lu.assertEquals(digest.sha1 "abc", "a9993e364706816aba3e25717850c26c9cd0d89d")
  lu.assertEquals(digest.sha256 "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  lu.assertEquals(digest.sha256 "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  place.clear()
  for _, size in ipairs { 1, 55, 56, 63, 64, 65, 119, 120, 1000 } do
    local text <const> = ("\xE9\0x"):rep(size):sub(1, size)
    write("text", text)
    lu.assertEquals(digest.sha1(text), expect("sha1sum < text", 0):match("%x+"), size)
    lu.assertEquals(digest.sha256(text), expect("sha256sum < text", 0):match("%x+"), size)
  end
end

---A shell word that u8gen writes is read back unchanged.
function TestShellWords()
  math.randomseed(1)
  local ATOMS <const> = { "a", "'", "\\", " ", "$", "\n", "\t", "é", "\0", "-", "*", '"', "\xFF", "$'", "/" }
  for _ = 1, 2000 do
    local words, written = {}, {}
    for i = 1, math.random(3) do
      local parts = {}
      for n = 1, math.random(5) do
        parts[n] = ATOMS[math.random(#ATOMS)]
      end
      words[i] = table.concat(parts)
      written[i] = outside.shell_word(words[i])
    end
    lu.assertEquals(outside.words(table.concat(written, " ")), words)
  end
  for _, text in ipairs { "", " ", " a", "a  b", "'a", "$'a", "$'\\z'", "a;b", "a\nb", "$(x)", "\\a" } do
    lu.assertNil(outside.words(text), text)
  end
end

---Each file in out/, except certificates (JSON), has a banner that is read back, with the right hash of the body.
function TestBanners()
  for name in io.popen("ls out/*/* | grep -v 'json$'"):lines() do
    local facts <const> = banner.read(files.read(name))
    lu.assertEquals(facts.said, facts.is, name)
    lu.assertEquals(facts.version, VERSION)
    lu.assertStrContains(facts.command, "u8gen gen ")
  end
end

os.exit(lu.LuaUnit.run())
