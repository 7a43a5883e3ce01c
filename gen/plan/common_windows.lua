-- SPDX-License-Identifier: 0BSD
-- common_windows: estimates the frequencies of windows of three bytes in ordinary text.
--
-- In:  spec, passthrough. Out: windows of characters of common Unicode blocks, grouped by bytes; the frequency of windows in a product.
--      A look (look.lua) prefers products with a low frequency: in UTF-8 a product with E2 80 94, a dash, is expensive; one with only
--      characters outside of these blocks costs nothing.

local bytes_ = require "gen.common.bytes"
local lists = require "gen.common.lists"
local byte_words = require "gen.plan.byte_words"
local characters = require "gen.language.characters"
local forms_ = require "gen.spec.forms"
local ranges_ = require "gen.common.ranges"

local M = {}

local NONE <const> = {}

---Stands for the oldest byte of a window if it belongs to the previous character.
local PREVIOUS <const> = -1

---The frequency of a product that contains a window of skipped bytes: kernels would miss the product's bit in such a window.
M.SKIPPED = 1e6

---Common Unicode blocks: { first, last, weight }. The weight estimates how many texts use a block. All its characters count alike.
local COMMON <const> = {
  { 0x00A0, 0x00FF, 9 }, { 0x0100, 0x017F, 9 }, { 0x0180, 0x024F, 1 }, { 0x0250, 0x02AF, 1 }, { 0x0370, 0x03FF, 9 }, { 0x0400, 0x04FF, 9 },
  { 0x0531, 0x058F, 1 }, { 0x0590, 0x05FF, 9 }, { 0x0600, 0x06FF, 9 }, { 0x0900, 0x097F, 9 }, { 0x0980, 0x09FF, 3 }, { 0x0A00, 0x0A7F, 1 },
  { 0x0A80, 0x0AFF, 1 }, { 0x0B00, 0x0B7F, 1 }, { 0x0B80, 0x0BFF, 3 }, { 0x0C00, 0x0C7F, 3 }, { 0x0C80, 0x0CFF, 1 }, { 0x0D00, 0x0D7F, 1 },
  { 0x0D80, 0x0DFF, 1 }, { 0x0E00, 0x0E7F, 9 }, { 0x0E80, 0x0EFF, 1 }, { 0x0F00, 0x0FFF, 1 }, { 0x1000, 0x109F, 1 }, { 0x10A0, 0x10FF, 1 },
  { 0x1200, 0x137F, 1 }, { 0x1780, 0x17FF, 1 }, { 0x1E00, 0x1EFF, 9 }, { 0x2010, 0x203F, 9 }, { 0x2070, 0x20BF, 1 }, { 0x2100, 0x214F, 1 },
  { 0x2150, 0x21FF, 1 }, { 0x2200, 0x22FF, 1 }, { 0x2300, 0x23FF, 1 }, { 0x2500, 0x257F, 1 }, { 0x2580, 0x25FF, 1 }, { 0x2600, 0x27BF, 1 },
  { 0x3000, 0x303F, 9 }, { 0x3040, 0x309F, 9 }, { 0x30A0, 0x30FF, 9 }, { 0x3400, 0x9FFF, 9 }, { 0xAC00, 0xD7AF, 9 }, { 0xFF00, 0xFFEF, 9 },
  -- The next two lines list the usual letters of some scripts again, since the blocks of these scripts also have rare characters.
  { 0x00DF, 0x00FC, 9 }, { 0x03AC, 0x03CE, 9 }, { 0x0410, 0x044F, 9 }, { 0x05D0, 0x05EA, 9 }, { 0x0621, 0x064A, 9 }, { 0x0905, 0x094D, 9 },
  { 0x0B85, 0x0BCD, 6 }, { 0x0E01, 0x0E4E, 9 }, { 0x4E00, 0x9FA5, 9 }, { 0xAC00, 0xD7A3, 9 },
  { 0xFFFD, 0xFFFD, 1 }, { 0x1F300, 0x1F5FF, 1 }, { 0x1F600, 0x1F64F, 3 }, { 0x1F680, 0x1F6FF, 1 }, { 0x1F900, 0x1F9FF, 1 },
}

