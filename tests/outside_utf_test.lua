-- SPDX-License-Identifier: 0BSD
-- Conversions to and from UTF-16 and UTF-32 against CPython's codecs and Java's strings.
--
-- Needs: build/outside_utf
--
-- In: out/, as build/outside_utf has it; python3 (Debian: python3); a JDK (Debian: default-jdk), whose jni.h lies in include/ beside bin/.
-- Out: luaunit's lines. What is not installed is skipped, and said.

local lu <const> = require "luaunit"

local WORK <const> = "build/outside_utf_test"

local function output_of(command)
  local pipe <const> = io.popen("{ " .. command .. "; } 2>&1")
  local text <const> = pipe:read("a")
  return text, pipe:close() or false
end

local function skip(what, package)
  print(("** %s is missing (Debian: %s): conversions were not compared with it"):format(what, package))
  lu.skip(what .. " is missing")
end

TestOutsideUtf = {}

function TestOutsideUtf.setUp()
  os.execute(("rm -rf '%s' && mkdir -p '%s'"):format(WORK, WORK))
end

---UTF-8, generalized UTF-8 and WTF-8: 'surrogatepass' of utf-8, utf-16-le, utf-32-le.
function TestOutsideUtf.test_conversions_are_those_of_CPython()
  if not os.execute("python3 -c 'import codecs' >/dev/null 2>&1") then
    skip("python3", "python3")
  end
  local said <const>, done <const> = output_of "python3 tests/outside_utf.py build/outside_utf"
  lu.assertTrue(done, said)
  lu.assertStrMatches(said, "%d%d%d+ conversions are Python's\n")
end

---The folder of the JDK's jni.h, or nil.
local function headers()
  local said <const>, done <const> = output_of [[javac=$(command -v javac) && cd "$(dirname "$(readlink -f "$javac")")/../include" && pwd]]
  local folder <const> = said:match("^(/[^\n]*)\n$")
  return done and folder and os.execute(("test -f '%s/jni.h'"):format(folder)) and folder or nil
end

---MUTF-8 and CESU-8: writeUTF and readUTF, JNI under -Xcheck:jni, the charset; every code unit, and pairs of surrogates.
function TestOutsideUtf.test_strings_are_those_of_Java()
  local folder <const> = headers()
  if not folder then
    skip("a JDK", "default-jdk")
  end
  local library <const> = WORK .. "/liboutside_jni.so"
  local built <const>, compiled <const> = output_of(
    ("%s -std=c11 -O1 -Wall -Wextra -Werror -shared -fPIC -I '%s' -I '%s/linux' -o %s tests/outside_jni.c"
      .. " && javac -d %s tests/OutsideUtf.java")
    :format(os.getenv("CC") or "cc", folder, folder, library, WORK))
  lu.assertTrue(compiled, built)
  local said <const>, done <const> = output_of(
    ("for name in mutf8 mutf8lenient cesu8; do build/outside_utf pairs $name || echo wrong; done"
    .. " | java -Xshare:auto -Xcheck:jni -cp %s OutsideUtf \"$PWD/%s\""):format(WORK, library))
  lu.assertTrue(done, said)
  -- -Xcheck:jni says what is wrong beside it.
  lu.assertStrMatches(said, "%d+ strings are Java's\n")
end

os.exit(lu.LuaUnit.run())
