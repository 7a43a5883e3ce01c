-- SPDX-License-Identifier: 0BSD
-- plain_words: the C of a spec with all vector kernels made of the words of templates/isa/plain.c, on any machine.
--
--     lua5.4 verify/plain_words.lua [--once] NAME-or-SPEC FOLDER
--
-- In: utf8, or the file of a spec. Out: utf8.c, utf8.h and utf8_model.h in FOLDER; everything except the words is as in out/. With --once,
-- only one of several kernels that differ only in their names is written. The file `twins` lists the others: a line `rvv sve` means that
-- rvv is left out, because it equals sve.

---The project's folder, with a slash.
local ROOT <const> = arg[0]:match "^(.*)verify/plain_words%.lua$"
package.path = ROOT .. "?.lua;" .. package.path

local emit = require "gen.emit.emit"
local files = require "gen.common.files"
local options_ = require "gen.commands.options"
local jobs = require "gen.commands.jobs"

local function fail(message, ...)
  io.stderr:write("plain_words.lua: error: ", message:format(...), "\n")
  os.exit(2)
end

---Returns the catalogue's name of an encoding: utf-8 for utf8; another word unchanged.
local function name_in_catalogue(root, word)
  local specs <const> = files.list(root .. "gen/specs", "*.lua")
  for _, file in ipairs(specs) do
    local name <const> = file:match "([^/]+)%.lua$"
    if name:gsub("%p", "") == word then
      return name
    end
  end
  return word
end

---Finds the kernels of plain words that equal an earlier one, except for names, comments and blanks.
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
  assert(i == #selection.vectors, ("expected %d vector kernels in %s.c, found %d"):format(#selection.vectors, prefix, i))
  return others, twins
end

---Writes the C of a spec into a folder, with vector kernels made of plain words.
---@param once boolean write only one of equal kernels, and the file `twins`
local function write_plain(root, word, folder, once)
  local model <const>, spec_name <const> = jobs.load_model(root, name_in_catalogue(root, word))
  local options <const> = options_.of(model, spec_name, { spec_word = spec_name:match "([^/]+)%.lua$" or spec_name })
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

local once <const> = arg[1] == "--once"
local words <const> = { table.unpack(arg, once and 2 or 1) }
if #words ~= 2 then
  fail("usage: plain_words.lua [--once] NAME-or-SPEC FOLDER")
end
local ok <const>, why <const> = pcall(write_plain, ROOT == "" and "./" or ROOT, words[1], words[2], once)
if not ok then
  fail("%s", type(why) == "table" and why.message or why)
end
