-- SPDX-License-Identifier: 0BSD
-- count_views: the views (the names that templates may use) for functions that count or find characters, or check rows.
--
-- In:  a job (views.lua). Out: for each template, under its file's name, a function from the job to its view.

local api = require "gen.kernel.api"
local companions = require "gen.kernel.companions"
local comparisons = require "gen.emit.comparisons"
local layout = require "gen.common.layout"
local lists = require "gen.common.lists"
local measures = require "gen.language.measures"
local bytes_ = require "gen.common.bytes"
local splits = require "gen.language.splits"
local states = require "gen.emit.states"

local M = {}

local hex <const> = layout.hex

---The quantities of a tally that not all encodings have: wide, beyond, low.
local function tallied(job)
  local by_bytes <const> = job.by_bytes
  return { wide = by_bytes.wide or false, beyond = by_bytes.beyond or false, low = by_bytes.low or false }
end

M["scalar/tally.c"] = function(job)
  local by_bytes <const> = job.by_bytes
  return lists.update(tallied(job), {
    terms = function(place) return measures.terms(by_bytes, place) end,
    sums = function(before, after)
      return lists.joined(measures.terms(by_bytes, ""), ", ", function(one) return before .. one.name .. after end)
    end,
    skips_ascii = measures.skips_ascii(by_bytes),
    adds = lists.any(measures.terms(by_bytes, ""), function(one) return one.code ~= "0" end),
  })
end

M["api/measure.h"] = function(job)
  local all_units = true
  for _, row in ipairs(measures.units(job.model)) do
    all_units = all_units and row.units ~= 0
  end
  return { all_units = all_units, pair_note = job.model.spec.pair and "; a pair is one character" or "" }
end

M["api/measure.c"] = function(job)
  local view <const> = job.by_bytes and tallied(job) or {}
  view.by_bytes = job.by_bytes ~= nil
  view.counts_ascii = measures.counts_ascii(job.model)
  return view
end

M["api/count.c"] = function(job)
  return { by_bytes = job.by_bytes ~= nil, low = job.by_bytes and job.by_bytes.low or false }
end

M["api/seek.c"] = function(job)
  local view <const> = M["api/count.c"](job)
  view.longest, view.boundary = #job.model.analysis.counts, states.of(job).boundary
  view.tail = job.by_bytes and measures.tail_code(job.by_bytes, "bytes[at]")
  return view
end

M["api/rows.c"] = function(job)
  local found <const> = splits.of(job.model)
  local function test(name)
    return found and #found[name] > 0 and comparisons.set(found[name], "byte") or false
  end
  local inside <const>, unsure <const> = test "inside", test "unsure"
  return {
    together = found ~= nil, inside = inside, unsure = unsure, tested = inside or unsure,
    -- If no byte continues a character, all characters have one byte, and their number needs no tally.
    tallied = (inside or unsure) and api.has(job.parts, "measure") and companions.named(job.companions, "tally") ~= nil,
  }
end

M["shared/walk.c"] = function(job)
  local rows, longest = {}, 0
  for i, row in ipairs(measures.refused(job.model) and {} or measures.units(job.model)) do
    local function bounds(side)
      return layout.list(row.bytes, 1, #row.bytes, function(range) return hex(range[side]) end)
    end
    longest = math.max(longest, #row.bytes)
    local code <const> = ("{ %d, %d, { %s }, { %s } }"):format(#row.bytes, row.units, bounds "lo", bounds "hi")
    rows[i] = { code = code, text = bytes_.text(row.bytes) }
  end
  return { rows = rows, longest = longest, boundary = states.of(job).boundary }
end

return M
