-- SPDX-License-Identifier: 0BSD
-- nibble_lines: prints the tables of nibbles in C, with each entry as the names of its bits.
--
-- In:  the bits of a plan, and the prefix of macros. Out: lines for nibble_tables.c: the bits as enumerators, each with its nibbles; the
--      bits that all entries of a table have, if there are several; the entries, up to four equal ones on a line.
--
--     UTF8_RULE_SURROGATE = 0x10,                // E                D       A-B
--     ...
--     UTF8_RULE_TOO_SHORT | UTF8_RULE_OVERLONG_2,                                      // C

local lists = require "gen.common.lists"
local layout = require "gen.common.layout"
local nibble = require "gen.plan.nibble"

local M = {}

---The greatest number of equal entries on a line.
local MOST_EQUAL <const> = 4

---@param bits table[] of a plan, with names and masks
---@param U string
---@return string[] names of the enumerators, all different
local function names_of(bits, U)
  local names, count <const> = {}, {}
  for i, bit in ipairs(bits) do
    local name <const> = ("%s_RULE_%s"):format(U, bit.name:upper():gsub("%W+", "_"))
    count[name] = (count[name] or 0) + 1
    names[i] = count[name] > 1 and ("%s_%d"):format(name, count[name]) or name
  end
  return names
end

---Lines of code, each with a comment after it in one column. Code that is too wide is broken after a `|`. If a part is still too wide, the
---comments come before the code.
local function with_comments(codes, comments)
  local widest, margin, parts_of <const>, lines = 0, 0, {}, {}
  for _, comment in ipairs(comments) do
    widest = math.max(widest, #comment)
  end
  local most <const> = layout.WIDTH - #"  // " - widest
  for i, code in ipairs(codes) do
    local words <const> = {}
    for word in (code:sub(5) .. " | "):gmatch "(.-) | " do
      words[#words + 1] = word
    end
    parts_of[i] = #code <= most and { code } or layout.packed(words, most - 8, " | ")
    for k, part in ipairs(#code <= most and {} or parts_of[i]) do
      parts_of[i][k] = (k == 1 and "    " or "        ") .. part
    end
    for _, part in ipairs(parts_of[i]) do
      margin = math.max(margin, #part)
    end
  end
  for i, parts in ipairs(parts_of) do
    lines[#lines + 1] = margin > most and "    // " .. comments[i] or nil
    for k, part in ipairs(parts) do
      lines[#lines + 1] = (k < #parts or margin > most) and part or ("%s%s  // %s"):format(part, (" "):rep(margin - #part), comments[i])
    end
  end
  return lines
end

---@param bits table[]
---@param U string
---@return string[] lines of an enum
function M.bits(bits, U)
  local codes, comments <const> = {}, {}
  for i, name in ipairs(names_of(bits, U)) do
    local product <const> = bits[i].product
    codes[i] = ("    %s = 0x%02X,"):format(name, bits[i].mask)
    comments[i] = ("%-16s %-7s %-16s %s"):format(nibble.text(product[1]), nibble.text(product[2]), nibble.text(product[3]),
      product[4] and nibble.text(product[4]) or ""):gsub("%s+$", "")
  end
  return with_comments(codes, comments)
end

---@param bits table[]
---@param U string
---@param name string of the table
---@param entries table sixteen, from index 0 on
---@return string? common an enumerator for several bits that all entries have: "UTF8_PREV_LOW_ALL = A | B,"
---@return string[] lines of the table
function M.table(bits, U, name, entries)
  local names <const>, everywhere = names_of(bits, U), 255
  for n = 0, 15 do
    everywhere = everywhere & entries[n]
  end
  local function words_of(mask)
    return lists.picked(bits, function(bit, i) return mask & bit.mask ~= 0 and names[i] end)
  end
  local all <const>, common <const> = ("%s_%s_ALL"):format(U, name:upper()), words_of(everywhere)
  local function entry(mask)
    local words <const> = words_of(#common > 1 and mask & ~everywhere or mask)
    if #common > 1 then
      table.insert(words, 1, all)
    end
    return #words > 0 and table.concat(words, " | ") or "0"
  end
  local codes, comments, n <const> = {}, {}, { 0 }
  while n[1] < 16 do
    local from <const>, text <const> = n[1], entry(entries[n[1]]) .. ","
    local last = from
    while last < 15 and entries[last + 1] == entries[from] and last - from + 1 < MOST_EQUAL
      and (#text + 1) * (last - from + 2) <= layout.WIDTH - 20 do
      last = last + 1
    end
    codes[#codes + 1] = "    " .. (text .. " "):rep(last - from + 1):gsub(" $", "")
    comments[#comments + 1] = from == last and ("%X"):format(from) or ("%X-%X"):format(from, last)
    n[1] = last + 1
  end
  return #common > 1 and ("%s = %s,"):format(all, table.concat(common, " | ")) or nil, with_comments(codes, comments)
end

return M
