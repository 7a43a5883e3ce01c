-- SPDX-License-Identifier: 0BSD
-- Tests `u8gen check --copy`: its verdict on a file, and that a hostile file does no harm.
--
-- The tests change the body of a generated file, and strings and single bytes of its banner. They also check files that do not come from
-- u8gen. u8gen gives its verdict on a file, or an error with the file's name and a line. It prints only printable characters.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local banner <const> = require "gen.emit.banner"
local copy <const> = require "gen.commands.copy"
local place <const> = require "tests.lib.workplace" "check_copy_test"

local expect <const>, read <const>, write <const>, edit <const> = place.expect, place.read, place.write, place.edit

---A short spec, so that generation takes little time.
local SPEC <const> = 'encoding "Ab"\nsource "x"\nform "0xxxxxxx" { "U+0000..U+007F" }\nform "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }\n'
local FILE <const> = "ab.h"

TestCopy = {}

function TestCopy.setUp()
  place.clear()
  write("ab.lua", SPEC)
  expect("u8gen gen ab.lua --kernels dfa --without repair -o . --model .", 0)
end

function TestCopy.test_unchanged_files()
  expect("u8gen check --copy ab.h ab.c ab.abnf ab.peg ab.dot ab_model.h", 0,
    ("ab.h: unchanged; u8gen %s, spec %s (ab.lua), --kernels dfa --without repair\n"):format(banner.version ".",
    banner.read(read "ab.h").spec), "ab.c: unchanged", "ab.abnf: unchanged", "ab.peg: unchanged", "ab.dot: unchanged",
    "ab_model.h: unchanged")
  expect("mv ab.h other_name.txt", 0)
  expect("u8gen check --copy other_name.txt", 0, "other_name.txt: unchanged")
end

function TestCopy.test_edits_are_shown()
  edit("ab.c", "return state == AB_START;", "return true;")
  expect("u8gen check --copy ab.h ab.c", 1, "ab.h: unchanged", "ab.c: edited; u8gen", "its body has the hash",
    (" @@ (-: as u8gen writes it, +: as it is here)\n    -     return state == AB_START;\n    +     return true;\n"))
end

---The message has the line number in the copy, where the user looks.
function TestCopy.test_inserted_lines_are_reported_with_the_line_of_the_copy()
  edit("ab.c", "return state == AB_START;", "return state == AB_START;\n    // ours\n    // ours, too")
  local line <const> = 1 + select(2, read("ab.c"):match("^(.-)    // ours"):gsub("\n", ""))
  local text <const> = expect("u8gen check --copy ab.c", 1, ("    @@ line %d @@"):format(line),
    "    +     // ours\n    +     // ours, too\n")
  lu.assertNotStrContains(text, "\n    - ")
end

---A byte order mark and CR LF at all line ends are reported, and hide no edit. CR LF at some line ends is an edit; UTF-16 is an error.
function TestCopy.test_files_in_other_encodings()
  local text <const>, mark <const> = read "ab.c", "it begins with a byte order mark (EF BB BF); u8gen writes none"
  local crlf <const>, lines <const> = text:gsub("\n", "\r\n")
  for _, case in ipairs {
    { "\u{FEFF}" .. text, mark }, { crlf, "its lines end in CR LF; u8gen ends them in LF" },
    { "\u{FEFF}" .. crlf, mark, "its lines end in CR LF; u8gen ends them in LF" },
  } do
    write("ab.c", case[1])
    expect("u8gen check --copy ab.c", 0, "ab.c: unchanged", table.unpack(case, 2))
    write("ab.c", (case[1]:gsub("return state == AB_START;", "return true;")))
    expect("u8gen check --copy ab.c", 1, "ab.c: edited", "\n    +     return true;\n", table.unpack(case, 2))
  end
  write("ab.c", (crlf:gsub("\r\n", "\n", 1)))
  expect("u8gen check --copy ab.c", 1, "ab.c: edited", ("%d of its %d lines end in CR LF"):format(lines - 1, lines))
  write("ab.c", "\xFF\xFE" .. text:gsub(".", "%0\0"))
  expect("u8gen check --copy ab.c", 2, "ab.c:1: error: this is UTF-16 (FF FE); save it as UTF-8")
  write("ab.c", "\u{FEFF}\u{FEFF}" .. text)
  expect("u8gen check --copy ab.c", 2, "u8gen did not generate this file")