---The table at a key of `list`. If there is none, a new one is added. The field `order` of `list` has the keys in the order of addition.
local function within(list, key)
  if not list[key] then
    list[key] = { order = {} }
    table.insert(list.order, key)
  end
  return list[key]
end

---The last bytes of windows as sets of equally frequent bytes, and a key that is different for different results.
---@param last table frequencies by byte; `order` has the bytes
---@return table ends list of { set, frequency of each byte }, string key
local function ends_of(last)
  local ends <const>, by_likely <const> = {}, {}
  for _, byte in ipairs(last.order) do
    local one = by_likely[last[byte]]
    if not one then
      one = { byte_words.none(), last[byte] }
      by_likely[last[byte]], ends[#ends + 1] = one, one
    end
    byte_words.add(one[1], byte)
  end
  return ends, lists.joined(ends, ",", function(one) return table.concat(one[1], " ") .. " " .. one[2] end)
end

---The frequencies of windows of three bytes. Each oldest byte has a group { byte, alike }; `byte` is nil if the oldest byte is in the
---previous character. `alike` lists sets of middle bytes after which the last bytes have the same frequencies, as for all ideographs:
---{ middles, ends }. `ends` lists sets of last bytes with the frequency of each byte; equal lists are shared. `weighed` caches
---measures of products (look.lua). `skipped` is the set of bytes that kernels skip. Sets are those of byte_words.lua.
---@param passthrough table? of passthrough.lua, nil if kernels skip nothing
function M.of(spec, passthrough)
  local groups <const>, at <const> = { weighed = {}, skipped = byte_words.none() }, { order = {} }
  for byte = 0, passthrough and bytes_.SIGN_BIT - 1 or -1 do
    if not passthrough.refused[byte] then
      byte_words.add(groups.skipped, byte)
    end
  end
  for _, form in ipairs(spec.forms) do
    local covered <const> = form.bits and forms_.covered(form) or {}
    for _, block in ipairs(COMMON) do
      local likely <const> = block[3] / (block[2] - block[1] + 1)
      for _, range in ipairs(ranges_.intersect(covered, { { lo = block[1], hi = block[2] } })) do
        for code_point = range.lo, range.hi do
          local bytes <const> = characters.encode(form, code_point)
          for i = 2, #bytes do
            local last <const>, byte <const> = within(within(at, bytes[i - 2] or PREVIOUS), bytes[i - 1]), bytes[i]
            if not last[byte] then
              table.insert(last.order, byte)
            end
            last[byte] = (last[byte] or 0) + likely
          end
        end
      end
    end
  end
  local known <const> = {}
  for _, oldest in ipairs(at.order) do
    local group <const>, by_key <const> = { byte = oldest ~= PREVIOUS and oldest or nil, alike = {} }, {}
    groups[#groups + 1] = group
    for _, middle in ipairs(at[oldest].order) do
      local ends <const>, key <const> = ends_of(at[oldest][middle])
      known[key] = known[key] or ends
      if not by_key[key] then
        by_key[key] = { middles = byte_words.none(), ends = known[key] }
        table.insert(group.alike, by_key[key])
      end
      byte_words.add(by_key[key].middles, middle)
    end
  end
  return groups
end

---The frequency of the windows in a product.
---@param product table the sets for the byte two before the current one, the previous byte, and the current one
---@param groups table of M.of
---@return number
function M.likely_in(product, groups)
  local oldest <const>, middle <const>, newest <const>, skipped <const> = product[1], product[2], product[3], groups.skipped
  local likely, likely_end = 0, {}
  if byte_words.shared(oldest, skipped) > 0 and byte_words.shared(middle, skipped) > 0 and byte_words.shared(newest, skipped) > 0 then
    likely = M.SKIPPED
  end
  for _, group in ipairs(groups) do
    for _, alike in ipairs((not group.byte or byte_words.has(oldest, group.byte)) and group.alike or NONE) do
      local windows <const> = byte_words.shared(middle, alike.middles)
      if windows > 0 then
        local ends <const> = alike.ends
        if not likely_end[ends] then
          likely_end[ends] = 0
          for _, last in ipairs(ends) do
            likely_end[ends] = likely_end[ends] + byte_words.shared(newest, last[1]) * last[2]
          end
        end
        likely = likely + windows * likely_end[ends]
      end
    end
  end
  return likely
end

return M
