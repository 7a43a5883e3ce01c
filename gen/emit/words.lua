-- SPDX-License-Identifier: 0BSD
-- words: the words of an instruction set, those that a kernel uses.
--
-- In:  a file of words, templates/isa/NAME.c, and the names of those that are called. Out: their C, in the order of the file, with what
--      they call themselves.
--
-- The file is read before it is filled, by paragraphs, which blank lines part. A paragraph that defines $(v)NAME defines the word NAME, one
-- that defines $(v)NAME_$(n) the words NAME_1, NAME_2, ..., each filled with its n. All other paragraphs (macros, the vector's type) are
-- always there. So of sse `lookup` is filled only if it is called, and brings `load` along, which it calls.
--
-- As a program: `lua5.4 gen/emit/words.lua --plain utf8 build/plain` writes utf8.c, utf8.h and utf8_model.h into build/plain, where all vector
-- kernels are made of the words of templates/isa/plain.c, whatever the machine; all else is as in out/. A spec's file is taken, too.
-- With --once before it, kernels that then differ in their names only are made once, and the file `twins` says which: a line `rvv sve`
-- stands for rvv, which is left out, being what sve is.

---The project's folder, with a slash, where this file is run as a program.
local ROOT <const> = ... ~= "gen.emit.words" and arg and arg[0] and arg[0]:match "^(.*)gen/emit/words%.lua$"
package.path = (ROOT and ROOT .. "?.lua;" or "") .. package.path

local templates = require "gen.emit.templates"

local M = {}

---A line in a file of words that stands for another file, whose paragraphs several sets share.
local INCLUDED <const> = '^%$%(include_here%("([^"]+)"%)%)$'

---The name of the word that a paragraph defines, with _ at its end if a number follows; nil if it defines none.
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

---@return string[] names of all words that a file defines, in its order; NAME_ for NAME_1, NAME_2, ...
function M.names(paragraphs)
  local names = {}
  for _, paragraph in ipairs(paragraphs) do
    names[#names + 1] = paragraph.word or nil
  end
  return names
end

---The paragraph of a word, by number, and the number in its name, 0 if there is none.
local function find(by_word, name)
  if by_word[name] then
    return by_word[name], 0
  end
  local stem <const>, n <const> = name:match "^(.-)(%d+)$"
  return by_word[stem], math.tointeger(n)
end

---The keys of a table, in order.
local function sorted(set)
  local keys = {}
  for key in next, set do
    keys[#keys + 1] = key
  end
  table.sort(keys)
  return keys
end

---@param root string the project's folder
---@param file string the file of words, under templates/
---@param used table set of names
---@param values table for the holes, see templates.fill; contract?(name): annotations of a word; predicates?: those behind the type
---@return string text
function M.render(root, file, used, values)
  local paragraphs <const>, by_word, filled = M.read(root, file), {}, {}
  local pattern <const> = ("%%f[%%w_]%s([%%w_]+)"):format(values.v)
  local queue <const> = sorted(used)
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
      error({ emit_error = true, message = ("template %s: it defines the word %s twice"):format(file, paragraph.word) }, 0)
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
      error({ emit_error = true, message = ("template %s: it defines no word %s"):format(file, name) }, 0)
    end
  end
  local texts = {}
  for i in ipairs(paragraphs) do
    for _, n in ipairs(sorted(filled[i])) do
      texts[#texts + 1] = filled[i][n]
    end
  end
  return table.concat(texts, "\n\n")
end

---What `w.NAME` and `w "NAME"` stand for in a kernel's templates: the word's C name.
---@param v string the kernel's prefix
---@return table w
---@return table used set of the names that were asked for so far
function M.recorder(v)
  local used = {}
  local function name_of(_, name)
    used[name] = true
    return v .. name
  end
  return setmetatable({}, { __index = name_of, __call = name_of }), used
end

-- ---- Kernels of plain words ----

local function fail(message, ...)
  io.stderr:write("words.lua: error: ", message:format(...), "\n")
  os.exit(2)
end

---What the catalogue calls the spec whose files are called so: utf-8 for utf8.
local function name_in_catalogue(root, word)
  local specs <const> = require("pl.dir").getfiles(root .. "gen/specs", "*.lua")
  for _, file in ipairs(specs) do
    local name <const> = file:match "([^/]+)%.lua$"
    if name:gsub("%p", "") == word then
      return name
    end
  end
  return word
end

---Kernels of plain words that are what one before them is, but for names, comments, blanks, and whose conversion to UTF-16 they take.
---@param text string of the C file
---@param selection table see selection.of
---@return string[] others the names of all other kernels
---@return string[] twins lines `rvv sve`
local function twins_of(text, prefix, selection)
  local first <const>, others <const>, twins <const>, i = {}, { table.unpack(selection.scalar) }, {}, 0
  for body in text:gmatch "\n// %-%-%-%- %d+ bytes, in plain C [^\n]*\n(.-\n)#endif  // [%w_]+_COMPILED\n" do
    i = i + 1
    local name <const> = selection.vectors[i].name
    body = body:gsub("//[^\n]*", ""):gsub("#define [%w_]+_utf16 [%w_]+\n", ""):gsub("%s+", " "):gsub(" ?([^%w_ ]) ?", "%1")
      :gsub(("%%f[%%w_]%s_%s_"):format(prefix, name), "_"):gsub(("%%f[%%w_]%s_%s_"):format(prefix:upper(), name:upper()), "_")
    if first[body] then
      twins[#twins + 1] = ("%s %s\n"):format(name, first[body])
    else
      first[body], others[#others + 1] = name, name
    end
  end
  assert(i == #selection.vectors, "kernels of plain words are not where they are looked for")
  return others, twins
end

---Writes the C of a spec into a folder, its vector kernels made of plain words.
---@param once boolean kernels that are the same then are made once, and `twins` says which
local function write_plain(root, word, folder, once)
  local main <const>, emit <const>, files <const> = require "gen.main", require "gen.emit.emit", require "gen.common.files"
  local model <const>, spec_name <const> = main.load_model(root, name_in_catalogue(root, word))
  local options <const> = main.options(model, spec_name, { spec_word = spec_name:match "([^/]+)%.lua$" or spec_name })
  options.plain_words = true
  local all, selection <const> = emit.files(root, model, options)
  local chosen <const>, twins = {}, {}
  for _, file in ipairs(once and all or {}) do
    if file.name == options.prefix .. ".c" then
      options.kernels, twins = twins_of(file.text, options.prefix, selection)
    end
  end
  all = #twins > 0 and emit.files(root, model, options) or all
  for _, file in ipairs(all) do
    chosen[#chosen + 1] = file.name:find "%.[ch]$" and file or nil
  end
  chosen[#chosen + 1] = once and { name = "twins", text = table.concat(twins) } or nil
  files.write(folder, chosen)
end

if ROOT then
  local once <const> = arg[1] == "--once"
  local words <const> = { table.unpack(arg, once and 2 or 1) }
  if #words ~= 3 or words[1] ~= "--plain" then
    fail("usage: words.lua [--once] --plain NAME-or-SPEC FOLDER")
  end
  local ok <const>, why <const> = pcall(write_plain, ROOT == "" and "./" or ROOT, words[2], words[3], once)
  if not ok then
    fail("%s", type(why) == "table" and why.message or why)
  end
end

return M
