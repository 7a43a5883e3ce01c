-- SPDX-License-Identifier: 0BSD
-- random_sets: draws sets of code points for the rules of a spec, as a user would write them.
--
-- In:  dice (random_specs.lua), the code points that a rule may name.
-- Out: a set { ranges, names (of Unicode's sets), holes }, its code points, and its text in a spec:
--      text { ranges = { { lo = 0, hi = 31 } }, names = { "Zs" }, holes = {} } is '{ "U+0000..U+001F", unicode "Zs" }'.

local judge <const> = require "tests.lib.judge"
local ucd <const> = require "tests.lib.ucd"

local M = {}

---@return string range in the notation of a spec
function M.range_text(range)
  return range.lo == range.hi and ('"U+%04X"'):format(range.lo) or ('"U+%04X..U+%04X"'):format(range.lo, range.hi)
end

---A part of a range: one code point, a block aligned to a power of two, or any subrange.
function M.part_of(roll, range)
  local size <const> = range.hi - range.lo + 1
  local lo = range.lo + roll(size) - 1
  local kind <const> = roll(4)
  if kind == 1 then
    return { lo = lo, hi = lo }
  elseif kind == 2 then
    local hi = range.lo + roll(size) - 1
    return { lo = math.min(lo, hi), hi = math.max(lo, hi) }
  end
  local block <const> = 1 << roll(12)
  lo = math.max(lo // block * block, range.lo)
  return { lo = lo, hi = math.min(lo // block * block + block - 1, range.hi) }
end

---Unicode's sets to draw from: small ones, and some that make hundreds of states.
local SMALL <const> = { "Cc", "Cs", "Zs", "Zl", "Zp", "Bidi_Control", "Join_Control", "White_Space", "Pattern_White_Space",
  "Noncharacter_Code_Point", "Variation_Selector", "Regional_Indicator", "Deprecated", "Co", "Me", "Pc", "Quotation_Mark", "Line_Separator",
  "Script=Thai", "scx=Thaa", "ccc=9", "Canonical_Combining_Class=1..8", "Emoji_Modifier" }
M.LARGE = { "Cn", "Cf", "Default_Ignorable_Code_Point", "L", "Lu", "Nd", "XID_Start", "XID_Continue", "Alphabetic", "P", "M",
  "Uppercase_Letter", "Emoji", "sc=Grek", "Script_Extensions=Latin", "NFC_Quick_Check=No", "NFKC_QC=M", "ID_Start" }

---A random code point of a set.
function M.point_of(roll, set)
  local range <const> = set[roll(#set)]
  return range.lo + roll(range.hi - range.lo + 1) - 1
end

---A set without code points, to be filled.
function M.empty()
  return { ranges = {}, names = {}, holes = {} }
end

---The code points of a set.
function M.points(set)
  local given = {}
  for _, name in ipairs(set.names) do
    given = judge.union(given, ucd.ranges(name))
  end
  return judge.without(judge.union(set.ranges, given), set.holes)
end

---ASCII characters that have a meaning in formats and shells.
local SPECIAL <const> = { 0x00, 0x09, 0x0A, 0x0D, 0x20, 0x22, 0x24, 0x26, 0x27, 0x2A, 0x2C, 0x2F, 0x3A, 0x3B, 0x3C, 0x3E,
  0x3F, 0x5C, 0x60, 0x7C, 0x7F }

---At most `most` single ASCII characters of a set. Half of the draws are from SPECIAL; draws outside of the set are dropped.
function M.singles(roll, free, most)
  local out <const> = {}
  local ascii <const> = judge.both(free, { { lo = 0, hi = 0x7F } })
  for _ = 1, #ascii > 0 and roll(most) or 0 do
    local point <const> = roll(2) == 1 and SPECIAL[roll(#SPECIAL)] or M.point_of(roll, ascii)
    out[#out + 1] = judge.meets(free, point, point) and { lo = point, hi = point } or nil
  end
  return judge.union(out)
end

---Draws a set for a rule. Its ranges contain only code points that are free for the rule; Unicode's sets may contain others.
---@param large boolean whether Unicode's sets that make many states are drawn, too
function M.draw(roll, free, large)
  local set, kind = M.empty(), roll(20)
  if kind <= 6 then
    set.ranges = M.singles(roll, free, kind <= 3 and 20 or 4)
  elseif kind <= 8 then
    -- A range, such as the controls, in addition to single characters.
    local lo <const> = ({ 0, 1, 0x30, 0x41, 0x70, roll(0x60) })[roll(6)]
    local range <const> = { lo = lo, hi = math.min(lo + ({ 9, 0x1F, roll(0x30) })[roll(3)], 0x7F) }
    set.ranges = judge.both(judge.union({ range }, M.singles(roll, free, 6)), free)
  elseif kind <= 10 then
    for i = 1, roll(2) do
      set.names[i] = large and roll(3) == 1 and M.LARGE[roll(#M.LARGE)] or SMALL[roll(#SMALL)]
    end
    if set.names[1] == set.names[2] then
      set.names[2] = nil
    end
    if roll(2) == 1 then
      set.ranges = M.singles(roll, free, 4)
    end
  elseif #free > 0 then
    for i = 1, kind <= 14 and 1 or roll(5) do
      set.ranges[i] = M.part_of(roll, free[roll(#free)])
    end
    set.ranges = judge.union(set.ranges)
  end
  if #set.ranges > 1 and roll(6) == 1 then
    local hole <const> = M.part_of(roll, set.ranges[roll(#set.ranges)])
    set.holes = { hole }
  end
  return set
end

---@param edge string? "start" or "end", to be added to the set
function M.text(set, edge)
  local words = {}
  for i, range in ipairs(set.ranges) do
    words[i] = M.range_text(range)
  end
  for _, name in ipairs(set.names) do
    words[#words + 1] = ('unicode "%s"'):format(name)
  end
  words[#words + 1] = edge and ('"%s"'):format(edge) or nil
  local holes = {}
  for i, range in ipairs(set.holes) do
    holes[i] = M.range_text(range)
  end
  if #holes > 0 then
    words[#words + 1] = "except = " .. (#holes == 1 and holes[1] or "{ " .. table.concat(holes, ", ") .. " }")
  end
  return #words == 1 and #set.names == 0 and words[1] or "{ " .. table.concat(words, ", ") .. " }"
end

return M
