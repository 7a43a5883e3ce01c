-- SPDX-License-Identifier: 0BSD
-- published: compares published tables with the derived ones.
--
-- In:  model; the published tables as text. Out: a report, and whether all entries are right, each alone and all together. For UTF-8 and
--      simdjson's tables, all 48 entries are equal.
--
-- The idea: each bit of the published tables is assigned to one of ours, so that as many bits of entries as possible are equal. Then the
-- proof (gen/plan/proof.lua) decides for each entry that differs whether it is wrong.

local bytes_ = require "gen.common.bytes"
local lists = require "gen.common.lists"
local nibble = require "gen.plan.nibble"
local proof = require "gen.plan.proof"

local M = {}

local hex <const> = bytes_.hex

local BITS <const> = 8

---Reads published tables: lines `bit NAME HEX`, and for each table a line with its name, such as prev_high, and its 16 bytes in
---hexadecimal. If the publication adds the continuation bit separately, `add HEX` has this bit. `#` begins a comment.
---@return table published { bits = { {name, mask} }, tables, add? }
local function read_published(text, name)
  local function fail(number, message, ...)
    error({ path = name, line = number, message = message:format(...) }, 0)
  end
  local published, number, known = { bits = {}, tables = {} }, 0, {}
  for _, axis in ipairs(nibble.AXES) do
    known[axis] = true
  end
  for line in (text .. "\n"):gmatch("(.-)\n") do
    number = number + 1
    local word, rest = line:gsub("#.*", ""):match("^%s*(%S+)%s*(.-)%s*$")
    if word == "bit" then
      local bit, mask = rest:match("^(%S+)%s+(%x%x)$")
      if not bit then
        fail(number, "the format of a bit is 'bit NAME HEX', such as bit TOO_LONG 02")
      end
      table.insert(published.bits, { name = bit, mask = tonumber(mask, 16) })
    elseif word == "add" then
      if not rest:match("^%x%x$") then
        fail(number, "add is followed by one bit in hexadecimal, such as 80")
      end
      published.add = tonumber(rest, 16)
    elseif known[word] then
      local entries, n = {}, 0
      for entry in rest:gmatch("%S+") do
        entries[n] = entry:match("^%x%x$") and tonumber(entry, 16) or fail(number, "%s is not a byte in hexadecimal", entry)
        n = n + 1
      end
      if n ~= 16 then
        fail(number, "a table has 16 entries, this one has %d", n)
      end
      published.tables[word] = entries
    elseif word then
      fail(number, "unknown word %s; allowed are bit, add, %s", word, table.concat(nibble.AXES, ", "))
    end
  end
  for _, axis in ipairs(nibble.AXES) do
    if not published.tables[axis] then
      fail(number, "the table %s is missing", axis)
    end
  end
  return published
end

---Assigns each published bit to one of ours, so that as many bits of entries as possible are equal. It uses dynamic programming over sets
---of bits (Held and Karp).
---@return table ours ours[number of a published bit] = number of our bit, both from 0
local function match_bits(theirs, ours)
  local function agreement(a, b)
    local count = 0
    for axis = 1, #nibble.AXES do
      for n = 0, 15 do
        count = count + ((a[axis] >> n & 1) == (b[axis] >> n & 1) and 1 or 0)
      end
    end
    return count
  end
  local best, last = { [0] = 0 }, {}
  for used = 0, (1 << BITS) - 1 do
    local their = 0
    for b = 0, BITS - 1 do
      their = their + (used >> b & 1)
    end
    for b = 0, BITS - 1 do
      local after <const> = used | 1 << b
      if best[used] and after ~= used then
        local value = best[used] + agreement(theirs[their + 1], ours[b + 1])
        if not best[after] or value > best[after] then
          best[after], last[after] = value, b
        end
      end
    end
  end
  local assigned, used = {}, (1 << BITS) - 1
  for their = BITS - 1, 0, -1 do
    assigned[their] = last[used]
    used = used & ~(1 << last[used])
  end
  return assigned
end

local function copy(tables)
  local out = {}
  for _, axis in ipairs(nibble.AXES) do
    out[axis] = { [0] = tables[axis][0], table.unpack(tables[axis], 1, 15) }
  end
  return out
end

