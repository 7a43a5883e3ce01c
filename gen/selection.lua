-- SPDX-License-Identifier: 0BSD
-- selection: which kernels a model gets, and why it gets no others.
--
-- In:  the model that main.compile gives, and options. Out of `kernels_of`: scalar kernels, families of vector kernels, and those that are
--      missing, each with its reason.
--
-- Worked example: with --kernels dfa,avx2, UTF-8 gets the scalar kernel dfa and the family X86 with avx2, which hands texts shorter than
-- a vector to dfa; nothing is missing, since nothing that was asked for is left out.

local isas = require "gen.isas"
local grammar = require "gen.grammar"
local byte_tests = require "gen.byte_tests"

local M = {}

local SIGN_BIT <const> = byte_tests.SIGN_BIT

---Whether a list has a name; no list has all.
---@param names string[]?
---@param name string
function M.wanted(names, name)
  if not names then
    return true
  end
  for _, one in ipairs(names) do
    if one == name then
      return true
    end
  end
  return false
end

---The longest run of bytes without the sign bit that are whole characters: what a machine word can be tested for.
---@return integer lo, integer hi below lo if there is none
function M.plain_range(analysis)
  local best_lo, best_hi, lo = 0, -1, nil
  for byte = 0, SIGN_BIT do
    if byte < SIGN_BIT and analysis.whole[byte] then
      lo = lo or byte
      if byte - lo > best_hi - best_lo then
        best_lo, best_hi = lo, byte
      end
    else
      lo = nil
    end
  end
  return best_lo, best_hi
end

---The scalar kernels; dfa is always there, since others go on with it.
local function scalar_of(model, wanted, missing)
  local reasons <const> = {
    shift = model.no_shift,
    re2c = grammar.no_re2c(model),
    swar = select(2, M.plain_range(model.analysis)) < 0 and "no byte without the sign bit is always a whole character" or nil,
  }
  local scalar = {}
  for _, name in ipairs(isas.scalar) do
    if M.wanted(wanted, name) or name == "dfa" then
      if reasons[name] then
        missing[#missing + 1] = { name = name, reason = reasons[name] }
      else
        scalar[#scalar + 1] = name
      end
    end
  end
  return scalar
end

---One step of this kernel a byte: what short texts get, and the ends of others.
function M.short_kernel(scalar)
  return M.wanted(scalar, "shift") and "shift" or "dfa"
end

---A row of isas.rows as the templates want it: besides its own fields the kernel `narrower` that gets shorter texts, whether it looks up
---`classes`, and the `most` operations that it may cost where `short` would run instead.
local function chosen(row, narrower, short)
  local kernel = {}
  for key, value in next, row do
    kernel[key] = value
  end
  kernel.narrower, kernel.classes, kernel.most = narrower, row.plan == "classes", row.most[short]
  return kernel
end

---Which kernels this model can have, of those wanted.
---@param model table
---@param options table { kernels: string[]? }
---@param dear table? name -> the reason why a kernel that it could have is not worth it, see emit.files
---@return string[] scalar
---@return table families of vector kernels { name, template, condition, kernels, xcr0 }
---@return table missing { {name, reason} }
function M.kernels_of(model, options, dear)
  dear = dear or {}
  local families, missing <const> = {}, {}
  local scalar <const> = scalar_of(model, options.kernels, missing)
  local short <const> = M.short_kernel(scalar)
  for _, family in ipairs(isas.families) do
    local kernels, narrower, xcr0 = {}, short, false
    for _, row in ipairs(family.rows) do
      if M.wanted(options.kernels, row.name) then
        if model.plan and (model.plan.classes or row.plan ~= "classes") and not dear[row.name] then
          kernels[#kernels + 1] = chosen(row, narrower, short)
          narrower, xcr0 = row.name, xcr0 or row.xcr0
        else
          missing[#missing + 1] = { name = row.name, reason = dear[row.name] or model.no_plan or model.plan.no_classes }
        end
      end
    end
    if #kernels > 0 then
      families[#families + 1] = {
        name = family.name:upper(), template = family.template, condition = family.condition, kernels = kernels, xcr0 = xcr0,
      }
    end
  end
  return scalar, families, missing
end

---The vector kernels of these families.
function M.vectors(families)
  local kernels = {}
  for _, family in ipairs(families) do
    table.move(family.kernels, 1, #family.kernels, #kernels + 1, kernels)
  end
  return kernels
end

---Which kernels can be compiled: a list for each test of the preprocessor, the first that holds counts; the last one has no test.
function M.kernel_lists(U, scalar, families)
  local lists = {}
  local function add(test, names)
    lists[#lists + 1] = { test = test, names = table.concat(names, ", ") }
  end
  for _, family in ipairs(families) do
    local always, all, optional = { table.unpack(scalar) }, { table.unpack(scalar) }, nil
    for _, isa in ipairs(family.kernels) do
      all[#all + 1] = isa.name
      always[#always + 1] = not isa.optional and isa.name or nil
      optional = optional or isa.optional and isa.name
    end
    if optional then
      add(("defined(%s_KERNEL_%s)"):format(U, optional), all)
    end
    add(("defined(%s_%s)"):format(U, family.name), always)
  end
  add(false, scalar)
  return lists
end

return M
