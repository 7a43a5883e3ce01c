-- SPDX-License-Identifier: 0BSD
-- plain_words: writes the C of a spec with the words of templates/isa/plain.c in all vector kernels, so that any machine can run them.
--
--     lua5.4 verify/plain_words.lua [--once [--native PROGRAM [--kernels]]] NAME-or-SPEC FOLDER
--
-- In: a name such as utf8, or the file of a spec. Out, for utf8: utf8.c, utf8.h and utf8_model.h in FOLDER. They differ from those of
-- `u8gen gen --flat` in the words, in the tests for processors and compilers, and in the banners. With --once, kernels that differ from an
-- earlier one only in names are left out. The file `twins` lists them: a line `rvv sve` means that rvv is left out, since it equals sve.
-- With --native, a kernel by nibbles is left out if PROGRAM, a native program of verify/, can run it; the file `native` lists these.
-- Kernels by classes are written, since the check `mutation` changes their tables here. With --kernels, the functions that the checks of
-- kernels do not call are left out.

---The project's folder with a slash; empty if it is the current folder.
local ROOT <const> = arg[0]:match "^(.*)verify/plain_words%.lua$"
package.path = ROOT .. "?.lua;" .. package.path

local emit = require "gen.emit.emit"
local files = require "gen.common.files"
local options_ = require "gen.commands.options"
local jobs = require "gen.commands.jobs"
local isas = require "gen.kernel.isas"
local words = require "verify.words"

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

---Returns the kernels by nibbles that a native program can run.
---@return table<string, boolean> names
---@return string lines a line for each name
local function natively(native)
  local names <const>, lines <const>, machine <const> = {}, {}, words.output_of "uname -m"
  local output <const>, ok <const> = words.output_of(native .. " --lacking")
  assert(ok, native .. " --lacking: failed")
  local lacking <const> = words.set_of(words.words_of(output))
  for _, row in ipairs(isas.rows) do
    if row.plan == "nibbles" and isas.family(row.family).machine == machine and not lacking[row.name] then
      names[row.name], lines[#lines + 1] = true, row.name .. "\n"
    end
  end
  return names, table.concat(lines)
end

---Finds the kernels that equal an earlier one, except for names, comments and blanks.
---@param text string of the C file
---@param selection table see selection.of
---@param left_out table<string, boolean> names of kernels that are not written for another reason
---@return string[] others the names of the kernels to write: the scalar ones, and the first of equal vector kernels, without `left_out`
---@return string[] twins lines such as `rvv sve`
local function twins_of(text, prefix, selection, left_out)
  local first <const>, others <const>, twins <const>, i = {}, { table.unpack(selection.scalar) }, {}, 0
  for body in text:gmatch "\n// %-%-%-%- %d+ bytes, in plain C [^\n]*\n(.-\n)#endif  // [%w_]+_COMPILED\n" do
    i = i + 1
    local name <const> = selection.vectors[i].name
    body = body:gsub("//[^\n]*", ""):gsub("#define [%w_]+_utf16 [%w_]+\n", ""):gsub("%s+", " "):gsub(" ?([^%w_ ]) ?", "%1")
      :gsub(("%%f[%%w_]%s_%s_"):format(prefix, name), "_"):gsub(("%%f[%%w_]%s_%s_"):format(prefix:upper(), name:upper()), "_")
    if first[body] and not left_out[name] then
      twins[#twins + 1] = ("%s %s\n"):format(name, first[body])
    elseif not left_out[name] then
      first[body], others[#others + 1] = name, name
    end
  end
  assert(i == #selection.vectors, ("expected %d vector kernels in %s.c, found %d"):format(#selection.vectors, prefix, i))
  return others, twins
end

---Writes the C of a spec into a folder, with vector kernels made of plain words.
---@param limits table { once: write only one of equal kernels, and the files `twins` and `native`; native: a program; its kernels by
---  nibbles are left out (see --native); only: functions, as `u8gen gen --only` takes them }; each may be nil
local function write_plain(root, word, folder, limits)
  local native <const>, once <const> = limits.native, limits.once
  local model <const>, spec_name <const> = jobs.load_model(root, name_in_catalogue(root, word))
  local options <const> = options_.of(model, spec_name, { spec_word = spec_name:match "([^/]+)%.lua$" or spec_name, only = limits.only })
  options.plain_words = true
  local all, selection <const> = emit.files(root, model, options)
  local chosen <const>, twins = {}, {}
  local left_out, listed = {}, ""
  if native then
    left_out, listed = natively(native)
  end
  for _, file in ipairs(once and all or {}) do
    if file.name == options.prefix .. ".c" then
      options.kernels, twins = twins_of(file.text, options.prefix, selection, left_out)
    end
  end
  all = (#twins > 0 or listed ~= "") and emit.files(root, model, options) or all
  for _, file in ipairs(all) do
    chosen[#chosen + 1] = file.name:find "%.[ch]$" and file or nil
  end
  if once then
    chosen[#chosen + 1] = { name = "twins", text = table.concat(twins) }
    chosen[#chosen + 1] = { name = "native", text = listed }
  end
  files.write(folder, chosen)
end

local named <const>, limits <const> = { table.unpack(arg) }, {}
if named[1] == "--once" then
  limits.once = table.remove(named, 1)
  if named[1] == "--native" then
    limits.native = table.remove(named, 2)
    table.remove(named, 1)
    limits.only = named[1] == "--kernels" and table.remove(named, 1) and "check,status,kernels" or nil
  end
end
if #named ~= 2 then
  fail("usage: plain_words.lua [--once [--native PROGRAM [--kernels]]] NAME-or-SPEC FOLDER")
end
local ok <const>, why <const> = pcall(write_plain, ROOT == "" and "./" or ROOT, named[1], named[2], limits)
if not ok then
  fail("%s", type(why) == "table" and why.message or why)
end
