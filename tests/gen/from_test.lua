-- SPDX-License-Identifier: 0BSD
-- `from` makes a spec from another one. The result has the meaning of one file with the statements of both. Copies and headers contain the
-- text of all files. A message names the file and line of the error. If the error is in the other file, the message also names the line of
-- the `from` statement, except for circular `from` statements.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local pipeline <const> = require "gen.pipeline"
local spec <const> = require "gen.spec.spec"
local place <const> = require "tests.lib.workplace" "from_test"

local expect <const>, read <const>, write <const> = place.expect, place.read, place.write

local ONE <const> = 'encoding "B" source "s"\nform "0xxxxxxx" { "U+0000..U+007F" }\n'

---A spec made from base.lua, which is made from the catalogue's UTF-8; and a spec in one file with the same meaning.
local MINE <const> = '-- Mine.\nfrom "base.lua"\nencoding "Mine"\ndisallow { nul = "U+0000" }\nnever { "U+0041", "U+0042" }\n'
local BASE <const> = '\nfrom "utf-8"\nencoding "Base" source "somewhere" users "some"\ndisallow { soft = "U+00AD" }\n'
  .. 'replacement "U+003F"\nexamples [[ valid 00 ]]\n'
local PLAIN <const> = [[
encoding "Mine" source "somewhere"
form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
disallow { soft = "U+00AD" }
replacement "U+003F"
disallow { nul = "U+0000" }
never { "U+0041", "U+0042" }
]]

TestFrom = {}

function TestFrom.setUp()
  place.clear()
  write("mine.lua", MINE)
  write("base.lua", BASE)
  write("plain.lua", PLAIN)
end

function TestFrom.test_a_spec_made_from_another_has_the_meaning_of_one_file_with_all_statements()
  expect("u8gen diff mine.lua plain.lua", 0, "mine.lua and plain.lua accept the same texts")
  expect("u8gen explain mine.lua 'C2 AD'", 0, "soft at byte 0, length 2")
  expect("u8gen gen mine.lua -o one --depfile deps --kernels avx2", 0)
  expect("u8gen gen plain.lua -o two --kernels avx2", 0)
  local function code_of(folder)
    local text <const> = read(folder .. "/mine.c")
    return (("\n" .. text):gsub("\n[ ]*//[^\n]*", ""):gsub(text:match("\n//   spec     (%x+)"), "HASH"))
  end
  lu.assertTrue(code_of "one" == code_of "two")
  lu.assertStrContains(read "deps", " base.lua ")
  lu.assertStrContains(read "deps", "/gen/specs/utf-8.lua")
end

