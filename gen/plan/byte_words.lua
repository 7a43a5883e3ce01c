-- SPDX-License-Identifier: 0BSD
-- byte_words: represents sets of bytes as four words of 64 bits, for loops over many sets.
--
-- In:  bytes. Out: sets { w0, w1, w2, w3 }: bit b % 64 of word b >> 6 (from 0 on) is set if b is a member.
--      The continuation bytes of UTF-8 are { 0, 0, -1, 0 }.

local nibble = require "gen.plan.nibble"

local M = {}

---A new empty set.
function M.none()
  return { 0, 0, 0, 0 }
end

---A new set of all bytes.
function M.all()
  return { -1, -1, -1, -1 }
end

function M.add(set, byte)
  local word <const> = (byte >> 6) + 1
  set[word] = set[word] | 1 << (byte % 64)
end

function M.has(set, byte)
  return set[(byte >> 6) + 1] >> (byte % 64) & 1 == 1
end

---The members as a set: byte -> true.
function M.listed(set)
  local listed <const> = {}
  for byte = 0, 255 do
    listed[byte] = M.has(set, byte) or nil
  end
  return listed
end

---The number of bytes that two sets share.
function M.shared(a, b)
  local count = 0
  for word = 1, 4 do
    local both <const> = a[word] & b[word]
    count = both ~= 0 and count + nibble.count(both) or count
  end
  return count
end

---The bytes whose nibbles are in these two 16-bit sets.
function M.of_nibbles(highs, lows)
  local set <const> = { 0, 0, 0, 0 }
  for high = 0, 15 do
    if highs >> high & 1 == 1 then
      local word <const> = (high >> 2) + 1
      set[word] = set[word] | lows << 16 * (high & 3)
    end
  end
  return set
end

return M
