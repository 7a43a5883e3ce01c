-- SPDX-License-Identifier: 0BSD
-- The policies of docs/examples/policies.c, compared with CPython's codecs and error handlers.
--
-- Needs: build/policies
--
-- The text is drawn from a seed. It has characters of all lengths. In about a quarter of them, a byte is changed, removed or inserted.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"

local WORK <const> = "build/policies_test"

---Each policy as a Python expression that decodes with an error handler.
local HANDLERS <const> = {
  subparts = 'text.decode("utf-8", "replace")',
  bytes = 'text.decode("utf-8", "each_byte")',
  runs = 're.sub("\\ue000+", "\\ufffd", text.decode("utf-8", "private"))',
  drop = 'text.decode("utf-8", "ignore")',
  escape = 'text.decode("utf-8", "backslashreplace")',
}

---For the policy `runs`, U+E000 marks each fault, and each run of marks is replaced. The text itself does not contain U+E000.
local SCRIPT <const> = [[
import codecs, re, sys
codecs.register_error("each_byte", lambda e: ("\ufffd" * (e.end - e.start), e.end))
codecs.register_error("private", lambda e: ("\ue000", e.end))
text = open(sys.argv[1], "rb").read()
open(sys.argv[2], "wb").write((%s).encode("utf-8"))
]]

---Returns a long text with many faults.
local function bad_text()
  math.randomseed(20, 3)
  local parts = {}
  for i = 1, 40000 do
    local most <const> = ({ 0x7F, 0x7FF, 0xD7FF, 0x10FFFF })[math.random(4)]
    local code_point = math.random(0, most)
    if code_point >= 0xD800 and code_point <= 0xE000 then
      code_point = 0x41
    end
    local character = utf8.char(code_point)
    local at <const>, how <const> = math.random(#character), math.random(12)
    if how == 1 then
      character = character:sub(1, at - 1) .. string.char(math.random(0, 255)) .. character:sub(at + 1)
    elseif how == 2 then
      character = character:sub(1, at - 1) .. character:sub(at + 1)
    elseif how == 3 then
      character = character:sub(1, at) .. string.char(math.random(128, 255)) .. character:sub(at + 1)
    end
    -- The text must not contain the bytes of the mark by chance.
    parts[i] = character:find("\xEE\x80", 1, true) and "?" or character
  end
  return (table.concat(parts):gsub("\xEE", "\xEF"))
end

local function write(name, text)
  local file <const> = assert(io.open(name, "wb"))
  file:write(text)
  file:close()
end

local function read(name)
  local file <const> = assert(io.open(name, "rb"))
  local text <const> = file:read("a")
  file:close()
  return text
end

TestPolicies = {}

function TestPolicies.setUp()
  os.execute(("rm -rf '%s' && mkdir -p '%s'"):format(WORK, WORK))
end

function TestPolicies.test_each_policy_gives_the_result_of_python()
  lu.skipIf(not os.execute("command -v python3 >/dev/null"), "python3 is missing")
  write(WORK .. "/text", bad_text())
  for name, call in pairs(HANDLERS) do
    write(WORK .. "/script.py", SCRIPT:format(call))
    lu.assertTrue(os.execute(("python3 %s/script.py %s/text %s/wanted"):format(WORK, WORK, WORK)))
    lu.assertTrue(os.execute(("build/policies %s <%s/text >%s/got"):format(name, WORK, WORK)))
    lu.assertTrue(read(WORK .. "/got") == read(WORK .. "/wanted"), name)
    lu.assertTrue(read(WORK .. "/got") ~= read(WORK .. "/text"), name)
  end
end

function TestPolicies.test_the_policy_drop_joins_the_bytes_around_an_error()
  write(WORK .. "/text", "\x3C\xFF\x73")
  lu.assertTrue(os.execute(("build/policies drop <%s/text >%s/got"):format(WORK, WORK)))
  lu.assertEquals(read(WORK .. "/got"), "<s")
end

function TestPolicies.test_an_unknown_policy_is_refused()
  lu.assertNil((os.execute("build/policies mend </dev/null 2>/dev/null")))
end

os.exit(lu.LuaUnit.run())
