-- SPDX-License-Identifier: 0BSD
-- The names in comments and documents exist: code in backquotes, files, and functions of modules.
--
-- A failure lists each name that does not exist, with its place.
--
-- Each file of a kind in prose.MARKS is split into code and comments (tests/lib/prose.lua); other files are code. All words of the code,
-- including its strings, and all names of files are known; the code of this file and of PROSE does not count. Then three kinds of names are
-- looked up in each comment and each document:
--
--     `word`             one or several words in backquotes: each is known, or occurs in a code block of the same document
--     rows.derive        MODULE.NAME, where MODULE is a file of gen/ or tests/lib/: the code of files with this name has NAME
--     gen/emit/emit.lua  a file's name. If it begins with a folder of TOP, it is a path of the tree. Otherwise, only the name without
--                        folders counts: a file of the tree, a name in some code or in a code block of the document, or a folder of out/
--
-- Words in capitals (DIR) and words with NAME or a prefix in capitals (NAME_valid, PREFIX_check) are placeholders and are skipped.

package.path = "./?.lua;" .. package.path
local lfs <const> = require "lfs"
local lu <const> = require "luaunit"
local files <const> = require "gen.common.files"
local prose <const> = require "tests.lib.prose"

local SELF <const> = "tests/house/comments_test.lua"

---Names in comments and documents that no code here has: an instruction, a type of gcc, and words of other tools.
local ELSEWHERE <const> = {
  vpermi2b = true, __int128 = true, ldconfig = true, worktree = true, commit = true, makeprg = true, xxd = true,
}

---Lua files whose strings are prose: they give reasons.
local PROSE <const> = {
  ["verify/mutants/accepted.lua"] = true, ["verify/mutants/uncovered.lua"] = true, ["verify/prove/unproved.lua"] = true,
}

---Files about the past. The names in them may no longer exist.
local HISTORY <const> = { ["CHANGELOG.md"] = true }

---The top folders of the tree: a name that begins with one of them is a path from the root, or from the folder of the comment's file.
local TOP <const> = { gen = true, templates = true, verify = true, tests = true, bench = true, packaging = true, pages = true, docs = true,
  out = true }

