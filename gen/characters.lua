-- SPDX-License-Identifier: 0BSD
-- characters: code points to bytes and back, by the forms as they are written, never by rows.
--
-- In:  spec, and a code point or the bytes of one character. Out: the other.
--      UTF-8: U+1F600 is F0 9F 98 80. CESU-8: it is the pair U+D83D U+DE00, ED A0 BD ED B8 80.
--
-- The idea: the free bits of a form's bytes, in a row, are the code point. Pairs number the code points that come after the last one
-- of all forms: high and low halves are the digits.

local rows = require "gen.rows"

local M = {}

---@param form table
---@param bytes integer[] as many as the form has
---@return integer code_point
function M.decode(form, bytes)
  local code_point = 0
  for i, byte in ipairs(form.bytes) do
    code_point = code_point << byte.bits | bytes[i] - byte.fixed
  end
  return code_point
end

---@param form table
---@param code_point integer
---@return integer[] bytes
function M.encode(form, code_point)
  local bytes = {}
  for i = #form.bytes, 1, -1 do
    local byte <const> = form.bytes[i]
    bytes[i] = byte.fixed + (code_point & (1 << byte.bits) - 1)
    code_point = code_point >> byte.bits
  end
  return bytes
end

---The form that a byte leads: lead bytes of two forms are never the same.
---@return table? form
function M.form_of(spec, lead)
  for _, form in ipairs(spec.forms) do
    local byte <const> = form.bytes[1]
    if byte.fixed <= lead and lead < byte.fixed + (1 << byte.bits) then
      return form
    end
  end
end

---What the pairs write: how many low halves there are, and the code points.
---@return integer? lows, integer first, integer last
local function numbering(spec)
  if not spec.pair then
    return nil, 0, -1
  end
  local first = 0
  for _, form in ipairs(spec.forms) do
    first = math.max(first, form.ranges[#form.ranges].hi + 1)
  end
  local lows <const> = spec.pair.low.hi - spec.pair.low.lo + 1
  return lows, first, first + (spec.pair.high.hi - spec.pair.high.lo + 1) * lows - 1
end

local function holds(ranges, code_point)
  for _, range in ipairs(ranges) do
    if range.lo <= code_point and code_point <= range.hi then
      return true
    end
  end
  return false
end

---A half of a pair is written by whatever form could, its exceptions or not.
local function write(spec, code_point, excepted)
  for _, form in ipairs(spec.forms) do
    if holds(form.ranges, code_point) and holds(rows.covered(form, excepted), code_point) then
      return M.encode(form, code_point)
    end
  end
end

---The bytes of a code point: those of its own form, not those of another's `also`.
---@param spec table
---@return integer[]? bytes nil where the encoding has no such character
---@return integer[]? halves the code points of a pair
function M.write(spec, code_point)
  local lows <const>, first <const>, last <const> = numbering(spec)
  if lows and first <= code_point and code_point <= last then
    local number <const> = code_point - first
    local high <const>, low <const> = spec.pair.high.lo + number // lows, spec.pair.low.lo + number % lows
    local bytes = write(spec, high, true)
    for _, byte in ipairs(write(spec, low, true)) do
      bytes[#bytes + 1] = byte
    end
    return bytes, { high, low }
  elseif spec.pair and (holds({ spec.pair.high }, code_point) or holds({ spec.pair.low }, code_point)) then
    return nil
  end
  return write(spec, code_point, false)
end

---@param spec table
---@param bytes integer[] one well-formed character
---@return integer code_point
---@return table? halves of a pair, a list of { code_point, bytes }
function M.read(spec, bytes)
  local parts, at = {}, 1
  while at <= #bytes do
    local form <const> = M.form_of(spec, bytes[at])
    local part <const> = { table.unpack(bytes, at, at + #form.bytes - 1) }
    parts[#parts + 1] = { code_point = M.decode(form, part), bytes = part }
    at = at + #part
  end
  if #parts == 1 then
    return parts[1].code_point
  end
  local lows <const>, first <const> = numbering(spec)
  return first + (parts[1].code_point - spec.pair.high.lo) * lows + parts[2].code_point - spec.pair.low.lo, parts
end

return M