end

---A hash can be forged. If both the body and its hash were changed, a comparison with newly generated files finds the change.
function TestCopy.test_an_edit_with_a_changed_hash()
  edit("ab.c", "return state == AB_START;", "return true;")
  local facts <const> = banner.read(read "ab.c")
  edit("ab.c", facts.said, facts.is)
  local text <const> = expect("u8gen check --copy ab.c", 1, "ab.c: edited", "    +     return true;\n")
  lu.assertNotStrContains(text, "its body has the hash")
end

function TestCopy.test_a_banner_that_was_changed()
  edit("ab.c", "Ab validation", "My validation")
  expect("u8gen check --copy ab.c", 1, "ab.c: edited")
  expect("u8gen gen ab.lua --kernels dfa --without repair -o .", 0)
  edit("ab.h", "(x)", "(y)")
  expect("u8gen check --copy ab.h", 1, "ab.h: edited", "(y)\n")
end

function TestCopy.test_places_where_the_spec_is_searched()
  expect("mkdir sub && mv ab.lua sub", 0)
  local missing <const> = "its spec ab.lua is not in its folder, and no --spec FILE names it: "
  expect("u8gen check --copy ab.c", 0, "ab.c: unchanged", missing .. "used the rules quoted in ab.h")
  expect("mv ab.h sub", 0)
  expect("u8gen check --copy ab.c", 0, missing .. "only the hash of the body was checked")
  write("ab.h", (read "sub/ab.h":gsub('//     source "x"', '//     source "y"', 1)))
  expect("u8gen check --copy ab.c", 0, missing .. "only the hash of the body was checked")
  expect("u8gen check --copy ab.c --spec sub/ab.lua", 0, "ab.c: unchanged")
  expect("mv sub/ab.lua sub/else.lua", 0)
  expect("u8gen check --copy ab.c --spec sub/else.lua", 0, "ab.c: unchanged")
  edit("sub/else.lua", '"x"', '"y"')
  expect("u8gen check --copy ab.c --spec sub/else.lua", 1, "ab.c: stale", "not generated from the spec that sub/else.lua has now (hash ")
  write("ab.lua", SPEC .. "form")
  expect("u8gen check --copy ab.c", 2, "ab.lua:5: error: ")
  expect("u8gen check --copy ab.c --spec nowhere.lua", 2, "error: its spec cannot be read: nowhere.lua: No such file")
  -- A link is not followed.
  expect("rm ab.lua && ln -s sub/else.lua ab.lua", 0)
  expect("u8gen check --copy ab.c", 0, "its spec ab.lua is not in its folder")
end

-- ---- Copies that accepted wrong text: kinds A to D of SECURITY.md ----

---The four forms of UTF-8. With some rules added to them, earlier versions generated wrong vector kernels.
local WRONG_ONCE <const> = [[
encoding "Ab"
source   "x"
form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
]]

---Generates a copy from these forms and some rules, and replaces a string in its C. The banner gets the hash of the new body, as if another
---version of u8gen had written the file.
local function made_once(rules, was, other)
  write("ab.lua", WRONG_ONCE .. rules .. "\n")
  expect("u8gen gen ab.lua --kernels sse -o .", 0)
  edit("ab.c", was, other)
  local facts <const> = banner.read(read "ab.c")
  edit("ab.c", facts.said, facts.is)
end

function TestCopy.test_a_byte_table_with_an_extra_bit_is_reported_without_a_spec()
  local table_ <const> = "static const uint8_t ab_of_a_test[16] = {\n    0x01, 0x80, // 0x100\n    0xFF, 0x101,\n};\n"
  lu.assertEquals({ copy.too_wide("\n" .. table_) }, { 4, "0x101" })
  lu.assertEquals({ copy.too_wide("\nuint8_t a[2][2] = {\n{ 1, 2 },\n{ 3, 256 },\n};\n") }, { 4, "256" })
  lu.assertNil(copy.too_wide((table_:gsub("0x101", "0x01"))))
  lu.assertNil(copy.too_wide((table_:gsub("uint8_t", "uint16_t"))))
  made_once("", "AB_TABLE uint8_t ab_dfa_class", table_ .. "AB_TABLE uint8_t ab_dfa_class")
  expect("u8gen check --copy ab.c", 1, "ab.c: wrong; ", ": a table of bytes has 0x101, so vector kernels accept ill-formed text")
  expect("rm ab.lua ab.h", 0)
  expect("u8gen check --copy ab.c", 1, "ab.c: wrong; ", "(SECURITY.md, kind A)", "only the hash of the body was checked")
