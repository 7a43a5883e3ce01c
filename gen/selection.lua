-- SPDX-License-Identifier: 0BSD
-- selection: which kernels a model gets, and why it gets no others.
--
-- In:  the model that main.compile gives, and options. Out of `kernels_of`: scalar kernels, families of vector kernels, and those
--      that are missing, each with its reason. UTF-8: dfa, shift, re2c, swar; sse, avx2, avx512; neon.

local grammar = require "gen.grammar"
local windows = require "gen.windows"

local M = {}

local SIGN_BIT <const> = windows.SIGN_BIT

M.SCALAR_KERNELS = { "dfa", "shift", "re2c", "swar" }

---The instruction sets with vectors: data that the templates iterate. An ISA's words are in templates/isa_NAME.c. Narrow before wide:
---a text too short for a vector goes to the ISA before it. `xcr0` says that the operating system must save more registers for it.
---`part` says that it can load fewer bytes than a vector has, `classes` that it looks up classes instead of nibbles (classes.lua),
---`optional` that a macro leaves it out, `units` how many vectors its plain bytes are skipped by, `prefetch` that asking memory for what
---comes later was found to pay.
---`costs` are the instructions of a word where it is not one, see price.lua; `bytes` how long a vector is.
---`most` is how many operations a vector may cost where this scalar kernel would run instead, measured by `make bench-cost` (gcc 12 and
---clang 14, a Zen 5 core, the slower of the two): beside `shift` up to where both are equally fast, 0.5 cycles a byte; beside `dfa`,
---which takes 2.3 behind swar, as long as the vectors are twice as fast. Long loops need that margin: 204 operations of sse, which mostly
---take 2.0 cycles a byte, took 7.0 where another option of the compiler had moved them in memory. neon was not measured: as sse.
M.FAMILIES = {
  {
    name = "X86", template = "family_x86.c", condition = "(defined(__x86_64__) || defined(_M_X64))",
    kernels = {
      {
        name = "sse", prefetch = true, part = true, units = 4, costs = { high_nibbles = 2 }, bytes = 16, most = { shift = 56, dfa = 136 },
      },
      {
        name = "avx2", prefetch = true, xcr0 = true, units = 2, costs = { high_nibbles = 2 }, bytes = 32, most = { shift = 80, dfa = 200 },
      },
      {
        name = "avx512", prefetch = true, part = true, xcr0 = true, classes = true, optional = true, units = 2,
        costs = { up_after_2 = 2, both = 0, ternary = true }, bytes = 64, most = { shift = 32, dfa = 48 },
      },
    },
  },
  {
    name = "ARM", template = "family_arm.c", condition = "((defined(__aarch64__) && !defined(__AARCH64EB__)) || defined(_M_ARM64))",
    kernels = { { name = "neon", part = true, units = 4, costs = {}, bytes = 16, most = { shift = 56, dfa = 136 } } },
  },
}

---All kernels that the generator knows, in the order of the emitted list.
function M.kernel_names()
  local names = { table.unpack(M.SCALAR_KERNELS) }
  for _, family in ipairs(M.FAMILIES) do
    for _, isa in ipairs(family.kernels) do
      names[#names + 1] = isa.name
    end
  end
  return names
end

function M.wanted(kernels, kernel)
  if not kernels then
    return true
  end
  for _, name in ipairs(kernels) do
    if name == kernel then
      return true
    end
  end
  return false
end

---The longest run of bytes without the sign bit that are whole characters: what a machine word can be tested for.
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

---Which kernels this model can have, of those wanted: scalar ones and families of vector ones.
---@param dear table? name -> the reason why a kernel that it could have is not worth it, see `files`
---@return table scalar names, table families, table missing { {name, reason} }
function M.kernels_of(model, options, dear)
  dear = dear or {}
  local scalar, families, missing = {}, {}, {}
  local reasons = {
    shift = model.no_shift,
    re2c = grammar.no_re2c(model),
    swar = ({ M.plain_range(model.analysis) })[2] < 0 and "no byte without the sign bit is always a whole character" or nil,
  }
  for _, name in ipairs(M.SCALAR_KERNELS) do
    if M.wanted(options.kernels, name) or name == "dfa" then
      if reasons[name] then
        missing[#missing + 1] = { name = name, reason = reasons[name] }
      else
        scalar[#scalar + 1] = name
      end
    end
  end
  local short = M.wanted(scalar, "shift") and "shift" or "dfa"
  for _, family in ipairs(M.FAMILIES) do
    local kept, narrower, xcr0 = {}, short, false
    for _, isa in ipairs(family.kernels) do
      if M.wanted(options.kernels, isa.name) then
        if model.plan and (model.plan.classes or not isa.classes) and not dear[isa.name] then
          kept[#kept + 1] = {
            name = isa.name, narrower = narrower, part = isa.part or false, classes = isa.classes or false,
            prefetch = isa.prefetch or false, optional = isa.optional or false, units = isa.units, costs = isa.costs,
            bytes = isa.bytes, most = isa.most[short],
          }
          narrower, xcr0 = isa.name, xcr0 or isa.xcr0
        else
          missing[#missing + 1] = { name = isa.name, reason = dear[isa.name] or model.no_plan or model.plan.no_classes }
        end
      end
    end
    if #kept > 0 then
      families[#families + 1] = {
        name = family.name, template = family.template, condition = family.condition, kernels = kept, xcr0 = xcr0 or false,
      }
    end
  end
  return scalar, families, missing
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