---`encoding`, `source`, `replacement`, `allow` and `examples` replace those of the other spec.
function TestFrom.test_a_statement_replaces_that_of_the_other_spec()
  write("other.lua", 'from "mine.lua"\nencoding "Other" source "here"\nreplacement "U+0040"\nallow { "U+0040..U+0045", unicode "Cn" }\n')
  write("last.lua", 'from "other.lua"\nencoding "Last"\nallow "U+0040..U+0043"\nexamples [[\nvalid 43\ninvalid 45 unlisted\n]]\n')
  local text <const> = expect("u8gen tour last.lua", 0, "Last")
  lu.assertStrContains(text, "here")
  expect("u8gen explain last.lua 45", 0, "unlisted")
  expect("u8gen explain last.lua '41 42'", 0, "forbidden_pair")
  local made <const> = pipeline.understand(assert(read "last.lua"), place.folder .. "/last.lua").spec
  lu.assertEquals({ made.replacement, #made.examples, made.users }, { 0x40, 2, nil })
end

function TestFrom.test_the_hash_depends_on_the_other_specs()
  local function hash()
    expect("u8gen gen mine.lua -o made --kernels dfa", 0)
    return read("made/mine.h"):match("\n//   spec     (%x+)")
  end
  local first <const> = hash()
  write("base.lua", (BASE:gsub("00AD", "00AE")))
  local second <const> = hash()
  write("base.lua", BASE)
  lu.assertNotEquals(first, second)
  lu.assertEquals(hash(), first)
end

---A copy contains the spec with the texts of the other specs. So it can be checked and upgraded without them, even after they change.
function TestFrom.test_copies_and_headers_need_no_other_file()
  expect("u8gen vendor mine.lua copy --kernels dfa", 0, "new")
  expect("u8gen gen mine.lua -o made --kernels dfa", 0)
  write("base.lua", ONE)
  expect("u8gen check --copy copy/mine.c", 0, "unchanged")
  expect("u8gen check --copy made/mine.c", 0, "unchanged", "used the rules quoted in made/mine.h")
  expect("u8gen vendor copy/mine.lua copy --kernels dfa", 0, "6 unchanged")
  expect("u8gen diff copy/mine.lua plain.lua", 0, "accept the same texts")
end

function TestFrom.test_new_writes_one_file()
  expect("u8gen new --from mine.lua --name Fresh --without U+00AE --max U+FFFF", 0)
  write("less.lua", (PLAIN:gsub("form \"11110[^\n]*\n", ""):gsub("soft = \"U%+00AD\"", 'soft = "U+00AD", registered = "U+00AE"')))
  expect("u8gen diff fresh.lua less.lua", 0)
  lu.assertNil(read("fresh.lua"):find("from", 1, true))
  lu.assertStrContains(read "fresh.lua", '-- Mine without U+00AE, up to U+FFFF.\n\nencoding "Fresh"\nsource   "somewhere; ')
  lu.assertEquals(select(2, read("fresh.lua"):gsub("source", "")), 1)
end

---The spec in a copy has the text of the other spec in a comment, even if that text contains closing brackets. No other file is needed.
function TestFrom.test_a_copy_may_contain_brackets_of_the_other_spec()
  write("base.lua", "--[==[ from \"x\"\n]==]\n" .. ONE .. "--[[ ]===] ]]")
  expect("u8gen vendor mine.lua copy --kernels dfa", 0)
  expect("rm base.lua", 0)
  expect("u8gen explain copy/mine.lua 41", 0, "well-formed")
end

---Specs with errors: the text of bad.lua, the text of base.lua if there is one, and a part of the message.
local WRONG <const> = {
  { 'encoding "X"\nfrom "utf-8"', nil, 'bad.lua:2: error: from must be the first statement of a spec, with a name after it' },
  { 'from(1)', nil, 'bad.lua:1: error: from must be the first statement' },
  { 'local name = "utf-8"\nfrom(name)', nil, 'bad.lua:2: error: from must be the first statement' },
  { '-- a\n--[[ b\n]] from "utf-8"\n\nfrom "utf-8"', nil, "bad.lua:5: error: from occurs twice, first in line 3" },
  { 'from = "utf-8"', nil, "bad.lua:1: error: from is a statement of specs" },
  { '\nfrom "utf-9"', nil, "bad.lua:2: error: the catalogue has no utf-9 ('u8gen list' shows all); a file next to this spec" },
  { 'from "utf-16"', nil, "bad.lua:1: error: no spec describes utf-16: it has units of 16 bits" },
  { 'from "no.lua"', nil, "bad.lua:1: error: from names a file next to this spec, which cannot be read: no.lua: " },
  { 'from "../bad.lua"', nil, 'bad.lua:1: error: from names "../bad.lua"; allowed are a spec of the catalogue' },
  { 'from "bad.lua"', nil, "bad.lua:1: error: from is circular: bad.lua, bad.lua;" },
  { 'from "base.lua"', '\nfrom "bad.lua"', "base.lua:2: error: from is circular: bad.lua, base.lua, bad.lua;" },
  { 'from "utf-8"', nil, "bad.lua:1: error: the spec has no name" },
  { 'from "utf-8"\nencoding "X"\nform "0xxxxxxx" { "U+0000" }', nil,
    "bad.lua:3: error: U+0000 is in two forms, here and in line 8 of gen/specs/utf-8.lua" },
  { 'from "utf-8"\nencoding "X"\nnever { "U+0041", "U+0042", name = "surrogate" }', nil,
    "bad.lua:3: error: the exception of line 10 of gen/specs/utf-8.lua already has the name surrogate" },
  { 'from "base.lua"\nencoding "X"\ndisallow { a = "U+0080" }', ONE,
    "bad.lua:3: error: the exception a names U+0080, which no form has" },
  { 'from "base.lua"', ONE .. "\nformm 1", "base.lua:4: error: " },
  { '\nfrom "base.lua"\nencoding "X"', ONE .. 'form "0xxxxxxx" { "U+0041" }',
    "base.lua:3: error: U+0041 is in two forms, here and in line 2 of base.lua; put it under `also` in the form that encoders must not use"
    .. "; line 2 of bad.lua names this spec" },
  { 'from "base.lua"', ONE .. "if true then\n", "base.lua:4: error: 'end' expected (to close 'if' at line 3 of base.lua) near <eof>" },
  { '\nfrom "base.lua"', ONE .. "\1", "base.lua:3: error: a spec cannot contain U+0001" },
  { 'from "base.lua"', ONE .. 'disallow { a = "U+0041", a = "U+0042" }',
    "base.lua:3: error: a occurs twice in one table, first in line 3" },
  { 'from "base.lua"\nencoding "X"', ONE .. 'disallow { kernel = "U+0041" }', "base.lua:3: error: a fault cannot be called kernel" },
  { 'from "base.lua"\nencoding "X"', ONE .. 'never { "U+0041", { "U+0000..U+007F", "end" } }',
    "base.lua:3: error: after 41 no text can be completed" },
  { 'from "base.lua"\nencoding "X"\npair { high = "U+0041", low = "U+0042" }', ONE .. 'pair { high = "U+0043", low = "U+0044" }',
    "bad.lua:3: error: pair occurs twice, first in line 3 of base.lua" },
  { 'from "base.lua"\nencoding "X"\nexamples [[\nvalid 80\n]]', ONE, "bad.lua:4: error: the example is marked as well-formed" },
  { 'from "base.lua"\nencoding "X"', ONE .. "while true do end", "base.lua:3: error: the spec runs too long" },
}

function TestFrom.test_errors_name_the_file_and_the_line()
  for _, case in ipairs(WRONG) do
    write("bad.lua", case[1] .. "\n")
    write("base.lua", case[2] or "")
    local text <const> = expect("u8gen gen bad.lua -o out", 2, case[3])
    local inside <const> = text:find("^base.lua") ~= nil and not text:find("circular", 1, true)
    lu.assertEquals(text:find("line %d of bad.lua names this spec") ~= nil, inside, text)
  end
  expect("u8gen gen base.lua --to utf-8", 2)
end

function TestFrom.test_messages_about_conversions_name_the_file()
  write("base.lua", ONE .. 'bytes "81 40"\n')
  write("mine.lua", 'from "base.lua"\nencoding "X"\n')
  expect("u8gen gen mine.lua --to utf-8 -o out", 2, "base.lua:3: error: X cannot be converted: the characters of line 3 of base.lua have")
  expect("u8gen gen mine.lua -o out --kernels dfa", 0,
    "no decode, encode, iterate, utf16, utf32: the characters of line 3 of base.lua have no code points")
end

function TestFrom.test_a_chain_of_more_than_16_other_specs_is_refused()
  for i = 1, 20 do
    write(("s%d.lua"):format(i), ('from "s%d.lua"\nencoding "S%d"\n'):format(i + 1, i))
  end
  expect("u8gen gen s1.lua -o out", 2, "a spec is made from at most 16 others")
end

function TestFrom.test_a_catalogue_spec_gives_the_same_language_as_alone()
  local alone <const> = spec.read(assert(io.open("gen/specs/xml-1.0.lua")):read("a"), "xml-1.0.lua")
  local made <const> = spec.read('from "xml-1.0"\nencoding "XML-1.0"\n', "x.lua")
  for key in next, { pair = true, replacement = true, source = true, title = true } do
    lu.assertEquals(made[key], alone[key], key)
  end
  lu.assertEquals(#spec.statements(made), #spec.statements(alone))
  for i, one in ipairs(spec.statements(alone)) do
    lu.assertEquals(spec.statements(made)[i], one)
  end
end

os.exit(lu.LuaUnit.run())
