-- SPDX-License-Identifier: 0BSD
-- shown_plan: the data of a plan for the page: window, cover, tables of nibbles and of classes with the meaning of their bits, rules on
-- more than two bytes, kernels and their costs.
--
-- In:  a model with its plan. Out: a table for json.lua.

local automata = require "gen.language.automaton"
local byte_tests = require "gen.plan.byte_tests"
local classes_ = require "gen.plan.classes"
local isas = require "gen.kernel.isas"
local kernel = require "gen.kernel.kernel"
local nibble = require "gen.plan.nibble"
local bytes_ = require "gen.common.bytes"
local selection = require "gen.kernel.selection"
local tour = require "gen.commands.pages"
local passthrough = require "gen.plan.passthrough"
local window_check = require "gen.plan.window_check"

local M = {}

local SIGN_BIT <const> = bytes_.SIGN_BIT

---Writes a list of bytes as ranges.
local function bytes_text(bytes)
  local set <const> = {}
  for _, byte in ipairs(bytes) do
    set[byte] = true
  end
  return classes_.text_of(set)
end

local function window_of(model)
  local analysis <const> = model.analysis
  if not analysis.window then
    local alike <const> = {}
    for i, bytes in ipairs(analysis.alike or {}) do
      alike[i] = #bytes > 0 and bytes_.hex(bytes) or "nothing"
    end
    return { alike = alike }
  end
  local facts <const> = tour.window(model)
  for i, one in ipairs(facts.ends) do
    facts.ends[i] = { back = one.back, leads = bytes_.ranges_text(one.leads) }
  end
  facts.size, facts.pad = analysis.window, analysis.pads and bytes_.hex(analysis.pads) or nil
  return facts
end

---Returns the rules on more than two bytes.
local function rules_of(plan)
  local rules <const> = {}
  for i, atoms in ipairs(plan.deep) do
    rules[i] = { fault = atoms.fault, example = atoms.example, tests = byte_tests.list_text(atoms) }
  end
  if plan.pairing then
    rules[#rules + 1] = {
      fault = "both halves of a pair, or neither",
      tests = ("%s with %s"):format(byte_tests.list_text(plan.pairing.high), byte_tests.list_text(plan.pairing.low)),
    }
  end
  return rules
end

---Returns the entries of a table with indices from 0, as a list.
local function entries_of(entries)
  return { entries[0], table.unpack(entries, 1) }
end

local function nibbles_of(plan)
  local cover <const> = plan.cover
  local shown <const> = {
    cover = {
      cells = cover.cells, candidates = cover.candidates, products = #cover.products, low_nibble = cover.products[1][4] ~= nil,
      certificate = {},
    },
    bits = {}, tables = {}, demands = plan.demands, rules = rules_of(plan), flipped = plan.flipped,
  }
  for i, pair in ipairs(cover.certificate) do
    shown.cover.certificate[i] = bytes_.hex(pair)
  end
  for i, bit in ipairs(plan.bits) do
    local prevs <const>, thises <const> = nibble.held(bit.product)
    shown.bits[i] = {
      mask = bit.mask, name = bit.name, prev = bytes_text(prevs), this = bytes_text(thises),
      kind = bit.mask == plan.bit and "rule" or plan.filter & bit.mask ~= 0 and "filter" or "fault",
    }
  end
  for i, axis in ipairs(nibble.names(plan.tables)) do
    shown.tables[i] = { name = axis, entries = entries_of(plan.tables[axis]), matter = entries_of(plan.sensitivity[axis]) }
  end
  if plan.forbidden then
    shown.forbidden = {
      bytes = bytes_.ranges_text(automata.ranges(function(b) return plan.forbidden.high[b >> 4] & plan.forbidden.low[b & 15] ~= 0 end)),
    }
  end
  shown.matter, shown.all = tour.count_bits(plan.sensitivity)
  return shown
end

---For a language whose characters are single bytes: the bytes outside of it, and the tables that find them.
local function set_of(plan)
  local shown <const> = { outside = bytes_.ranges_text(automata.ranges(function(byte) return not plan.set[byte] end)), tables = {} }
  for i, one in ipairs(passthrough.tables(plan)) do
    shown.tables[i] = { name = one.name, entries = entries_of(one.entries) }
  end
  shown.matter, shown.all = tour.count_bits(plan.sensitivity)
  return shown
end

local function classes_of(classes)
  local compared <const> = window_check.chained_bits(classes)
  local shown <const> = { bits = {}, tables = {}, rules = rules_of(classes) }
  for i, bit in ipairs(classes.bits) do
    shown.bits[i] = {
      mask = bit.mask, name = bit.name, prev = classes_.text_of(bit.prev), this = classes_.text_of(bit.this),
      kind = compared & bit.mask ~= 0 and "one" or classes.filter & bit.mask ~= 0 and "filter" or "both",
      later = compared & bit.mask ~= 0 and bit.mask ~= SIGN_BIT and 2 * (7 - math.tointeger(math.log(bit.mask, 2))) or nil,
    }
  end
  for i, name in ipairs { "prev_class", "this_class" } do
    shown.tables[i] = { name = name, entries = entries_of(classes.tables[name]) }
  end
  shown.matter, shown.all = tour.count_bits(classes.sensitivity)
  return shown
end

---@param model table
---@return table
function M.of(model)
  local plan <const> = model.plan
  local chosen <const> = selection.of(model, { no_scanner = true })
  local shown <const> = {
    window = window_of(model), no_plan = not plan and model.no_plan or nil, no_shift = model.no_shift,
    prices = kernel.costs(model, chosen.vectors), missing = chosen.missing, kernels = chosen.names,
    set = plan and plan.set and set_of(plan) or nil, nibbles = plan and plan.cover and nibbles_of(plan) or nil,
    classes = plan and plan.cover and plan.classes and classes_of(plan.classes) or nil,
    no_classes = plan and (plan.no_classes or plan.set and "one table of 128 entries shows which bytes are in the set") or nil,
  }
  for _, price in ipairs(shown.prices) do
    price.bytes = isas.row(price.name).bytes
  end
  return shown
end

return M
