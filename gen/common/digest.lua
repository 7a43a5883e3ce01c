-- SPDX-License-Identifier: 0BSD
-- digest: SHA-1 and SHA-256 (FIPS 180-4).
--
-- In:  any bytes. Out: the digest in hexadecimal: sha1 "abc" is a9993e364706816aba3e25717850c26c9cd0d89d.
--
-- The idea: both functions pad the text to blocks of sixteen words, expand each block to more words, and mix these into the state one by
-- one. SHA-1 is here because SPDX demands it. sbom.lua also detects edits by SHA-1, which cannot detect forgeries.

local M = {}

local WORD <const> = 0xFFFFFFFF

---Section 5.1.1: to fill whole blocks, appends a bit 1, bits 0, and the length in bits.
local function padded(text)
  return text .. "\x80" .. ("\0"):rep((55 - #text) % 64) .. (">I8"):pack(8 * #text)
end

---The digest of a text.
---@param text string
---@param state integer[] its initial words
---@param compress fun(state: integer[], words: integer[]) mixes in one block of sixteen words
local function digest(text, state, compress)
  local all <const> = padded(text)
  local block <const> = ">" .. ("I4"):rep(16)
  for at = 1, #all, 64 do
    compress(state, { block:unpack(all, at) })
  end
  return (("%08x"):rep(#state)):format(table.unpack(state))
end

---Adds words to the state.
local function add(state, words)
  for i, word in ipairs(words) do
    state[i] = state[i] + word & WORD
  end
end

---Section 6.1.2. Rotations are inlined for speed. `& WORD` removes the bits above a word.
local function compress_sha1(state, w)
  for t = 17, 80 do
    local x <const> = w[t - 3] ~ w[t - 8] ~ w[t - 14] ~ w[t - 16]
    w[t] = (x << 1 | x >> 31) & WORD
  end
  local a, b, c, d, e = table.unpack(state)
  for t = 1, 80 do
    local mixed, constant
    if t <= 20 then
      mixed, constant = b & c | ~b & d, 0x5A827999
    elseif t <= 40 then
      mixed, constant = b ~ c ~ d, 0x6ED9EBA1
    elseif t <= 60 then
      mixed, constant = b & c | b & d | c & d, 0x8F1BBCDC
    else
      mixed, constant = b ~ c ~ d, 0xCA62C1D6
    end
    local new <const> = (a << 5 | a >> 27) + (mixed & WORD) + e + constant + w[t] & WORD
    a, b, c, d, e = new, a, (b << 30 | b >> 2) & WORD, c, d
  end
  add(state, { a, b, c, d, e })
end

---@param text string
---@return string of 40 hexadecimal digits
function M.sha1(text)
  return digest(text, { 0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0 }, compress_sha1)
end

---The first prime numbers.
local function primes(count)
  local list, candidate = {}, 2
  while #list < count do
    local prime = true
    for _, p in ipairs(list) do
      prime = prime and candidate % p ~= 0
    end
    list[#list + 1] = prime and candidate or nil
    candidate = candidate + 1
  end
  return list
end

---The first 32 bits after the point of a number's square or cube root. A double has at least 18 bits more than these roots need.
local function fraction(number, root)
  return math.tointeger(number ^ (1 / root) % 1 * 2 ^ 32 // 1)
end

local K <const>, H <const> = {}, {}
for i, p in ipairs(primes(64)) do
  K[i] = fraction(p, 3)
  H[i] = i <= 8 and fraction(p, 2) or nil
end

---Section 6.2.2.
local function compress_sha256(state, w)
  for t = 17, 64 do
    local x <const>, y <const> = w[t - 15], w[t - 2]
    local s0 <const> = (x >> 7 | x << 25) ~ (x >> 18 | x << 14) ~ x >> 3
    local s1 <const> = (y >> 17 | y << 15) ~ (y >> 19 | y << 13) ~ y >> 10
    w[t] = w[t - 16] + s0 + w[t - 7] + s1 & WORD
  end
  local a, b, c, d, e, f, g, h = table.unpack(state)
  for t = 1, 64 do
    local s1 <const> = (e >> 6 | e << 26) ~ (e >> 11 | e << 21) ~ (e >> 25 | e << 7)
    local first <const> = h + s1 + (e & f ~ ~e & g) + K[t] + w[t]
    local s0 <const> = (a >> 2 | a << 30) ~ (a >> 13 | a << 19) ~ (a >> 22 | a << 10)
    local second <const> = s0 + (a & b ~ a & c ~ b & c)
    a, b, c, d, e, f, g, h = first + second & WORD, a, b, c, d + first & WORD, e, f, g
  end
  add(state, { a, b, c, d, e, f, g, h })
end

---@param text string
---@return string of 64 hexadecimal digits
function M.sha256(text)
  return digest(text, { table.unpack(H) }, compress_sha256)
end

return M
