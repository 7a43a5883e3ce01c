-- SPDX-License-Identifier: 0BSD
-- counted: runs a test file. A test that compares nothing fails, and so does a run without a test.
--
--     lua5.4 tests/lib/counted.lua tests/gen/gen_test.lua -p rows
--
-- In:  a test file and luaunit's options. Out: luaunit's lines. A test fails if it ends without a call of an assertion of luaunit, for
--      example because its loops have no iterations. A test that calls lu.skip is still skipped.

local lu <const> = require "luaunit"
local count = 0

for name, assertion in next, lu do
  if type(assertion) == "function" and name:find "^assert" then
    lu[name] = function(...)
      count = count + 1
      return assertion(...)
    end
  end
end

local start <const>, stop <const>, finish <const> = lu.LuaUnit.startTest, lu.LuaUnit.endTest, lu.LuaUnit.endSuite

function lu.LuaUnit:startTest(name)
  count = 0
  start(self, name)
end

function lu.LuaUnit:endTest()
  if count == 0 and self.result.currentNode:isSuccess() then
    self:updateStatus { status = "FAIL", msg = "this test compares nothing: it called no assertion", trace = "" }
  end
  stop(self)
end

function lu.LuaUnit:endSuite()
  finish(self)
  assert(#self.result.allTests > 0, "no test of this file was run")
end

dofile((table.remove(arg, 1)))
