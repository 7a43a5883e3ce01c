-- SPDX-License-Identifier: 0BSD
-- byte_rows: reads the rows of bytes in a spec's words `bytes` and `well_formed`.
--
-- In:  text, one row on each line; each place of a row is a byte, a range, or a set of these in braces. Out: rows of ranges.
--      "5C {22 2F}" gives { { {lo = 0x5C, hi = 0x5C}, {lo = 0x22, hi = 0x22} }, { {lo = 0x5C, hi = 0x5C}, {lo = 0x2F, hi = 0x2F} } }.
--
-- The idea: a row with a set is expanded to several rows, one for each range of the set. So later stages need not handle sets.

local bytes_ <const> = require "gen.common.bytes"

local M = {}

---Reads a byte or a range. @return table? range, string? reason
local function read_range(word, what)
  local lo, hi = word:match("^(%x%x)%.%.(%x%x)$")
  lo = lo or word:match("^%x%x$")
  if not lo then
    return nil, ("cannot read %q in %s; a row is bytes such as E0, ranges such as 81..9F, and sets such as {22 2F 41..46}"):format(word,
      what)
  end
  local range <const> = { lo = tonumber(lo, 16), hi = tonumber(hi or lo, 16) }
  if range.lo > range.hi then
    return nil, ("the range %s ends before it begins; write %s..%s"):format(word, hi, lo)
  end
  return range
end

---Adds a range to a set. The bytes of a set must ascend; adjacent ranges become one range. @return string? reason
local function add_to_set(set, range)
  local last <const> = set[#set]
  if last and range.lo <= last.hi then
    return range.hi >= last.lo
      and ("the byte %02X is in the set twice; write it once"):format(math.max(range.lo, last.lo))
      or ("the bytes of a set must ascend; write %s before %s"):format(bytes_.text { range }, bytes_.text { last })
  elseif last and range.lo == last.hi + 1 then
    last.hi = range.hi
  else
    set[#set + 1] = range
  end
end

---Reads one line. @return table? places, each a list of ranges; string? reason
local function read_line(line, what)
  local places, set = {}, nil
  for word in line:gsub("[{}]", " %0 "):gmatch("%S+") do
    if word == "{" and set then
      return nil, "a set cannot contain another set; write all its bytes between one { and }"
    elseif word == "{" then
      set = {}
    elseif word == "}" and not set then
      return nil, "this } closes no set; write { before the first byte of the set"
    elseif word == "}" and #set == 0 then
      return nil, "a set needs bytes; write them between the braces, such as {22 2F 41..46}"
    elseif word == "}" then
      places[#places + 1], set = set, nil
    else
      local range <const>, reason <const> = read_range(word, what)
      local wrong <const> = reason or set and add_to_set(set, range)
      if wrong then
        return nil, wrong
      end
      places[#places + (set and 0 or 1)] = set and places[#places] or { range }
    end
  end
  if set then
    return nil, "the set is not closed; write } after its last byte, on the same line"
  end
  return places
end

---Expands a row with sets to rows of ranges, in the order of their bytes.
local function expanded(places)
  local rows = { {} }
  for _, set in ipairs(places) do
    local longer <const> = {}
    for _, row in ipairs(rows) do
      for _, range in ipairs(set) do
        longer[#longer + 1] = table.move(row, 1, #row, 1, {})
        table.insert(longer[#longer], range)
      end
    end
    rows = longer
  end
  return rows
end

---@param text string
---@param what string the spec's word, for messages
---@param most integer the greatest number of rows
---@param on_error fun(number: integer, message: string) never returns; `number` counts lines from 0
---@return table rows, each with `number`
function M.read(text, what, most, on_error)
  local rows, number = {}, 0
  for line in (text .. "\n"):gmatch("(.-)\n") do
    local places <const>, reason <const> = read_line(line, what)
    local count = places and math.min(#places, 1)
    for _, set in ipairs(places or on_error(number, reason)) do
      count = math.min(count * #set, most + 1)
    end
    if #rows + count > most then
      on_error(number, ("%s has more than %d rows; a row with sets counts as the product of their numbers of ranges, so write "
        .. "fewer rows or sets with fewer ranges"):format(what, most))
    end
    for _, row in ipairs(#places > 0 and expanded(places) or {}) do
      row.number = number
      rows[#rows + 1] = row
    end
    number = number + 1
  end
  return rows
end

return M
