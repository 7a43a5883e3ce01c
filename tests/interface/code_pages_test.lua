-- SPDX-License-Identifier: 0BSD
-- Tests encodings of East Asia and UTF-EBCDIC's I8 (docs/examples/specs/): the generated code agrees with handwritten decoders and, except
-- for I8, with CPython's codecs.
--
-- A spec defines the structure: the possible bytes at each place. A codec accepts only the assigned characters. So every character of a
-- codec must be a character of the spec. `shown` has the expected bytes of the codec's characters at each place. For gb18030's characters
-- of four bytes, code_pages.py lists only a sample, and so does `shown`.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local pipeline <const> = require "gen.pipeline"
local analysis <const> = require "gen.language.analysis"
local isas <const> = require "gen.kernel.isas"
local files_ <const> = require "gen.common.files"

local WORK <const> = "build/code_pages_test"

---For each spec: its file; `name`, that of the generated files; `counts`, its numbers of characters of 1, 2, ... bytes, computed by hand; a
---codec; `shown`, the bytes at each place of the codec's characters; `scalar`, whether the spec has no vector kernels.
local CASES <const> = {
  { file = "shift_jis", name = "shift_jis", counts = { 128 + 63, (31 + 16) * (63 + 125) }, codec = "shift_jis",
    -- Rows 9 to 14 and 85 to 94 of JIS X 0208 (leads 85 to 87 and EB to EF) are empty.
    shown = "1 00..7F,A1..DF\n2 81..84,88..9F,E0..EA 40..7E,80..FC\n" },
  { file = "gbk", name = "gbk", counts = { 128, 126 * 190 }, codec = "gbk",
    shown = "1 00..7F\n2 81..FE 40..7E,80..FE\n" },
  { file = "gb18030", name = "gb18030", counts = { 128, 126 * 190, 0, 126 * 10 * 126 * 10 }, codec = "gb18030",
    -- No character of four bytes begins with 85 to 8F or E4 to FE. Those that begin with E3 are the last code points.
    shown = "1 00..7F\n2 81..FE 40..7E,80..FE\n4 81,84,90,E2..E3 30..39 81,C0,FE 30..39\n" },
  { file = "euc-jp", name = "eucjp", counts = { 128, 94 * 94 + 63, 94 * 94 }, codec = "euc_jp",
    shown = "1 00..7F\n2 8E,A1..A8,B0..F4 A1..FE\n3 8F A2,A6..A7,A9..AB,B0..ED A1..FE\n" },
  { file = "big5", name = "big5", counts = { 128, 126 * 157 }, codec = "big5hkscs",
    shown = "1 00..7F\n2 87..FE 40..7E,A1..FE\n" },
  { file = "euc-kr", name = "euckr", counts = { 128, 94 * 94 }, codec = "euc_kr",
    shown = "1 00..7F\n2 A1..AC,B0..C8,CA..FD A1..FE\n" },
  { file = "cp949", name = "cp949", counts = { 128, 70 * (26 + 26 + 126) + 56 * 94 }, codec = "cp949",
    -- No character has the lead byte C9 or FE. Second bytes that are letters follow only lead bytes up to C6.
    shown = "1 00..7F\n2 81..C8,CA..FD 41..5A,61..7A,81..FE\n" },
  { file = "utf-ebcdic", scalar = true, name = "utfebcdici8", counts = { 160, 864, 15360, 245760 - 2048, 851968 } },
}

local function output_of(command)
  local pipe <const> = io.popen("{ " .. command .. "; } 2>&1")
  local text <const> = pipe:read("a")
  return text, pipe:close() or false
end

local function file_of(case)
  return ("docs/examples/specs/%s.lua"):format(case.file)
end

---Writes the characters of a case's codec to a file. Returns its name (/dev/null without Python or codec) and the bytes at each place.
local function characters_of(case, python)
  local name <const> = ("%s/%s.txt"):format(WORK, case.name)
  if not python or not case.codec then
    return "/dev/null"
  end
  local shown <const>, done <const> = output_of(("python3 tests/interface/code_pages.py %s %s"):format(case.codec, name))
  lu.assertTrue(done, shown)
  return name, shown
end

TestCodePages = {}

function TestCodePages.setUp()
  os.execute(("rm -rf '%s' && mkdir -p '%s'"):format(WORK, WORK))
end

function TestCodePages.test_counts_are_those_of_the_standards()
  for _, case in ipairs(CASES) do
    local model <const> = pipeline.understand(assert(files_.read(file_of(case))), case.file)
    lu.assertEquals(analysis.study(model.automaton).counts, case.counts, case.file)
  end
end

function TestCodePages.test_verdicts_are_those_of_handwritten_decoders_and_of_cpython()
  local python <const> = os.execute("python3 -c 'import codecs' >/dev/null 2>&1") or false
  -- Without ALL=1, one spec in three.
  for i = 1, #CASES, os.getenv "ALL" and 1 or 3 do
    local case <const> = CASES[i]
    local folder <const> = ("%s/%s"):format(WORK, case.name)
    local text <const>, done <const> = output_of(("./u8gen gen %s -o %s"):format(file_of(case), folder))
    lu.assertTrue(done, text)
    -- No window decides these encodings, so vector kernels carry bits of the state from byte to byte (gen/plan/carry.lua). Kernels of
    -- scalable vectors and by classes cannot do so. I8 has a window, but no vector kernels: some bytes from 80 on are whole characters.
    lu.assertEquals(text:find("no vector kernels: ", 1, true) ~= nil, case.scalar or false, case.file)
    for _, row in ipairs(case.scalar and {} or isas.rows) do
      lu.assertEquals(text:find("no [^\n:]*%f[%w]" .. row.name .. "%f[%W][^\n:]*kernels?: ") ~= nil, row.scalable or row.plan == "classes",
        case.file .. " " .. row.name)
    end
    local characters <const>, shown <const> = characters_of(case, python)
    lu.assertEquals(shown, python and case.shown, case.file)
    local judged <const>, right <const> = output_of(
      ("%s -std=c11 -O2 -Wall -Wextra -Wconversion -Werror -D%s_ALL_KERNELS -DNAME=%s -I %s tests/interface/code_pages.c %s/%s.c"
        .. " -o %s/judge && %s/judge < %s"):format(
        os.getenv("CC") or "cc", case.name:upper(), case.name, folder, folder, case.name, folder, folder, characters))
    lu.assertTrue(right, judged)
    lu.assertStrMatches(judged, "[1-9]%d* kernels, " .. (characters == "/dev/null" and "0" or "[1-9]%d+") .. " characters\n")
  end
  if not python then
    print "** python3 is missing (Debian: python3): nothing was compared with CPython's codecs"
    lu.skip "python3 is missing"
  end
end

os.exit(lu.LuaUnit.run())
