-- SPDX-License-Identifier: 0BSD
-- characters: converts code points to bytes and back, directly by the forms of a spec and not by rows.
--
-- In:  spec, and a code point or the bytes of one character. Out: the bytes or the code point. Other functions find properties of all
--      characters, such as the longest length.
--      UTF-8: U+1F600 is F0 9F 98 80. CESU-8: it is the pair U+D83D U+DE00, ED A0 BD ED B8 80.
--
-- The idea: the free bits of a form's bytes, concatenated and added to the form's base, are the code point. The code points of pairs follow
-- the last code point of all forms: the high half and the low half are the two digits of a pair's number.

local ranges_ = require "gen.common.ranges"
local forms_ = require "gen.spec.forms"
local places = require "gen.common.places"

local M = {}

---The number of bits of a code point in C, and the largest code point.
local WORD_BITS <const>, LAST_WORD <const> = 32, 0xFFFFFFFF

---@param form table
---@param bytes integer[] one for each byte of the form
---@return integer code_point
function M.decode(form, bytes)
  local code_point = 0
  for i, byte in ipairs(form.bytes) do
    code_point = code_point << byte.bits | bytes[i] - byte.lo
  end
  return form.base + code_point
end

---@param form table
---@param code_point integer
---@return integer[] bytes
function M.encode(form, code_point)
  local bytes, rest = {}, code_point - form.base
  for i = #form.bytes, 1, -1 do
    local byte <const> = form.bytes[i]
    bytes[i] = byte.lo + (rest & (1 << byte.bits) - 1)
    rest = rest >> byte.bits
  end
  return bytes
end

