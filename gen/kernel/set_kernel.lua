-- SPDX-License-Identifier: 0BSD
-- set_kernel: builds the check of a language of single bytes (byte_set.lua), as a program.
--
-- In:  a plan. Out: the functions (program.lua), and facts for templates and verify/.
--
-- A lane checks one byte. `forbidden` is nonzero in the lanes whose byte is outside of the set; in kernels by classes, only bit 80 counts.

local byte_set = require "gen.plan.byte_set"
local nibble_kernel = require "gen.kernel.nibble_kernel"
local program = require "gen.kernel.program"
local bytes_ = require "gen.common.bytes"

local M = {}

local w <const> = program.call
local hex <const>, result <const> = program.hex, program.result
local SIGN_BIT <const> = bytes_.SIGN_BIT

---The number of vectors of a block. With blocks of this size, the block's test and the loop add little to the cost of each vector.
local BLOCK_VECTORS <const> = 8

---The body of the function `forbidden`.
local function outside(plan)
  local above <const> = plan.forbidden.above
  if plan.chain and above then
    local entry <const> = w.lookup(program.table "forbidden_class", "b")
    return { result(above == "none" and w["or"](entry, "b") or w.without(entry, "b")) }
  elseif above then
    local high <const> = w.lookup(program.table "forbidden_high", w.high_nibbles "b")
    local low <const> = w.lookup_ascii(program.table "forbidden_low", "b")
    return { result(above == "none" and w.without(high, low) or w["and"](high, low)) }
  elseif plan.chain then
    return { program.let("vec", "entry", w.lookup(program.table "forbidden_class", "b")),
      result(w["or"](w.without("entry", "b"), w["and"](w.add("entry", "entry"), "b"))) }
  end
  local found <const> = nibble_kernel.looked_up("forbidden_high", "forbidden_low")
  if not plan.forbidden.high_2 then
    return { result(found) }
  end
  local more <const> = nibble_kernel.looked_up("forbidden_high_2", "forbidden_low_2")
  return { program.let("vec", "found", found), program.let("vec", "more", more), result(w["or"]("found", "more")) }
end

---How to test a block by folds: the words that fold vectors, and the test of the folded vectors, in the form of kernel.lua's ascii_test.
---@param folds table see byte_set.lua
function M.folded(folds)
  local list <const> = {}
  for i, fold in ipairs(folds) do
    list[i] = {
      word = fold.word, of = function(vector) return fold.op and w[fold.op](vector, w.splat(hex(fold.value))) or vector end,
      meaning = ("A block folded into one vector. If all bytes b of a lane are in the set, %s."):format(byte_set.fold_text(fold)),
    }
  end
  return { folds = list, is_ascii = function(...)
    local wrong
    for i, vector in ipairs { ... } do
      local fold <const> = folds[i]
      -- cmpgt compares signed bytes, so unsigned bytes are compared with their sign bits inverted.
      local flipped <const> = SIGN_BIT ~ fold.signed
      local value <const> = flipped ~= 0 and w.xor(vector, w.splat(hex(flipped))) or vector
      local bound <const> = w.splat(hex(fold.bound ~ flipped))
      local one <const> = fold.greatest and w.cmpgt(value, bound) or w.cmpgt(bound, value)
      wrong = wrong and w.either(wrong, one) or one
    end
    return program.negated(w.any_high_bit(w.marked(wrong)))
  end }
end

---@param plan table
---@return table sections { check, two_byte } lists of functions
---@return table facts
function M.make(plan)
  local none <const>, names <const> = { reach = 0, looked = {} }, { "forbidden_class" }
  for _, name in ipairs(plan.chain and {} or { "high", "low", "high_2", "low_2" }) do
    names[#names + 1] = "forbidden_" .. name
  end
  return {
    check = {
      {
        name = "forbidden", result = "vec", parameters = { "vec b" }, body = outside(plan),
        meaning = plan.chain and "Sets the high bit in the lanes whose byte is outside of the set."
          or "A lane is nonzero if its byte is outside of the set.",
      },
      {
        name = "any_outside", result = "bool", parameters = { "vec found" },
        body = { result(plan.chain and w.any_high_bit "found" or w.any "found") },
      },
      {
        name = "errors", result = "vec", parameters = { "address at" }, body = { result(w.forbidden(w.load(program.at()))) },
        meaning = "The errors of the bytes at `at`.",
      },
    },
    two_byte = {},
  }, {
    plan = plan, set = true, deep = none, filtered = none, asked = none, gates = {}, watches = {}, moved = false, broken = false,
    by_pairs = false, values = {}, values_name = "deep_values", asks = {}, flags = "errors", silent = plan.chain and SIGN_BIT - 1 or 0,
    positions = 0, tables = names, thresholds = {}, block_vectors = BLOCK_VECTORS,
  }
end

return M
