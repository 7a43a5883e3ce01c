-- SPDX-License-Identifier: 0BSD
-- two_byte: texts of characters of one byte and two, which a vector can check by two comparisons.
--
-- In:  a plan by nibbles, continuation bytes. Out: two_byte = { lead, limit, trail, gap, refused, plain, text } or nil: where there are
--      no bytes but those up to `trail` and from `lead` up to `limit`, without those `refused` below 80, which the test `plain` tells
--      (passthrough.among), a check comes down to whether lead bytes stand before continuation bytes and before nothing else.
--      UTF-8: trail BF, lead C2, limit E0, gap 2: C0 and C1.
--
-- Bytes in the `gap` are no part of such texts, nor are lead bytes that not every continuation byte can follow: the least lead is sought
-- from which on that is so. That the tables say the same is tried for all pairs of such bytes, and the deep rules must not apply.

local automata = require "gen.automaton"
local byte_tests = require "gen.byte_tests"
local passthrough = require "gen.passthrough"
local rows = require "gen.rows"
local window_check = require "gen.window_check"

local M = {}

local SIGN_BIT <const> = byte_tests.SIGN_BIT

---The last continuation byte; they follow the bytes without the sign bit, without a gap.
---@return integer? trail nil if they do not
local function last_continuation(continuations)
  local trail = SIGN_BIT - 1
  while continuations[trail + 1] do
    trail = trail + 1
  end
  for byte in next, continuations do
    if byte < SIGN_BIT or byte > trail then
      return nil
    end
  end
  return trail
end

---@param two_byte table { lead, limit, trail, refused }
local function is_inside(two_byte, byte)
  return byte <= two_byte.trail and not two_byte.refused[byte] or two_byte.lead <= byte and byte < two_byte.limit
end

---Whether atoms hold for some such bytes in a row of which each lead byte, and nothing else, stands before a continuation byte.
---@param atoms table the newest byte's first
local function can_hold(atoms, two_byte, continuations)
  local after_lead, after_other = true, true
  for i = #atoms, 1, -1 do
    local leads, others = false, false
    for byte = 0, 255 do
      local follows <const> = continuations[byte] and after_lead or not continuations[byte] and after_other
      if follows and is_inside(two_byte, byte) and byte_tests.holds(atoms[i], byte) then
        leads, others = leads or byte >= two_byte.lead, others or byte < two_byte.lead
      end
    end
    after_lead, after_other = leads, others
  end
  return after_lead or after_other
end

---Whether tables refuse just those pairs of such bytes in which not a lead byte stands before a continuation byte, and nothing else.
local function tables_agree(plan, two_byte, continuations)
  -- By entry and by what the byte is: bytes that are alike in both are one.
  local before <const>, behind <const> = {}, {}
  for byte = 0, 255 do
    if is_inside(two_byte, byte) then
      local prev <const>, this <const> = window_check.entries(plan, byte)
      before[prev << 1 | (byte >= two_byte.lead and 1 or 0)], behind[this << 1 | (continuations[byte] and 1 or 0)] = true, true
    end
  end
  for b1 in next, before do
    for b2 in next, behind do
      if (b1 >> 1 & b2 >> 1 ~= 0) ~= (b1 & 1 ~= b2 & 1) then
        return false
      end
    end
  end
  return true
end

---Whether some deep rule may apply that no bit of the tables watches for.
local function rules_apply(plan, two_byte, continuations)
  local lists <const> = plan.pairing and { plan.pairing.high, plan.pairing.low } or {}
  table.move(plan.deep, 1, #plan.deep, #lists + 1, lists)
  for _, atoms in ipairs(lists) do
    if not atoms.gates and can_hold(atoms, two_byte, continuations) then
      return true
    end
  end
  return false
end

---@param plan table
---@param continuations table set of bytes
---@return table? two_byte, nil if there are no such texts, or if deep rules apply to them
function M.find(plan, continuations)
  local trail <const> = last_continuation(continuations)
  local limit <const> = plan.flipped == 0 and plan.demands[1] and plan.demands[1].from or 0
  local refused <const> = plan.passthrough.refused
  local plain <const> = passthrough.among(refused, limit)
  for lead = plain and trail and trail + 1 or limit, limit - 1 do
    local two_byte <const> = { lead = lead, limit = limit, trail = trail, gap = lead - trail - 1, refused = refused, plain = plain }
    if tables_agree(plan, two_byte, continuations) and not rules_apply(plan, two_byte, continuations) then
      two_byte.text = rows.ranges_text(automata.ranges(function(byte) return is_inside(two_byte, byte) end))
      return two_byte
    end
  end
end

return M
