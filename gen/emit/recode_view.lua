-- SPDX-License-Identifier: 0BSD
-- recode_view: decides how a kernel checks and copies characters that both encodings of a conversion write with the same bytes.
--
-- In:  a job (for a conversion, `same` of between_views.lua), a kernel's row, its facts and words. Out: values for copy_vectors.c and
--      recode_vectors.c:
--
--        recode        false if vectors do not convert; otherwise absent, so that templates see the job's `recode` (between.lua)
--        can_copy      whether the kernel copies while it checks
--        noted         whether the copy must note bytes that the target writes differently
--        errors_alike  C of the errors of windows without bytes from F0 on, if it is shorter and the kernel needs it; otherwise false
--
-- The idea: a copy ends at a flag, which is an error or a filter bit. For MUTF-8 to UTF-8, plans by nibbles have a filter bit for C0 80 and
-- one for surrogates, so the copy needs no other test. UTF-8 to MUTF-8 has no flag for 00 or F0: a copy notes the least and greatest byte.

local companions_ = require "gen.kernel.companions"
local utf16 = require "gen.language.utf16"
local utf8_ = require "gen.language.utf8"
local window_check = require "gen.plan.window_check"

local M = {}

---The lead bytes of U+0000 in two bytes, and of surrogates in three.
local ZERO_LEAD <const>, SURROGATE_LEAD <const> = utf8_.LEADS[2], utf8_.LEADS[3] | utf16.HIGH.lo >> 12

---The second byte of a code point in three bytes.
local function second_of(code_point)
  return utf8_.TRAIL | code_point >> 6 & utf8_.PAYLOAD
end

---The C of the errors of the windows at `at` if no byte is F0 or above: the demands of such bytes are left out. nil if such bytes demand
---nothing, if demands compare flipped bytes, or if anything other than demands and rules of pairs sets errors or flags.
local function errors_alike(facts, v, w)
  local plan <const>, arguments, dropped = facts.plan, {}, false
  if facts.flags ~= "errors" or plan.forbidden or facts.deep.reach > 0 or #facts.watches > 0 or plan.flipped ~= 0 then
    return nil
  end
  for n = 0, facts.positions - 1 do
    arguments[n + 1] = ("%sclassify_%d(%s(at%s))"):format(v, n, w.load, n > 0 and " - " .. n or "")
  end
  for _, demand in ipairs(plan.demands) do
    if demand.from >= utf8_.LEADS[4] then
      arguments[demand.distance + 1], dropped = w.splat .. "(0)", true
    end
  end
  return dropped and ("%scombine(%s)"):format(v, table.concat(arguments, ", ")) or nil
end

---@param job table
---@param row table the kernel's
---@param facts table of the kernel
---@param w table the recorder of its words
---@return table values
function M.values(job, row, facts, w)
  local recode <const>, two <const> = job.recode, facts.plan.two_byte
  if not recode then
    return { recode = false, noted = false, errors_alike = false }
  end
  local function shown(prev, lo, hi)
    local all = not recode.splits
    for this = lo, hi do
      all = all and window_check.filters(facts.plan, prev, this)
    end
    return all
  end
  local zero_shown <const> = shown(ZERO_LEAD, utf8_.TRAIL, utf8_.TRAIL) and not (two and two.lead <= ZERO_LEAD)
  local pairs_noted <const> = recode.splits or not recode.pairs
  return {
    noted = recode.splits or recode.wide or recode.zero and not zero_shown,
    can_copy = companions_.copies(job.model) and (pairs_noted or shown(SURROGATE_LEAD, second_of(utf16.HIGH.lo), second_of(utf16.LOW.hi))),
    errors_alike = recode.splits and recode.pairs and not row.classes and errors_alike(facts, job.p .. row.name .. "_", w) or false,
  }
end

return M
