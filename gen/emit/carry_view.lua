-- SPDX-License-Identifier: 0BSD
-- carry_view: makes the views (the names that templates may use) for vector kernels that carry bits (carry.lua).
--
-- In:  a job (views.lua). Out of `values`: the names that carry.c uses; of `kernel`: the C of one kernel, its words first.

local lists = require "gen.common.lists"
local bytes_ = require "gen.common.bytes"
local carry = require "gen.plan.carry"
local fold = require "gen.emit.fold"
local layout = require "gen.common.layout"
local templates = require "gen.emit.templates"
local words_ = require "gen.emit.words"

local M = {}

local hex <const> = layout.hex

local function names_of(plan)
  return lists.map(plan.masks, function(_, i) return "m" .. i - 1 end)
end

---@param job table see views.job
---@return table view of carry.c
function M.values(job)
  local plan <const>, has_kind <const> = job.model.carry, {}
  return {
    levels = lists.map(carry.texts(plan), function(text, i)
      local kind <const>, code <const>, last <const> = plan.levels[i].kind.name, plan.levels[i].code, "last_" .. i - 1
      has_kind[kind] = true
      local call = kind == "set" and code[1] or ("%s%s(%s, %s)"):format(job.p, kind == "turn" and "turned" or "parity", code[1], last)
      call = kind == "keep" and ("%spassed_on(%s, %s, %s)"):format(job.p, code[2], code[1], last) or call
      -- is_read: whether later C uses the level's bit before each byte. continues: whether the bit after a byte depends on the one before.
      local is_read = plan.errors:find("b" .. i - 1, 1, true) ~= nil
      for n = i + 1, #plan.levels do
        is_read = is_read or table.concat(plan.levels[n].code, " "):find("b" .. i - 1, 1, true) ~= nil
      end
      return { text = text, call = call, is_read = is_read, continues = kind ~= "set" }
    end),
    has_kind = has_kind, errors = plan.errors, tables = plan.tables,
    masks = lists.map(plan.masks, function(one) return { text = carry.set_text(one.set) } end),
    mask_bits = lists.joined(plan.masks, ", ", function(one, i) return ("%s_M%d = %s"):format(job.U, i - 1, hex(one.mask)) end),
    sixteen = function(entries) return layout.list(entries, 0, 15, hex) end,
    parameters = lists.joined(names_of(plan), ", ", function(name) return "uint64_t " .. name end),
  }
end

---@param job table
---@param row table one of the chosen kernels
---@param env table other names that the kernel's template uses
---@return string text of that kernel: its words, and the code that uses them
function M.kernel(job, row, env)
  local plan <const> = job.model.carry
  local name <const> = { p = job.p, v = job.p .. row.name .. "_", V = job.U .. "_" .. row.name:upper() }
  local w <const>, used <const> = words_.recorder(name.v)
  local values <const> = setmetatable({
    v = name.v, V = name.V, w = w, masks = plan.masks, pairs_of_tables = #plan.tables,
    -- The C that makes mask i of a vector. Only lanes with the sign bit are 80 or more, so a mask of this bit needs no `and`.
    mask_code = function(i)
      local one <const> = plan.masks[i]
      if one.mask == bytes_.SIGN_BIT then
        return ("%s(bits_%d, %s)"):format(w.mask_from, one.pair, hex(one.mask))
      end
      return ("%s(%s(bits_%d, %s(%s_M%d)), 1)"):format(w.mask_from, w["and"], one.pair, w.splat, job.U, i - 1)
    end,
    mask_variables = table.concat(names_of(plan), " = 0, ") .. " = 0", mask_names = table.concat(names_of(plan), ", "),
    inside = lists.joined(plan.levels, " | ", function(_, i) return ("after[%d]"):format(i - 1) end),
  }, { __index = env })
  local text <const> = templates.render(job.root, "vector/kernel_carry.c", values)
  local file <const> = ("isa/%s.c"):format(job.options.plain_words and "plain" or row.name)
  return ("%s\n\n%s\n\n%s"):format(words_.render(job.root, file, used, values), layout.ruler(fold.ruler(row)), text)
end

return M
