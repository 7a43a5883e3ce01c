-- SPDX-License-Identifier: 0BSD
-- Splits a file into code and prose: the comments of a program, the paragraphs of a document.
--
-- In:  a file's text and its kind. Out: two texts with the same number of lines: the code without prose, and the prose without code.
--
-- A comment starts at a mark outside of strings, or at /* if the mark is //. In a document, code is fenced, or indented by four blanks.
--
--     prose.split('int a; // two\n', "c") is "int a; \n", "// two\n"

local lfs <const> = require "lfs"
local files <const> = require "gen.common.files"

local M <const> = {}

---Folders with nothing written by hand.
local SKIPPED <const> = { build = true, [".git"] = true, node_modules = true }

---The mark that starts a line comment, as a Lua pattern, by kind of file. It is empty for documents, which have no marks.
M.MARKS = {
  lua = "%-%-", c = "//", h = "//", cpp = "//", hpp = "//", mjs = "//", js = "//", mk = "#", sh = "#", py = "#", md = "",
}

---The kinds of files whose names do not end with the kind.
local KIND_OF <const> = { Makefile = "mk", u8gen = "lua", ["CMakeLists.txt"] = "sh", ["meson.build"] = "sh" }

---@return string? kind a key of MARKS, or another ending
function M.kind_of(file)
  local base <const> = file:match "[^/]*$"
  return KIND_OF[base] or base:match "%.(%w+)$"
end

---Adds all files below a folder to a list, in order, without SKIPPED folders. Of the folders in out/, it visits only out/utf8.
function M.walk(folder, list)
  local names <const> = {}
  for name in lfs.dir(folder) do
    if name ~= "." and name ~= ".." and not SKIPPED[name] then
      names[#names + 1] = name
    end
  end
  table.sort(names)
  for _, name in ipairs(names) do
    local file <const> = folder == "." and name or folder .. "/" .. name
    if lfs.attributes(file, "mode") == "directory" then
      if folder ~= "out" or name == "utf8" then
        M.walk(file, list)
      end
    else
      list[#list + 1] = file
    end
  end
  return list
end

---Where a line's comment starts: a mark after an even number of quotes, at the start of the line or after a blank. Annotations of
---templates (//@) are code.
local function comment_in(line, mark)
  local at = line:find(mark)
  while at do
    local before <const> = line:sub(1, at - 1):gsub("\\.", "")
    if (at == 1 or before:find "%s$") and line:sub(at, at + 2) ~= "//@" and select(2, before:gsub('"', "")) % 2 == 0 then
      return at
    end
    at = line:find(mark, at + 1)
  end
end

local function split_document(text)
  local code <const>, prose <const>, fenced = {}, {}, false
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    local is_fence <const> = line:find "^%s*```" ~= nil
    local is_code <const> = fenced or is_fence or line:find "^    %S" ~= nil
    code[#code + 1], prose[#prose + 1] = is_code and line or "", is_code and "" or line
    fenced = fenced ~= is_fence
  end
  return table.concat(code, "\n"), table.concat(prose, "\n")
end

---@param text string
---@param kind string a key of MARKS
---@return string code
---@return string prose
function M.split(text, kind)
  if kind == "md" then
    return split_document(text)
  end
  local mark <const>, code <const>, comments <const> = M.MARKS[kind], {}, {}
  local block = false
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    local at <const> = comment_in(line, mark)
    local opened <const> = mark == "//" and not at and line:match("()/%*")
    if block or opened then
      local from <const> = block and 1 or opened
      local _, closed <const> = line:find("%*/", from)
      code[#code + 1] = line:sub(1, from - 1) .. (closed and line:sub(closed + 1) or "")
      comments[#comments + 1] = line:sub(from, closed)
      block = not closed
    else
      code[#code + 1] = at and line:sub(1, at - 1) or line
      comments[#comments + 1] = at and line:sub(at) or ""
    end
  end
  return table.concat(code, "\n"), table.concat(comments, "\n")
end

---The prose with blanks in place of the marks of comments, so that a phrase that spans two lines is found.
function M.unmarked(text)
  return (("\n" .. text):gsub("\n([ \t]*[-/#*]+)", function(mark) return "\n" .. (" "):rep(#mark) end):sub(2))
end

---Files that programs write, or that quote other projects.
local UNWRITTEN <const> = { "^out/", "^docs/trust%.md$", "^tests/published/", "^LICENSE$" }

---The files written by hand that git tracks or would add.
function M.written()
  local list <const>, pipe <const> = {}, assert(io.popen "git ls-files --cached --others --exclude-standard")
  for name in pipe:lines() do
    local is_written = true
    for _, pattern in ipairs(UNWRITTEN) do
      is_written = is_written and not name:find(pattern)
    end
    list[#list + 1] = is_written and name or nil
  end
  assert(pipe:close() and #list > 0, "git ls-files")
  return list
end

---The prose of a file in lower case. Marks of comments, code in backquotes and targets of links are replaced by the same number of
---other characters, so lines stay where they are. nil if the kind of file has no prose. A manual page is all prose.
function M.of(file)
  local kind <const> = M.kind_of(file)
  local text = (M.MARKS[kind] or file:find "^docs/man/") and files.read(file)
  if not text then
    return nil
  end
  text = M.MARKS[kind] and select(2, M.split(text, kind)) or text
  return (M.unmarked(text):lower():gsub("`[^`\n]*`", function(code) return ("_"):rep(#code) end)
    :gsub("%]%b()", function(link) return ("_"):rep(#link) end))
end

return M