end

function TestCopy.test_no_file_of_the_catalogue_has_such_a_table()
  local count = 0
  for name in io.popen("ls out/*/*.c out/*/*.h"):lines() do
    lu.assertNil(copy.too_wide(copy.read(name)), name)
    count = count + 1
  end
  lu.assertTrue(count > 40)
end

function TestCopy.test_edited_code_of_affected_rules_is_reported_with_their_kinds()
  local earlier <const>, wrong <const> = "an earlier u8gen wrote it", "vector kernels for some such rules were wrong"
  for _, case in ipairs {
    { 'except { sep = { "U+0022", "U+002C" } }', "kind A and B: one-byte characters are excluded); " },
    { 'never { "U+0020", { "U+000A", "end" }, name = "eol" }', "kind C: a rule forbids the end of the text); " },
    { 'pair { high = "U+000D", low = "U+000A" }', "kind D: one half of a pair has one byte); " },
  } do
    made_once(case[1], "return false;", "return true;")
    -- The copy alone is enough: its header has the rules.
    expect("rm ab.lua", 0)
    expect("u8gen check --copy ab.c", 1, "ab.c: edited; ", earlier, wrong .. " (SECURITY.md, " .. case[2])
  end
end

---A copy that differs is not called wrong if its spec has no rule of kinds A to D, or if the copy differs only in comments.
function TestCopy.test_other_copies_are_not_reported_as_wrong()
  for _, case in ipairs {
    { "", "return false;", "return true;" }, { 'pair { high = "U+000D", low = "U+000A" }', "\n// The", "\n// Here the" },
  } do
    made_once(table.unpack(case))
    lu.assertNotStrContains(expect("u8gen check --copy ab.c", 1, "ab.c: edited; ", "an earlier u8gen wrote it"), "development")
  end
end

function TestCopy.test_both_files_of_a_pair_have_one_command()
  expect("u8gen gen ab.lua --kernels dfa -o other", 0)
  expect("cp other/ab.h . && cp ab.lua other", 0)
  expect("u8gen check --copy ab.h ab.c", 1, "ab.h: unchanged", "ab.c: unchanged", "ab.h and ab.c are not one pair: the command is ")
  expect("u8gen check --copy other/ab.h ab.c", 0)
end

function TestCopy.test_wrong_usage_is_refused()
  expect("u8gen check --copy", 2, "option '--copy' requires at least 1 argument")
  expect("u8gen check utf-8 --copy ab.c", 2, "--copy takes only the files to check")
  expect("u8gen check --model m --copy ab.c", 2, "--copy does not take --model")
  expect("u8gen check --spec ab.lua", 2, "--spec names the spec of a copy")
  expect("u8gen check --copy ''", 2, "--copy needs files; the value is empty")
end

function TestCopy.test_paths_that_are_not_files()
  write("empty", "")
  write("binary", "\0\1\xFF" .. ("\x7FELF\n"):rep(100))
  expect("truncate -s 20M huge", 0)
  local text <const> = expect("u8gen check --copy nowhere . empty binary huge /dev/zero ab.h", 2, "ab.h: unchanged")
  for name, reason in next, { nowhere = "No such file", ["."] = "it is a directory", empty = "u8gen did not generate this file",
    binary = "u8gen did not generate this file", huge = "it has more than", ["/dev/zero"] = "it is a char device" } do
    lu.assertStrContains(text, ("%s:1: error: "):format(name))
    lu.assertStrContains(text, reason)
  end
end

---For a banner that ends too early, the message names the first line that is missing or cut off.
function TestCopy.test_a_banner_cut_off_anywhere()
  local text <const> = read(FILE)
  local _, stop <const> = text:find("\n//   body     %x+\n")
  for size = 0, stop - 1 do
    write("cut.h", text:sub(1, size))
    local status <const>, output <const> = copy.look(".", place.folder .. "/cut.h", {}, error)
    lu.assertEquals(status, 2, size)
    local line <const> = 1 + select(2, text:sub(1, size):gsub("\n", ""))
    lu.assertStrContains(output, ("cut.h:%d: error: "):format(math.max(line, 1)))
  end
