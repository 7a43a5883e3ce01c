-- SPDX-License-Identifier: 0BSD
-- packed: the files of a download.
--
-- In:  a model with its plan. Out: { folder, files, command, verify }: the folder's name; the pair, the license, the spec, a README, and
--      verify.sh, which checks the pair; the commands that generate and verify it.
--
-- The re2c kernel is omitted, since the page has no re2c. The pair is identical to the output of `u8gen gen` with the other kernels;
-- verify.sh checks this, and then verifies the pair.

local emit = require "gen.emit.emit"
local files = require "gen.common.files"
local options_ = require "gen.commands.options"
local selection = require "gen.kernel.selection"

local M = {}

local VERIFY <const> = [[
#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Regenerates the pair from the spec, compares it, and verifies it against the spec.
# Needs a checkout of u8gen: U8GEN=/path/to/u8gen/u8gen sh verify.sh
set -eu
cd "$(dirname "$0")"
u8gen=${U8GEN:-u8gen}
"$u8gen" %s -o again
cmp NAME.h again/NAME.h
cmp NAME.c again/NAME.c
"$u8gen" verify SPEC
]]

local README <const> = [[
NAME.h, NAME.c   the validator, for your tree: cc -O2 -c NAME.c
FILE             its rules
LICENSE          0BSD: copy, change, sell; no notice needed
verify.sh        regenerates the pair from the rules, compares and verifies it

    COMMAND

gives the same two files, byte for byte, and

    u8gen verify SPEC

verifies them against the rules. The re2c kernel is omitted: the page has no re2c.
]]

---@param text string
---@param words table name -> text
local function filled(text, words)
  return (text:gsub("%u%u%u%u+", words))
end

---@param model table
---@return table
function M.of(model)
  local known <const>, name <const> = model.catalogue_name, model.spec.name
  local file <const> = (known or name) .. ".lua"
  local kernels <const> = selection.of(model, { no_scanner = true }).names
  local options <const> = options_.of(model, known and "gen/specs/" .. file or file, {
    spec_word = known or file, kernels = table.concat(kernels, ","),
  })
  local out <const> = {}
  for _, one in ipairs((emit.files(".", model, options))) do
    out[#out + 1] = (one.name == name .. ".h" or one.name == name .. ".c") and one or nil
  end
  local words <const> = { NAME = name, FILE = file, SPEC = known or file, COMMAND = options.command }
  out[#out + 1] = { name = "LICENSE", text = files.read("LICENSE") }
  out[#out + 1] = { name = file, text = model.spec.text }
  out[#out + 1] = { name = "README.txt", text = filled(README, words) }
  out[#out + 1] = { name = "verify.sh", text = filled(VERIFY, words):format((options.command:gsub("^u8gen ", ""))) }
  return { folder = name, files = out, command = options.command, verify = "u8gen verify " .. words.SPEC }
end

return M
