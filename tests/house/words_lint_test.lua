-- SPDX-License-Identifier: 0BSD
-- Tests that words_lint.lua finds each habit, in prose only, and that its list only shrinks.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local files <const> = require "gen.common.files"

local WORK <const> = "build/words_lint"
local LIST <const> = WORK .. "/allowed.txt"

---Sentences, at least one for each habit, with the words that the lint finds.
local PLANTED <const> = {
  { "What is ill-formed stays.", "what is" }, { "It knows what it carries.", "what it" }, { "This is what dies.", "what dies" },
  { "A note stands here.", "stands" }, { "There it lies.", "lies" }, { "It goes to the caller.", "goes" },
  { "They go on there.", "go on" }, { "The kernel tells so.", "tells" }, { "The byte behind it.", "behind" },
  { "The file beside this.", "beside" }, { "An out/ of before.", "of before" }, { "A byte of no form.", "of no" },
  { "There is none that fits.", "none that" }, { "SIZE_MAX if it is no size.", "is no" }, { "It takes so many bytes.", "so many" },
  { "As many as there are places.", "as many as there" }, { "A block is asked for.", "is asked for" },
  { "Rows of which it is true.", "of which it is" }, { "Where the code shall be.", "shall" }, { "All bytes but for one.", "but for" },
  { "All but the last.", "all but" }, { "Two rows besides.", "besides" }, { "Of text at large.", "at large" },
  { "It begins anew.", "anew" }, { "Loops and the like.", "the like" }, { "A branch is foreseen.", "foreseen" },
  { "Whoever mends a text.", "mends" }, { "A load is dear.", "dear" }, { "Two neighbours of a byte.", "neighbours" },
}

---Writes a file of WORK. @return string its name
local function write(name, text)
  files.write(WORK, { { name = name, text = text } })
  return WORK .. "/" .. name
end

---@return string output
---@return boolean is_right
local function lint(arguments)
  local pipe <const> = io.popen(("lua5.4 tests/house/words_lint.lua --allowed %s %s 2>&1"):format(LIST, arguments))
  local output <const> = pipe:read "a"
  return output, pipe:close() == true
end

---Returns the findings in a text, as LINE WORDS.
local function found_in(name, text)
  write("allowed.txt", "")
  local output <const> = lint(write(name, text))
  local list <const> = {}
  for line, words in output:gmatch '[^\n:]*:(%d+): "([^"]*)": [^\n]+' do
    list[#list + 1] = line .. " " .. words
  end
  return list
end

TestWords = {}

function TestWords.test_each_habit_is_found()
  local lines <const>, expected <const> = {}, {}
  for i, planted in ipairs(PLANTED) do
    lines[i], expected[i] = planted[1], i .. " " .. planted[2]
  end
  lu.assertEquals(found_in("all.md", table.concat(lines, "\n")), expected)
end

function TestWords.test_only_prose_is_read()
  lu.assertEquals(found_in("a.md", "# It stands\n\n`what is`, [it](what/lies.md)\n\n    it lies\n\n```sh\ntells\n```\n\nIt\nlies.\n"),
    { "1 stands", "12 lies" })
  lu.assertEquals(found_in("a.lua", "local lies = \"tells\" -- It goes.\n\n\n-- This is\n-- no end.\n"), { "1 goes", "4 is no" })
  lu.assertEquals(found_in("a.c", "int lies; // It lies.\n/* All\n * but one. */ int tells;\n"), { "1 lies", "2 all but" })
  lu.assertEquals(found_in("a.sh", "lies=1 # It lies.\n"), { "1 lies" })
  lu.assertEquals(found_in("a.mk", "lies: tells ## it lies\n"), { "1 lies" })
end

function TestWords.test_good_english_is_not_a_finding()
  lu.assertEquals(found_in("a.md", "What is a plan? NAME stands for a name. There is no copy. A go-on, stand-alone. Do what?\n"), {})
end

function TestWords.test_the_list_only_shrinks()
  local file <const> = write("b.md", "It lies.\nIt stands.\n")
  write("allowed.txt", ("2 %s\n"):format(file))
  lu.assertTrue(select(2, lint(file)))
  write("allowed.txt", ("1 %s\n"):format(file))
  local output, is_right = lint(file)
  lu.assertFalse(is_right)
  lu.assertStrContains(output, "b.md: error: 2 findings; 1 allowed")
  write("allowed.txt", ("3 %s\n"):format(file))
  output, is_right = lint(file)
  lu.assertFalse(is_right)
  lu.assertStrContains(output, "b.md: error: 2 findings, and 3 allowed: lower the entry")
end

---With --lower, entries of deleted files are dropped, and those of improved files are lowered. Other entries do not change.
function TestWords.test_lower_lowers_and_drops_entries_and_never_raises_one()
  local better <const>, worse <const> = write("better.md", "It lies.\n"), write("worse.md", "It lies.\nIt stands.\n")
  local gone <const>, other <const> = WORK .. "/gone.md", "README.md"
  write("allowed.txt", ("9 %s\n2 %s\n2 %s\n1 %s\n"):format(other, better, gone, worse))
  local output <const>, is_right <const> = lint(better .. " " .. worse)
  lu.assertFalse(is_right)
  lu.assertStrContains(output, "gone.md: error: 0 findings, and 2 allowed")
  lint(("--lower %s %s"):format(better, worse))
  lu.assertEquals(files.read(LIST), ("9 %s\n1 %s\n1 %s\n"):format(other, better, worse))
end

---After a file was split, its findings move to files without an entry; the sum may not rise.
function TestWords.test_moved_keeps_the_sum()
  local old <const>, new <const> = write("old.md", "It lies.\n"), write("new.md", "It lies.\nIt stands.\n")
  local list <const> = ("2 %s\n"):format(old)
  write("allowed.txt", list)
  local output, is_right = lint(("--moved %s %s"):format(old, new))
  lu.assertFalse(is_right)
  lu.assertStrContains(output, "words: error: 3 findings, and the sum of the list is 2")
  lu.assertEquals(files.read(LIST), list)
  write("new.md", "It lies.\n")
  output, is_right = lint(("--moved %s %s"):format(old, new))
  lu.assertTrue(is_right, output)
  lu.assertEquals(files.read(LIST), ("1 %s\n1 %s\n"):format(new, old))
end

function TestWords.test_make_lint_runs_it()
  lu.assertStrContains(assert(files.read "Makefile"):match "\nlint:.-\n\n", "$(LUA) tests/house/words_lint.lua")
end

os.exit(lu.LuaUnit.run())
