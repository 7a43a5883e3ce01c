-- SPDX-License-Identifier: 0BSD
-- classes: builds the tables that give each byte a class, for instructions that look up seven bits at once (AVX-512 VBMI).
--
-- In:  spec, analysis, continuation bytes, and refused_nul (see M.make). Out: {
--        tables = { prev_class = {[0] = byte, ... [127]}, this_class = ... }, by `index`
--        chain  = the number of bits that are compared in addition to the highest one, see window_check.lua
--        bits   = { { name = "continuation", mask = 0x80, prev = set, this = set }, ... }, the highest first
--        refused_nul = the argument of M.make
--      }
--
-- UTF-8: bit    the byte before has it          the current byte has it
--        80  ^  C0..FF (F8..FF are forbidden)   if it is a continuation byte
--        40  ^  if it begins a four-byte form   if it begins a form of three or four bytes
--        04  &  C0 C1 E0 F0 F5..FF              80..8F           (class_filters.lua then moves 04, 02 and 01 to 08, 04 and 02)
--        02  &  C0 C1 E0 F4 F5..FF              90..9F
--        01  &  C0 C1 ED F4 F5..FF              A0..BF
--
-- Two bytes with a common bit of the kind `&` are an error. Bits of the kind `^` are compared: a pair must differ in 80 exactly if the pair
-- two bytes earlier differs in 40. So 80 demands the second byte of a character. In the pair that ends with the lead byte, 40 demands the
-- third byte; in the pair that begins with it, the fourth. In longer forms, 20 demands the fifth and the sixth byte, four bytes later.

local bytes_ = require "gen.common.bytes"
local automata = require "gen.language.automaton"
local forms_ = require "gen.spec.forms"

local M = {}

local BITS <const> = 8
local SIGN_BIT <const> = bytes_.SIGN_BIT

---The index of a byte in these tables: 0 for bytes without the sign bit, 1 and more for the others in order. FE and FF share the last
---index; with `refused_nul`, 00 has it, too.
---@param refused_nul boolean?
function M.index(byte, refused_nul)
  if byte == 0 and refused_nul then
    return SIGN_BIT - 1
  end
  return byte < SIGN_BIT and 0 or math.min(byte - SIGN_BIT + 1, SIGN_BIT - 1)
end

---A set of bytes, extended by all bytes that share an entry with a member.
local function closed(set, refused_nul)
  local entries, out = {}, {}
  for byte in next, set do
    entries[M.index(byte, refused_nul)] = true
  end
  for byte = 0, 255 do
    out[byte] = entries[M.index(byte, refused_nul)]
  end
  return out
end

---The smallest product that contains some pairs: the two sets of bytes of a bit.
---@param prevs table set of previous bytes
---@param thises table set of current bytes
---@param refused_nul boolean?
---@return table product { prev, this }
function M.span(prevs, thises, refused_nul)
  return { prev = closed(prevs, refused_nul), this = closed(thises, refused_nul) }
end