---Whether bytes match the first bytes of a form's pattern. Bytes after the form's last one are ignored.
---@param form table
---@param bytes integer[]
---@param from integer? index of the first of them, 1 if left out
function M.fits(form, bytes, from)
  local before <const> = (from or 1) - 1
  for i = 1, math.min(#form.bytes, #bytes - before) do
    local byte <const> = bytes[before + i]
    if byte < form.bytes[i].lo or form.bytes[i].hi < byte then
      return false
    end
  end
  return true
end

---The form that reads the bytes at `from`. The first choice is a form that has their code point, or that has no code points. The second
---is a form with an exception for the code point, such as one for halves of pairs. The last is any form whose pattern fits.
---@param bytes integer[]
---@param from integer index of the first of them
---@return table? form
function M.form_of(spec, bytes, from)
  local excluding, other
  for _, form in ipairs(spec.forms) do
    if #bytes - from + 1 >= #form.bytes and M.fits(form, bytes, from) then
      local code_point <const> = form.bits and M.decode(form, { table.unpack(bytes, from, from + #form.bytes - 1) })
      if not code_point or forms_.covers(form, code_point) then
        return form
      end
      excluding = excluding or forms_.covers(form, code_point, true) and form or nil
      other = other or form
    end
  end
  return excluding or other
end

---The bytes of a code point; nil if no form writes it. `excepted` also allows code points in exceptions, for halves of pairs.
local function write(spec, code_point, excepted)
  for _, form in ipairs(spec.forms) do
    if ranges_.holds(form.ranges, code_point) and forms_.covers(form, code_point, excepted) then
      return M.encode(form, code_point)
    end
  end
end

---The bytes of a code point in the form whose ranges contain it, not in a form that has it in `also`.
---@param spec table
---@return integer[]? bytes nil if the encoding lacks the character
---@return integer[]? halves the code points of a pair
function M.write(spec, code_point)
  local paired <const> = forms_.paired(spec)
  if paired and paired.lo <= code_point and code_point <= paired.hi then
    local number <const>, lows <const> = code_point - paired.lo, spec.pair.low.hi - spec.pair.low.lo + 1
    local high <const>, low <const> = spec.pair.high.lo + number // lows, spec.pair.low.lo + number % lows
    local bytes = write(spec, high, true)
    for _, byte in ipairs(write(spec, low, true)) do
      bytes[#bytes + 1] = byte
    end
    return bytes, { high, low }
  elseif spec.pair and (ranges_.holds({ spec.pair.high }, code_point) or ranges_.holds({ spec.pair.low }, code_point)) then
    return nil
  end
  return write(spec, code_point, false)
end

---@param spec table
---@param bytes integer[] one well-formed character
---@return integer? code_point nil if the bytes are a character without a code point
---@return table? halves of a pair, a list of { code_point, bytes }
function M.read(spec, bytes)
  local parts, at = {}, 1
  while at <= #bytes do
    local form <const> = M.form_of(spec, bytes, at)
    local part <const> = { table.unpack(bytes, at, at + #form.bytes - 1) }
    parts[#parts + 1] = { code_point = form.bits and M.decode(form, part), bytes = part }
    at = at + #part
  end
  if #parts == 1 then
    return parts[1].code_point or nil
  end
  local lows <const> = spec.pair.low.hi - spec.pair.low.lo + 1
  local number <const> = (parts[1].code_point - spec.pair.high.lo) * lows + parts[2].code_point - spec.pair.low.lo
  return forms_.paired(spec).lo + number, parts
end

---Why the characters of a language cannot be represented as numbers in C; nil if they can.
---@param model table
---@return string? reason
---@return integer? line
function M.refused(model)
  local spec <const> = model.spec
  for _, form in ipairs(spec.forms) do
    if not form.bits then
      return ("the characters of %s have no code points"):format(places.text(spec.files, form.line)), form.line
    end
  end
  local paired <const> = forms_.paired(spec)
  if paired and paired.hi > LAST_WORD then
    return ("the pairs of %s encode U+%X, but code points have at most 32 bits"):format(places.text(spec.files, spec.pair.line), paired.hi),
      spec.pair.line
  end
end

---The length of the longest form that has one of these code points.
local function longest_naming(spec, range)
  local longest = 0
  for _, form in ipairs(spec.forms) do
    longest = #ranges_.intersect(forms_.covered(form, true), { range }) > 0 and math.max(longest, #form.bytes) or longest
  end
  return longest
end

---The length in bytes of the longest character that has a code point.
---@param spec table
function M.longest(spec)
  local longest = 0
  for _, form in ipairs(spec.forms) do
    local has_characters <const> = #ranges_.subtract(forms_.covered(form), forms_.halves(spec)) > 0
    longest = has_characters and math.max(longest, #form.bytes) or longest
  end
  return spec.pair and math.max(longest, longest_naming(spec, spec.pair.high) + longest_naming(spec, spec.pair.low)) or longest
end

---The forms as in the table of Ken Thompson and Rob Pike (1992, FSS-UTF's mbtowc). A lead byte c belongs to a row if c & cmask == cval.
---Let l be c with the free bits of the later bytes (`shift` bits) appended. Then l & lmask is the code point; it must be at least lval.
---@param spec table
---@return table? rows { {form, cmask, cval, shift, lmask, lval} }; nil if later bytes differ in their fixed bits, or if a form has no code
---points, has a base, or has more than 32 free bits
---@return table? later { lo, bits } of all later bytes
function M.table(spec)
  local out, later = {}, nil
  for i, form in ipairs(spec.forms) do
    if not form.bits or form.base > 0 or form.bits > WORD_BITS then
      return nil
    end
    local lead <const>, shift = form.bytes[1], 0
    for place = 2, #form.bytes do
      local byte <const> = form.bytes[place]
      later = later or byte
      if byte.lo ~= later.lo or byte.bits ~= later.bits then
        return nil
      end
      shift = shift + byte.bits
    end
    local first <const> = forms_.covered(form, true)[1].lo
    out[i] = {
      form = form, cmask = 0xFF & ~((1 << lead.bits) - 1), cval = lead.lo, shift = shift, lmask = (1 << form.bits) - 1, lval = first,
    }
  end
  return out, later or { lo = 0, bits = 0 }
end

return M
