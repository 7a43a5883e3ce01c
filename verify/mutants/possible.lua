-- SPDX-License-Identifier: 0BSD
-- possible: all findings that an emitted file can have on any processor. The entries of accepted.lua and uncovered.lua name such findings.
--
-- In: the path of a file that u8gen wrote with --flat, and the prefix of its encoding. Out: its mutants (mutants.lua), the lines of its
-- functions, and the findings that coverage.lua can have in these lines.
--
-- All lines of the file are read, also those that the preprocessor leaves out on this machine.

local c <const> = require "c"
local files <const> = require "gen.common.files"
local mutants <const> = require "mutants"
local tokens <const> = require "tokens"

local M = {}

---@param path string of NAME.c; NAME.h is next to it
---@param prefix string
---@return table file { text, prefix, kernels (their names), functions (c.lua) }
function M.read(path, prefix)
  local text <const> = assert(files.read(path))
  local kernels <const> = {}
  for kernel in text:gmatch("_NEEDED_BY_(%w+) ") do
    kernels[#kernels + 1] = kernel
  end
  local header <const> = assert(files.read((path:gsub("%.c$", ".h"))))
  local functions <const> = c.functions(text, { header }, function()
    return true
  end, path)
  return { text = text, prefix = prefix, kernels = kernels, functions = functions }
end

---@param file table
---@return table[] mutants
function M.mutants(file)
  return (mutants.all(file.text, file.functions, file.prefix, file.kernels))
end

---@param file table
---@return table[] places { own, code, line, kernel? }: each line of each function
function M.places(file)
  local places <const>, lines <const> = {}, tokens.lines(file.text)
  for _, f in ipairs(file.functions) do
    local kernel <const>, plain <const> = mutants.names(f.name, file.prefix, file.kernels)
    local own <const> = plain(f.name)
    local _, more <const> = file.text:sub(f.from, f.to):gsub("\n", "")
    for line = f.line, f.line + more do
      places[#places + 1] = { own = own, code = plain((lines[line]:gsub("%s*//.*$", ""))), line = line, kernel = kernel }
    end
  end
  return places
end

---Returns the findings that coverage.lua can have in a file. Branch 1 of a line stands for all its branches, since entries have `branch #`.
---@return table[] findings { own, code, kernel?, change }
function M.uncovered(file)
  local findings <const> = {}
  for _, place in ipairs(M.places(file)) do
    for _, change in ipairs { "never run", "branch 1" } do
      findings[#findings + 1] = { own = place.own, code = place.code, kernel = place.kernel, change = change }
    end
  end
  return findings
end

return M
