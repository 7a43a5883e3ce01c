-- SPDX-License-Identifier: 0BSD
-- functions: lists the functions of an annotated file that have a contract, each with its kernel.
--
-- In: the text that `u8gen gen --acsl` writes. Out of `of`: { {kernel, name, trusted?} } in the order of the file: each function that has a
-- contract and a body, including ghost functions. A section begins with a line such as
--
--     // ---- dfa: one byte a step through the automaton's table ---------------------
--
-- Sections without a kernel's name have the kernel "shared"; those from AFTER_KERNELS on have "functions".
--
-- `trusted` is the reason why a contract is assumed and not proved: `make conformance` checks the words, for example.

local vocabulary = require "gen.kernel.vocabulary"

local M = {}

---The heading of the first section after the kernels, as a pattern.
M.AFTER_KERNELS = "// %-%-%-%- The choice of a kernel"

---Trusted functions that are not words, without their prefix, each with its reason.
local TRUSTED <const> = {
  high_bits = "arithmetic on 64 bits: z3 alone proves the facts that swar uses (swar.lua)",
  errors = "the check of windows: shown for all windows by `make verify` (proof)",
  errors_after = "the check of windows: shown for all windows by `make verify` (proof)",
  two_byte_errors = "the check of windows of two-byte text: shown for all windows by `make verify` (proof)",
  two_byte_block = "the test for two-byte text: shown for all bytes in all lanes by `make verify` (proof)",
  supported = "asks the processor; reads no text",
}

---@param name string without the kernel's prefix
---@return string? reason
local function trusted(name)
  return vocabulary.word(name) and "a word: its meaning is checked by `make conformance`" or TRUSTED[name]
end

---@param text string
---@param prefix string of the encoding
---@return table functions { {kernel, name, trusted?} }
function M.of(text, prefix)
  local found, kernel, after_kernels, contract, head, inside = {}, "shared", false, false, "", false
  for line in text:gmatch("[^\n]*") do
    after_kernels = after_kernels or line:find("^" .. M.AFTER_KERNELS) ~= nil
    kernel = after_kernels and "functions" or line:match("^// %-%-%-%- ([%w_]+): ") or line:find("^// %-%-%-%- ") and "shared" or kernel
    inside = inside or line:find("^ */%*@") ~= nil
    if line:find("^/%*@ requires") or line:find("^/%*@ assigns") then
      contract, head = true, ""
    elseif inside then
      local ghost <const> = line:match("^ +void ([%w_]+)%(.*%) {$")
      found[#found + 1] = ghost and { kernel = kernel, name = ghost } or nil
      head = ""
    elseif line == "{" and contract then
      local name <const> = head:match("([%w_]+)%(")
      local short <const> = name and name:gsub("^" .. prefix .. "_", ""):gsub("^" .. kernel .. "_", "")
      found[#found + 1] = name and { kernel = kernel, name = name, trusted = trusted(short) } or nil
      contract = false
    elseif line:find(";$") and not line:find("^ ") then
      contract = false
    end
    head = not inside and line:find("^[%a ]") and head .. line or head
    inside = inside and not line:find("%*/$")
  end
  return found
end

return M
