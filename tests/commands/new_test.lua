-- SPDX-License-Identifier: 0BSD
-- u8gen new: the new spec means what the options request, and keeps the style of the spec that it is based on. Wrong options are refused,
-- and nothing is written.
--
-- The code points of a new spec are compared with the code points of the old spec that the options keep.

package.path = "./?.lua;" .. package.path
local forms_ <const> = require "gen.spec.forms"
local lu <const> = require "luaunit"
local files <const> = require "gen.common.files"
local faults <const> = require "gen.language.faults"
local pipeline <const> = require "gen.pipeline"
local new <const> = require "gen.commands.new_spec"
local characters <const> = require "gen.language.characters"
local ranges <const> = require "gen.common.ranges"
local place <const> = require "tests.lib.workplace" "new_test"

local expect <const>, read <const>, write <const> = place.expect, place.read, place.write

TestNew = {}

function TestNew.setUp()
  place.clear()
end

function TestNew.test_the_text_of_a_new_spec()
  expect("u8gen new --from utf-8 --without U+00AD --max U+FFFF --name Mine", 0,
    "mine.lua: Mine; 'u8gen tour mine.lua' shows it, 'u8gen vendor mine.lua FOLDER' writes its C")
  lu.assertEquals(read "mine.lua", [=[
-- UTF-8 without U+00AD, up to U+FFFF.

encoding "Mine"
source   "RFC 3629, section 3; The Unicode Standard, Table 3-7; without U+00AD, up to U+FFFF"

form "0xxxxxxx"                    { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"           { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"  { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }

disallow { soft_hyphen = "U+00AD" }

examples [[
    invalid  C2 AD                       soft_hyphen  U+00AD, which is excluded
    valid    EF BF BF                                 U+FFFF, the last code point
    invalid  F0 90 80 80                 not_a_form   U+10000, above the last code point
    valid    41 E2 89 A2 CE 91 2E                     RFC 3629, section 7: A, not identical to, Alpha, full stop
    valid    ED 95 9C EA B5 AD EC 96 B4               RFC 3629, section 7: hangugeo
    valid    E6 97 A5 E6 9C AC E8 AA 9E               RFC 3629, section 7: nihongo
    invalid  C0 80                       overlong     RFC 3629, section 10: U+0000 in two bytes
    invalid  2F C0 AE 2E 2F              overlong     RFC 3629, section 10: /../ disguised
    invalid  ED A1 8C ED BE B4           surrogate    RFC 3629, section 3: U+233B4 as UTF-16's pair
    invalid  C1 BF                       overlong     The Unicode Standard, Table 3-7: no row begins with C1
    invalid  FF                          not_a_form   RFC 3629, section 4
    invalid  80                          too_long     a continuation byte without a lead byte
    invalid  E1 80 E2                    too_short    The Unicode Standard, Table 3-11
]]
]=])
end

function TestNew.test_several_exceptions_are_written_as_a_table()
  expect("u8gen new --without U+0000,U+00AD --without soft=U+FEFF --without Co --without soft=U+2060 --replacement U+003F -o x.lua", 0)
  lu.assertStrContains(read "x.lua", [=[
disallow {
    nul         = "U+0000",
    soft_hyphen = "U+00AD",
    soft        = { "U+2060", "U+FEFF" },
    private_use = unicode "Co",
}

replacement "U+003F"

]=])
  lu.assertStrContains(read "x.lua", 'encoding "x"')
end

---Checks that a new spec has exactly the characters of the old one that the options keep, and that ill-formed examples stay ill-formed.
---@return string text of the new spec, or the message if it is refused
local function check_meaning(name, wishes)
  local old <const> = pipeline.understand(files.read(name), name)
  local ok <const>, text <const> = pcall(new.text, old, wishes, function(text) return pipeline.understand(text, "new.lua") end)
  if not ok then
    return type(text) == "table" and text.message or error(text, 0)
  end
  local model <const> = pipeline.understand(text, "new.lua")
  local left = forms_.written(old.spec)
  left = wishes.max and ranges.intersect(left, { { lo = 0, hi = wishes.max } }) or left
  for _, wish in ipairs(wishes.without) do
    left = ranges.subtract(left, wish.ranges)
  end
  lu.assertEquals(forms_.written(model.spec), left, text)
  for _, wish in ipairs(wishes.without) do
    local points <const> = ranges.intersect(wish.ranges, forms_.written(old.spec))
    if #points > 0 and points[1].hi <= (wishes.max or math.huge) then
      lu.assertEquals(faults.of(model, characters.write(old.spec, points[1].hi)).fault, wish.fault, text)
    end
  end
  for _, example in ipairs(old.spec.examples) do
    local fault <const> = faults.of(model, example.bytes)
    lu.assertTrue(not example.fault or fault ~= nil, name)
  end
  lu.assertStrContains(text, ("\nencoding %q\n"):format(wishes.name))
  for line in text:gmatch("[^\n]*") do
    lu.assertNil(line:find "%s$", text)
  end
  return text
end

---Options that are tried on each spec of the catalogue. Some specs refuse some of them.
local WISHES <const> = {
  { without = "U+0041,U+00AD,U+0100..U+0110" }, { without = "U+0070..U+0090", max = 0x5FF }, { max = 0xFFFF },
  { without = "Bidi_Control,Co", max = 0x1FFFF },
}

for file in io.popen("ls gen/specs"):lines() do
  local name <const> = file:gsub("%.lua$", "")
  TestNew["test_the_meaning_from_" .. name:gsub("%W", "_")] = function()
    local made = 0
    for _, wish in ipairs(WISHES) do
      local text <const> = check_meaning("gen/specs/" .. file, { name = "T", without = new.points { wish.without or "" }, max = wish.max })
      if not text:find "^%-%- " then
        local reason <const> = text:match "encodes nothing above" or text:match "as pairs, which cannot be restricted"
        lu.assertNotNil(reason or text:match "is excluded already", text)
      else
        made = made + 1
      end
    end
    lu.assertTrue(made >= 2, made)
  end
end

---A form that --max shortens does not get the rules of the whole spec.
function TestNew.test_the_meaning_from_a_spec_with_allow()
  local text <const> = check_meaning("docs/examples/specs/identifiers.lua", { name = "T", without = {}, max = 0x1FFFF })
  lu.assertStrContains(text, '{ "U+10000..U+1FFFF" }\n\nallow { unicode "XID_Continue" }')
end

---A spec in another style than the catalogue's.
function TestNew.test_from_a_users_spec()
  write("own.lua", [==[
--[[ A comment
encoding "no" ]] encoding "Own"   -- beside
source [[x "y" \ z]]
allow { unicode "Sc", "U+0041..U+0042", except = "U+00A3" } -- signs
form "0xxxxxxx" { -- first
  "U+0000..U+007F" }
never { "U+0041", { "U+0042", "end" }, name = "ab" }
form '110xxxxx 10xxxxxx' { "U+0080..U+07FF" }   -- second
]==])
  expect("u8gen new --from own.lua --without U+00A2 --name Other", 0)
  local text <const> = read "other.lua"
  for _, part in ipairs { 'allow { unicode "Sc", "U+0041..U+0042", except = "U+00A3" } -- signs\n', '{ -- first\n  "U+0000..U+007F" }\n',
    '{ "U+0080..U+07FF" }   -- second\n', 'name = "ab" }\n', 'disallow { without_00a2 = "U+00A2" }',
    'source   "x \\"y\\" \\\\ z; without U+00A2"' } do
    lu.assertStrContains(text, part)
  end
  lu.assertNotStrContains(text, "A comment")
  write("loop.lua", 'local x = "U+0000..U+007F"\nencoding "Loop" source "x" form "0xxxxxxx" { x }\n')
  expect("u8gen new --from loop.lua --without U+0041 --name Other2", 2, "line 1 of the --from spec is not a plain statement")
end

---Options that are refused, and the messages.
local REFUSED <const> = {
  { "--name Mine --max 65535", "65535 is not a code point, such as U+FFFF" }, { "--name Mine --max U+FFFFFFFFF", "is not a code point" },
  { "--name Mine --max U+0000..U+FFFF", "is not a code point" }, { "--name Mine --replacement x", "x is not a code point" },
  { "--name Mine --without AD", "unicode has no AD" }, { "--name Mine --without U+00AG", "cannot read U+00AG" },
  { "--name Mine --without U+0042..U+0041", "the range U+0042..U+0041 ends before it begins" },
  { "--name Mine --without 'a b=U+0041'", "unicode has no a" },
  { "--name Mine --without Soft=U+00AD", "a name begins with a lower-case letter" },
  { "--name Mine --without sOft=U+00AD", "the name sOft is not in lower case" }, { "--name Mine --without 'x();--=U+0041'", "has no name" },
  { "--name Mine --without overlong=U+0041", "the name overlong is reserved" },
  { "--name Mine --without kernel=U+0041", "cannot be called kernel" },
  { "--name Mine --without U+D800", "U+D800 is excluded already: UTF-8 does not encode it" },
  { "--name Mine --without U+0000..U+D7FF,U+E000..U+10FFFF", "its rules leave out all of them, the last ones by the exception" },
  { "--name Mine --max U+10FFFF", "UTF-8 encodes nothing above U+10FFFF" },
  { "--name UTF-8", "utf-8 of the catalogue has the same file names; choose another name" }, { "--name UTF-7", "no spec describes UTF-7" },
  { "--name ''", "--name needs a name; the value is empty" }, { "--name '***'", "an encoding cannot be called" },
  { "--name $'a\\x0Ab'", "a name is one line" }, { "--name $'a\\xFF'", "a name is one line and cannot contain the byte FF" },
  { "--name int_x --from nowhere", "no encoding of the catalogue is called nowhere" },
  { "--from utf-8", "--name NAME or -o FILE is needed" },
  { "-o /dev/null/x.lua", "cannot make the folder /dev/null" }, { "-o .", "an encoding cannot be called" },
}

function TestNew.test_refused_options()
  for _, case in ipairs(REFUSED) do
    local text <const> = expect("u8gen new " .. case[1], 2, case[2])
    lu.assertNil(text:find "[^\n -~]", text)
    lu.assertEquals(place.files(), "", case[1])
  end
end

function TestNew.test_existing_files_are_kept()
  write("mine.lua", "mine")
  expect("u8gen new --name Mine", 2, "mine.lua exists already; --force overwrites it")
  lu.assertEquals(read "mine.lua", "mine")
  expect("ln -s nowhere link.lua", 0)
  expect("u8gen new --name Mine -o link.lua", 2, "link.lua exists already")
  expect("u8gen new --name Mine --force", 0)
  lu.assertStrContains(read "mine.lua", 'encoding "Mine"')
end

-- ---- Questions ----

function TestNew.test_no_questions_without_a_terminal()
  expect("u8gen new </dev/null", 2, "standard input is not a terminal for questions", "u8gen new --from utf-8 --max U+FFFF --name Utf8mb3")
  lu.assertEquals(place.files(), "")
end

---Types answers on a terminal; checks the exit status, and returns the output.
local function typed(answers, status)
  lu.skipIf(not os.execute("command -v script >/dev/null"), "script is missing (Debian: bsdutils)")
  write("answers", answers)
  return expect(("(cat answers; sleep 0.2) | script -qec \"'%s/u8gen' new\" /dev/null"):format(place.root), status)
end

function TestNew.test_questions()
  local text <const> = typed("utf-9\n\nUTF-8\nMine\nU+G\nU+00AD,nul=U+0000\nunchanged\n\n", 0)
  for _, part in ipairs { "Which encoding to start from? [utf-8] ", "no encoding of the catalogue is called utf-9",
    "What is the name of the new encoding? ", "utf-8 of the catalogue has the same file names", "cannot read U+G;", "mine.lua: Mine;" } do
    lu.assertStrContains(text, part)
  end
  lu.assertStrContains(read "mine.lua", 'disallow {\n    soft_hyphen = "U+00AD",\n    nul         = "U+0000",\n}')
end

function TestNew.test_input_that_ends_early()
  lu.assertStrContains(typed("\n\4", 2), "end of input before the last answer; nothing was written")
  lu.assertEquals(place.files(), "./answers ")
end

os.exit(lu.LuaUnit.run())
