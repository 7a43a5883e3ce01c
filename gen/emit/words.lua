-- SPDX-License-Identifier: 0BSD
-- words: prints the words of an instruction set that a kernel uses.
--
-- In:  a file of words, templates/isa/NAME.c, and names of words. Out: the C of these words and of all that they call, in the file's order.
--
-- The file is split into paragraphs at blank lines before it is filled. A paragraph with a $(V)_INLINE function $(v)NAME, or the type
-- $(v)test, defines that word; $(v)NAME$(n) defines NAME1, NAME2, ..., and is filled with each n that is called. Other paragraphs
-- (macros, the type of vectors, `supported`) are always printed. For sse, `lookup` and `load`, which it calls, are printed only if called.

local lists = require "gen.common.lists"
local templates = require "gen.emit.templates"

local M = {}

---The pattern of a paragraph that includes a file shared by several sets.
local INCLUDED <const> = '^%$%(include_here%("([^"]+)"%)%)$'

---The name of the word that a paragraph defines, without the number after it; nil if it defines none.
local function defined_in(paragraph)
  local head <const> = ("\n" .. paragraph):match "\n%$%(V%)_INLINE ([^\n]*)"
  if head then
    return head:match "%$%(v%)([%a_][%w_]*)%(" or head:match "%$%(v%)([%a_][%w_]*)%$%(n%)%("
  end
  return paragraph:find "typedef " and paragraph:match "%$%(v%)(test);"
end

---@param root string the project's folder
---@param file string under templates/
---@return table paragraphs { {text, word?, file, line} }
function M.read(root, file)
  local paragraphs, line = {}, 1
  for text, blank in (templates.read(root, file) .. "\n\n"):gmatch "(.-)(\n\n+)" do
    local included <const> = text:match(INCLUDED)
    if included then
      local shared <const> = M.read(root, included)
      table.move(shared, 1, #shared, #paragraphs + 1, paragraphs)
    elseif text ~= "" then
      paragraphs[#paragraphs + 1] = { text = text, word = defined_in(text), file = file, line = line }
    end
    line = line + select(2, (text .. blank):gsub("\n", ""))
  end
  return paragraphs
end

---@return string[] names of all words that a file defines, in order; NAME for NAME1, NAME2, ...
function M.names(paragraphs)
  return lists.picked(paragraphs, function(paragraph) return paragraph.word end)
end

---The index of a word's paragraph, or nil; and the n to fill it with, 0 if it has no $(n).
local function find(by_word, name)
  if by_word[name] then
    return by_word[name], 0
  end
  local stem <const>, n <const> = name:match "^(.-)(%d+)$"
  return by_word[stem], math.tointeger(n)
end

---@param root string the project's folder
---@param file string the file of words, under templates/
---@param used table set of names
---@param values table the view, see templates.fill; contract?(text, word): adds a contract; predicates?(): text after the type vec
---@return string text
function M.render(root, file, used, values)
  local paragraphs <const>, by_word, filled = M.read(root, file), {}, {}
  local pattern <const> = ("%%f[%%w_]%s([%%w_]+)"):format(values.v)
  local queue <const> = lists.keys(used)
  local function fill(paragraph, n)
    local text = templates.fill(paragraph.text, paragraph.file, setmetatable({ n = n }, { __index = values }), paragraph.line)
    if values.contract and paragraph.word then
      text = values.contract(text, paragraph.word:gsub("_$", "") .. (paragraph.word:find("_$") and n or ""))
    elseif values.predicates and paragraph.text:find("typedef [^\n]*%$%(v%)vec;") then
      text = text .. "\n" .. values.predicates()
    end
    for name in text:gmatch(pattern) do
      queue[#queue + 1] = name
    end
    return text
  end
  for i, paragraph in ipairs(paragraphs) do
    if paragraph.word and by_word[paragraph.word] then
      error({ emit_error = true, message = ("template %s defines the word %s twice"):format(file, paragraph.word) }, 0)
    end
    filled[i] = paragraph.word and {} or { [0] = fill(paragraph) }
    by_word[paragraph.word or ""] = i
  end
  for _, name in ipairs(queue) do
    local i <const>, n <const> = find(by_word, name)
    if i and not filled[i][n] then
      filled[i][n] = true
      filled[i][n] = fill(paragraphs[i], n)
    elseif not i and used[name] then
      error({ emit_error = true, message = ("template %s does not define the word %s"):format(file, name) }, 0)
    end
  end
  local texts = {}
  for i in ipairs(paragraphs) do
    for _, n in ipairs(lists.keys(filled[i])) do
      texts[#texts + 1] = filled[i][n]
    end
  end
  return table.concat(texts, "\n\n")
end

---A table `w` for a kernel's templates: `w.NAME` and `w "NAME"` are the C name of the word.
---@param v string the kernel's prefix
---@return table w
---@return table used set of the names that were used so far
function M.recorder(v)
  local used = {}
  local function name_of(_, name)
    used[name] = true
    return v .. name
  end
  return setmetatable({}, { __index = name_of, __call = name_of }), used
end

return M
