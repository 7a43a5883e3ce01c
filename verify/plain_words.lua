-- SPDX-License-Identifier: 0BSD
-- plain_words: the C of a spec, all vector kernels of which are made of the words of templates/isa/plain.c, whatever the machine.
--
--     lua5.4 verify/plain_words.lua [--once] NAME-or-SPEC FOLDER
--
-- In:  utf8, or a spec's file. Out: utf8.c, utf8.h and utf8_model.h in FOLDER; all but the words is as in out/. With --once, kernels that
--      then differ in their names only are made once, and the file `twins` says which: a line `rvv sve` stands for rvv, which is left out,
--      being what sve is.

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

---What the catalogue calls the spec whose files are called so: utf-8 for utf8.
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
