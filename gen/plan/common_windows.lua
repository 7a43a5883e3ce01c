-- SPDX-License-Identifier: 0BSD
-- common_windows: estimates the frequencies of windows of three bytes in ordinary text.
--
-- In:  spec, passthrough. Out: windows of characters of common blocks, grouped by nibbles; the frequency of those in a product of sets.
--      A look (look.lua) prefers products with a low frequency: in UTF-8 a product with E2 80 94, a dash, is expensive, and one with only
--      unassigned characters costs nothing.

local bytes_ = require "gen.common.bytes"
local characters = require "gen.language.characters"
local forms_ = require "gen.spec.forms"
local nibble = require "gen.plan.nibble"
local ranges_ = require "gen.common.ranges"

local M = {}

local NONE <const> = {}

---The frequency of a product that contains a window of skipped bytes: a kernel would not notice its bit in such a window.
M.SKIPPED = 1e6

---Common blocks: { first, last, weight }. The weight estimates how many texts use the block. Its characters count as equally frequent.
local COMMON <const> = {
  { 0x00A0, 0x00FF, 9 }, { 0x0100, 0x017F, 9 }, { 0x0180, 0x024F, 1 }, { 0x0250, 0x02AF, 1 }, { 0x0370, 0x03FF, 9 }, { 0x0400, 0x04FF, 9 },
  { 0x0531, 0x058F, 1 }, { 0x0590, 0x05FF, 9 }, { 0x0600, 0x06FF, 9 }, { 0x0900, 0x097F, 9 }, { 0x0980, 0x09FF, 3 }, { 0x0A00, 0x0A7F, 1 },
  { 0x0A80, 0x0AFF, 1 }, { 0x0B00, 0x0B7F, 1 }, { 0x0B80, 0x0BFF, 3 }, { 0x0C00, 0x0C7F, 3 }, { 0x0C80, 0x0CFF, 1 }, { 0x0D00, 0x0D7F, 1 },
  { 0x0D80, 0x0DFF, 1 }, { 0x0E00, 0x0E7F, 9 }, { 0x0E80, 0x0EFF, 1 }, { 0x0F00, 0x0FFF, 1 }, { 0x1000, 0x109F, 1 }, { 0x10A0, 0x10FF, 1 },
  { 0x1200, 0x137F, 1 }, { 0x1780, 0x17FF, 1 }, { 0x1E00, 0x1EFF, 9 }, { 0x2010, 0x203F, 9 }, { 0x2070, 0x20BF, 1 }, { 0x2100, 0x214F, 1 },
  { 0x2150, 0x21FF, 1 }, { 0x2200, 0x22FF, 1 }, { 0x2300, 0x23FF, 1 }, { 0x2500, 0x257F, 1 }, { 0x2580, 0x25FF, 1 }, { 0x2600, 0x27BF, 1 },
  { 0x3000, 0x303F, 9 }, { 0x3040, 0x309F, 9 }, { 0x30A0, 0x30FF, 9 }, { 0x3400, 0x9FFF, 9 }, { 0xAC00, 0xD7AF, 9 }, { 0xFF00, 0xFFEF, 9 },
  { 0xFFFD, 0xFFFD, 1 }, { 0x1F300, 0x1F5FF, 1 }, { 0x1F600, 0x1F64F, 3 }, { 0x1F680, 0x1F6FF, 1 }, { 0x1F900, 0x1F9FF, 1 },
}

