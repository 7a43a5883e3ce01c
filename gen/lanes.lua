-- SPDX-License-Identifier: 0BSD
-- lanes: the words on vectors in Lua, so that a program (program.lua) can be run.
--
-- In:  the tables of an encoding and how many lanes a vector has, as many as one likes. Out of `domain`: what program.run asks for.
--
-- A vector is a table of bytes from 0 on, and so is what is true of lanes: 0xFF or 0. An address is { text = bytes, from = index }; bytes
-- outside of the text are pads. `run(utf8, "errors_after", { vector of E0 80 41, pads }, domain)` has its first nonzero lane at 1.

local byte_tests = require "gen.byte_tests"

local M = {}

local SIGN_BIT <const> = byte_tests.SIGN_BIT

local function signed(byte)
  return byte ~ SIGN_BIT
end

local function test(truth)
  return truth and 255 or 0
end

---What words do in one lane.
local ONE_LANE <const> = {
  ["and"] = function(a, b) return a & b end,
  ["or"] = function(a, b) return a | b end,
  xor = function(a, b) return a ~ b end,
  without = function(a, b) return a & ~b end,
  and_or_xor = function(a, b, mask) return a & b & ~mask | (a ~ b) & mask end,
  add = function(a, b) return a + b & 255 end,
  add_saturating = function(a, b) return math.min(a + b, 255) end,
  subtract_saturating = function(a, b) return math.max(a - b, 0) end,
  max = function(a, b) return math.max(a, b) end,
  max_unsigned = function(a, b) return math.max(a, b) end,
  min = function(a, b) return signed(a) < signed(b) and a or b end,
  high_nibbles = function(a) return a >> 4 end,
  low_nibbles = function(a) return a & 15 end,
  both = function(a, b) return a & b end,
  either = function(a, b) return a | b end,
  differ = function(a, b) return a ~ b end,
  marked = function(a) return a end,
  any_of = function(a, mask) return test(a & mask ~= 0) end,
  equal = function(a, b) return test(a == b) end,
  above = function(a, b) return test(signed(a) > signed(b)) end,
}

---@param tables table name -> { values from 0 on }, entries of thresholds too
---@param width integer
---@param pad integer what stands around a text
---@return table domain for program.run
function M.domain(tables, width, pad)
  local function vector(lane)
    local made = {}
    for i = 0, width - 1 do
      made[i] = lane(i)
    end
    return made
  end
  local function moved(v, before, n)
    return vector(function(i) return i >= n and v[i - n] or i < n and before[width - n + i] end)
  end
  local WORDS <const> = {
    load = function(at) return vector(function(i) return at.text[at.from + i] or pad end) end,
    splat = function(byte) return vector(function() return byte end) end,
    lookup = function(of, index) return vector(function(i) return of[index[i] & #of] end) end,
    up_after_2 = function(v, before)
      local two <const> = moved(v, before, 2)
      return vector(function(i) return two[i] << 1 & 255 end)
    end,
    any_high_bit = function(v)
      for i = 0, width - 1 do
        if v[i] & SIGN_BIT ~= 0 then
          return true
        end
      end
      return false
    end,
  }
  local domain = {
    byte = function(value) return value end,
    table = function(name) return tables[name] end,
    entry = function(name, index) return tables[name][index] end,
    at = function(at, bytes, vectors) return { text = at.text, from = at.from + bytes + vectors * width } end,
    negated = function(value) return not value end,
    sum = function(parts)
      local sum = parts[1]
      for i = 2, #parts, 2 do
        sum = parts[i] == "-" and sum - parts[i + 1] or parts[i] == "+" and sum + parts[i + 1]
      end
      return sum & 255
    end,
  }
  function domain.word(name, arguments)
    local n <const> = math.tointeger(name:match "^after_(%d+)$")
    if n then
      return moved(arguments[1], arguments[2], n)
    elseif WORDS[name] then
      return WORDS[name](table.unpack(arguments))
    end
    local lane <const>, a <const>, b <const>, mask <const> = ONE_LANE[name], table.unpack(arguments, 1, 3)
    return vector(type(b) == "table" and function(i) return lane(a[i], b[i], mask) end or function(i) return lane(a[i], b) end)
  end
  return domain
end

---The tables that a program looks up, as `domain` takes them.
---@param facts table see kernel.make
function M.tables_of(facts)
  local plan <const>, tables = facts.plan, { demand = {}, [facts.values_name] = {} }
  for name, entries in next, plan.tables do
    tables[name] = entries
  end
  for name, entries in next, plan.alone or {} do
    tables["alone_" .. name] = entries
  end
  for i, demand in ipairs(plan.demands) do
    tables.demand[i - 1] = demand.from
  end
  for i, value in ipairs(facts.values) do
    tables[facts.values_name][i - 1] = value
  end
  return tables
end

return M
