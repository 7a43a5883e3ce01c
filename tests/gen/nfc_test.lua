-- SPDX-License-Identifier: 0BSD
-- docs/examples/specs/certainly-nfc.lua: each text that it accepts is in Normalization Form C.
--
-- By default, only the first and the last mark of each combining class are paired. ALL=1 (`make test-all`) tries all pairs of
-- marks, all characters with NFC_QC=Y, more characters next to marks, and more random texts.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local automata <const> = require "gen.language.automaton"
local lists <const> = require "gen.common.lists"
local pipeline <const> = require "gen.pipeline"
local files_ <const> = require "gen.common.files"
local point_sets <const> = require "tests.lib.point_sets"
local random_specs <const> = require "tests.lib.random_specs"
local ucd <const> = require "tests.lib.ucd"

local SPEC <const>, TESTS <const> = "docs/examples/specs/certainly-nfc.lua", "/usr/share/unicode/NormalizationTest.txt.bz2"
local ALL <const> = os.getenv "ALL"
local RANDOM <const> = ALL and 200000 or 20000

local automaton <const> = pipeline.understand(assert(files_.read(SPEC)), SPEC).automaton

local function accepts(text)
  return automaton.accepts[automata.run(automaton, { text:byte(1, -1) })] or false
end

---The code points of ranges, without surrogates, and without LF and CR, which end a text in the file for node.
---@param ends_only? boolean only the first and the last one of each range
local function points_of(list, ends_only)
  local points = {}
  for _, range in ipairs(list) do
    for point = range.lo, range.hi, ends_only and math.max(1, range.hi - range.lo) or 1 do
      points[#points + 1] = (point < 0xD800 or point > 0xDFFF) and point ~= 0x0A and point ~= 0x0D and point or nil
    end
  end
  return points
end

---The marks that the spec accepts alone, by their combining class: { [class] = code points }.
local function marks()
  local by_class <const> = {}
  for class = 1, 254 do
    local list <const>, points = ucd.ranges("ccc=" .. class), {}
    for _, point in ipairs(list and points_of(list) or {}) do
      points[#points + 1] = accepts(utf8.char(point)) and point or nil
    end
    by_class[class] = #points > 0 and points or nil
  end
  return by_class
end

---Asks node about texts. Texts that the spec accepts must be in Normalization Form C. With `exact`, refused texts must not be in this form.
---@param draw fun(send: fun(text: string, exact?: boolean))
---@return integer judged
local function ask_node(draw)
  if not os.execute "command -v node >/dev/null" then
    lu.skip "node is missing"
  end
  local name <const> = os.tmpname()
  local file <const> = assert(io.open(name, "w"))
  draw(function(text, exact)
    local is_accepted <const> = accepts(text)
    if is_accepted or exact then
      file:write(is_accepted and "+" or "-", text, "\n")
    end
  end)
  file:close()
  local pipe <const> = io.popen(("node tests/gen/nfc_judge.mjs <%s"):format(name))
  local output <const> = pipe:read("a")
  lu.assertTrue(pipe:close())
  os.remove(name)
  lu.assertNotStrContains(output, "wrong", output:sub(1, 1000))
  return tonumber(output:match("^(%d+) judged"))
end

TestNfc = {}

---In the rows of NormalizationTest.txt, column 2 is the NFC of columns 1 to 3, and column 4 is the NFC of columns 4 and 5.
function TestNfc.test_accepted_texts_of_NormalizationTest_are_in_normalization_form_c()
  if not files_.read(TESTS) then
    lu.skip "unicode-data is missing"
  end
  local pipe <const> = io.popen(("python3 -c 'import bz2; print(bz2.open(\"%s\", \"rt\").read())'"):format(TESTS))
  local rows, accepted, refused = 0, 0, 0
  for line in pipe:lines() do
    local columns = {}
    for column in (line:match("^[%x ;]+") or ""):gmatch("[^;]+") do
      columns[#columns + 1] = column:gsub("(%x+) ?", function(digits) return utf8.char(tonumber(digits, 16)) end)
    end
    rows = rows + (#columns >= 5 and 1 or 0)
    for i = 1, #columns >= 5 and 5 or 0 do
      local is_accepted <const> = accepts(columns[i])
      lu.assertTrue(not is_accepted or columns[i] == columns[i <= 3 and 2 or 4], line)
      accepted, refused = accepted + (is_accepted and 1 or 0), refused + (is_accepted and 0 or 1)
    end
  end
  pipe:close()
  lu.assertTrue(rows > 18000 and accepted > 20000 and refused > 20000, ("%d rows, %d accepted, %d refused"):format(rows, accepted, refused))
end

---Takes two marks that are each accepted alone. Together, or after "a", they are accepted if and only if normalization keeps the text.
function TestNfc.test_pairs_of_marks_are_accepted_if_they_are_in_normalization_form_c()
  local by_class <const>, tried <const> = marks(), {}
  for class = 1, 254 do
    local points <const> = by_class[class] or {}
    for i, point in ipairs(points) do
      tried[#tried + 1] = (ALL or i == 1 or i == #points) and utf8.char(point) or nil
    end
  end
  local judged <const> = ask_node(function(send)
    for _, first in ipairs(tried) do
      for _, second in ipairs(tried) do
        send(first .. second, true)
        send("a" .. first .. second, true)
      end
    end
  end)
  lu.assertTrue(judged > #tried * #tried, judged)
  lu.assertTrue(#tried > (ALL and 850 or 75), #tried)
end

---Tries the characters at the ends of some properties' ranges, without a mark, and before and after a mark of each class. With ALL=1, also
---tries all code points with NFC_QC=Y, but Han, Hangul, private use and unassigned ones only without a mark.
function TestNfc.test_accepted_characters_next_to_marks_are_in_normalization_form_c()
  local by_class <const>, points = marks(), {}
  for _, name in ipairs { "NFC_QC=Y", "NFKC_QC=Y", "ccc=0", "hst=L", "hst=V", "hst=T" } do
    points = lists.concat(points, points_of(ucd.ranges(name), true))
  end
  if ALL then
    local large <const> = point_sets.union(ucd.ranges "Co", ucd.ranges "Cn", ucd.ranges "Script=Han", ucd.ranges "Script=Hangul")
    points = lists.concat(points, points_of(point_sets.without(ucd.ranges "NFC_QC=Y", large)))
  end
  local judged <const> = ask_node(function(send)
    for _, point in ipairs(ALL and points_of(ucd.ranges "NFC_QC=Y") or {}) do
      send(utf8.char(point))
    end
    for _, point in ipairs(points) do
      local text <const> = utf8.char(point)
      send(text)
      for class = 1, 254 do
        local mark <const> = by_class[class] and utf8.char(by_class[class][1])
        if mark then
          send(text .. mark)
          send(mark .. text)
        end
      end
    end
  end)
  lu.assertTrue(judged > 10 * #points, judged)
end

---Random texts of marks, of characters that compose, and of other characters.
function TestNfc.test_accepted_random_texts_are_in_normalization_form_c()
  local roll <const>, all, texts = random_specs.dice(17), {}, {}
  for _, name in ipairs { "ccc=1..254", "ccc=1..254", "NFC_QC=M", "NFC_QC=N", "Script=Hebrew", "Script=Thai", "Script=Hangul", "Lu" } do
    all[#all + 1] = points_of(ucd.ranges(name))
  end
  local judged <const> = ask_node(function(send)
    for _ = 1, RANDOM do
      for i = 1, roll(6) do
        local points <const> = all[roll(#all)]
        texts[i] = utf8.char(points[roll(#points)])
      end
      send(table.concat(texts))
      texts = {}
    end
  end)
  lu.assertTrue(judged > RANDOM // 5, judged)
end

os.exit(lu.LuaUnit.run())
