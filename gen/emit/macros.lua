-- SPDX-License-Identifier: 0BSD
-- macros: lists the macros that a C file defines for itself, and describes those that a user may define.
--
-- In:  a job (views.lua). Out of `defined`: names without the prefix, such as GNU and KERNEL_avx2, that the end of the file undefines; out
--      of `options`: a view, for the comments of encoding.c and between.c; of `option_lines`: the comment about one macro.

local lists = require "gen.common.lists"
local layout = require "gen.common.layout"
local selection = require "gen.kernel.selection"

local M = {}

---The comment about a macro: its name, and the text in a column after the longest name.
---@param U string the prefix in capitals
---@param name string
---@param text string
function M.option_lines(U, name, text)
  local margin <const> = "//   " .. (" "):rep(#U + 16)
  local lines <const> = layout.packed(layout.words(text), layout.WIDTH - #margin, " ")
  return ("//   %s%s%s"):format(U, name, (" "):rep(16 - #name)) .. table.concat(lines, "\n" .. margin)
end

---The names of the kernels that are only compiled for comparison, as text.
---@param job table
function M.spared(job)
  local spare <const>, spared <const> = selection.spare(job.scalar), {}
  for _, name in ipairs(job.selection.names) do
    spared[#spared + 1] = spare[name] and name or nil
  end
  return table.concat(spared, ", ")
end

---The macros that the end of a C file undefines, without the prefix.
---@param job table
function M.defined(job)
  local macros <const> = {
    "GNU", "COPY", "NOINLINE", "TABLE", "IS", "KERNELS", "PASTE", "INDEX_OF", "NEEDED_BY", "ALL", "COMPILED", "FUNCTIONS",
    "WRAPS", "WIDE", "EVEX512", "VECTORS", "TARGET", "ALWAYS_INLINE",
  }
  for _, name in ipairs(job.selection.names) do
    table.move({ "KERNEL_" .. name, "NEEDED_BY_" .. name, "IS_" .. name, name:upper() .. "_KERNEL" }, 1, 4, #macros + 1, macros)
  end
  for _, family in ipairs(job.families) do
    macros[#macros + 1] = family.name
    macros[#macros + 1] = family.name .. "_KERNELS"
  end
  return macros
end

---The view for the comment about macros at the head of a C file.
---@param job table
function M.options(job)
  local optional <const> = {}
  for _, isa in ipairs(job.vectors) do
    local also <const> = lists.picked(job.vectors, function(other) return other.left_out_with == isa.name and other.name .. " and " end)
    optional[#optional + 1] = isa.optional and { name = isa.name, left_out = table.concat(also) .. isa.name } or nil
  end
  local wide <const> = lists.any(job.families, function(family) return family.widest ~= nil end)
  return {
    kernel_names = table.concat(job.selection.names, ", "), optional = optional, wide = wide, spared = M.spared(job),
    option_lines = function(name, text) return M.option_lines(job.U, name, text) end,
  }
end

return M