end

---Banners that name other files, or have commands, options or values that u8gen writes in no banner: a string of the banner, its
---replacement, and a part of the expected message. With `all`, the rest of the line is also removed.
local BANNERS <const> = {
  { "gen ab.lua", "gen ../ab.lua", "names ../ab.lua; it may only name a spec of the catalogue, or a file next to the copy" },
  { "gen ab.lua", "gen /etc/passwd", "names /etc/passwd;" }, { "gen ab.lua", "gen ..", "names ..;" },
  { "gen ab.lua", "gen 'a\\b'", "names a\\b;" }, { "gen ab.lua", "gen $'a\\x0Ab'", "names another spec" },
  { "gen ab.lua", "gen other.lua", "its command names another spec" }, { "gen ab.lua", "gen utf-8", "its command names another spec" },
  { "gen ab.lua", "gen ab.lua --to ../../x", "names ../../x;" }, { "gen ab.lua", "gen ab.lua --to x", "its command names another spec" },
  { "gen ab.lua", "gen 'ab.lua", "the banner's command cannot be read" }, { "gen ab.lua", "gen ab.lua; id", "cannot be read" },
  { "gen ab.lua", "gen", "the banner's command cannot be read", all = true }, { "u8gen gen", "u8gen dot", "command cannot be read" },
  { "--kernels dfa", "-o /tmp", "has -o, which is an unknown" }, { "--kernels dfa", "--depfile x", "has --depfile, which is an unknown" },
  { "--kernels dfa", "--help", "has --help, which is an unknown" }, { "--kernels dfa", "--kernels dfa --kernels sse", "has --kernels," },
  { "--kernels dfa", "--kernels ../x", "needs names, separated by commas" }, { "--kernels dfa", "--prefix a-b", "is not a C name" },
  { "--kernels dfa", "--prefix stdio", "standard header" }, { "--without repair", "--without", "has --without, which is an unknown" },
  { "from ab.lua;", "from ../ab.lua;", "names another spec" }, { "from ab.lua;", "from gen/specs/../../ab.lua;", "another spec" },
}

function TestCopy.test_banners_with_other_contents()
  local text <const> = read(FILE)
  for _, case in ipairs(BANNERS) do
    local at <const>, stop <const> = text:find(case[1], 1, true)
    local rest <const> = case.all and text:sub(stop + 1):gsub("^[^\n]*", "", 1) or text:sub(stop + 1)
    write(FILE, text:sub(1, at - 1) .. case[2] .. rest)
    local output <const> = expect("u8gen check --copy " .. FILE, 2, case[3])
    lu.assertStrMatches(output, "ab%.h:%d+: error: .*")
  end
end

---Each byte of the banner is replaced by each of some other bytes. This causes no internal error, and the message is printable.
function TestCopy.test_a_banner_with_other_bytes()
  local text <const> = read(FILE)
  local _, stop <const> = text:find("\n//   body     %x+\n")
  for at = 1, stop do
    for _, byte in ipairs { "\0", "\n", "'", "\xFF", "\27", "/" } do
      write(FILE, text:sub(1, at - 1) .. byte .. text:sub(at + 1))
      -- Generation is not tested here, so the function that would generate files raises an error.
      local status <const>, output <const> = copy.look(".", place.folder .. "/" .. FILE, {}, function()
        error({ message = "not here" }, 0)
      end)
      lu.assertTrue(status == 1 or status == 2 or status == 0 and byte == text:sub(at, at), at)
      lu.assertNil(status == 2 and output:find("[^ -~]") or nil)
    end
  end
end

---The difference is shown without characters that control a terminal, and the output has less than 4,000 bytes.
function TestCopy.test_edits_that_are_hostile()
  write("ab.c", read("ab.c"):gsub("return state == AB_START;", "// \27[2J\u{202E}\xFF " .. ("x"):rep(100000) .. ("\n//\0"):rep(1000)))
  local text <const> = expect("u8gen check --copy ab.c", 1, "\\x1B[2J\\u{202E}\\xFF", "has U+001B, a control character", "more lines")
  lu.assertNil(text:find "[^\n -~]")
  lu.assertTrue(#text < 4000, #text)
end

os.exit(lu.LuaUnit.run())
