-- SPDX-License-Identifier: 0BSD
-- certificate: writes NAME.json, the generator's claims about an encoding, for an independent checker.
--
-- In:  a job (views.lua), and its pair, NAME.h and NAME.c (or a single header). Out: the text of NAME.json. It has prefix, title, source,
--      kernels, and hashes of the spec and of the pair's bodies, as in the banners. It has the language: rows, automaton, number of
--      characters of each length, and the contexts in which no text ends. `start` is the context in which a text begins, if a rule applies
--      there. It also has the window (if the language has a window and pads), and the bits that matter in tables of nibbles or classes.
--      Unless the tables are of a set of single bytes, the text has the tables' rules and, for nibbles, the cover. `apart` lists pairs of
--      bytes: no product can contain two of them.
--
--      "cover": {"apart": ["02 80", ...], "products": [{"prev_high": "0-7", "prev_low": "*", "this_high": "8-B"}, ...]}
--
-- The idea: a claim can be checked without knowing how it was derived. verify/certificate.py reads only the pair and NAME.json: it builds
-- the automaton of the rows, evaluates the windows of the emitted C, and counts the characters.

local lists = require "gen.common.lists"
local automata = require "gen.language.automaton"
local classes = require "gen.plan.classes"
local json = require "gen.common.json"
local nibble = require "gen.plan.nibble"
local bytes_ = require "gen.common.bytes"

local M = {}

local DEAD <const> = automata.DEAD
local LINE <const> = 16

---The rows. If `never` rules make several contexts or apply at the start, a row has the context after it and the contexts that forbid it.
local function rows_of(model)
  local list <const> = {}
  for i, row in ipairs(model.rows) do
    local barred <const> = lists.keys(row.barred)
    local bytes <const> = bytes_.text(row.bytes)
    list[i] = (model.contexts > 1 or model.starts) and { barred = barred, bytes = bytes, to = row.to } or bytes
  end
  return list
end

---The transitions of each state except the dead one, by name; the accepting states; and the start state, if a rule changes it.
local function automaton_of(model)
  local automaton <const> = model.whole
  local accepts <const>, states <const> = {}, {}
  for state = 1, automaton.count do
    local steps <const> = lists.map(automaton.edges[state], function(edge)
      return bytes_.text { edge } .. " " .. automaton.names[edge.to]
    end)
    accepts[#accepts + 1] = automaton.accepts[state] and automaton.names[state] or nil
    states[automaton.names[state]] = state ~= DEAD and table.concat(steps, ", ") or nil
  end
  return { accepts = accepts, start = model.starts and automaton.names[automaton.origin] or nil, states = states }
end

---Masks in hexadecimal, sixteen on a line.
---@param masks table {[0] = byte, ...}
local function masks_of(masks)
  local lines <const> = {}
  for first = 0, #masks, LINE do
    lines[#lines + 1] = bytes_.hex(table.move(masks, first, first + LINE - 1, 1, {}))
  end
  return lines
end

---@param sensitivity table name of a table -> {[0] = mask, ...}
local function care_of(sensitivity)
  local care <const> = {}
  for name, masks in next, sensitivity do
    care[name] = masks_of(masks)
  end
  return care
end

---A product in JSON: for each table, by name, the set of nibbles.
local function product_of(product)
  local named <const> = {}
  for axis, name in ipairs(nibble.names { this_low = product[4] }) do
    named[name] = nibble.text(product[axis])
  end
  return named
end

local function nibbles_of(plan)
  if plan.set then
    return { care = care_of(plan.sensitivity) }
  end
  local rules <const>, products <const>, apart <const> = {}, {}, {}
  for i, bit in ipairs(plan.bits) do
    rules[i] = product_of(bit.product)
    rules[i].bit, rules[i].name = ("%02X"):format(bit.mask), bit.name
  end
  for i, product in ipairs(plan.cover.products) do
    products[i] = product_of(product)
  end
  for i, pair in ipairs(plan.cover.certificate) do
    apart[i] = bytes_.hex(pair)
  end
  return { care = care_of(plan.sensitivity), cover = { apart = apart, products = products }, rules = rules }
end

local function classes_of(plan)
  if plan.set then
    return { care = care_of(plan.sensitivity) }
  end
  local rules <const> = lists.map(plan.bits, function(bit)
    return { bit = ("%02X"):format(bit.mask), name = bit.name, prev = classes.text_of(bit.prev), this = classes.text_of(bit.this) }
  end)
  return { care = care_of(plan.sensitivity), rules = rules }
end

---@param job table see views.job
---@param pair table[] the files to compile: { name, hash (of the body) }
---@return string text
function M.text(job, pair)
  local model <const>, kinds <const>, hashes <const>, kernels <const> = job.model, {}, {}, { table.unpack(job.scalar) }
  for _, file in ipairs(pair) do
    hashes[file.name] = file.hash
  end
  for _, row in ipairs(job.vectors) do
    kinds[row.plan] = true
    kernels[#kernels + 1] = row.name
  end
  local spec <const>, analysis <const> = model.spec, model.analysis
  return json.laid_out {
    prefix = job.options.prefix, title = spec.title, source = spec.source, spec = spec.hash, bodies = hashes, kernels = kernels,
    rows = rows_of(model), ends = lists.keys(model.ends), start = model.starts and model.origin or nil,
    automaton = automaton_of(model), characters = analysis.counts,
    -- With `leaves_end`, windows ignore the rules at the end of a text; the automaton checks these.
    window = analysis.window and analysis.pads
      and { bytes = analysis.window, pad = bytes_.hex(analysis.pads), leaves_end = model.leaves_end or nil } or nil,
    nibbles = kinds.nibbles and nibbles_of(model.plan), classes = kinds.classes and classes_of(model.plan.classes),
  } .. "\n"
end

return M
