-- SPDX-License-Identifier: 0BSD
-- selection: decides which kernels a model gets, and why others are missing.
--
-- In:  the model of `pipeline.compile`, and options. Out of `of`: scalar kernels, families of vector kernels, and the missing ones, each
--      with its reason: the generator finds no such kernel for the language, the kernel would gain too little (as in kernel.too_slow), or
--      it is not proved.
--
-- For example, with --kernels dfa,avx2, UTF-8 gets the scalar kernel dfa and the family X86 with avx2, which hands short texts to dfa.
-- Nothing is missing, since the user did not ask for other kernels.

local lists = require "gen.common.lists"
local byte_set = require "gen.plan.byte_set"
local companions = require "gen.kernel.companions"
local isas = require "gen.kernel.isas"
local kernel = require "gen.kernel.kernel"
local passthrough = require "gen.plan.passthrough"
local program_proof = require "gen.kernel.program_proof"
local scalar_proof = require "gen.kernel.scalar_proof"

local M = {}

---Whether a list contains a name; nil contains all.
---@param names string[]?
---@param name string
function M.wanted(names, name)
  if not names then
    return true
  end
  return lists.any(names, function(one) return one == name end)
end

---Orders scalar kernels so that dispatch may take the last one. bench/results/costs-zen5.md compares dfa, re2c and shift: shift is usually
---the fastest. swar skips ASCII and leaves the rest to shift or dfa, so it is after both. re2c is usually faster than dfa on texts that
---repeat one path through the automaton, and two to four times slower on most others. So re2c must not be last, unless the user asked for
---neither dfa nor shift: if no swar follows it, re2c moves to the front.
---@param scalar string[] in the order of isas.scalar
---@param wanted string[]?
local function put_fastest_last(scalar, wanted)
  if scalar[#scalar] == "re2c" and (M.wanted(wanted, "dfa") or M.wanted(wanted, "shift")) then
    table.insert(scalar, 1, table.remove(scalar))
  end
end

---The reason not to emit a kernel whose program or table is wrong, which is a defect of the generator; nil if the kernel is right.
---@param wrong string? the finding of program_proof.lua or scalar_proof.lua
local function unproved(name, wrong)
  return wrong and ("the generator's own check refuses it, which is a defect of u8gen; please report the spec (%s: %s)"):format(name, wrong)
end

---The scalar kernels that the user wants; all if the user names processors (without_spare then removes some). dfa is always included, since
---other kernels call it. Adds to `missing` the kernels that the model cannot have, and wrong kernels. A wrong dfa raises an error.
local function scalar_of(model, wanted, for_processors, no_scanner, missing)
  local first <const>, last <const> = passthrough.range(model.analysis)
  local is_named <const> = wanted and M.wanted(wanted, "re2c")
  local reasons <const> = {
    shift = model.no_shift,
    re2c = model.no_re2c or is_named and no_scanner and "a conversion has none" or nil,
    swar = last < 0 and "none of the bytes 00 to 7F is a whole character wherever it occurs"
      or model.plan and model.plan.set and not byte_set.is_common(model.plan.set, first, last)
        and ("few texts have only bytes from %02X to %02X, the longest range that it could skip"):format(first, last)
      or nil,
  }
  local scalar = {}
  for _, name in ipairs(isas.scalar) do
    if (M.wanted(wanted, name) or for_processors or name == "dfa") and not (name == "re2c" and no_scanner and not is_named) then
      local defect <const> = not reasons[name] and unproved(name, scalar_proof.wrong(model, name)) or nil
      if defect and name == "dfa" then
        error({ emit_error = true, message = ("%s: no code is emitted: %s"):format(model.spec.title, defect) }, 0)
      elseif reasons[name] or defect then
        missing[#missing + 1] = { name = name, reason = reasons[name] or defect, defect = defect ~= nil }
      else
        scalar[#scalar + 1] = name
      end
    end
  end
  put_fastest_last(scalar, wanted)
  return scalar
end

---Leaves out kernels that are for comparison only, unless the user names them.
local function without_spare(scalar, wanted)
  local spare <const>, kept <const> = M.spare(scalar), {}
  for _, name in ipairs(scalar) do
    kept[#kept + 1] = (not spare[name] or wanted and M.wanted(wanted, name)) and name or nil
  end
  return kept
end

---The scalar kernel that other kernels call. swar calls it for bytes other than ASCII. Vector kernels call it from the place where they
---stop, and for short texts if no narrower vector kernel takes these.
function M.short_kernel(scalar)
  return M.wanted(scalar, "shift") and "shift" or "dfa"
end

---The scalar kernels that are compiled for comparison only: all except the last one of the list, which dispatch takes as the fastest, and
---short_kernel, to which other kernels hand texts.
---@param scalar string[] names, in the order of the emitted list
---@return table spare name -> true
function M.spare(scalar)
  local spare <const>, short <const> = {}, M.short_kernel(scalar)
  for i, name in ipairs(scalar) do
    spare[name] = i < #scalar and name ~= short or nil
  end
  return spare
end

---A row of isas.rows with fields for the templates:
---  narrower           see below; hands_on: whether this kernel calls it, because its row lacks `part` or its plan is a set (byte_set.lua)
---  narrower_is_brief  whether the narrower kernel checks texts up to BRIEF bytes (ascii_blocks.c), and this one can check all longer ones
---  classes            whether this kernel looks up classes
---  guarded            whether macros or compilers may leave this kernel out of its family
---@param narrower string an earlier kernel of the family, or a scalar one if there is none; with `like`, the `narrower` of that kernel
---@param like string? the kernel whose companions it uses
local function chosen(row, narrower, like)
  local one <const> = lists.update({}, row)
  one.like = like
  local before <const> = isas.row(narrower)
  one.narrower, one.classes = narrower, row.plan == "classes"
  one.narrower_is_brief = before and before.part and before.plan == "nibbles" and row.bytes <= 2 * before.bytes or false
  one.guarded = row.optional or row.wide
  return one
end

---Why a vector kernel is impossible or too slow; nil if it is neither.
local function reason_against(model, row, slow)
  if model.carry then
    return row.plan == "classes" and model.no_plan .. "; kernels that carry bits look up nibbles, as avx512bw does"
      or not row.gathers and model.no_plan .. "; kernels that carry bits need vectors of a known size" or nil
  end
  return not kernel.is_possible(model, row) and (model.no_plan or model.plan.no_classes) or slow[row.name]
end

---The families of vector kernels, with the named kernels and all kernels of the named processors; with all kernels if nothing is named.
local function families_of(model, scalar, options, missing)
  local named <const>, processors <const> = options.kernels, options.processors
  local short <const>, is_set <const> = M.short_kernel(scalar), model.plan ~= nil and model.plan.set ~= nil
  -- A kernel that the user names is made even if it is slow.
  local families <const>, slow <const> = {}, named and not processors and {} or kernel.too_slow(model, short)
  for _, family in ipairs(isas.families) do
    local kernels, narrower, xcr0, wide, narrower_of = {}, short, false, false, {}
    local of_processor <const> = processors ~= nil and M.wanted(processors, family.called)
    for _, row in ipairs(family.rows) do
      local is_named <const> = named ~= nil and M.wanted(named, row.name)
      local wanted <const> = is_named or of_processor or not named and not processors
      local against <const> = reason_against(model, row, is_named and {} or slow)
      local reason <const> = against or wanted and program_proof.unknown(model, row) or nil
      local defect <const> = not reason and wanted and unproved(row.name, program_proof.wrong(model, row)) or nil
      if wanted and (reason or defect) then
        missing[#missing + 1] = { name = row.name, reason = reason or defect, defect = defect ~= nil }
      elseif wanted then
        local like <const> = narrower_of[row.like] and row.like
        narrower_of[row.name] = narrower_of[like] or narrower
        kernels[#kernels + 1] = chosen(row, narrower_of[row.name], like)
        kernels[#kernels].plan = model.carry and "carry" or row.plan
        kernels[#kernels].hands_on = not row.part or is_set
        -- If the plan is a set, a kernel calls `narrower`. So `narrower` must not be a kernel that a macro can leave out.
        narrower, xcr0, wide = is_set and row.optional and narrower or row.name, xcr0 or row.xcr0, wide or row.wide
      end
    end
    if #kernels > 0 then
      families[#families + 1] = {
        name = family.name:upper(), template = family.template, condition = family.condition, since = family.since, kernels = kernels,
        always = lists.any(kernels, function(o) return not o.guarded end), xcr0 = xcr0, widest = wide and kernels[#kernels].bytes or nil,
      }
    end
  end
  return families
end

local function hex(bits)
  return ("0x%02X"):format(bits)
end

---Gives each kernel a bit, and the bits of all kernels that it needs: itself, those that it calls, and those whose companions it uses.
---@param scalar string[]
---@param families table[] each gets `bits`, those of its kernels; each of its kernels gets its `bit`
---@return table[] kernels { name, mask, bit = the mask as a C number, needed = the bits of all kernels that it needs, as a C number }
---@return integer vectors the bits of all vector kernels
local function bits_of(scalar, families)
  local kernels <const>, masks <const>, short <const> = {}, {}, M.short_kernel(scalar)
  local function add(name, others)
    local bit <const> = 1 << #kernels
    masks[name] = bit
    for _, other in ipairs(others) do
      masks[name] = masks[name] | (masks[other] or 0)
    end
    kernels[#kernels + 1] = { name = name, mask = bit, bit = hex(bit), needed = hex(masks[name]) }
    return bit
  end
  for _, name in ipairs(scalar) do
    add(name, name == "swar" and { short } or {})
  end
  local vectors = 0
  for _, family in ipairs(families) do
    local bits = 0
    for _, row in ipairs(family.kernels) do
      local provider <const> = row.plan ~= "carry" and companions.form({ needs = "units" }, family.kernels, row) or nil
      local bit <const> = add(row.name, { short, provider, provider and row.hands_on and row.narrower or nil })
      row.bit, bits = hex(bit), bits | bit
    end
    family.bits, vectors = hex(bits), vectors | bits
  end
  return kernels, vectors
end

---Selects the kernels that a model gets from the wanted ones.
---@param model table
---@param options table { kernels: string[]?, processors: string[]?, no_scanner: boolean? }: no_scanner leaves re2c out, so that the program
---  re2c does not run
---@return table selection
---  scalar    names
---  families  of vector kernels { name, template, condition, since, kernels, always (one cannot be left out), xcr0, widest, bits }
---  vectors   the kernels of these families
---  names     all, in the order of the emitted list
---  kernels   all, as { name, bit, needed, mask }, see bits_of; vector_bits: the bits of the vector kernels, in C
---  missing   { {name, reason, defect} } the wanted ones that are not made; defect: the generator's own check refuses them
function M.of(model, options)
  local missing <const>, vectors <const> = {}, {}
  local named <const> = options.kernels
  local scalar = scalar_of(model, named, options.processors ~= nil, options.no_scanner, missing)
  scalar = options.processors and without_spare(scalar, named) or scalar
  local families <const> = families_of(model, scalar, options, missing)
  local names <const> = { table.unpack(scalar) }
  for _, family in ipairs(families) do
    for _, one in ipairs(family.kernels) do
      vectors[#vectors + 1] = one
      names[#names + 1] = one.name
    end
  end
  local kernels <const>, vector_bits <const> = bits_of(scalar, families)
  return {
    scalar = scalar, families = families, vectors = vectors, names = names, missing = missing,
    kernels = kernels, vector_bits = hex(vector_bits),
  }
end

---The lists of kernels that can be compiled: one for each family, with a preprocessor test; and a last one, without a test, for all other
---targets. The first list whose test is true applies.
function M.kernel_lists(U, scalar, families)
  local found <const> = {}
  for _, family in ipairs(families) do
    local names <const>, guarded <const> = { table.unpack(scalar) }, {}
    for _, isa in ipairs(family.kernels) do
      local list <const> = isa.guarded and guarded or names
      list[#list + 1] = isa.name
    end
    found[#found + 1] = {
      test = ("defined(%s_%s)"):format(U, family.name),
      names = table.concat(names, ", ") .. (#guarded > 0 and "; and, unless left out, " .. table.concat(guarded, ", ") or ""),
    }
  end
  found[#found + 1] = { names = table.concat(scalar, ", ") }
  return found
end

return M
