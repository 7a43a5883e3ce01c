-- SPDX-License-Identifier: 0BSD
-- companions: lists the functions other than `valid` and `valid_prefix` that have versions for vector kernels.
--
-- In:  a model, and the chosen parts (api.lua). Out of `of`: the companions of these parts, as rows of `rows`.
--
-- A companion has vector versions and, unless it is `optional`, one scalar version for all scalar kernels. The vector versions are made
-- from one template, which calls the words of vocabulary.lua: after a vector kernel with a version of its own, the generator emits
-- $(v)NAME, such as utf8_sse_count. The part's template, or another template, has the C of the scalar version, utf8_scalar_count, and the
-- code that calls one of the versions. There, $(companions("count")) prints the table of all versions.
--
-- A new companion needs a row here and these templates.

local isas = require "gen.kernel.isas"
local kernel = require "gen.kernel.kernel"
local measures = require "gen.language.measures"
local part_masks = require "gen.plan.part_masks"
local utf16_plan = require "gen.plan.utf16_plan"

local M = {}

---Whether vector kernels can count characters by bytes. Only kernels made from kernel_simd.c or kernel_classes.c can.
local function by_bytes(model)
  return model.plan ~= nil and not model.plan.set and not measures.refused(model) and measures.by_bytes(model) ~= nil
end

---Up to this number of operations for a vector of sse, one loop checks and copies. Above this number, that loop would be large, and a
---separate copy costs little in comparison.
local MOST_COPIED <const> = 30

---@param model table
---@return boolean whether vectors copy text while they check it
function M.copies(model)
  return model.plan ~= nil and not model.plan.look and not (model.plan.classes and model.plan.classes.look)
    and kernel.costs(model, { isas.row "sse" })[1].operations <= MOST_COPIED
end

---  name        of the functions, after the kernel's name
---  part        the part to which it belongs; also: another part whose code calls it
---  template    of the vector version
---  result      the C type of its result
---  parameters  its parameters in C
---  needs       "units": only instruction sets whose row has this field have a vector version; nil: all have one. Kernels of other sets use
---              the version of a narrower kernel, or the scalar version. A kernel that is `like` another one uses the version of that one
---  optional    true: there is no scalar version, and the table has NULL for kernels without a vector version
---  possible    (model) -> whether there are vector versions; if not, the part's template does not use the companion
---@type table[]
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
    name = "utf16", part = "utf16", also = "utf32", template = "vector/utf16_vectors.c", needs = "units", optional = true,
    result = "size_t", parameters = "const uint8_t *text, size_t size, uint16_t *to, size_t room, size_t *read",
    possible = function(model) return utf16_plan.of(model) ~= nil end,
  },
  {
    name = "from_utf16", part = "utf16", also = "utf32", template = "vector/from_utf16_vectors.c", needs = "units", optional = true,
    result = "size_t", parameters = "const uint16_t *text, size_t from, size_t units, uint8_t *to, size_t room, size_t *read",
    possible = utf16_plan.writes,
  },
  {
    name = "known", part = "utf16", also = "utf32", template = "vector/unit_sizes.c", needs = "units", result = "size_t",
    parameters = "const uint16_t *narrow, const uint32_t *wide, size_t from, size_t units, size_t *bytes",
    possible = function(model) return utf16_plan.writes(model) and not utf16_plan.of(model).rechecked end,
  },
  {
    name = "utf32", part = "utf32", template = "vector/utf32_vectors.c", needs = "units", optional = true,
    result = "size_t", parameters = "const uint8_t *text, size_t size, uint32_t *to, size_t room, size_t *read",
    possible = utf16_plan.writes,
  },
  {
    name = "from_utf32", part = "utf32", template = "vector/from_utf32_vectors.c", needs = "units", optional = true,
    result = "size_t", parameters = "const uint32_t *text, size_t from, size_t units, uint8_t *to, size_t room, size_t *read",
    possible = utf16_plan.writes,
  },
  {
    name = "copy", part = "repair", template = "vector/copy_vectors.c", result = "size_t",
    parameters = "const uint8_t *text, size_t size, uint8_t *to", possible = M.copies,
  },
  {
    name = "masks", part = "repair", template = "vector/mask_vectors.c", needs = "units", result = "void",
    parameters = "const uint8_t *text, uint64_t *masks", possible = function(model) return part_masks.of(model) ~= nil end,
  },
}

---@param parts table rows of api.functions
---@return table rows of the companions that the model can have, and whose `part` or `also` is in `parts`
function M.of(model, parts)
  local rows <const> = {}
  for _, row in ipairs(M.rows) do
    for _, part in ipairs(parts) do
      if (part.name == row.part or part.name == row.also) and row.possible(model) and rows[#rows] ~= row then
        rows[#rows + 1] = row
      end
    end
  end
  return rows
end

---@param rows table result of `of`
---@param name string
---@return table? row
function M.named(rows, name)
  for _, row in ipairs(rows) do
    if row.name == name then
      return row
    end
  end
end

---The kernel that provides a vector kernel's version of a companion: the kernel itself, or the kernel that it is `like`. If the row lacks
---the field that `needs` names: the narrower vector kernel, or the kernel that the narrower one is `like`; "scalar" if there is none.
---@param one table a row
---@param vectors table the chosen vector kernels
---@param row table one of these
---@return string name of a kernel, or "scalar"
function M.form(one, vectors, row)
  if not row.like and one.needs and not row[one.needs] then
    for _, other in ipairs(vectors) do
      if other.name == row.narrower then
        return other.like or other.name
      end
    end
    return "scalar"
  end
  return row.like or row.name
end

---The last arguments of a kernel in the list of all kernels, as C: the kernel that provides its companions; and, if some companions need
---units, the kernel that provides those companions.
---@param rows table companions
---@param vectors table the chosen vector kernels
---@param row table? one of these; nil: a scalar kernel
function M.forms(rows, vectors, row)
  local form <const> = row and (row.like or row.name) or "scalar"
  for _, one in ipairs(rows) do
    if one.needs then
      return ("%s, %s"):format(form, row and M.form(one, vectors, row) or "scalar")
    end
  end
  return form
end

---The part whose macro leaves out a companion; false if two parts call the companion, or if it belongs to no part.
---@param one table a row
---@param parts table rows of api.functions
---@return string|false
function M.part_of(one, parts)
  local has <const> = {}
  for _, part in ipairs(parts) do
    has[part.name] = true
  end
  if one.also and has[one.also] then
    return not has[one.part] and one.also
  end
  return one.part
end

---@param model table the language that is compiled for a conversion between two encodings
---@param recode table|false see between.lua
---@return table rows the conversion's companions, without a part: `recode`, or else `copy` (if possible) for text that both encode alike
function M.between(model, recode)
  local copy <const> = M.named(M.rows, "copy")
  if recode then
    return { {
      name = "recode", part = false, template = "vector/recode_vectors.c", needs = "units", result = "size_t",
      parameters = "const uint8_t *text, size_t size, uint8_t *to, size_t room, size_t *read",
    } }
  end
  return copy.possible(model) and { setmetatable({ part = false }, { __index = copy }) } or {}
end

return M