---Collects the known names of the tree.
---@param list string[] files
---@param text_of fun(file: string): string?
---@return table known { words (a set), files (a set of names, with and without folders), made (a set of file names in code), modules
---  (the set of words of each module), texts ({ file, comments, code (of a document: its blocks of code) }) }
local function read(list, text_of)
  local known <const> = { words = {}, files = {}, made = {}, modules = {}, texts = {} }
  for _, file in ipairs(list) do
    local base <const> = file:match "[^/]*$"
    local ending <const> = prose.kind_of(file)
    known.files[file], known.files[base] = true, true
    for word in file:gmatch "[%a_][%w_]*" do
      known.words[word] = true
    end
    local text <const> = text_of(file)
    local code, comments = text or ""
    if prose.MARKS[ending or "none"] then
      code, comments = prose.split(code, ending)
      comments = PROSE[file] and text or comments
      known.texts[#known.texts + 1] = { file = file, comments = comments, code = ending == "md" and code or "" }
      code = (ending == "md" or file == SELF or PROSE[file]) and "" or code
    end
    local words = known.words
    if ending == "lua" and (file:find "^gen/" or file:find "^tests/lib/") then
      local module <const> = base:match "^(.*)%.lua$"
      known.modules[module] = known.modules[module] or {}
      words = known.modules[module]
    end
    for word in code:gmatch "[%a_][%w_]*" do
      words[word], known.words[word] = true, true
    end
    for name in code:gmatch "[%w_./-]+%.%l+" do
      known.made[name:match "[^/]*$"] = true
    end
  end
  return known
end

---Whether a word is a placeholder or contains one: DIR, NAME_valid, PREFIX_check.
local function is_placeholder(word)
  return word == word:upper() or word:find "NAME" ~= nil or word:find "^%u%u+_%l" ~= nil
end

---Whether a word is known, either unchanged, or without utf8 at its beginning, or without an underscore at its end.
local function is_word(known, word)
  return known.words[word] or known.words[word:gsub("^[Uu][Tt][Ff]8", "")] or known.words[word:gsub("_$", "")]
end

---Returns the texts between backquotes, each with its place. A text may span several lines of a paragraph.
local function quoted_in(comments)
  local list <const> = {}
  local plain <const> = prose.unmarked(comments) .. "\n\n"
  for from, paragraph in plain:gmatch "()(.-)\n%s*\n" do
    for at, quoted in paragraph:gmatch "()`([^`]+)`" do
      list[#list + 1] = { at = from + at - 1, text = quoted }
    end
  end
  return list
end

---Returns the path of a name in a folder, without `..` and `.`.
local function resolved(folder, name)
  local path = folder .. "/" .. name
  path = path:gsub("/%./", "/"):gsub("^%./", "")
  local count
  repeat
    path, count = path:gsub("[^/]+/%.%./", "", 1)
  until count == 0
  return path
end

---Whether a file that a comment names exists, or its name is in some code or in a code block of the same document.
local function is_file(known, one, name)
  local folder <const>, base <const> = one.file:match "^(.*)/[^/]*$" or ".", name:match "[^/]*$"
  if known.files[name] or known.files[resolved(folder, name)] or base:find "%u" and is_placeholder(base:match "^[^.]*") then
    return true
  elseif TOP[name:match "^([^/]*)/"] then
    return lfs.attributes(name, "mode") ~= nil or lfs.attributes(resolved(folder, name), "mode") ~= nil
  end
  return known.files[base] or known.made[base] or lfs.attributes("out/" .. base:match "^[^.]*", "mode") ~= nil
    or one.code:find(base, 1, true) ~= nil
end

---Returns every name in comments that does not exist.
local function unknown(known)
  local list <const> = {}
  for _, one in ipairs(known.texts) do
    local comments <const> = HISTORY[one.file] and "" or one.comments
    local function complain(at, name)
      list[#list + 1] = ("%s:%d: %s"):format(one.file, 1 + select(2, comments:sub(1, at):gsub("\n", "")), name)
    end
    for _, quoted in ipairs(quoted_in(comments)) do
      for word in quoted.text:gmatch "[%a_][%w_]*" do
        if not (is_word(known, word) or ELSEWHERE[word] or is_placeholder(word) or one.code:find(word, 1, true)) then
          complain(quoted.at, word)
        end
      end
    end
    -- main.o is the name of a file, not a member of main.lua.
    for at, module, name in comments:gmatch "()%f[%w_./(]([%l_]+)%.([%a_][%w_]*)%f[^%w_/]" do
      local words <const> = known.modules[module]
      if words and not words[name] and not prose.MARKS[name] and name ~= "o" and not is_placeholder(name) then
        complain(at, module .. "." .. name)
      end
    end
    for at, name in comments:gmatch "()%f[%w_./~$<{-]([%w_.][%w_./-]*%.%l+)%f[^%w_]" do
      if prose.MARKS[name:match "%.(%l+)$"] and not name:find "^build/" and not is_file(known, one, name) then
        complain(at, name)
      end
    end
  end
  return list
end

TestComments = {}

function TestComments.test_the_names_in_comments_and_documents_exist()
  local known <const> = read(prose.walk(".", {}), files.read)
  lu.assertTrue(#known.texts > 400)
  local list <const> = unknown(known)
  lu.assertEquals(#list, 0, table.concat(list, "\n"))
end

---The files in `tree` have names of each kind that exist, and names of each kind that do not.
function TestComments.test_names_that_do_not_exist_are_reported()
  local tree <const> = {
    ["gen/spec/rows.lua"] = "-- What `derive` returns, and `far`; see rows.derive, rows.fetch\n"
      .. "-- (rows.lua, gen/spec/rows.lua, gen/rows.lua, range.lua).\n"
      .. 'function M.derive()\n  say "-- `nothing`"\nend\n-- It is `over\n-- two` lines.\n',
    ["verify/a.c"] = "// made.c is made, gone.c not; `MODEL_X`, NAME.c, NAME_x.h, `utf8_b`.\nint a_b(void) /* `c_d` */;\n"
      .. "#define U_b \"made.c\"\n",
    ["README.md"] = "`derive` and `shown` and `lost`, [it](verify/a.c), [that](verify/b.c).\n"
      .. "\n```sh\nshown > own.c\n```\n\nown.c, other.c\n",
  }
  local known <const> = read({ "README.md", "gen/spec/rows.lua", "verify/a.c" }, function(file) return tree[file] end)
  known.words._b = true
  lu.assertEquals(unknown(known), {
    "README.md:1: lost", "README.md:1: verify/b.c", "README.md:7: other.c",
    "gen/spec/rows.lua:1: far", "gen/spec/rows.lua:6: over", "gen/spec/rows.lua:6: two", "gen/spec/rows.lua:1: rows.fetch",
    "gen/spec/rows.lua:2: gen/rows.lua", "gen/spec/rows.lua:2: range.lua",
    "verify/a.c:2: c_d", "verify/a.c:1: gone.c",
  })
end

os.exit(lu.LuaUnit.run())
