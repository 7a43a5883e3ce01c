-- SPDX-License-Identifier: 0BSD
-- Specs that exceed a limit (memory, time, depth, number of statements), that are not text, or that use Lua in ways that specs may not.
--
-- u8gen refuses each spec with exit status 2. For a regular file it prints one line FILE:LINE: error: MESSAGE. It writes no file, and stays
-- below the limits of time and memory that this test sets. (tests/commands/hostile_test.lua has text that could become code;
-- tests/gen/spec_test.lua has other errors.)

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local place <const> = require "tests.lib.workplace" "sandbox_test"

local HEAD <const> = 'encoding "X" source "Y"\nform "0xxxxxxx" { "U+0000..U+007F" }\n'

local function nested(open, close, count)
  return HEAD .. "local t = " .. open:rep(count) .. "1" .. close:rep(count)
end

local LONG <const> = 'local s = "0123456789" for i = 1, 17 do s = s .. s end\n'

-- A description of the spec, its text (nil for /dev/zero), and a part of the message.
local CASES <const> = {
  { "tables in tables", nested("{", "}", 100000), "nested too deep" },
  { "parentheses", nested("(", ")", 50000), "nested too deep" },
  { "functions in functions", nested("function() return ", " end ", 5000), "nested too deep" },
  { "blocks in blocks", HEAD .. ("do "):rep(100000) .. ("end "):rep(100000), "nested too deep" },
  { "a function that calls itself", HEAD .. "local function f(x) return 1 + f(x + 1) end f(1)", "too much memory" },
  { "a call that copies its arguments", HEAD .. "-- ...\nlocal function f(...) return f(1, ...) end f()",
    "4: error: a spec needs no function with ..., which may copy many values" },
  { "a long string that is copied", HEAD .. LONG .. 'while true do local t = s .. "x" end', "runs too long" },
  { "long strings that are compared", HEAD .. LONG .. 'local t, b = s .. "" while true do b = s == t end', "runs too long" },
  { "a long string many times", HEAD .. LONG .. "local t = s" .. (" .. s"):rep(190), "too much memory" },
  { "a full table that changes", HEAD .. "local t = {} for i = 1, 100000 do t[-i] = 1 end\n"
    .. "while true do t[-5] = nil t[-200001] = 1 t[-200001] = nil t[-5] = 1 end", "runs too long" },
  { "a tail call without end", HEAD .. "local function f(x) return f(x) end f(1)", "runs too long" },
  { "a loop by goto", HEAD .. "::again:: goto again", "runs too long" },
  { "a loop in a loop", HEAD .. "for i = 1, 1e9 do for j = 1, 1e9 do end end", "runs too long" },
  { "a table that grows", HEAD .. "local t = {} for i = 1, 1e9 do t[i] = { i, i, i, i } end", "runs too long" },
  { "a string that doubles", HEAD .. 'local s = "0123456789" while true do s = s .. s end', "too much memory" },
  { "tables that hold each other", HEAD .. "local t = {} while true do t = { t, t } end", "runs too long" },
  { "forms without end", HEAD .. 'while true do form "0xxxxxxx" { "U+0000" } end', "at most 1024 forms" },
  { "rules without end", HEAD .. 'while true do never { "U+0041", "U+0042" } end', "at most 512 never" },
  { "ranges without end", HEAD .. 'local t = {} for i = 1, 1e7 do t[i] = "U+0041" end form "10xxxxxx" (t)', "runs too long" },
  { "a table that holds itself", HEAD .. 'local t = {} t[1] = t form "10xxxxxx" (t)', "not a table" },
  { "bytecode", "\27Lua\x54\0\x19\x93\r\n\x1A\n", "control character" },
  { "bytecode after a line", "#!x\n\27Lua\x54\0\x19\x93\r\n\x1A\n", "control character" },
  { "a pattern that takes forever", HEAD .. 'local s = ("a"):rep(40) s:find(("a-"):rep(20) .. "b")', "attempt to index a string" },
  { "a number's method", HEAD .. "local x = (1).x", "attempt to index a number" },
  { "load", HEAD .. 'load("return 1")()', "unknown word load" },
  { "require", HEAD .. 'require("os")', "unknown word require" },
  { "the globals", HEAD .. "local g = _G.os", "unknown word _G" },
  { "the environment's metatable", HEAD .. "getmetatable(_ENV).__index = nil", "unknown word getmetatable" },
  { "string's metatable", HEAD .. 'getmetatable("").__index = nil', "unknown word getmetatable" },
  { "a call that catches the limit", HEAD .. "pcall(function() while true do end end)", "unknown word pcall" },
  { "a coroutine", HEAD .. "coroutine.wrap(function() while true do end end)()", "unknown word coroutine" },
  { "a call that ends the process", HEAD .. "os.exit(0)", "unknown word os" },
  { "an error that is not text", HEAD .. "error({})", "unknown word error" },
  { "a variable that is closed", HEAD .. "local x <close> = 1", "closable" },
  { "a statement that is assigned to", HEAD .. "form = 1", "form is a statement of specs" },
  { "a file without an end", nil, "cannot read /dev/zero" },
}

TestSandbox = {}

function TestSandbox.setUp()
  place.clear()
end

function TestSandbox.test_excessive_specs_are_refused()
  for i, case in ipairs(CASES) do
    local name <const> = case[2] and ("%02d.lua"):format(i) or "/dev/zero"
    if case[2] then
      place.write(name, case[2])
    end
    local status <const>, printed <const> = place.sh(("ulimit -v 1000000; timeout 20 u8gen gen %s -o out"):format(name))
    lu.assertEquals(status, 2, case[1] .. ": " .. printed:sub(1, 300))
    lu.assertStrContains(printed, case[3])
    if case[2] then
      lu.assertStrMatches(printed, ".-" .. name:gsub("%p", "%%%0") .. ":%d+: error: [^\n]+\n", nil, nil,
        case[1] .. ": " .. printed:sub(1, 300))
      lu.assertTrue(#printed < 400, case[1])
    end
  end
  lu.assertNil(place.read("out/x.c"))
end

os.exit(lu.LuaUnit.run())
