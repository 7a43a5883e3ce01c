-- SPDX-License-Identifier: 0BSD
-- catalogue: lists and finds specs.
--
-- In:  the project's folder, and a word of the command line: a catalogue name, or a file. Out: { word, text, shown (its name in messages),
--      name (its name in the output), file, inputs (this file, and the files that `from` names), own (true if it is not in the
--      catalogue) }. At the end of `text`, comments have the texts of the other inputs (gen/spec/from.lua). The word "utf-8" is shown as
--      gen/specs/utf-8.lua in messages and in the output, wherever the project's folder is; "../mine.lua" is mine.lua in the output.

local dir = require "pl.dir"
local path = require "pl.path"
local console = require "gen.commands.console"
local lists = require "gen.common.lists"
local files = require "gen.common.files"
local from = require "gen.spec.from"
local refused = require "gen.spec.refused"
local spec = require "gen.spec.spec"
local spelling = require "gen.common.spelling"

local M = {}

local fail <const> = console.usage_error

---The folder of the examples.
local EXAMPLES <const> = "docs/examples/specs"

---The names of the specs in a folder, sorted.
local function names_in(folder)
  local names <const> = lists.picked(path.isdir(folder) and dir.getfiles(folder, "*.lua") or {}, function(file)
    return path.basename(file):gsub("%.lua$", "")
  end)
  table.sort(names)
  return names
end

---@param root string
---@return string[] names of the catalogue, sorted
function M.names(root)
  return names_in(path.join(root, "gen", "specs"))
end

---Appends to `text` the texts of the specs that this spec is made from, and sets `inputs`; raises the errors of from.whole.
---@param found table { text, shown, file }
---@return table found the given table
function M.whole(found)
  local text <const>, files_read <const> = from.whole(found.text, found.shown)
  found.text, found.inputs = text, { found.file, table.unpack(files_read) }
  return found
end

---@param root string
---@param name string
---@return table? found nil if the catalogue has no such name
function M.entry(root, name)
  for _, known in ipairs(M.names(root)) do
    if name == known then
      local file <const>, shown <const> = path.join(root, "gen", "specs", name .. ".lua"), "gen/specs/" .. name .. ".lua"
      local text <const>, why <const> = files.read(file, spec.MOST_BYTES)
      if not text then
        fail("cannot read %s", why)
      end
      return M.whole { word = name, text = text, shown = shown, name = shown, file = file }
    end
  end
end

---Fails for a word that is neither a name of the catalogue nor a file. The message names the example with this name, or the nearest name.
---The search for the nearest name ignores case and punctuation.
local function fail_unknown(root, word)
  local names <const>, examples <const>, keys <const> = M.names(root), names_in(path.join(root, EXAMPLES)), {}
  local by_key <const> = {}
  for i, name in ipairs(lists.concat(names, examples)) do
    local key <const> = refused.key(name)
    keys[#keys + 1] = key
    by_key[key] = by_key[key] or { name = name, is_example = i > #names }
  end
  local wanted <const> = refused.key(word)
  local near <const> = by_key[spelling.nearest(wanted, keys)]
  if near.is_example and by_key[wanted] then
    fail("%s is an example, not in the catalogue; write its path: %s/%s.lua", word, EXAMPLES, near.name)
  end
  fail("no encoding of the catalogue is called %s; the nearest is %s ('u8gen list' shows all), and no file has this name",
    word, near.is_example and ("the example %s/%s.lua"):format(EXAMPLES, near.name) or near.name)
end

---@param root string
---@param word string a name or a file; raises { usage_error, message } if it is neither or cannot be read, or the errors of from.whole
---@return table found
function M.find(root, word)
  local found <const> = M.entry(root, word)
  if found then
    return found
  end
  local text <const>, why <const> = files.read(word, spec.MOST_BYTES)
  if not text and not path.exists(word) and not word:find("/") and not word:find("%.lua$") then
    if refused.reason(word) then
      fail("no spec of the catalogue describes %s", refused.reason(word))
    end
    fail_unknown(root, word)
  elseif not text then
    fail("cannot read %s", why)
  end
  return M.whole { word = word, text = text, shown = word, name = path.basename(word), file = word, own = true }
end

return M
