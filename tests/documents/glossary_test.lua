-- SPDX-License-Identifier: 0BSD
-- The tree uses the words of docs/glossary.md, and not those that the glossary replaces.
--
-- Each word occurs in the file that its row names, or in the name of that file. The words that it replaces occur in no handwritten document
-- or comment, except in CHANGELOG.md and in the glossary itself.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local files <const> = require "gen.common.files"
local prose <const> = require "tests.lib.prose"

local GLOSSARY <const> = "docs/glossary.md"

---Returns the rows of a text's tables.
---@return table[] rows { word, meaning, replaced (list), file, line }
local function rows_of(text)
  local list <const>, line = {}, 0
  for row in text:gmatch "([^\n]*)\n" do
    line = line + 1
    local word <const>, meaning <const>, replaced <const>, file <const> = row:match "^| ([^|]+) | ([^|]+) |([^|]*)| `([^|`]+)` |$"
    if word then
      local one <const> = { word = word, meaning = meaning, replaced = {}, file = file, line = line }
      for instead in replaced:gmatch "[^,]*[^, ]" do
        one.replaced[#one.replaced + 1] = instead:match "^%s*(.*)$"
      end
      list[#list + 1] = one
    elseif row:find "^|" and not row:find "^| word |" and not row:find "^|%-" then
      error(("%s:%d: not a row of four columns, the last one a file"):format(GLOSSARY, line))
    end
  end
  return list
end

---Returns a pattern for a phrase as whole words, which may span lines. In code the pattern also matches parts of names: class_of.
local function pattern_of(phrase, is_code)
  local inner <const> = phrase:lower():gsub("[^%w ]", "%%%0"):gsub(" ", is_code and "[%%s_-]+" or "%%s+")
  return is_code and inner or "%f[%w_-]" .. inner .. "%f[^%w_-]"
end

---Lists the words that occur neither in the files of their rows nor in the names of these files, and each place that uses a replaced word.
---@param rows table[]
---@param list string[] names of files
---@param prose_of fun(file: string): string?
---@param text_of fun(file: string): string?
local function wrong_in(rows, list, prose_of, text_of)
  local wrong <const> = {}
  for _, row in ipairs(rows) do
    local text <const> = text_of(row.file)
    if not text or not (row.file .. text):lower():find(pattern_of(row.word, true)) then
      wrong[#wrong + 1] = ("%s:%d: %s has no \"%s\""):format(GLOSSARY, row.line, row.file, row.word)
    end
  end
  for _, file in ipairs(list) do
    local text <const> = prose_of(file) or ""
    for _, row in ipairs(rows) do
      for _, instead in ipairs(row.replaced) do
        for at in text:gmatch("()" .. pattern_of(instead)) do
          local line <const> = 1 + select(2, text:sub(1, at):gsub("\n", ""))
          wrong[#wrong + 1] = ("%s:%d: \"%s\": the glossary's word is \"%s\""):format(file, line, instead, row.word)
        end
      end
    end
  end
  return wrong
end

local ROWS <const> = rows_of(assert(files.read(GLOSSARY)))

TestGlossary = {}

function TestGlossary.test_words_of_the_glossary_are_used_and_the_words_they_replace_are_not()
  local list <const> = {}
  for _, file in ipairs(prose.written()) do
    list[#list + 1] = file ~= GLOSSARY and file ~= "CHANGELOG.md" and file or nil
  end
  lu.assertTrue(#ROWS > 40 and #list > 500)
  lu.assertEquals(table.concat(wrong_in(ROWS, list, prose.of, files.read), "\n"), "")
end

function TestGlossary.test_each_word_is_defined_once_and_in_order()
  local seen <const>, last = {}
  for _, row in ipairs(ROWS) do
    for _, word in ipairs { row.word, table.unpack(row.replaced) } do
      lu.assertNil(seen[word], word)
      seen[word] = true
    end
    if last and last.line == row.line - 1 then
      lu.assertTrue(last.word < row.word, row.word .. " after " .. last.word)
    end
    last = row
  end
end

---The test finds a planted mistake of each kind.
function TestGlossary.test_planted_mistakes_are_found()
  local tree <const> = { ["a.lua"] = "-- A byte\n-- class. It is no row_of, and no super-row.", ["b.md"] = "a new\nkind" }
  local rows <const> = rows_of("| byte class | x | kind | `a.lua` |\n| lane | x | new kind, row | `a.lua` |\n| a | x | | `c.lua` |\n")
  lu.assertEquals(wrong_in(rows, { "a.lua", "b.md" }, function(file) return prose.unmarked(tree[file]):lower() end,
    function(file) return tree[file] end), {
    'docs/glossary.md:2: a.lua has no "lane"', 'docs/glossary.md:3: c.lua has no "a"',
    'b.md:2: "kind": the glossary\'s word is "byte class"', 'b.md:1: "new kind": the glossary\'s word is "lane"',
  })
  lu.assertErrorMsgContains("not a row", rows_of, "| a | b | c |\n")
end

os.exit(lu.LuaUnit.run())
