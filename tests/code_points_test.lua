-- SPDX-License-Identifier: 0BSD
-- Code points: what is encoded and decoded is what CPython's codec does, for each of them, surrogates too.
--
-- In: out/, a C compiler, python3 (Debian: python3). Out: luaunit's lines.
--
-- Each encoding's bytes are written by tests/code_points.py and compared by tests/code_points.c. CPython has no CESU-8: a supplementary
-- code point's are those of its two surrogates.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"

local WORK <const> = "build/code_points_test"

local function output_of(command)
  local pipe <const> = io.popen("{ " .. command .. "; } 2>&1")
  local text <const> = pipe:read("a")
  return text, pipe:close() or false
end

local function compare(name)
  if not os.execute "python3 -c '' >/dev/null 2>&1" then
    print "** python3 is missing (Debian: python3): nothing was compared with CPython's codec"
    lu.skip "python3 is missing"
  end
  os.execute(("mkdir -p '%s'"):format(WORK))
  local said <const>, right <const> = output_of((
    "%s -std=c11 -O2 -Wall -Wextra -Werror -D%s_NO_SIMD -DNAME=%s -I out/%s tests/code_points.c out/%s/%s.c -o %s/%s"
    .. " && python3 tests/code_points.py %s | %s/%s"):format(
    os.getenv "CC" or "cc", name:upper(), name, name, name, name, WORK, name, name, WORK, name))
  lu.assertTrue(right, said)
end

TestCodePoints = {}

function TestCodePoints.test_utf8_is_CPythons_utf_8()
  compare "utf8"
end

function TestCodePoints.test_generalized_utf8_is_CPythons_with_surrogates()
  compare "utf8generalized"
end

function TestCodePoints.test_cesu8_has_CPythons_surrogates()
  compare "cesu8"
end

os.exit(lu.LuaUnit.run())