---The frequencies of windows of three bytes, by nibbles. Each oldest byte has a group { high, low, alike }: `high` and `low` are the sets
---of its nibbles, which are empty if it belongs to the previous character. `alike` lists sets of middle bytes after which the last bytes
---have the same frequencies, as for all ideographs: { ends, lows = sets of low nibbles by the high one }. `ends` lists the last bytes as
---{ set of the high nibble, set of the low nibble, likely }; equal lists are shared. `weighed` caches the frequencies of products.
---`skipped` has the bytes that kernels skip, as sets of low nibbles by the high one.
---@param passthrough table? of passthrough.lua, nil if kernels skip nothing
function M.of(spec, passthrough)
  local groups, at = { weighed = {}, skipped = {} }, {}
  for byte = 0, passthrough and bytes_.SIGN_BIT - 1 or -1 do
    if not passthrough.refused[byte] then
      groups.skipped[byte >> 4] = (groups.skipped[byte >> 4] or 0) | 1 << (byte & 15)
    end
  end
  local function add(b2, b1, b0, likely)
    local group = at[b2 or 256]
    if not group then
      group = { high = b2 and 1 << (b2 >> 4) or 0, low = b2 and 1 << (b2 & 15) or 0, alike = {}, windows = {}, by_byte = {} }
      at[b2 or 256], groups[#groups + 1] = group, group
    end
    local window = group.by_byte[b1]
    if not window then
      window = { byte = b1, ends = {}, by_end = {} }
      group.by_byte[b1], group.windows[#group.windows + 1] = window, window
    end
    local last = window.by_end[b0]
    if not last then
      last = { 1 << (b0 >> 4), 1 << (b0 & 15), 0 }
      window.by_end[b0], window.ends[#window.ends + 1] = last, last
    end
    last[3] = last[3] + likely
  end
  for _, form in ipairs(spec.forms) do
    local covered <const> = form.bits and forms_.covered(form) or {}
    for _, block in ipairs(COMMON) do
      for _, range in ipairs(ranges_.intersect(covered, { { lo = block[1], hi = block[2] } })) do
        for code_point = range.lo, range.hi do
          local bytes <const> = characters.encode(form, code_point)
          for i = 2, #bytes do
            add(bytes[i - 2], bytes[i - 1], bytes[i], block[3] / (block[2] - block[1] + 1))
          end
        end
      end
    end
  end
  local known <const> = {}
  for _, group in ipairs(groups) do
    local by_ends <const> = {}
    for _, window in ipairs(group.windows) do
      local key = {}
      for i, last in ipairs(window.ends) do
        key[i] = table.concat(last, " ")
      end
      key = table.concat(key, ",")
      known[key] = known[key] or window.ends
      local one = by_ends[key]
      if not one then
        one = { ends = known[key], lows = {} }
        by_ends[key], group.alike[#group.alike + 1] = one, one
      end
      local high <const> = window.byte >> 4
      one.lows[high] = (one.lows[high] or 0) | 1 << (window.byte & 15)
    end
  end
  return groups
end

---Whether kernels skip a byte that has these nibbles.
local function skips(groups, highs, lows)
  for high, of_high in next, groups.skipped do
    if highs >> high & 1 == 1 and lows & of_high ~= 0 then
      return true
    end
  end
  return false
end

---The frequency of the windows in a product.
---@param product table six 16-bit sets of nibbles: high and low of the byte two before, of the one before, of the current one
---@param groups table of M.of
---@return number
function M.likely_in(product, groups)
  local high_2 <const>, low_2 <const>, high_1 <const>, low_1 <const>, high <const>, low <const> = table.unpack(product)
  local likely, likely_end = 0, {}
  if skips(groups, high, low) and skips(groups, high_1, low_1) and skips(groups, high_2, low_2) then
    likely = M.SKIPPED
  end
  for _, group in ipairs(groups) do
    for _, alike in ipairs((group.high & ~high_2 | group.low & ~low_2) == 0 and group.alike or NONE) do
      local windows = 0
      for nibble_1, lows in next, alike.lows do
        windows = windows + (high_1 >> nibble_1 & 1) * nibble.count(low_1 & lows)
      end
      if windows > 0 then
        local ends <const> = alike.ends
        if not likely_end[ends] then
          likely_end[ends] = 0
          for _, last in ipairs(ends) do
            if high & last[1] ~= 0 and low & last[2] ~= 0 then
              likely_end[ends] = likely_end[ends] + last[3]
            end
          end
        end
        likely = likely + windows * likely_end[ends]
      end
    end
  end
  return likely
end

return M
