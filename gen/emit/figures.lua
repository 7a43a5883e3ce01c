-- SPDX-License-Identifier: 0BSD
-- figures: computes the figures in the comment at the head of an emitted C file.
--
-- In:  a job (views.lua): the model, and the chosen kernels. Out of `of`: a list of { name, text } in the order of the comment. A text
--      may have several lines. Each number is computed from the model. `tables` leaves out tables that no kernel uses. UTF-8:
--
--     characters  of 1 byte 128, of 2 bytes 1920, of 3 bytes 61440, of 4 bytes 1048576
--     automaton   9 states, 12 classes of bytes
--     window      4 bytes, padded with 00
--     operations  per vector: sse 16, avx2 16, avx2gfni 14, avx512bw 13, avx512 10, neon 14, sve 14, rvv 14, simd128 16
--     tables      in bytes: automaton 364, shift 2048, nibbles 50, classes 256

local lists = require "gen.common.lists"
local bytes_ = require "gen.common.bytes"
local dfa_ = require "gen.plan.dfa"
local kernel = require "gen.kernel.kernel"
local layout = require "gen.common.layout"
local nibble = require "gen.plan.nibble"
local passthrough = require "gen.plan.passthrough"
local selection = require "gen.kernel.selection"
local states = require "gen.emit.states"

local M = {}

local BYTES_OF <const> = { uint8_t = 1, uint16_t = 2, uint32_t = 4 }

---The size of the automaton's tables in bytes: classes, next states, and the flags of states if these are looked up.
local function automaton_bytes(job)
  local dfa <const>, flags <const> = job.model.dfa, states.of(job).looked_up and 2 * job.model.whole.count or 0
  return 256 + (#dfa.next + 1) * BYTES_OF[dfa_.entry_type(dfa)] + flags
end

---The size of a plan by nibbles: tables of 16 bytes each, and the constants of its continuation rule and deep rules.
local function nibbles_bytes(facts)
  local plan <const> = facts.plan
  if plan.set then
    return 16 * #passthrough.tables(plan)
  end
  local looked <const> = plan.look and #plan.look.axes or 0
  return 16 * (#nibble.names(plan.tables) + #passthrough.tables(plan) + looked) + #plan.demands + #facts.values
end

---The size of a plan by classes: tables of 128 bytes, and the constants of deep rules. Each byte of a pair has a table. Other
---tables, if needed, are for forbidden bytes, ASCII, and look.lua. A plan for a set of single bytes has one table.
local function classes_bytes(facts)
  if facts.set then
    return bytes_.SIGN_BIT
  end
  local plan <const>, looked <const> = facts.plan, facts.plan.look and #facts.plan.look.axes or 0
  return bytes_.SIGN_BIT * (2 + (plan.forbidden and 1 or 0) + (plan.ascii_class and 1 or 0) + looked) + #facts.values
end

local function tables_text(job)
  local sizes, seen = { ("automaton %d"):format(automaton_bytes(job)) }, {}
  if selection.wanted(job.scalar, "shift") then
    sizes[#sizes + 1] = ("shift %d"):format(256 * 8 * job.model.shift.words)
  end
  for _, row in ipairs(job.vectors) do
    if row.plan == "carry" then
      sizes[#sizes + 1] = not seen.carry and ("vectors %d"):format(32 * #job.model.carry.tables) or nil
      seen.carry = true
    elseif not seen[row.plan] then
      seen[row.plan] = true
      local facts <const> = select(2, kernel.make(job.model, row))
      sizes[#sizes + 1] = ("%s %d"):format(row.plan, (row.plan == "classes" and classes_bytes or nibbles_bytes)(facts))
    end
  end
  return "in bytes: " .. table.concat(sizes, ", ")
end

local function characters_text(counts)
  return table.concat(lists.picked(counts, function(count, length)
    return count > 0 and ("of %d byte%s %d"):format(length, length > 1 and "s" or "", count)
  end), ", ")
end

local function operations_text(job)
  return "per vector: " .. lists.joined(kernel.costs(job.model, job.vectors), ", ", function(one)
    return ("%s %d"):format(one.name, one.operations)
  end)
end

---@param job table see views.job
---@return table figures { {name, text} }
function M.of(job)
  local model <const> = job.model
  local analysis <const>, figures <const> = model.analysis, {
    { "characters", characters_text(model.analysis.counts) },
    { "automaton", ("%d states, %d class%s of bytes"):format(model.whole.count, model.dfa.classes, model.dfa.classes > 1 and "es" or "") },
  }
  if #job.vectors > 0 and not model.carry then
    local bytes <const> = ("%d byte%s"):format(analysis.window, analysis.window > 1 and "s" or "")
    figures[#figures + 1] = not model.plan.set and { "window", ("%s, padded with %s"):format(bytes, bytes_.hex(analysis.pads)) } or nil
    figures[#figures + 1] = { "operations", operations_text(job) }
  end
  figures[#figures + 1] = { "tables", tables_text(job) }
  for i, figure in ipairs(figures) do
    figures[i] = { name = figure[1], text = layout.filled(("//   %-12s"):format(figure[1]), figure[2], "//" .. (" "):rep(15)) }
  end
  return figures
end

return M
