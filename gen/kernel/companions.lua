-- SPDX-License-Identifier: 0BSD
-- companions: what a public function has for each kernel besides `valid` and `valid_prefix`.
--
-- In:  a model, and the parts that are made (api.lua). Out of `of`: the rows of `rows` that are made.
--
-- A companion has a form for each vector kernel, and one that all scalar kernels share. The vector form is a template in words, filled
-- behind each kernel that has vectors: it defines $(v)NAME, utf8_sse_count. The scalar form, utf8_scalar_count, is C in its part's own
-- template, which then says $(companions("count")) for the table of all of them, and calls utf8_count_of[utf8_active_index()]. A part that
-- is left out leaves its companions out.
--
-- A new companion is a row here and those two.

local isas = require "gen.kernel.isas"
local kernel = require "gen.kernel.kernel"
local measures = require "gen.language.measures"
local utf16_plan = require "gen.plan.utf16_plan"

local M = {}

local function by_bytes(model)
  return not measures.refused(model) and measures.by_bytes(model) ~= nil
end

---A vector of sse that takes more operations than this is copied apart: that costs little beside, and the code is large.
local MOST_COPIED <const> = 30

local function copies(model)
  return model.plan ~= nil and not model.plan.look and kernel.costs(model, { isas.row "sse" })[1].operations <= MOST_COPIED
end

---  name        of the functions, behind the kernel's
---  part        whose it is
---  template    of the vector form
---  result      type, and parameters, in C
---  needs       the field of an instruction set's row that says whether it can; nil: each can. Where it can't, the form is that of the
---              kernel that stands before it, or the scalar one
---  possible    (model) -> whether there are vector forms; if not, the part's template has no use for it
---@type { name: string, part: string, template: string, result: string, parameters: string, possible: fun(model: table): boolean }[]
M.rows = {
  {
    name = "tally", part = "measure", template = "vector/tally_vectors.c", possible = by_bytes,
    result = "size_t", parameters = "const uint8_t *text, size_t size, $(p)tally *tally",
  },
  {
    name = "count", part = "count", template = "vector/count_vectors.c", possible = by_bytes,
    result = "size_t", parameters = "const uint8_t *text, size_t size",
  },
  {
    name = "utf16", part = "utf16", template = "vector/utf16_vectors.c", needs = "units", result = "size_t",
    parameters = "const uint8_t *text, size_t size, uint16_t *to, size_t room, size_t *read",
    possible = function(model) return utf16_plan.of(model) ~= nil end,
  },
  {
    name = "copy", part = "repair", template = "vector/copy_vectors.c", result = "size_t",
    parameters = "const uint8_t *text, size_t size, uint8_t *to", possible = copies,
  },
}

---@param model table
---@param parts table rows of api.functions
---@return table rows those whose part is made and that are possible
function M.of(model, parts)
  local rows <const> = {}
  for _, row in ipairs(M.rows) do
    for _, part in ipairs(parts) do
      rows[#rows + 1] = part.name == row.part and row.possible(model) and row or nil
    end
  end
  return rows
end

---@param rows table what `of` gave
---@param name string
---@return table? row
function M.named(rows, name)
  for _, row in ipairs(rows) do
    if row.name == name then
      return row
    end
  end
end

---@param model table
---@return table rows those of a pair between two encodings, which copies what both write alike; its part can't be left out
function M.between(model)
  local copy <const> = M.named(M.rows, "copy")
  return copy.possible(model) and { setmetatable({ part = false }, { __index = copy }) } or {}
end

return M
