-- SPDX-License-Identifier: 0BSD
-- u8gen verify: a user's own encoding, shown to do what its spec says; and copies that do not.

local lu = require "luaunit"

local spec_text = [[
encoding "NoHyphen"
source "UTF-8 without the soft hyphen, to three bytes"
form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF", except = { soft_hyphen = "U+00AD" } }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
]]

local function run(command)
  local pipe = io.popen("{ " .. command .. "; } 2>&1; echo $?")
  local said = pipe:read("a")
  pipe:close()
  local text, status = said:match("^(.-)(%d+)\n$")
  return tonumber(status), text
end

local folder
TestVerify = {}

function TestVerify.setUp()
  folder = io.popen("mktemp -d"):read("l")
  local file = io.open(folder .. "/mine.lua", "w")
  file:write(spec_text)
  file:close()
end

function TestVerify.tearDown()
  os.execute("rm -rf " .. folder)
end

function TestVerify.test_own_encoding()
  local status, said = run(("./u8gen verify %s/mine.lua -o %s/out"):format(folder, folder))
  lu.assertEquals(status, 0, said)
  lu.assertStrContains(said, "nohyphen")
  lu.assertStrMatches(said, ".*%d+ passed, 0 failed\n")
end

---What the spec says and what a copy does are two things once a byte of the copy's tables is another.
function TestVerify.test_broken_copy()
  local edits <const> = {
    { "demand%[1%] = { 0xE0 }", "demand[1] = { 0xE1 }" },
    { "(far_values%[%d+%] = {%s*)0x%x%x", "%10x01" },
  }
  local status, said = run(("./u8gen gen %s/mine.lua -o %s/out"):format(folder, folder))
  lu.assertEquals(status, 0, said)
  local name <const> = folder .. "/out/nohyphen.c"
  local file = io.open(name)
  local text = file:read("a")
  file:close()
  for _, edit in ipairs(edits) do
    local broken, count = text:gsub(edit[1], edit[2])
    lu.assertEquals(count, 1, edit[1])
    file = io.open(name, "w")
    file:write(broken)
    file:close()
    local program <const> = folder .. "/build/nohyphen-native"
    status, said = run(("make -s -f verify/verify.mk VERIFY_NATIVE_ONLY=1 VERIFY_DESCRIBED=1 VERIFY_OUT=%s/out VERIFY_NAME=nohyphen "
      .. "VERIFY_DIR=%s/build %s && %s --checks proof"):format(folder, folder, program, program))
    lu.assertEquals(status, 1, said)
    lu.assertStrMatches(said, ".*WRONG  %l+ [%x ]+\n.*")
  end
end

function TestVerify.test_messages()
  local status, said = run(("CC=no-such-compiler ./u8gen verify %s/mine.lua"):format(folder))
  lu.assertEquals(status, 2)
  lu.assertStrContains(said, "no-such-compiler")
  lu.assertEquals((run("./u8gen verify no-such-encoding")), 2)
end

os.exit(lu.LuaUnit.run())