---The pairs in a product.
---@return integer[] prevs previous bytes, integer[] thises current bytes
function M.held(product)
  local prevs, thises = {}, {}
  for byte = 0, 255 do
    prevs[#prevs + 1] = product.prev[byte] and byte or nil
    thises[#thises + 1] = product.this[byte] and byte or nil
  end
  return prevs, thises
end

-- ---- Packers, each with its inverse ----

---Bits -> tables: the entry of a byte has the masks of all bits whose set contains the byte.
---@param bits table list of { mask, prev, this }; a set has all bytes that share an entry, or none of them
---@param refused_nul boolean?
---@return table tables { prev_class = {[0] = byte, ... [127]}, this_class = ... }
function M.pack(bits, refused_nul)
  local tables = { prev_class = {}, this_class = {} }
  for at = 0, SIGN_BIT - 1 do
    tables.prev_class[at], tables.this_class[at] = 0, 0
  end
  for _, bit in ipairs(bits) do
    for name, set in next, { prev_class = bit.prev, this_class = bit.this } do
      for byte in next, set do
        local at <const> = M.index(byte, refused_nul)
        tables[name][at] = tables[name][at] | bit.mask
      end
    end
  end
  return tables
end

---Tables -> bits, the inverse of pack: the bits that some entry has, the highest first.
---@param tables table
---@param refused_nul boolean?
---@return table bits list of { mask, prev, this }
function M.unpack(tables, refused_nul)
  local bits = {}
  for b = BITS - 1, 0, -1 do
    local bit <const> = { mask = 1 << b, prev = {}, this = {} }
    for byte = 0, 255 do
      local at <const> = M.index(byte, refused_nul)
      bit.prev[byte] = tables.prev_class[at] & bit.mask ~= 0 or nil
      bit.this[byte] = tables.this_class[at] & bit.mask ~= 0 or nil
    end
    bits[#bits + 1] = (next(bit.prev) or next(bit.this)) and bit or nil
  end
  return bits
end

---The table of a set of bytes, by their low seven bits: the entry of a member has the sign bit, which the member lacks.
---@param set table set of bytes without the sign bit
---@return table entries {[0] = byte, ... [127]}
function M.pack_bytes(set)
  local entries = {}
  for byte = 0, SIGN_BIT - 1 do
    entries[byte] = set[byte] and SIGN_BIT or 0
  end
  return entries
end

---The set of bytes of such a table: the inverse of pack_bytes.
function M.unpack_bytes(entries)
  local set = {}
  for byte = 0, 255 do
    set[byte] = entries[byte & SIGN_BIT - 1] & ~byte & SIGN_BIT ~= 0 or nil
  end
  return set
end

-- ---- The bits of an encoding ----

---The continuation bytes in groups: the bytes of a group may follow the same lead bytes.
---@return table groups list of sets, in the order of their first bytes
local function groups_of(analysis, continuations)
  local groups, by_key = {}, {}
  for byte = 0, 255 do
    if continuations[byte] then
      local key = {}
      for before = SIGN_BIT, 255 do
        key[#key + 1] = not continuations[before] and analysis.pairs[before << 8 | byte] and before or nil
      end
      key = table.concat(key, " ")
      if not by_key[key] then
        by_key[key] = {}
        groups[#groups + 1] = by_key[key]
      end
      by_key[key][byte] = true
    end
  end
  return groups
end

---The bytes with the sign bit that are not continuation bytes and that no byte of a group may follow.
local function refused_before(group, analysis, continuations)
  local before = {}
  for byte = SIGN_BIT, 255 do
    local refused = not continuations[byte]
    for follower in next, group do
      refused = refused and not analysis.pairs[byte << 8 | follower]
    end
    before[byte] = refused or nil
  end
  return before
end

---A set of bytes as text: "C0..C1, E0".
function M.text_of(set)
  return bytes_.ranges_text(automata.ranges(function(byte) return set[byte] end))
end

---@param spec table
---@param analysis table
---@param continuations table set of bytes
---@param refused_nul boolean whether 00 is the only byte without the sign bit that no well-formed text contains
---@return table classes
function M.make(spec, analysis, continuations, refused_nul)
  -- Forbidden bytes from 80 on that are not continuation bytes demand a continuation byte, and refuse every one. So they are always errors.
  local function demanding(length, forbidden)
    local leads = forms_.leads(spec, length)
    for byte = SIGN_BIT, 255 do
      leads[byte] = not continuations[byte] and (leads[byte] or forbidden and analysis.forbidden[byte]) or nil
    end
    return leads
  end
  local chain <const> = (forms_.longest_used_form(spec, analysis.counts) - 1) // 2
  local bits = { { name = "continuation", mask = SIGN_BIT, prev = demanding(1, true), this = continuations } }
  for n = 1, chain do
    bits[#bits + 1] = {
      name = ("continuation %d later"):format(2 * n), mask = SIGN_BIT >> n, prev = demanding(2 * n + 1), this = demanding(2 * n),
    }
  end
  local groups <const> = groups_of(analysis, continuations)
  while #groups > BITS - #bits do
    -- More groups than bits: the last two are merged, and deep rules catch the pairs that only one of them forbids.
    for byte in next, table.remove(groups) do
      groups[#groups][byte] = true
    end
  end
  for i, group in ipairs(groups) do
    bits[#bits + 1] = {
      name = "not " .. M.text_of(group), mask = 1 << (#groups - i), prev = refused_before(group, analysis, continuations), this = group,
    }
  end
  for _, bit in ipairs(refused_nul and bits or {}) do
    bit.prev[0], bit.this[0] = bit.prev[255], bit.this[255]
  end
  local made <const> = { bits = bits, chain = chain, refused_nul = refused_nul }
  made.tables = M.pack(bits, refused_nul)
  return made
end

return M
