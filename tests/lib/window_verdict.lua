-- SPDX-License-Identifier: 0BSD
-- window_verdict: applies a plan's tables and rules to the windows of a text, as vector kernels do, but one lane after the other.
--
-- In:  a plan (gen/plan/), the analysis (gen/language/), a text as a list of bytes. Out: "wrong" if a window is an error, "look" if the
--      automaton must check the text, else "right".
--
-- `text` has pads before and after the bytes. `at` is the place of a lane in `text`.

local byte_tests <const> = require "gen.plan.byte_tests"
local classes <const> = require "gen.plan.classes"
local look <const> = require "gen.plan.look"
local window_check <const> = require "gen.plan.window_check"

---The bits that the lookups in a plan's tables give for the byte at a place and the previous byte.
---@param compared integer the bits that are compared: the result has such a bit if exactly one of the two bytes has it
local function pair_at(plan, compared, text, at)
  local b0 <const>, b1 <const> = text[at], text[at - 1] or text.pad
  if plan.chain then
    local c0 <const> = plan.tables.this_class[classes.index(b0, plan.refused_nul)]
    local c1 <const> = plan.tables.prev_class[classes.index(b1, plan.refused_nul)]
    return c0 & c1 & ~compared | (c0 ~ c1) & compared
  end
  local low <const> = plan.tables.this_low and plan.tables.this_low[b0 & 15] or 255
  return plan.tables.prev_high[b1 >> 4] & plan.tables.prev_low[b1 & 15] & plan.tables.this_high[b0 >> 4] & low
end

---Whether a rule on several bytes finds its sequence: the pair of bytes at the distance of each gate has a bit of the gate's mask, and all
---atoms (tests of one byte) hold. Atom i tests the byte i - 1 places before `at`.
local function all_hold(plan, compared, text, at, atoms)
  for _, gate in ipairs(atoms.gates or {}) do
    if at - gate.distance < 2 or pair_at(plan, compared, text, at - gate.distance) & gate.mask == 0 then
      return false
    end
  end
  for i, atom in ipairs(atoms) do
    if at - i + 1 >= 1 and not byte_tests.holds(atom, text[at - i + 1]) or at - i + 1 < 1 then
      return false
    end
  end
  return true
end

---Whether a lane is an error.
---@param reported integer bits that are not errors by themselves
local function is_wrong(plan, compared, reported, text, at)
  local errors, demanded = pair_at(plan, compared, text, at), 0
  for n = 1, plan.chain or 0 do
    demanded = demanded ~ (pair_at(plan, compared, text, at - 2 * n) or 0) << n
  end
  for _, demand in ipairs(plan.demands) do
    if text[at - demand.distance] ~ plan.flipped >= demand.from then
      demanded = plan.bit
    end
  end
  errors = (errors ~ demanded) & ~(plan.filter | reported) & 255
  if window_check.is_forbidden(plan, text[at]) then
    errors = 1
  end
  for _, atoms in ipairs(plan.deep) do
    errors = all_hold(plan, compared, text, at, atoms) and 1 or errors
  end
  local match <const> = plan.pairing
  if match and all_hold(plan, compared, text, at, match.high) ~= all_hold(plan, compared, text, at, match.low) then
    errors = 1
  end
  return errors ~= 0
end

---@return "wrong"|"look"|"right"
return function(plan, analysis, bytes)
  local pads <const>, k <const> = analysis.pads, analysis.window
  local text <const> = { pad = pads[#pads] }
  for i = 1, k do
    text[k + 1 - i], text[k + #bytes + i] = pads[#pads - (i - 1) % #pads], pads[(i - 1) % #pads + 1]
  end
  table.move(bytes, 1, #bytes, k + 1, text)
  local compared <const>, reported <const> = window_check.chained_bits(plan)
  local looked = false
  for at = k + 1, #text do
    if is_wrong(plan, compared, reported, text, at) then
      return "wrong"
    end
    local bits = plan.look and -1 or 0
    for distance = 0, 2 do
      bits = plan.look and bits & look.entries(plan.look, text[at - distance])[distance] or bits
    end
    looked = looked or bits ~= 0
  end
  return looked and "look" or "right"
end
