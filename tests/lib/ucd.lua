-- SPDX-License-Identifier: 0BSD
-- ucd: the meaning of `unicode "NAME"`. The code shares nothing with gen/, except that it reads the data of gen/spec/unicode_data.lua.
-- tests/gen/unicode_table_test.lua compares the sets of this file with Unicode's own files.
--
-- In:  a NAME, as in docs/specs.md. Out: ranges { {lo, hi}, ... }: ucd.ranges "Zl" is { {lo = 0x2028, hi = 0x2028} }. nil for a name that
--      the table does not have, such as a class of PRECIS.

local point_sets <const> = require "tests.lib.point_sets"

local union <const>, without <const> = point_sets.union, point_sets.without

local M = {}

local LONG <const> = { ccc = "Canonical_Combining_Class", gc = "General_Category", hst = "Hangul_Syllable_Type", NFC_QC = "NFC_Quick_Check",
  NFKC_QC = "NFKC_Quick_Check", sc = "Script", scx = "Script_Extensions" }

---For each property, the value of the code points for which the data has none.
local REST <const> = { ccc = "0", gc = "Cn", NFC_QC = "Y", NFKC_QC = "Y", sc = "Zzzz" }

local sets, values

---The value of a digit. If it is 32 or more, another digit follows.
local function digit_of(byte)
  local char <const> = string.char(byte)
  return char:find "%u" and byte - 65 or char:find "%l" and byte - 71 or char:find "%d" and byte + 4 or char == "-" and 62 or 63
end

local function decode(text)
  local numbers, number = {}, 0
  for _, byte in ipairs { text:gsub("%s", ""):byte(1, -1) } do
    number = number << 5 | digit_of(byte) & 31
    if digit_of(byte) < 32 then
      numbers[#numbers + 1], number = number, 0
    end
  end
  local list, from = {}, 0
  for i = 1, #numbers, 2 do
    local lo <const> = from + numbers[i]
    from = lo + numbers[i + 1] + 1
    list[#list + 1] = { lo = lo, hi = from - 1 }
  end
  return list
end

---Fills `values`: the code points of each value, by the short names of property and value. Groups of general categories are not included.
local function read_values(data)
  values = {}
  for short in next, LONG do
    values[short] = {}
  end
  for key, text in next, data.sets do
    local property <const>, value <const> = key:match("^(.*)=(.*)$")
    if property then
      values[property][value] = decode(text)
    end
  end
  for property, rest in next, REST do
    local all = {}
    for _, list in next, values[property] do
      all[#all + 1] = list
    end
    values[property][rest] = without({ { lo = 0, hi = data.last } }, union(table.unpack(all)))
  end
  for script, own in next, values.sc do
    local differing <const> = values.scx[script] or {}
    values.scx[script] = union(without(own, differing), without(differing, own))
  end
end

local function read()
  local data <const> = dofile "gen/spec/unicode_data.lua"
  sets = {}
  read_values(data)
  local groups = {}
  for category, list in next, values.gc do
    local letter <const> = category:sub(1, 1)
    groups[letter] = union(groups[letter] or {}, list)
  end
  groups.LC = union(values.gc.Lu, values.gc.Ll, values.gc.Lt)
  for key, text in next, data.sets do
    sets[key] = not key:find "=" and decode(text) or nil
  end
  for line in data.names:gmatch("[^\n]+") do
    local property <const>, first <const> = line:match("^(%S+) (%S+)")
    for name in line:sub(#property + 1):gmatch("%S+") do
      for _, short in ipairs { property, property == "sc" and "scx" or nil } do
        local list <const> = values[short][first] or property == "gc" and groups[first] or nil
        sets[short .. "=" .. name], sets[LONG[short] .. "=" .. name] = list, list
        sets[name] = property == "gc" and list or sets[name]
      end
    end
  end
end

---@param name string
---@return table? ranges
function M.ranges(name)
  if not sets then
    read()
  end
  local property <const>, from <const>, to <const> = name:match("^([%w_]+)=(%d+)%.%.(%d+)$")
  if property == "ccc" or property == LONG.ccc then
    local lists = {}
    for class, list in next, values.ccc do
      lists[#lists + 1] = tonumber(from) <= tonumber(class) and tonumber(class) <= tonumber(to) and list or nil
    end
    return #lists > 0 and union(table.unpack(lists)) or nil
  end
  return sets[name]
end

return M
