-- SPDX-License-Identifier: 0BSD
-- packed: the files of a download.
--
-- In:  a model with its plan, and a choice of options. Out: { folder, files }: the folder's name; the pair (header and source, or a single
--      header), the license, the spec, a README, and verify.sh.
--
-- The re2c kernel is omitted, since the page has no re2c. The pair is identical to the output of `u8gen gen` with the same options.
-- verify.sh checks this, and then runs `u8gen verify` on the spec.

local emit = require "gen.emit.emit"
local files = require "gen.common.files"
local options_ = require "gen.commands.options"
local selection = require "gen.kernel.selection"

local M = {}

local VERIFY <const> = [[
#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Regenerates the C from the spec, compares it, and runs u8gen verify on the spec.
# Needs a checkout of u8gen: U8GEN=/path/to/u8gen/u8gen sh verify.sh
set -eu
cd "$(dirname "$0")"
u8gen=${U8GEN:-u8gen}
"$u8gen" GENERATE -o again
COMPARE
"$u8gen" verify SPEC
]]

local README <const> = [[
NAMES   the validator, for your tree: SOURCE
FILE             its rules
LICENSE          0BSD: copy, change, sell; no notice needed
verify.sh        regenerates the validator from its rules, compares and verifies it

    COMMAND

gives the same code, byte for byte, and

    u8gen verify SPEC

verifies the code of these rules. The re2c kernel is omitted: the page has no re2c.
]]

---@param text string
---@param words table name -> text
local function filled(text, words)
  return (text:gsub("%u%u%u%u+", words))
end

---Returns the header and the source of a model with its plan, or the single header.
---@param model table
---@param choice table { prefix?, kernels?, only?, single_header? } as the options of `u8gen gen`
---@return table files { {name, text} }, the header first
---@return table options see gen/commands/options.lua
---@return string file the name of the spec's file
function M.pair(model, choice)
  local known <const> = model.catalogue_name
  local file <const> = (known or model.spec.name) .. ".lua"
  local options <const> = options_.of(model, known and "gen/specs/" .. file or file, {
    spec_word = known or file, prefix = choice.prefix, only = choice.only, single_header = choice.single_header,
    kernels = choice.kernels or table.concat(selection.of(model, { no_scanner = true }).names, ","),
  })
  local out <const> = {}
  for _, one in ipairs((emit.files(".", model, options))) do
    local ending <const> = one.name:match("^" .. options.prefix .. "%.([ch])$")
    if ending then
      table.insert(out, ending == "h" and 1 or #out + 1, one)
    end
  end
  return out, options, file
end

---@param model table
---@param choice table see `pair`
---@return table
function M.of(model, choice)
  local out <const>, options <const>, file <const> = M.pair(model, choice)
  local spec_word <const>, names <const>, compared <const> = model.catalogue_name or file, {}, {}
  for i, one in ipairs(out) do
    names[i], compared[i] = one.name, ("cmp %s again/%s"):format(one.name, one.name)
  end
  local words <const> = {
    NAMES = table.concat(names, ", "), SOURCE = names[2] and "cc -O2 -c " .. names[2] or "include it",
    FILE = file, SPEC = spec_word, COMMAND = options.command,
    GENERATE = options.command:gsub("^u8gen ", ""), COMPARE = table.concat(compared, "\n"),
  }
  out[#out + 1] = { name = "LICENSE", text = files.read("LICENSE") }
  out[#out + 1] = { name = file, text = model.spec.text }
  out[#out + 1] = { name = "README.txt", text = filled(README, words) }
  out[#out + 1] = { name = "verify.sh", text = filled(VERIFY, words) }
  return { folder = options.prefix, files = out }
end

return M