---The published tables. `add`, if there is one, is set in the entries that have the continuation bit in the plan.
local function completed(published, plan)
  local tables <const> = copy(published.tables)
  local pair <const> = plan.bits[#plan.bits].product
  for axis, table_name in ipairs(published.add and nibble.AXES or {}) do
    for n = 0, 15 do
      tables[table_name][n] = tables[table_name][n] | (pair[axis] >> n & 1) * published.add
    end
  end
  return tables
end

---Permutes the bits of a byte: bit b moves to `to[b]`; with `inverse`, bit `to[b]` moves to b.
local function renamed(byte, to, inverse)
  local out = 0
  for b = 0, BITS - 1 do
    out = out | (inverse and (byte >> to[b] & 1) << b or (byte >> b & 1) << to[b])
  end
  return out
end

---Prints which published bit corresponds to which of ours.
local function show_names(say, published, plan, assigned)
  local names <const> = {}
  for _, bit in ipairs(published.bits) do
    for _, our in ipairs(plan.bits) do
      if our.mask == renamed(bit.mask, assigned) then
        names[#names + 1] = ("%s %02X = %s %02X"):format(bit.name, bit.mask, our.name, our.mask)
      end
    end
  end
  for i = 1, #names, 2 do
    say("  %-50s %s", names[i], names[i + 1] or "")
  end
end

---Checks the plan with other tables. @return string? error
local function judge(model, tables)
  local check <const> = lists.update(lists.update({}, model.plan), { tables = tables })
  local wrong <const> = proof.counterexample(model.inner, model.analysis, check)
  return wrong and ("%s %s"):format(wrong.accepted and "accepts the ill-formed" or "refuses the well-formed", hex(wrong.bytes))
end

---Prints, for each entry that differs, whether it is wrong.
---@return integer differing, integer wrong_count, table merged the derived tables with all published entries that are not wrong
local function show_entries(say, model, published, assigned)
  local plan <const> = model.plan
  local tables <const>, merged <const> = completed(published, plan), copy(plan.tables)
  local differing, wrong_count = 0, 0
  for _, axis in ipairs(nibble.AXES) do
    for n = 0, 15 do
      local entry <const>, derived <const> = renamed(tables[axis][n], assigned), plan.tables[axis][n]
      local candidate <const> = copy(plan.tables)
      candidate[axis][n] = entry
      local wrong <const> = entry ~= derived and judge(model, candidate)
      if wrong then
        local right <const> = renamed(derived, assigned, true) & ~(published.add or 0)
        say("  wrong     %s[%X] is %02X, derived %02X: %s", axis, n, published.tables[axis][n], right, wrong)
        wrong_count = wrong_count + 1
      elseif entry ~= derived then
        say("  harmless  %s[%X] is %02X", axis, n, published.tables[axis][n])
        merged[axis][n] = entry
      end
      differing = differing + (entry ~= derived and 1 or 0)
    end
  end
  return differing, wrong_count, merged
end

---Renames the bits of published tables to ours. An entry that differs is harmless if the derived tables with this entry are still right;
---otherwise it is wrong, and a shortest text shows why. At the end all harmless entries are checked together.
---@param page fun(): function, function  returns a function that adds a line, and one that returns the text
---@param model table
---@param text string  the published tables
---@param name string  their file, for messages
---@return string report, boolean right whether no entry is wrong, and all harmless ones together are right
function M.against(page, model, text, name)
  local plan <const> = model.plan
  local why <const> = not plan and "this encoding has no nibble tables: " .. model.no_plan
    or #plan.bits == 0 and "this encoding's tables hold the allowed bytes, not rules"
    or plan.tables.this_low and "this encoding's tables use the low nibbles of current bytes, which published ones do not"
  if why then
    error({ usage_error = true, message = why }, 0)
  end
  local published <const> = read_published(text, name)
  local assigned <const> = match_bits(nibble.unpack(completed(published, plan), BITS), nibble.unpack(plan.tables, BITS))
  local say <const>, report <const> = page()
  say("%s against the tables derived for %s", name:gsub(".*/", ""), model.spec.title)
  show_names(say, published, plan, assigned)
  local differing <const>, wrong_count <const>, merged <const> = show_entries(say, model, published, assigned)
  local together <const> = judge(model, merged)
  if differing == 0 then
    say("  all 48 entries are equal")
  elseif together then
    say("  each harmless entry is harmless by itself, but together they are wrong: the check %s", together)
  else
    say("  %d of 48 entries differ, %d of them wrong%s", differing, wrong_count,
      differing > wrong_count and "; with all the others as published, the proof passes" or "")
  end
  return report(), wrong_count == 0 and not together
end

return M
